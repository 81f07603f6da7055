/* SPDX-License-Identifier: MIT */
/* main.c: holds every --json output of the command (its path is the argument) against a real
 * JSON library: of vectors in all their writings, of texts spoilt at random, of control bytes,
 * quotes, NUL, invalid UTF-8 and lines of any length. Each line of output must be one object
 * with the members of the contract, in order, and the right values. Called by CTest. */
#include "contract.h"

#include "support/cases.h"
#include "support/oracle.h"
#include "support/vectors.h"

#include <sys/wait.h>
#include <unistd.h>

#define INPUT_SIZE  (4 << 20)
#define OUTPUT_SIZE (96 << 20)

/* Bytes that the command keeps of a longer line. */
#define KEPT 1024

/* The environment variable that has its path, which may hold any character. */
#define COMMAND "SORTID_JSON_COMMAND"

/* Lines for the command, and what it answered. */
static struct {
    char *input, *output;
    size_t input_size, output_size;
} run;

static void add(const void *bytes, size_t size)
{
    EXPECT(run.input_size + size <= INPUT_SIZE, "the input is too long");
    memcpy(run.input + run.input_size, bytes, size);
    run.input_size += size;
}

static void add_line(const char *text, size_t length)
{
    add(text, length);
    add("\n", 1);
}

static void add_text(const char *text)
{
    add_line(text, strlen(text));
}

/* Runs the command with these arguments; the input is its standard input, its reports are not
 * looked at. Expects an exit status of 0 or 1. */
static void ask(const char *arguments)
{
    static char line[4096];
    FILE *file = tmpfile();
    EXPECT(file != NULL && fwrite(run.input, 1, run.input_size, file) == run.input_size &&
               fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0,
           "no temporary file");
    snprintf(line, sizeof line, "\"$" COMMAND "\" %s <&%d 2> /dev/null", arguments, fileno(file));
    support_case = line;
    FILE *pipe = popen(line, "r"); // NOLINT(cert-env33-c): the arguments are this program's own
    EXPECT(pipe != NULL, "%s", line);
    run.output_size = fread(run.output, 1, OUTPUT_SIZE, pipe);
    int status = pclose(pipe);
    fclose(file);
    EXPECT(run.output_size < OUTPUT_SIZE, "the output is too long");
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) <= 1, "status %d", status);
}

/* Takes a line off the front of a text; NULL if there is none. */
static const char *next_line(const char **text, const char *end, size_t *length)
{
    const char *line = *text, *newline;
    if (line == end)
        return NULL;
    newline = memchr(line, '\n', (size_t)(end - line));
    *length = (size_t)((newline != NULL ? newline : end) - line);
    *text = newline != NULL ? newline + 1 : end;
    return line;
}

/* The next line of the output as an object. */
static json_t *next_object(const char **output)
{
    json_error_t error;
    size_t length = 0;
    const char *line = next_line(output, run.output + run.output_size, &length);
    EXPECT(line != NULL, "too few lines");
    json_t *object = contract_read(line, length, &error);
    EXPECT(object != NULL && json_is_object(object), "%s in %.*s",
           object != NULL ? "no object" : error.text, (int)length, line);
    return object;
}

static void expect_same(json_t *object, json_t *wanted)
{
    char message[CONTRACT_MESSAGE];
    EXPECT(contract_same(object, wanted, message), "%s", message);
    json_decref(object);
    json_decref(wanted);
}

static void expect_end(const char *output)
{
    EXPECT(output == run.output + run.output_size, "more than there should be: %.100s", output);
}

/* ---- The lines to ask about -------------------------------------------------------------- */

/* Each `step`th of the vectors, in one encoding. */
struct writing {
    sortid_encoding encoding;
    size_t step, seen;
};

/* A vector's ID, in both cases. */
static void add_vector(const support_vector *vector, void *context)
{
    struct writing *writing = context;
    char text[SUPPORT_MAX_TEXT];
    if (writing->seen++ % writing->step != 0)
        return;
    judge_print(text, vector->format, writing->encoding, vector->id);
    add_text(text);
    oracle_mixed(text);
    add_text(text);
}

/* The command reads texts that are alike many at a time. */
static void add_vectors(const support_format *format, size_t step)
{
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_UUID; e++)
        if (judge_has(format, e))
            support_each_vector(format, add_vector, NULL,
                                &(struct writing){.encoding = e, .step = step});
}

static void add_neighbor(char **columns, const char *place, void *context)
{
    (void)place, (void)context;
    add_text(columns[1]);
}

/* Good texts with any byte put over one of theirs, or between. */
static void add_spoilt(void)
{
    for (size_t i = 0; i < 4000; i++) {
        const support_format *format = &support_formats[i % SUPPORT_FORMATS];
        uint8_t id[SUPPORT_MAX_SIZE];
        char text[SUPPORT_MAX_TEXT + 1];
        sortid_encoding encoding = (sortid_encoding)support_below(3);
        support_random_id(id, format);
        size_t length = judge_print(text, format, encoding, id);
        size_t place = (size_t)support_below(length + 1);
        if (support_below(2) == 0) {
            memmove(text + place + 1, text + place, length - place);
            length++;
        }
        text[place] = (char)support_below(256);
        add_line(text, place < length ? length : place + 1);
    }
}

/* Bytes that JSON escapes, that are no UTF-8, lines longer than what is kept or buffered. */
static void add_odd(void)
{
    static char digits[300000];
    static const size_t lengths[] = {1, 51, 52, 63, 64, 100, 1023, 1024, 1025, 131072, 300000};
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "01ARYZ6S41TSV4RRFFQ69G5FAV";
        text[byte % 26] = (char)byte;
        add_line(text, 26);
        add_line((const char[]){(char)byte}, 1);
    }
    memset(digits, '0', sizeof digits);
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        add_line(digits, lengths[i]);
    add_text("\"\\/\b\f\t\x7f");
    add_text("\xc3\x28\xe2\x82\xf0\x9f\x98\xff\xfe\xed\xa0\x80");
    add_text("{\"format\":\"ulid\"}");
    add_text("036zg552n91mt9s0gyhdwif95\r");
    add_text("0-1ARYZ6S4l-TSV4-RRFF-Q69G5FAV");
    add_text("OLARYZ6S41TSV4RRFFQ69G5FAV");
    add_line("0u2r85hm2pt3\0", 13);
    add("01ARYZ6S41TSV4RRFFQ69G5FAV", 26); // the last line has no end
}

/* All of these, of the vectors each `step`th. */
static void add_all(size_t step)
{
    run.input_size = 0;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        add_vectors(&support_formats[i], step);
    support_each_row("neighbors.tsv", add_neighbor, NULL);
    add_spoilt();
    add_odd();
}

/* ---- Tests ---------------------------------------------------------------------------------- */

/* A line as the command takes it: one \r before \n is no part of it. */
static size_t without_return(const char *line, size_t length)
{
    const char *end = line + length;
    bool has_newline = end < run.input + run.input_size;
    return length > 0 && has_newline && end[-1] == '\r' ? length - 1 : length;
}

static void expect_readings(const char *kind, bool lenient, unsigned node_size,
                            const char *arguments)
{
    const char *input = run.input, *output = run.output, *line;
    size_t length, objects = 0;
    const judge_asked asked = {.kinds = {kind}, .count = kind != NULL, .lenient = lenient};
    ask(arguments);
    while ((line = next_line(&input, run.input + run.input_size, &length)) != NULL) {
        judge_found readings[JUDGE_FOUND_MAX];
        judge_digits digits;
        length = without_return(line, length);
        size_t kept = length < KEPT ? length : KEPT;
        size_t count = judge_readings(readings, &digits, &asked, line, kept);
        for (size_t i = 0; i < count; i++) {
            struct contract_reading wanted = {.found = &readings[i],
                                              .input = line,
                                              .length = length,
                                              .digits = digits,
                                              .ambiguous = count > 1,
                                              .node_size = node_size};
            expect_same(next_object(&output), contract_inspect(&wanted));
        }
        objects += count;
    }
    expect_end(output);
    size_t least = kind == NULL || sortid_format_find(kind) != NULL ? 50 : 1;
    EXPECT(objects >= least, "%zu objects", objects);
}

TEST(inspect)
{
    add_all(3);
    expect_readings(NULL, false, 0, "inspect --json");
    add_all(10);
    expect_readings(NULL, true, 0, "inspect --json --lenient");
    expect_readings("ulid", true, 0, "inspect --json -f ulid --lenient");
    for (unsigned size = 1; size <= 23; size += 11) {
        char arguments[60];
        snprintf(arguments, sizeof arguments, "inspect --json -f scru64 --node-size %u", size);
        expect_readings("scru64", false, size, arguments);
    }
    for (size_t i = 0; judge_kind_name(i) != NULL; i++) {
        char arguments[60];
        if (i == SUPPORT_FORMATS) { // the other kinds have these texts only
            run.input_size = 0;
            support_each_row("neighbors.tsv", add_neighbor, NULL);
        }
        snprintf(arguments, sizeof arguments, "inspect --json -f %s", judge_kind_name(i));
        expect_readings(judge_kind_name(i), false, 0, arguments);
    }
}

/* A member that counts. */
static void expect_count(const json_t *object, const char *key, size_t wanted)
{
    json_int_t count = json_integer_value(json_object_get(object, key));
    EXPECT(count == (json_int_t)wanted, "%s is %lld, not %zu", key, (long long)count, wanted);
}

/* Counts what is read as the format's text. */
static void expect_figures(const support_format *format, const char *order)
{
    char arguments[60], message[CONTRACT_MESSAGE];
    const char *input = run.input, *output = run.output, *line;
    size_t length, lines = 0, valid = 0, invalid = 0;
    snprintf(arguments, sizeof arguments, "check %s --json --order %s", format->name, order);
    ask(arguments);
    for (; (line = next_line(&input, run.input + run.input_size, &length)) != NULL; lines++) {
        length = without_return(line, length);
        judgement read = judge_named(format, "text", false, line, length);
        valid += read.status == SORTID_OK;
        invalid += length > 0 && read.status != SORTID_OK;
    }
    json_t *object = next_object(&output);
    expect_end(output);
    EXPECT(contract_is_check(object, format, message), "%s", message);
    expect_count(object, "lines", lines);
    expect_count(object, "valid", valid);
    expect_count(object, "invalid", invalid);
    EXPECT(json_is_null(json_object_get(object, "firstTimestamp")) == (valid == 0),
           "firstTimestamp");
    json_decref(object);
}

TEST(check)
{
    static const char *const orders[] = {"strict", "time", "none"};
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        add_all(20);
        for (size_t order = 0; order < COUNT_OF(orders); order++)
            expect_figures(&support_formats[i], orders[order]);
        run.input_size = 0;
        expect_figures(&support_formats[i], "strict");
        add_text(support_formats[i].last);
        expect_figures(&support_formats[i], "strict");
    }
}

TEST(formats)
{
    run.input_size = 0;
    ask("formats --json");
    const char *output = run.output;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        expect_same(next_object(&output), contract_format(&support_formats[i]));
    expect_end(output);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test-json PATH_OF_SORTID\n");
        return 2;
    }
    setenv(COMMAND, argv[1], 1);
    run.input = malloc(INPUT_SIZE);
    run.output = malloc(OUTPUT_SIZE);
    if (run.input == NULL || run.output == NULL)
        return 1;
    support_begin();
    return cases_run(NULL, NULL);
}
