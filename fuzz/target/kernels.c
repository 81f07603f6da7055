/* SPDX-License-Identifier: MIT */
/* kernels.c: fuzz target: the first byte chooses what the kernels are for (a text form,
 * ChaCha20, counting), the rest is their input. Each kernel that the CPU runs must do what the
 * scalar one does: the same bytes, and through the calls of the library the same status and
 * position; and it must touch no byte beyond. */
#include "../fuzz.h"

#include "tests/kernel/kernels.h"

/* What is not text. */
enum { CHACHA20 = FORMS, COUNT8, COUNT16, THROUGH_CALLS, JOBS };

#define MOST 80 /* IDs or blocks of one call that counts or draws */

typedef void job(const struct kernel *kernel, unsigned what, struct fuzz_input input);

static size_t stride_of(unsigned form, int end)
{
    return sortid_kernel_form_sizes[form].digits + (size_t)(end != SORTID_NO_END);
}

static int take_end(struct fuzz_input *input)
{
    int end = fuzz_byte(input);
    return end == 'x' ? SORTID_NO_END : end;
}

/* ---- Texts --------------------------------------------------------------------- */

static void print(const struct kernel *kernel, unsigned form, int end, struct fuzz_input input)
{
    const struct codec *plain = &sortid_kernel_scalar.codecs[form], *codec = &kernel->codecs[form];
    size_t size = sortid_kernel_form_sizes[form].bytes, count = input.left / size;
    uint8_t *ids = fuzz_exact(input.at, count * size);
    uint8_t *wanted = fuzz_room(count * stride_of(form, end));
    uint8_t *text = fuzz_room(count * stride_of(form, end));
    plain->print_many((char *)wanted, ids, count, end);
    codec->print_many((char *)text, ids, count, end);
    MUST(memcmp(text, wanted, count * stride_of(form, end)) == 0, "%s: form %u: print_many",
         kernel->name, form);
    for (size_t i = 0; i < count; i++) {
        char one[SORTID_MAX_TEXT_SIZE];
        codec->print(one, ids + i * size);
        MUST(memcmp(one, wanted + i * stride_of(form, end), stride_of(form, SORTID_NO_END)) == 0,
             "%s: form %u: print", kernel->name, form);
    }
    free(ids);
    free(wanted);
    free(text);
}

/* Reads one text with the scalar kernel, which the other must agree with. */
static bool parse_one(uint8_t *id, const struct kernel *kernel, unsigned form, const char *text)
{
    size_t digits = sortid_kernel_form_sizes[form].digits;
    uint8_t other[SUPPORT_MAX_SIZE];
    char *exact = fuzz_exact(text, digits);
    memset(other, CANARY, sizeof other);
    bool is_good = sortid_kernel_scalar.codecs[form].parse(id, exact);
    MUST(kernel->codecs[form].parse(other, exact) == is_good, "%s: form %u: parse", kernel->name,
         form);
    MUST(is_good ? memcmp(id, other, sortid_kernel_form_sizes[form].bytes) == 0
                 : fuzz_untouched(other, sizeof other),
         "%s: form %u: parsed bytes", kernel->name, form);
    free(exact);
    return is_good;
}

static void parse(const struct kernel *kernel, unsigned form, int end, struct fuzz_input input)
{
    size_t size = sortid_kernel_form_sizes[form].bytes, stride = stride_of(form, end);
    size_t count = input.left / stride, good = 0;
    char *text = fuzz_exact(input.at, count * stride);
    uint8_t *wanted = fuzz_room(count * size), *ids = fuzz_room(count * size);
    for (; good < count; good++)
        if (!parse_one(wanted + good * size, kernel, form, text + good * stride) ||
            (end != SORTID_NO_END && (unsigned char)text[good * stride + stride - 1] != end))
            break;
    size_t made = kernel->codecs[form].parse_many(ids, text, count, end);
    MUST(made <= good && (made == count || good < made + GROUP_MAX),
         "%s: form %u: %zu made of %zu good of %zu", kernel->name, form, made, good, count);
    MUST(memcmp(ids, wanted, made * size) == 0, "%s: form %u: parse_many", kernel->name, form);
    free(text);
    free(wanted);
    free(ids);
}

static void both_ways(const struct kernel *kernel, unsigned form, struct fuzz_input input)
{
    int end = take_end(&input);
    print(kernel, form, end, input);
    parse(kernel, form, end, input);
}

/* ---- Streams and counts ---------------------------------------------------------- */

static void chacha20(const struct kernel *kernel, unsigned what, struct fuzz_input input)
{
    uint32_t key[8], counter;
    size_t blocks = fuzz_below(&input, MOST);
    (void)what;
    fuzz_bytes(key, sizeof key, &input);
    fuzz_bytes(&counter, sizeof counter, &input);
    if (counter > UINT32_MAX - MOST)
        counter -= MOST;
    uint8_t *wanted = fuzz_room(64 * blocks), *out = fuzz_room(64 * blocks);
    sortid_kernel_scalar.chacha20(wanted, blocks, key, counter);
    kernel->chacha20(out, blocks, key, counter);
    MUST(memcmp(out, wanted, 64 * blocks) == 0, "%s: %zu blocks", kernel->name, blocks);
    free(wanted);
    free(out);
}

static void count8(const struct kernel *kernel, unsigned what, struct fuzz_input input)
{
    size_t count = fuzz_below(&input, MOST);
    uint64_t first = fuzz_number(&input);
    (void)what;
    if (first > UINT64_MAX - MOST)
        first -= MOST;
    uint8_t *wanted = fuzz_room(8 * count), *ids = fuzz_room(8 * count);
    sortid_kernel_scalar.count8(wanted, count, first);
    kernel->count8(ids, count, first);
    MUST(memcmp(ids, wanted, 8 * count) == 0, "%s: %zu IDs", kernel->name, count);
    free(wanted);
    free(ids);
}

/* With tails the low word and the step are multiples of 2^32. */
static void count16(const struct kernel *kernel, unsigned what, struct fuzz_input input)
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
    sortid_kernel_scalar.count16(wanted, count, high, low, step, has_tails ? tails : NULL);
    kernel->count16(ids, count, high, low, step, has_tails ? tails : NULL);
    MUST(memcmp(ids, wanted, 16 * count) == 0, "%s: %zu IDs", kernel->name, count);
    free(tails);
    free(wanted);
    free(ids);
}

/* ---- The calls of the library ------------------------------------------------------ */

/* Texts, and how they are to be read. */
struct question {
    const support_format *format;
    const sortid_format *row;
    sortid_encoding encoding;
    const char *text;
    size_t length; /* of the one that is read alone */
    size_t count;
    int end;
};

struct answer {
    sortid_status status, one_status;
    size_t made, position, one_position;
    uint8_t one[SUPPORT_MAX_SIZE];
    uint8_t *ids; /* to be freed */
};

static struct answer ask(const struct kernel *kernel, const struct question *question)
{
    struct answer answer = {.position = SIZE_MAX, .one_position = SIZE_MAX};
    memset(answer.one, CANARY, sizeof answer.one);
    answer.ids = fuzz_room(question->count * question->format->size);
    sortid_kernel_chosen = kernel;
    answer.status =
        sortid_format_parse_many(answer.ids, &answer.made, question->row, question->encoding,
                                 question->text, question->count, question->end, &answer.position);
    answer.one_status = sortid_format_parse(answer.one, question->row, question->encoding,
                                            question->text, question->length, &answer.one_position);
    sortid_kernel_chosen = NULL;
    return answer;
}

static void expect_answer(const struct kernel *kernel, const struct question *question)
{
    struct answer plain = ask(&sortid_kernel_scalar, question), answer = ask(kernel, question);
    const char *format = question->format->name;
    MUST(answer.status == plain.status && answer.position == plain.position &&
             answer.made == plain.made,
         "%s: %s: status %d at %zu of ID %zu, not %d at %zu of ID %zu", kernel->name, format,
         answer.status, answer.position, answer.made, plain.status, plain.position, plain.made);
    MUST(answer.one_status == plain.one_status && answer.one_position == plain.one_position,
         "%s: %s: status %d at %zu, not %d at %zu", kernel->name, format, answer.one_status,
         answer.one_position, plain.one_status, plain.one_position);
    MUST(memcmp(answer.one, plain.one, sizeof plain.one) == 0, "%s: %s", kernel->name, format);
    MUST(memcmp(answer.ids, plain.ids, plain.made * question->format->size) == 0, "%s: %s",
         kernel->name, format);
    free(answer.ids);
    free(plain.ids);
}

static void through_calls(const struct kernel *kernel, unsigned what, struct fuzz_input input)
{
    unsigned way = fuzz_below(&input, SUPPORT_FORMATS * (unsigned)SORTID_ENCODING_BIN);
    size_t index = way / (unsigned)SORTID_ENCODING_BIN;
    struct question question = {.format = &support_formats[index],
                                .row = sortid_format_at(index),
                                .encoding = (sortid_encoding)(way % (unsigned)SORTID_ENCODING_BIN),
                                .end = take_end(&input)};
    (void)what;
    if (!judge_has(question.format, question.encoding) ||
        !judge_end(question.encoding, question.end, true))
        return;
    size_t length = judge_length(question.format, question.encoding);
    char *text = fuzz_exact(input.at, input.left);
    question.text = text;
    question.length = length < input.left ? length : input.left;
    question.count = input.left / (length + (question.end != SORTID_NO_END));
    expect_answer(kernel, &question);
    free(text);
}

/* Says which kernel this CPU cannot run, or fails where it must run (see kernels.h). */
static void tell_skipped(const struct kernel *kernel)
{
    MUST(!is_listed(getenv("SORTID_REQUIRE_KERNELS"), kernel->name),
         "kernel %s is required, and this CPU cannot run it", kernel->name);
    printf("SKIPPED kernel %s: this CPU cannot run it\n", kernel->name);
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
    for (size_t i = 0; sortid_kernels[i] != NULL; i++) {
        if (sortid_kernel_runs(sortid_kernels[i]))
            run(sortid_kernels[i], what, input);
        else if (!is_told)
            tell_skipped(sortid_kernels[i]);
    }
    is_told = true;
    return 0;
}
