/* SPDX-License-Identifier: MIT */
/* round_trip.c: fuzz target: the first byte chooses a format, the rest are two IDs. In each
 * encoding they are printed as the oracle prints them, and read as the same bytes; order,
 * neighbors, time and fields are those of the big-endian integer. */
#include "../fuzz.h"
#include "tests/support/oracle.h"

#include <sortid/unstable.h>

static int sign(int order)
{
    return order < 0 ? -1 : order > 0;
}

/* Prints and reads in one encoding, with exactly the needed capacity; with one byte less printing
 * fails. */
static void round_trip(const support_format *format, const sortid_format *handle,
                       sortid_encoding encoding, const uint8_t *id)
{
    char wanted[SUPPORT_MAX_TEXT];
    uint8_t back[SUPPORT_MAX_SIZE];
    size_t length = judge_print(wanted, format, encoding, id), written = SIZE_MAX;
    size_t needed = length + (encoding != SORTID_ENCODING_BIN);
    char *text = (char *)fuzz_room(needed);
    MUST(sortid_format_print(handle, text, needed - 1, &written, encoding, id) == SORTID_NO_SPACE,
         "%s: a capacity of %zu", format->name, needed - 1);
    MUST(written == SIZE_MAX && is_untouched(text, needed), "%s: output changed", format->name);
    MUST(sortid_format_print(handle, text, needed, &written, encoding, id) == SORTID_OK, "%s",
         format->name);
    MUST(written == length, "%s: length %zu, not %zu", format->name, written, length);
    MUST(memcmp(text, wanted, needed) == 0, "%s: not %s", format->name, wanted);
    memset(back, CANARY, sizeof back);
    MUST(sortid_format_parse(handle, back, encoding, text, length, NULL) == SORTID_OK, "%s: %s",
         format->name, wanted);
    MUST(memcmp(back, id, format->size) == 0, "%s: %s: other bytes", format->name, wanted);
    free(text);
}

/* The typed calls print the same; `id` is the struct of a format, which is its bytes. */
static void typed_prints(const support_format *format, const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT], wanted[SUPPORT_MAX_TEXT];
    MUST(format->print(text, id) == format->text_length, "%s: length", format->name);
    judge_print(wanted, format, SORTID_ENCODING_TEXT, id);
    MUST(strcmp(text, wanted) == 0, "%s: %s", format->name, text);
    format->print_hex(text, id);
    judge_print(wanted, format, SORTID_ENCODING_HEX, id);
    MUST(strcmp(text, wanted) == 0, "%s: %s", format->name, text);
    size_t length = judge_print(wanted, format, SORTID_ENCODING_INT, id);
    MUST(format->print_int(text, id) == length, "%s: %s", format->name, text);
    MUST(strcmp(text, wanted) == 0, "%s: %s", format->name, text);
    if (!format->has_uuid)
        return;
    format->print_uuid(text, id);
    judge_print(wanted, format, SORTID_ENCODING_UUID, id);
    MUST(strcmp(text, wanted) == 0, "%s: %s", format->name, text);
}

/* A field in hex, in decimal and as bytes is the number that its bits are. */
static void expect_field(const support_format *format, const sortid_format *handle,
                         const sortid_field_info *field, size_t index, const uint8_t *id)
{
    char text[SORTID_MAX_TEXT_SIZE], wanted[SUPPORT_MAX_TEXT];
    uint8_t value[16] = {0}, got[16];
    size_t digits = (field->bits + 3) / 4, length = SIZE_MAX;
    for (size_t bit = 0; bit < field->bits; bit++)
        oracle_set_bits(value, 8 * sizeof value - field->bits + bit, 1,
                        oracle_bits(id, field->first_bit + bit, 1));
    MUST(oracle_print(wanted, digits, SUPPORT_HEX_DIGITS, value, sizeof value), "%s: %s",
         format->name, field->name);
    MUST(sortid_format_print_field(handle, text, sizeof text, &length, SORTID_ENCODING_HEX, id,
                                   index) == SORTID_OK,
         "%s: %s", format->name, field->name);
    MUST(length == digits && strcmp(text, wanted) == 0, "%s: %s is %s", format->name, field->name,
         text);
    oracle_decimal(wanted, value, sizeof value);
    MUST(sortid_format_print_field(handle, text, sizeof text, &length, SORTID_ENCODING_INT, id,
                                   index) == SORTID_OK,
         "%s: %s", format->name, field->name);
    MUST(length == strlen(wanted) && strcmp(text, wanted) == 0, "%s: %s is %s, not %s",
         format->name, field->name, text, wanted);
    MUST(sortid_format_field_value(handle, got, sizeof got, id, index) == SORTID_OK, "%s: %s",
         format->name, field->name);
    MUST(memcmp(got, value, sizeof got) == 0, "%s: bytes of %s", format->name, field->name);
}

static void time_and_fields(const support_format *format, const sortid_format *handle,
                            const uint8_t *id)
{
    sortid_field_info field;
    uint8_t value[8];
    uint64_t timestamp = support_timestamp(format, id);
    uint64_t unix_ms = timestamp * format->timestamp_unit + format->timestamp_zero;
    bool is_end = timestamp == 0 || timestamp == format->timestamp_max;
    MUST(sortid_format_field_value(handle, value, sizeof value, id, 0) == SORTID_OK, "%s",
         format->name);
    MUST(oracle_bits(value, 0, 64) == timestamp, "%s: timestamp", format->name);
    MUST(sortid_format_unix_ms(handle, id) == unix_ms && format->unix_ms(id) == unix_ms,
         "%s: unix_ms", format->name);
    MUST(sortid_format_is_reserved(handle, id) == (format->reserves_ends && is_end), "%s: reserved",
         format->name);
    for (size_t i = 0; sortid_format_field(handle, &field, sizeof field, i) == SORTID_OK; i++)
        expect_field(format, handle, &field, i, id);
}

static bool is_valid(const support_format *format, const uint8_t *bytes)
{
    return judge_parse(format, SORTID_ENCODING_BIN, (const char *)bytes, format->size).status ==
           SORTID_OK;
}

/* A neighbor must be that of the integer, and report whether it left the timestamp. */
static void neighbor(const support_format *format, const sortid_format *handle, const uint8_t *id,
                     bool up)
{
    uint8_t wanted[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE];
    bool carried = false;
    memcpy(wanted, id, sizeof wanted);
    memset(out, CANARY, sizeof out);
    size_t byte;
    sortid_status refusal = support_check(format, id, &byte);
    bool exists = support_step(wanted, format, up);
    exists = exists && is_valid(format, id) && is_valid(format, wanted);
    if (!exists && refusal == SORTID_OK)
        refusal = SORTID_OUT_OF_RANGE;
    sortid_status status = up ? sortid_format_successor(handle, out, id, &carried)
                              : sortid_format_predecessor(handle, out, id, &carried);
    MUST(status == refusal, "%s: status %d", format->name, status);
    MUST(exists || (is_untouched(out, sizeof out) && !carried), "%s: output changed", format->name);
    uint8_t typed[SUPPORT_MAX_SIZE]; // in place
    memcpy(typed, id, sizeof typed);
    status = (up ? format->successor : format->predecessor)(typed, typed, NULL);
    MUST(status == refusal && memcmp(typed, exists ? wanted : id, format->size) == 0,
         "%s: in place: status %d", format->name, status);
    if (!exists)
        return;
    MUST(memcmp(out, wanted, format->size) == 0, "%s: another neighbor", format->name);
    MUST(carried == (support_timestamp(format, id) != support_timestamp(format, wanted)),
         "%s: carried", format->name);
}

/* Bytes, texts and calls have the same order. */
static void same_order(const support_format *format, const sortid_format *handle, const uint8_t *a,
                       const uint8_t *b)
{
    char text_a[SUPPORT_MAX_TEXT], text_b[SUPPORT_MAX_TEXT];
    int order = sign(memcmp(a, b, format->size));
    judge_print(text_a, format, SORTID_ENCODING_TEXT, a);
    judge_print(text_b, format, SORTID_ENCODING_TEXT, b);
    MUST(sign(strcmp(text_a, text_b)) == order, "%s: texts", format->name);
    if (!oracle_has_case(format->alphabet))
        oracle_mixed(text_a);
    MUST(sign(sortid_format_compare_text(handle, text_a, text_b)) == order,
         "%s: compare_text of %s and %s", format->name, text_a, text_b);
}

/* The bounds of the timestamp that contains a time, by both calls. */
static void bounds(const support_format *format, const sortid_format *handle, const uint8_t *id)
{
    uint8_t out[SUPPORT_MAX_SIZE], wanted[SUPPORT_MAX_SIZE];
    uint64_t timestamp = support_timestamp(format, id), unix_ms = sortid_format_unix_ms(handle, id);
    unix_ms += oracle_bits(id, 8 * format->size - 8, 8) % format->timestamp_unit;
    support_id_at(wanted, format, timestamp, false);
    MUST(sortid_format_min_at(handle, out, unix_ms) == SORTID_OK, "%s: min_at", format->name);
    MUST(memcmp(out, wanted, format->size) == 0, "%s: min_at", format->name);
    MUST(format->min_at(out, unix_ms) == SORTID_OK, "%s: typed min_at", format->name);
    MUST(memcmp(out, wanted, format->size) == 0, "%s: typed min_at", format->name);
    support_id_at(wanted, format, timestamp, true);
    if (!is_valid(format, wanted))
        MUST(sortid_format_max(handle, wanted) == SORTID_OK, "max");
    MUST(sortid_format_max_at(handle, out, unix_ms) == SORTID_OK, "%s: max_at", format->name);
    MUST(memcmp(out, wanted, format->size) == 0, "%s: max_at", format->name);
    MUST(format->max_at(out, unix_ms) == SORTID_OK, "%s: typed max_at", format->name);
    MUST(memcmp(out, wanted, format->size) == 0, "%s: typed max_at", format->name);
}

/* Bytes that are not an ID have no text and no neighbor; time and fields are those of their bits. */
static void expect_no_id(const support_format *format, const sortid_format *handle,
                         const uint8_t *bytes)
{
    char text[SORTID_MAX_TEXT_SIZE];
    size_t written = SIZE_MAX, byte;
    sortid_status refusal = support_check(format, bytes, &byte);
    memset(text, CANARY, sizeof text);
    MUST(format->print(text, bytes) == 0 && text[0] == '\0', "%s: printed", format->name);
    text[0] = (char)CANARY;
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++)
        MUST(!judge_has(format, e) ||
                 sortid_format_print(handle, text, sizeof text, &written, e, bytes) == refusal,
             "%s: printed, encoding %d", format->name, (int)e);
    MUST(written == SIZE_MAX && is_untouched(text, sizeof text), "%s: output changed",
         format->name);
    neighbor(format, handle, bytes, true);
    neighbor(format, handle, bytes, false);
    time_and_fields(format, handle, bytes);
}

/* Whether the bytes are an ID: the calls must agree. */
static bool is_id(const support_format *format, const sortid_format *handle, const uint8_t *bytes)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    judgement is = judge_parse(format, SORTID_ENCODING_BIN, (const char *)bytes, format->size);
    memset(id, CANARY, sizeof id);
    sortid_status status = format->from_bytes(id, bytes);
    MUST(status == is.status, "%s: status %d", format->name, status);
    MUST(status == SORTID_OK ? memcmp(id, bytes, format->size) == 0 : is_untouched(id, sizeof id),
         "%s: output", format->name);
    MUST(sortid_format_check(handle, bytes) == is.status, "%s: check", format->name);
    return status == SORTID_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    uint8_t a[SUPPORT_MAX_SIZE], b[SUPPORT_MAX_SIZE];
    size_t index = fuzz_below(&input, SUPPORT_FORMATS);
    fuzz_bytes(a, sizeof a, &input);
    memcpy(b, a, sizeof b);
    if (input.left > 0) // starts with the bytes of the first
        fuzz_bytes(b + (input.left < sizeof b ? sizeof b - input.left : 0),
                   input.left < sizeof b ? input.left : sizeof b, &input);
    const support_format *format = &support_formats[index];
    const sortid_format *handle = sortid_format_at(index);
    MUST(sign(format->compare(a, b)) == sign(memcmp(a, b, format->size)), "%s: compare",
         format->name);
    if (!is_id(format, handle, a)) {
        expect_no_id(format, handle, a);
        return 0;
    }
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++)
        if (judge_has(format, e))
            round_trip(format, handle, e, a);
    typed_prints(format, a);
    time_and_fields(format, handle, a);
    neighbor(format, handle, a, true);
    neighbor(format, handle, a, false);
    bounds(format, handle, a);
    if (is_id(format, handle, b))
        same_order(format, handle, a, b);
    return 0;
}
