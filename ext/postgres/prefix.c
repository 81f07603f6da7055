/* SPDX-License-Identifier: MIT */
/* prefix.c: the IDs whose text begins with given digits, as bounds for an index. Digits of every
 * format have the order of their values, so these IDs are neighbors. */
#include "sortid_pg.h"

#include <access/htup_details.h>
#include <funcapi.h>
#include <utils/builtins.h>

/* Reads the prefix, filled up with a digit to the length of a text. A prefix that is too long is
 * refused where it should end. */
static sortid_status read_filled(uint8_t *id, const sortid_format *format, text *prefix, char digit,
                                 size_t *position)
{
    char filled[SORTID_MAX_TEXT_SIZE];
    sortid_format_info info;
    size_t length = VARSIZE_ANY_EXHDR(prefix);
    sortid_pg_expect(sortid_format_describe(format, &info, sizeof(info)));
    if (length > info.text_length) {
        *position = info.text_length;
        return SORTID_BAD_LENGTH;
    }
    memset(filled, digit, info.text_length);
    memcpy(filled, VARDATA_ANY(prefix), length);
    return sortid_format_parse(format, id, SORTID_ENCODING_TEXT, filled, info.text_length,
                               position);
}

void sortid_pg_prefix(uint8_t *lower, uint8_t *upper, const sortid_format *format, text *prefix)
{
    char last = 'z';
    size_t position = 0;
    sortid_status status = read_filled(lower, format, prefix, '0', &position);
    if (status != SORTID_OK) {
        sortid_format_info info;
        sortid_pg_expect(sortid_format_describe(format, &info, sizeof(info)));
        sortid_pg_refuse_text(NULL, info.name, text_to_cstring(prefix), status, position);
    }
    /* The last digit of the alphabet: letters follow numbers, and small letters capital ones. */
    do {
        status = read_filled(upper, format, prefix, last--, &position);
    } while (status == SORTID_BAD_DIGIT);
    if (status != SORTID_OK) {
        sortid_pg_expect(sortid_format_max(format, upper)); /* the digits are beyond the last ID */
    }
}

Datum sortid_pg_pair(FunctionCallInfo fcinfo, Datum first, Datum second)
{
    TupleDesc shape = NULL;
    Datum values[] = {first, second};
    bool nulls[] = {false, false};
    if (get_call_result_type(fcinfo, NULL, &shape) != TYPEFUNC_COMPOSITE) {
        elog(ERROR, "the result is not a row");
    }
    PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(shape), values, nulls)));
}
