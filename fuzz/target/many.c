/* SPDX-License-Identifier: MIT */
/* many.c: fuzz target: the first byte chooses format and encoding, the second the end behind
 * each text; the rest is read as texts and printed as IDs, by the calls for many. They must
 * say and write what the judge says of each one, and touch no byte beyond. */
#include "../fuzz.h"

struct many {
    const support_format *format;
    const sortid_format *row;
    sortid_encoding encoding;
    int end;
    const uint8_t *bytes;
    size_t size;
};

static size_t stride_of(const struct many *many)
{
    return judge_length(many->format, many->encoding) + (many->end != SORTID_NO_END);
}

/* The IDs of the texts up to the first bad one; *last is what stopped it, or SORTID_OK. */
static size_t judge_texts(uint8_t *ids, judgement *last, const struct many *many, size_t count)
{
    size_t made = 0;
    for (*last = (judgement){.status = SORTID_OK}; made < count; made++) {
        const char *text = (const char *)many->bytes + made * stride_of(many);
        *last = judge_one_of_many(many->format, many->encoding, text, many->end);
        if (last->status != SORTID_OK)
            break;
        memcpy(ids + made * many->format->size, last->id, many->format->size);
    }
    return made;
}

static void expect_read(const struct many *many, size_t count, const char *text)
{
    size_t size = many->format->size, made = SIZE_MAX, position = SIZE_MAX;
    uint8_t *ids = fuzz_room(count * size), *wanted = fuzz_room(count * size);
    judgement last;
    size_t good = judge_texts(wanted, &last, many, count);
    sortid_status status = sortid_format_parse_many(ids, &made, many->row, many->encoding, text,
                                                    count, many->end, &position);
    MUST(status == last.status, "%s: status %d, not %d", many->format->name, status, last.status);
    MUST(made == good, "%s: %zu made, not %zu", many->format->name, made, good);
    MUST(status == SORTID_OK || position == last.position, "%s: position %zu, not %zu",
         many->format->name, position, last.position);
    MUST(memcmp(ids, wanted, good * size) == 0, "%s: other IDs", many->format->name);
    if (many->encoding == SORTID_ENCODING_TEXT) {
        status = many->format->parse_many(ids, &made, text, count, many->end, NULL);
        MUST(status == last.status && made == good, "%s: typed", many->format->name);
        MUST(memcmp(ids, wanted, good * size) == 0, "%s: typed IDs", many->format->name);
    }
    free(ids);
    free(wanted);
}

static void read_many(const struct many *many)
{
    size_t made = SIZE_MAX, position = SIZE_MAX;
    if (!judge_end(many->encoding, many->end, true)) {
        sortid_status status =
            sortid_format_parse_many(NULL, &made, many->row, many->encoding,
                                     (const char *)many->bytes, 1, many->end, &position);
        MUST(status == SORTID_BAD_OPTION, "%s: status %d", many->format->name, status);
        return;
    }
    size_t count = many->size / stride_of(many);
    char *text = fuzz_exact(many->bytes, count * stride_of(many));
    expect_read(many, count, text);
    free(text);
}

/* The texts and ends of IDs, one after another. */
static size_t judge_prints(char *text, const struct many *many, const uint8_t *ids, size_t count)
{
    char *at = text;
    for (size_t i = 0; i < count; i++) {
        at += judge_print(at, many->format, many->encoding, ids + i * many->format->size);
        if (many->end != SORTID_NO_END)
            *at++ = (char)many->end;
    }
    return (size_t)(at - text);
}

static void expect_print(const struct many *many, const uint8_t *ids, size_t count)
{
    char *wanted = (char *)fuzz_room(count * SUPPORT_MAX_TEXT + 1);
    size_t length = judge_prints(wanted, many, ids, count);
    size_t room = many->encoding == SORTID_ENCODING_INT ? count * SORTID_MAX_TEXT_SIZE : length;
    char *text = (char *)fuzz_room(room);
    size_t got = sortid_format_print_many(text, many->row, many->encoding, ids, count, many->end);
    MUST(got == length, "%s: %zu bytes, not %zu", many->format->name, got, length);
    MUST(memcmp(text, wanted, length) == 0, "%s: another text", many->format->name);
    if (many->encoding == SORTID_ENCODING_TEXT) {
        memset(text, CANARY, room);
        MUST(many->format->print_many(text, ids, count, many->end) == length, "typed");
        MUST(memcmp(text, wanted, length) == 0, "%s: typed", many->format->name);
    }
    free(text);
    free(wanted);
}

/* Prints the bytes as IDs, those that are none left out. */
static void print_many(const struct many *many)
{
    size_t size = many->format->size, count = 0;
    uint8_t *ids = fuzz_exact(many->bytes, many->size);
    for (size_t i = 0; i < many->size / size; i++) {
        const uint8_t *id = many->bytes + i * size;
        judgement is = judge_parse(many->format, SORTID_ENCODING_BIN, (const char *)id, size);
        if (is.status == SORTID_OK)
            memcpy(ids + count++ * size, id, size);
    }
    uint8_t *exact = fuzz_exact(ids, count * size);
    char byte = (char)CANARY;
    if (judge_end(many->encoding, many->end, false))
        expect_print(many, exact, count);
    else
        MUST(sortid_format_print_many(&byte, many->row, many->encoding, exact, count, many->end) ==
                     0 &&
                 byte == (char)CANARY,
             "%s: printed", many->format->name);
    free(exact);
    free(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    unsigned way = fuzz_below(&input, SUPPORT_FORMATS * JUDGE_ENCODINGS);
    struct many many = {.format = &support_formats[way / JUDGE_ENCODINGS],
                        .row = sortid_format_at(way / JUDGE_ENCODINGS),
                        .encoding = (sortid_encoding)(way % JUDGE_ENCODINGS)};
    many.end = fuzz_byte(&input);
    if (many.end == 'x') // no end that is allowed
        many.end = SORTID_NO_END;
    many.bytes = input.at;
    many.size = input.left;
    if (!judge_has(many.format, many.encoding))
        return 0;
    read_many(&many);
    print_many(&many);
    return 0;
}
