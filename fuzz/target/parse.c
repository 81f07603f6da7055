/* SPDX-License-Identifier: MIT */
/* parse.c: fuzz target: the input is a text, read as every format in every encoding, and leniently.
 * Status, position and bytes must be the judge's, a refusal must not change the output, and an
 * accepted text must be canonical except for case. */
#include "../fuzz.h"

#include <strings.h>

static support_parse *typed_parse(const support_format *format, sortid_encoding encoding)
{
    support_parse *const calls[] = {format->parse, format->parse_hex, format->parse_int,
                                    format->parse_uuid};
    return encoding >= SORTID_ENCODING_BIN ? NULL : calls[encoding];
}

/* The result of a call: its status and position, and what it wrote. */
static void expect(const support_format *format, const judgement *wanted, sortid_status status,
                   size_t position, const uint8_t *id)
{
    MUST(status == wanted->status, "%s: status %d, not %d", format->name, status, wanted->status);
    if (status == SORTID_OK) {
        MUST(memcmp(id, wanted->id, format->size) == 0, "%s: other bytes", format->name);
        MUST(is_untouched(id + format->size, SUPPORT_MAX_SIZE - format->size),
             "%s: bytes after the ID", format->name);
    } else {
        MUST(position == wanted->position, "%s: position %zu, not %zu", format->name, position,
             wanted->position);
        MUST(is_untouched(id, SUPPORT_MAX_SIZE), "%s: output changed", format->name);
    }
}

static void expect_canonical(const support_format *format, const sortid_format *handle,
                             sortid_encoding encoding, const uint8_t *id, const char *text,
                             size_t length)
{
    char print[SORTID_MAX_TEXT_SIZE];
    size_t written = SIZE_MAX;
    MUST(sortid_format_print(handle, print, sizeof print, &written, encoding, id) == SORTID_OK,
         "%s", format->name);
    MUST(written == length, "%s: length", format->name);
    if (encoding == SORTID_ENCODING_BIN)
        MUST(memcmp(print, text, length) == 0, "%s: bytes", format->name);
    else
        MUST(strncasecmp(print, text, length) == 0, "%s: another text", format->name);
}

static void parse_as(const support_format *format, const sortid_format *handle,
                     sortid_encoding encoding, const char *text, size_t length)
{
    const judgement wanted = judge_parse(format, encoding, text, length);
    support_parse *parse = typed_parse(format, encoding);
    /* by the call for any format, then by the typed one; with a position and without */
    for (int way = 0; way < (parse != NULL ? 4 : 2); way++) {
        uint8_t id[SUPPORT_MAX_SIZE];
        size_t position = SIZE_MAX, *at = way % 2 == 0 ? &position : NULL;
        memset(id, CANARY, sizeof id);
        sortid_status status = way < 2 ? sortid_format_parse(handle, id, encoding, text, length, at)
                                       : parse(id, text, length, at);
        expect(format, &wanted, status, at != NULL ? position : wanted.position, id);
        if (status == SORTID_OK && way == 0)
            expect_canonical(format, handle, encoding, id, text, length);
    }
}

/* Lenient reading accepts what strict reading does, as the same ID, with a leniency of 0. */
static void parse_lenient(const char *text, size_t length)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_ulid out, strict;
    size_t position = SIZE_MAX;
    unsigned leniency = CANARY;
    judgement wanted = judge_lenient(text, length);
    memset(id, CANARY, sizeof id);
    memset(&out, CANARY, sizeof out);
    sortid_status status = sortid_ulid_parse_lenient(&out, text, length, &position, &leniency);
    memcpy(id, out.bytes, sizeof out.bytes);
    expect(SUPPORT_ULID, &wanted, status, position, id);
    MUST(leniency == (status == SORTID_OK ? wanted.leniency : CANARY), "leniency %u", leniency);
    MUST(sortid_ulid_parse_lenient(&out, text, length, NULL, NULL) == status, "without outputs");
    bool is_strict = sortid_ulid_parse(&strict, text, length, NULL) == SORTID_OK;
    MUST(is_strict == (status == SORTID_OK && leniency == 0), "strict and lenient differ");
    MUST(!is_strict || memcmp(&strict, &out, sizeof out) == 0, "strict and lenient bytes");
}

/* The time part of a ulid is ten digits: 50 bits, of which the first two must be 0. */
static void parse_time(const char *text, size_t length)
{
    char whole[SUPPORT_MAX_TEXT] = "";
    uint64_t unix_ms = CANARY;
    size_t position = SIZE_MAX;
    sortid_status status = sortid_ulid_parse_time(&unix_ms, text, length, &position);
    if (length != 10) {
        MUST(status == SORTID_BAD_LENGTH && position == (length < 10 ? length : 10) &&
                 unix_ms == CANARY,
             "time of %zu bytes", length);
        return;
    }
    memcpy(whole, text, 10);
    memset(whole + 10, '0', SUPPORT_ULID->text_length - 10);
    judgement wanted =
        judge_parse(SUPPORT_ULID, SORTID_ENCODING_TEXT, whole, SUPPORT_ULID->text_length);
    MUST(status == wanted.status, "time: status %d", status);
    MUST(status == SORTID_OK || (position == wanted.position && unix_ms == CANARY), "time");
    MUST(status != SORTID_OK || unix_ms == support_timestamp(SUPPORT_ULID, wanted.id), "time");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        const sortid_format *handle = sortid_format_at(i);
        uint8_t id[SUPPORT_MAX_SIZE];
        for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++) {
            if (judge_has(format, e))
                parse_as(format, handle, e, text, size);
            else
                MUST(sortid_format_parse(handle, id, e, text, size, NULL) == SORTID_BAD_OPTION,
                     "%s", format->name);
        }
    }
    parse_lenient(text, size);
    parse_time(text, size);
    return 0;
}
