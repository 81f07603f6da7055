/* SPDX-License-Identifier: MIT */
/* many.c: fuzz target: the first byte chooses format and encoding, the second the separator after
 * each text; the rest is read as texts, those of a UUID also in braces or after urn:uuid:, and
 * printed as IDs by the calls for many IDs. They must return and write what the judge does, and
 * change no byte after that. */
#include "../fuzz.h"

struct many {
    const support_format *format;
    const sortid_format *handle;
    sortid_encoding encoding;
    int separator;
    const uint8_t *bytes;
    size_t size;
};

/* The most bytes of one text with its separator. */
static size_t stride_of(const struct many *many)
{
    return judge_length(many->format, many->encoding) + (many->separator != SORTID_NO_SEPARATOR);
}

static void expect_typed(const struct many *many, const judgement_of_many *wanted,
                         const uint8_t *wanted_ids, size_t count, const char *text)
{
    const support_format *format = many->format;
    uint8_t *ids = fuzz_room(count * format->size);
    size_t done = SIZE_MAX, consumed = SIZE_MAX;
    sortid_status status =
        format->parse_many(ids, count, &done, &consumed, text, many->size, many->separator, NULL);
    MUST(status == wanted->status && done == wanted->done && consumed == wanted->consumed,
         "%s: typed", format->name);
    MUST(memcmp(ids, wanted_ids, done * format->size) == 0, "%s: typed IDs", format->name);
    free(ids);
}

/* Reads up to `count` texts into a buffer for that many IDs, with SORTID_MORE or 0; returns how
 * many were read. */
static size_t expect_read(const struct many *many, size_t count, const char *text, int more)
{
    size_t size = many->format->size, done = SIZE_MAX, consumed = SIZE_MAX, position = SIZE_MAX;
    uint8_t *ids = fuzz_room(count * size), *wanted_ids = fuzz_room(count * size);
    judgement_of_many wanted = judge_many(wanted_ids, many->format, many->encoding, text,
                                          many->size, count, many->separator | more);
    sortid_status status =
        sortid_format_parse_many(many->handle, ids, count, &done, &consumed, many->encoding, text,
                                 many->size, many->separator | more, &position);
    MUST(status == wanted.status, "%s: status %d, not %d", many->format->name, status,
         wanted.status);
    MUST(done == wanted.done, "%s: %zu done, not %zu", many->format->name, done, wanted.done);
    MUST(consumed == wanted.consumed, "%s: %zu consumed, not %zu", many->format->name, consumed,
         wanted.consumed);
    MUST(position == (status == SORTID_OK ? SIZE_MAX : wanted.position),
         "%s: position %zu, not %zu", many->format->name, position, wanted.position);
    MUST(memcmp(ids, wanted_ids, done * size) == 0, "%s: other IDs", many->format->name);
    if (many->encoding == SORTID_ENCODING_TEXT && more == 0)
        expect_typed(many, &wanted, wanted_ids, count, text);
    free(ids);
    free(wanted_ids);
    return done;
}

static void read_many(const struct many *many)
{
    size_t done = SIZE_MAX, consumed = SIZE_MAX, position = SIZE_MAX;
    if (!judge_separator(many->encoding, many->separator)) {
        sortid_status status = sortid_format_parse_many(many->handle, NULL, 1, &done, &consumed,
                                                        many->encoding, (const char *)many->bytes,
                                                        many->size, many->separator, &position);
        MUST(status == SORTID_BAD_OPTION && done == 0 && consumed == 0, "%s: status %d",
             many->format->name, status);
        return;
    }
    char *text = fuzz_exact(many->bytes, many->size);
    size_t all = expect_read(many, many->size + 1, text, 0);
    (void)expect_read(many, all, text, 0);
    (void)expect_read(many, all / 2, text, 0);
    (void)expect_read(many, many->size + 1, text, SORTID_MORE);
    free(text);
}

/* The texts and separators of IDs, one after another. */
static size_t judge_prints(char *text, const struct many *many, const uint8_t *ids, size_t count)
{
    char *at = text;
    for (size_t i = 0; i < count; i++) {
        at += judge_print(at, many->format, many->encoding, ids + i * many->format->size);
        if (many->separator != SORTID_NO_SEPARATOR)
            *at++ = (char)many->separator;
    }
    return (size_t)(at - text);
}

/* The call must refuse and must not change any output. */
static void expect_not_printed(const struct many *many, const uint8_t *ids, size_t count,
                               size_t capacity, sortid_status wanted)
{
    char *text = (char *)fuzz_room(capacity);
    size_t written = SIZE_MAX;
    sortid_status status = sortid_format_print_many(many->handle, text, capacity, &written,
                                                    many->encoding, ids, count, many->separator);
    MUST(status == wanted, "%s: status %d, not %d", many->format->name, status, wanted);
    MUST(written == SIZE_MAX && is_untouched(text, capacity), "%s: output changed",
         many->format->name);
    free(text);
}

static void expect_print(const struct many *many, const uint8_t *ids, size_t count)
{
    char *wanted = (char *)fuzz_room(count * SUPPORT_MAX_TEXT + 1);
    size_t length = judge_prints(wanted, many, ids, count), written = SIZE_MAX;
    size_t room = count * stride_of(many);
    char *text = (char *)fuzz_room(room);
    MUST(sortid_format_print_many(many->handle, text, room, &written, many->encoding, ids, count,
                                  many->separator) == SORTID_OK,
         "%s", many->format->name);
    MUST(written == length, "%s: %zu bytes, not %zu", many->format->name, written, length);
    MUST(memcmp(text, wanted, length) == 0, "%s: another text", many->format->name);
    MUST(is_untouched(text + length, room - length), "%s: bytes after the output",
         many->format->name);
    if (many->encoding == SORTID_ENCODING_TEXT) {
        memset(text, CANARY, room);
        MUST(many->format->print_many(text, room, &written, ids, count, many->separator) ==
                     SORTID_OK &&
                 written == length,
             "typed");
        MUST(memcmp(text, wanted, length) == 0, "%s: typed", many->format->name);
    }
    if (count > 0)
        expect_not_printed(many, ids, count, room - 1, SORTID_NO_SPACE);
    free(text);
    free(wanted);
}

/* Prints the bytes that are IDs; then all of them, if one is not an ID. */
static void print_many(const struct many *many)
{
    size_t size = many->format->size, all = many->size / size, count = 0;
    uint8_t *ids = fuzz_exact(many->bytes, many->size);
    sortid_status refusal = SORTID_OK; /* of the first that is not an ID */
    for (size_t i = 0; i < all; i++) {
        const uint8_t *id = many->bytes + i * size;
        judgement is = judge_parse(many->format, SORTID_ENCODING_BIN, (const char *)id, size);
        if (is.status == SORTID_OK)
            memcpy(ids + count++ * size, id, size);
        else if (refusal == SORTID_OK)
            refusal = is.status;
    }
    uint8_t *exact = fuzz_exact(ids, count * size), *each = fuzz_exact(many->bytes, all * size);
    size_t room = (all + 1) * SORTID_MAX_TEXT_SIZE;
    if (judge_separator(many->encoding, many->separator)) {
        expect_print(many, exact, count);
        if (count < all)
            expect_not_printed(many, each, all, room, refusal);
    } else {
        expect_not_printed(many, exact, count, room, SORTID_BAD_OPTION);
    }
    free(each);
    free(exact);
    free(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    unsigned way = fuzz_below(&input, SUPPORT_FORMATS * JUDGE_ENCODINGS);
    struct many many = {.format = &support_formats[way / JUDGE_ENCODINGS],
                        .handle = sortid_format_at(way / JUDGE_ENCODINGS),
                        .encoding = (sortid_encoding)(way % JUDGE_ENCODINGS)};
    many.separator = fuzz_byte(&input);
    if (many.separator == 'x') // a separator that is not allowed
        many.separator = SORTID_NO_SEPARATOR;
    many.bytes = input.at;
    many.size = input.left;
    if (many.encoding == SORTID_ENCODING_UUID && many.size > 0 && *many.bytes == '{')
        many.encoding = SORTID_ENCODING_BRACES;
    else if (many.encoding == SORTID_ENCODING_UUID && many.size > 0 && *many.bytes == 'u')
        many.encoding = SORTID_ENCODING_URN;
    if (!judge_has(many.format, many.encoding))
        return 0;
    read_many(&many);
    print_many(&many);
    return 0;
}
