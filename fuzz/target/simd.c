/* SPDX-License-Identifier: MIT */
/* simd.c: fuzz target: the first byte chooses the work (a text form, ChaCha20, counting), the rest
 * is the input. Each implementation that the CPU can run must do the same as the scalar one: the
 * same bytes, and through the public calls the same status and position; and it must change no byte
 * after that. */
#include "../fuzz.h"

#include "tests/simd/each_simd.h"

/* The work that is not text. */
enum { CHACHA20 = FORMS, COUNT8, COUNT16, THROUGH_CALLS, JOBS };

#define MOST 80 /* IDs or blocks of one call that counts or draws */

typedef void job(const struct simd *simd, unsigned what, struct fuzz_input input);

static size_t stride_of(unsigned form, int separator)
{
    return sortid_simd_form_sizes[form].digits + (size_t)(separator != NO_SEPARATOR);
}

static int take_separator(struct fuzz_input *input)
{
    int separator = fuzz_byte(input);
    return separator == 'x' ? NO_SEPARATOR : separator;
}

/* ---- Texts --------------------------------------------------------------------- */

static void print(const struct simd *simd, unsigned form, int separator, struct fuzz_input input)
{
    const struct codec *plain = sortid_simd_all[0]->codecs[form], *codec = simd->codecs[form];
    size_t size = sortid_simd_form_sizes[form].bytes, count = input.left / size;
    uint8_t *ids = fuzz_exact(input.at, count * size);
    uint8_t *wanted = fuzz_room(count * stride_of(form, separator));
    uint8_t *text = fuzz_room(count * stride_of(form, separator));
    plain->print_many((char *)wanted, ids, count, separator);
    codec->print_many((char *)text, ids, count, separator);
    MUST(memcmp(text, wanted, count * stride_of(form, separator)) == 0, "%s: form %u: print_many",
         simd->name, form);
    for (size_t i = 0; i < count; i++) {
        char one[SORTID_MAX_TEXT_SIZE];
        codec->print(one, ids + i * size);
        MUST(memcmp(one, wanted + i * stride_of(form, separator), stride_of(form, NO_SEPARATOR)) ==
                 0,
             "%s: form %u: print", simd->name, form);
    }
    free(ids);
    free(wanted);
    free(text);
}

/* Reads one text with the scalar implementation and expects the same from the other. */
static bool parse_one(uint8_t *id, const struct simd *simd, unsigned form, const char *text)
{
    size_t digits = sortid_simd_form_sizes[form].digits;
    uint8_t other[SUPPORT_MAX_SIZE];
    char *exact = fuzz_exact(text, digits);
    memset(other, CANARY, sizeof other);
    bool is_good = sortid_simd_all[0]->codecs[form]->parse(id, exact);
    MUST(simd->codecs[form]->parse(other, exact) == is_good, "%s: form %u: parse", simd->name,
         form);
    MUST(is_good ? memcmp(id, other, sortid_simd_form_sizes[form].bytes) == 0
                 : is_untouched(other, sizeof other),
         "%s: form %u: parsed bytes", simd->name, form);
    free(exact);
    return is_good;
}

static void parse(const struct simd *simd, unsigned form, int separator, struct fuzz_input input)
{
    size_t size = sortid_simd_form_sizes[form].bytes, stride = stride_of(form, separator);
    size_t count = input.left / stride, good = 0;
    char *text = fuzz_exact(input.at, count * stride);
    uint8_t *wanted = fuzz_room(count * size), *ids = fuzz_room(count * size);
    for (; good < count; good++)
        if (!parse_one(wanted + good * size, simd, form, text + good * stride) ||
            (separator != NO_SEPARATOR &&
             (unsigned char)text[good * stride + stride - 1] != separator))
            break;
    size_t done = simd->codecs[form]->parse_many(ids, text, count, separator);
    MUST(done <= good && (done == count || good < done + GROUP_MAX),
         "%s: form %u: %zu done of %zu good of %zu", simd->name, form, done, good, count);
    MUST(memcmp(ids, wanted, done * size) == 0, "%s: form %u: parse_many", simd->name, form);
    free(text);
    free(wanted);
    free(ids);
}

static void both_ways(const struct simd *simd, unsigned form, struct fuzz_input input)
{
    int separator = take_separator(&input);
    print(simd, form, separator, input);
    parse(simd, form, separator, input);
}

/* ---- Streams and counts ---------------------------------------------------------- */

static void chacha20(const struct simd *simd, unsigned what, struct fuzz_input input)
{
    uint32_t key[8], counter;
    size_t blocks = fuzz_below(&input, MOST);
    (void)what;
    fuzz_bytes(key, sizeof key, &input);
    fuzz_bytes(&counter, sizeof counter, &input);
    if (counter > UINT32_MAX - MOST)
        counter -= MOST;
    uint8_t *wanted = fuzz_room(64 * blocks), *out = fuzz_room(64 * blocks);
    sortid_scalar_bulk.chacha20(wanted, blocks, key, counter);
    simd->bulk->chacha20(out, blocks, key, counter);
    MUST(memcmp(out, wanted, 64 * blocks) == 0, "%s: %zu blocks", simd->name, blocks);
    free(wanted);
    free(out);
}

static void count8(const struct simd *simd, unsigned what, struct fuzz_input input)
{
    size_t count = fuzz_below(&input, MOST);
    uint64_t first = fuzz_number(&input);
    (void)what;
    if (first > UINT64_MAX - MOST)
        first -= MOST;
    uint8_t *wanted = fuzz_room(8 * count), *ids = fuzz_room(8 * count);
    sortid_scalar_bulk.count8(wanted, count, first);
    simd->bulk->count8(ids, count, first);
    MUST(memcmp(ids, wanted, 8 * count) == 0, "%s: %zu IDs", simd->name, count);
    free(wanted);
    free(ids);
}

/* With tails the low word and the step are multiples of 2^32. */
static void count16(const struct simd *simd, unsigned what, struct fuzz_input input)
{
    size_t count = fuzz_below(&input, MOST);
    bool has_tails = fuzz_below(&input, 2) == 1;
    uint64_t high = fuzz_number(&input), low = fuzz_number(&input), step = fuzz_number(&input);
    uint8_t *tails = fuzz_room(4 * count);
    (void)what;
    fuzz_bytes(tails, 4 * count, &input);
    step %= (UINT64_MAX - low) / MOST + 1;
    if (has_tails) {
        low &= ~UINT64_C(0xffffffff);
        step &= ~UINT64_C(0xffffffff);
    }
    uint8_t *wanted = fuzz_room(16 * count), *ids = fuzz_room(16 * count);
    sortid_scalar_bulk.count16(wanted, count, high, low, step, has_tails ? tails : NULL);
    simd->bulk->count16(ids, count, high, low, step, has_tails ? tails : NULL);
    MUST(memcmp(ids, wanted, 16 * count) == 0, "%s: %zu IDs", simd->name, count);
    free(tails);
    free(wanted);
    free(ids);
}

/* ---- The calls of the library ------------------------------------------------------ */

/* Texts, and how to read them. */
struct question {
    const support_format *format;
    const sortid_format *handle;
    sortid_encoding encoding;
    const char *text;
    size_t size;   /* of all texts */
    size_t length; /* of the one that is read with the call for one */
    size_t count;
    int separator;
};

struct result {
    sortid_status status, one_status;
    size_t done, consumed, position, one_position;
    uint8_t one[SUPPORT_MAX_SIZE];
    uint8_t *ids; /* freed by the caller */
};

static struct result parse_texts(const struct simd *simd, const struct question *question)
{
    struct result result = {.position = SIZE_MAX, .one_position = SIZE_MAX};
    memset(result.one, CANARY, sizeof result.one);
    result.ids = fuzz_room(question->count * question->format->size);
    sortid_simd_set(simd);
    result.status = sortid_format_parse_many(
        question->handle, result.ids, question->count, &result.done, &result.consumed,
        question->encoding, question->text, question->size, question->separator, &result.position);
    result.one_status = sortid_format_parse(question->handle, result.one, question->encoding,
                                            question->text, question->length, &result.one_position);
    sortid_simd_set(NULL);
    return result;
}

static void expect_result(const struct simd *simd, const struct question *question)
{
    struct result plain = parse_texts(sortid_simd_all[0], question),
                  result = parse_texts(simd, question);
    const char *format = question->format->name;
    MUST(result.status == plain.status && result.position == plain.position &&
             result.done == plain.done && result.consumed == plain.consumed,
         "%s: %s: status %d at %zu of ID %zu, not %d at %zu of ID %zu", simd->name, format,
         result.status, result.position, result.done, plain.status, plain.position, plain.done);
    MUST(result.one_status == plain.one_status && result.one_position == plain.one_position,
         "%s: %s: status %d at %zu, not %d at %zu", simd->name, format, result.one_status,
         result.one_position, plain.one_status, plain.one_position);
    MUST(memcmp(result.one, plain.one, sizeof plain.one) == 0, "%s: %s", simd->name, format);
    MUST(memcmp(result.ids, plain.ids, plain.done * question->format->size) == 0, "%s: %s",
         simd->name, format);
    free(result.ids);
    free(plain.ids);
}

static void through_calls(const struct simd *simd, unsigned what, struct fuzz_input input)
{
    unsigned way = fuzz_below(&input, SUPPORT_FORMATS * (unsigned)SORTID_ENCODING_BIN);
    size_t index = way / (unsigned)SORTID_ENCODING_BIN;
    struct question question = {.format = &support_formats[index],
                                .handle = sortid_format_at(index),
                                .encoding = (sortid_encoding)(way % (unsigned)SORTID_ENCODING_BIN),
                                .separator = fuzz_byte(&input)};
    (void)what;
    if (question.separator == 'x')
        question.separator = SORTID_NO_SEPARATOR;
    if (!judge_has(question.format, question.encoding) ||
        !judge_separator(question.encoding, question.separator))
        return;
    size_t length = judge_length(question.format, question.encoding);
    char *text = fuzz_exact(input.at, input.left);
    question.text = text;
    question.length = length < input.left ? length : input.left;
    question.size = input.left;
    question.count = input.left + 1; // all texts, and the rest at the end
    expect_result(simd, &question);
    free(text);
}

/* Prints which implementation this CPU cannot run, or fails if it is required (see each_simd.h). */
static void print_skipped(const struct simd *simd)
{
    MUST(!is_listed(getenv("SORTID_REQUIRE_SIMD"), simd->name),
         "implementation %s is required, and this CPU cannot run it", simd->name);
    printf("SKIPPED: simd %s: this CPU cannot run it\n", simd->name);
    fflush(stdout);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static job *const jobs[] = {[CHACHA20] = chacha20,
                                [COUNT8] = count8,
                                [COUNT16] = count16,
                                [THROUGH_CALLS] = through_calls};
    static bool is_told;
    struct fuzz_input input = {data, size};
    unsigned what = fuzz_below(&input, JOBS);
    job *run = what < FORMS ? both_ways : jobs[what];
    for (size_t i = 0; sortid_simd_all[i] != NULL; i++) {
        if (sortid_simd_runs(sortid_simd_all[i]->number))
            run(sortid_simd_all[i], what, input);
        else if (!is_told)
            print_skipped(sortid_simd_all[i]);
    }
    is_told = true;
    return 0;
}
