/* SPDX-License-Identifier: MIT */
/* inspect.c: the SQL function sortid_inspect(text): a row for each way to read a text as an ID, of
 * a format or of another kind that the library recognizes, the most likely first. */
#include "sortid_pg.h"

#include <access/htup_details.h>
#include <access/xact.h>
#include <funcapi.h>
#include <utils/builtins.h>
#include <utils/jsonb.h>
#include <utils/numeric.h>
#include <utils/uuid.h>

#define MS_PER_YEAR INT64CONST(31536000000)

/* The columns, as sortid--0.9.sql declares them. */
enum { FORMAT, ENCODING, CONFIDENCE, ID, TEXT, TIME, HEX, INT, UUID, FIELDS, COLUMNS };

/* ---- Values of a reading --------------------------------------------------------------------- */

static Datum format_of(const sortid_reading *reading)
{
    sortid_kind_info info;
    sortid_pg_expect(sortid_kind_describe(reading->kind, &info, sizeof(info)));
    return CStringGetTextDatum(info.name);
}

static Datum text_of(const sortid_reading *reading)
{
    char text[SORTID_READING_TEXT_SIZE];
    size_t length = 0;
    sortid_pg_expect(sortid_reading_print(reading, text, sizeof(text), &length));
    return CStringGetTextDatum(text);
}

static Datum hex_of(const sortid_reading *reading)
{
    char hex[2 * SORTID_MAX_SIZE + 1];
    hex_encode((const char *)reading->id, reading->size, hex);
    return PointerGetDatum(cstring_to_text_with_len(hex, 2 * (int)reading->size));
}

/* The ID as a number: of formats, and of kinds with 64 or 128 bits. */
static Datum int_of(const sortid_reading *reading, bool *is_null)
{
    char digits[SORTID_MAX_TEXT_SIZE];
    size_t length = 0;
    const sortid_format *format = reading->format;
    if (format == NULL && reading->size == sizeof(sortid_ulid)) {
        format = sortid_ulid_format(); /* of any bytes */
    }
    if (format != NULL) {
        sortid_pg_expect(sortid_format_print(format, digits, sizeof(digits), &length,
                                             SORTID_ENCODING_INT, reading->id));
    } else if (reading->size == sizeof(uint64)) {
        snprintf(digits, sizeof(digits), UINT64_FORMAT, sortid_pg_load((const char *)reading->id));
    } else {
        *is_null = true;
        return (Datum)0;
    }
    return DirectFunctionCall3(numeric_in, CStringGetDatum(digits), ObjectIdGetDatum(InvalidOid),
                               Int32GetDatum(-1));
}

static Datum uuid_of(const sortid_reading *reading)
{
    pg_uuid_t *uuid = palloc(sizeof(*uuid));
    memcpy(uuid->data, reading->id, UUID_LEN);
    return UUIDPGetDatum(uuid);
}

/* Names and values need no escapes. */
static Datum fields_of(const sortid_reading *reading)
{
    StringInfoData json;
    const char *name = NULL;
    char value[SORTID_READING_TEXT_SIZE];
    size_t length = 0;
    initStringInfo(&json);
    for (size_t i = 0;
         sortid_reading_print_field(reading, &name, value, sizeof(value), &length, i) == SORTID_OK;
         i++) {
        appendStringInfo(&json, "%s\"%s\":\"%s\"", i == 0 ? "{" : ",", name, value);
    }
    appendStringInfoChar(&json, '}');
    return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data));
}

static HeapTuple row_of(TupleDesc shape, const sortid_reading *reading)
{
    static const char *const encodings[] = {"text", "hex", "int", "uuid", "bin", "braces", "urn"};
    static const char *const confidences[] = {"", "low", "medium", "high"};
    bool nulls[COLUMNS] = {false};
    Datum values[COLUMNS] = {
        [FORMAT] = format_of(reading),
        [ENCODING] = CStringGetTextDatum(encodings[reading->form]),
        [CONFIDENCE] = CStringGetTextDatum(confidences[reading->confidence]),
        [ID] = PointerGetDatum(sortid_pg_bytea(reading->id, reading->size)),
        [TEXT] = text_of(reading),
        [TIME] = TimestampTzGetDatum(sortid_pg_time_of_ms(reading->unix_ms)),
        [HEX] = hex_of(reading),
        [INT] = int_of(reading, &nulls[INT]),
        [UUID] = uuid_of(reading),
        [FIELDS] = fields_of(reading),
    };
    nulls[TIME] = reading->has_time == 0;
    nulls[UUID] = reading->size != UUID_LEN;
    return heap_form_tuple(shape, values, nulls);
}

/* ---- The function ---------------------------------------------------------------------------- */

/* Sets the rows of the call. They stay until its last row is read. */
static void find_readings(FuncCallContext *call, FunctionCallInfo fcinfo)
{
    MemoryContext old = MemoryContextSwitchTo(call->multi_call_memory_ctx);
    text *argument = PG_GETARG_TEXT_PP(0);
    sortid_recognize_options options = {0};
    size_t count = 0;
    sortid_status status;
    options.plausible_until_ms =
        sortid_pg_ms_of_time(GetCurrentTransactionStartTimestamp()) + MS_PER_YEAR;
    call->user_fctx = palloc(SORTID_READINGS_MAX * sizeof(sortid_reading));
    status = sortid_recognize(call->user_fctx, sizeof(sortid_reading), SORTID_READINGS_MAX, &count,
                              VARDATA_ANY(argument), VARSIZE_ANY_EXHDR(argument), &options, NULL);
    call->max_calls = status == SORTID_OK ? count : 0;
    if (get_call_result_type(fcinfo, NULL, &call->tuple_desc) != TYPEFUNC_COMPOSITE) {
        elog(ERROR, "the result is not a row");
    }
    call->tuple_desc = BlessTupleDesc(call->tuple_desc);
    MemoryContextSwitchTo(old);
}

SORTID_PG_FUNCTION(sortid_pg_sql_inspect)
{
    FuncCallContext *call;
    const sortid_reading *readings;
    if (SRF_IS_FIRSTCALL()) {
        find_readings(SRF_FIRSTCALL_INIT(), fcinfo);
    }
    call = SRF_PERCALL_SETUP();
    readings = call->user_fctx;
    if (call->call_cntr < call->max_calls) {
        HeapTuple row = row_of(call->tuple_desc, &readings[call->call_cntr]);
        SRF_RETURN_NEXT(call, HeapTupleGetDatum(row));
    }
    SRF_RETURN_DONE(call);
}
