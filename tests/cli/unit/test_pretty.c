/* SPDX-License-Identifier: MIT */
/* test_pretty.c: pretty output of readings that cli/golden/ does not have: other widths, and a
 * node's size. For output in color and of random IDs it checks that no line is too wide, that
 * colors are the only difference and end with their line, and that the bits are those of the ID,
 * each under its name. */
#include "../../support/formats.h"
#include "readings.h"
#include "cli/output/pretty.h"

#define GUARD 64

struct output {
    char text[PRETTY_SIZE + GUARD];
    size_t length;
};

static void write_with(struct output *page, const sortid_reading *reading, const char *input,
                       const struct pretty_options *options)
{
    sortid_reading with_time = *reading;
    if (reading->format != NULL) {
        with_time.has_time = 1;
        with_time.unix_ms = (int64_t)sortid_format_unix_ms(reading->format, reading->id);
    }
    memset(page->text, '#', sizeof page->text);
    page->length = pretty_reading(page->text, &with_time, input, strlen(input), options);
    EXPECT(page->length <= PRETTY_SIZE, "%zu bytes", page->length);
    for (size_t i = 0; i < GUARD; i++)
        EXPECT(page->text[PRETTY_SIZE + i] == '#', "written past the end");
    page->text[page->length] = '\0';
}

static void write_text(struct output *page, const char *format, bool lenient, const char *text,
                       unsigned node_size, bool color)
{
    sortid_reading reading;
    size_t count;
    const sortid_recognize_options options = {.kind = sortid_kind_find(format),
                                              .flags = lenient ? SORTID_RECOGNIZE_LENIENT : 0};
    EXPECT_STATUS(
        sortid_recognize(&reading, sizeof reading, 1, &count, text, strlen(text), &options, NULL),
        SORTID_OK, "%s", text);
    EXPECT(count == 1, "%s", text);
    write_with(page, &reading, text,
               &(const struct pretty_options){.node_size = node_size,
                                              .palette = color ? PALETTE_256 : PALETTE_NONE});
}

TEST(scru64_node)
{
    struct output page;
    write_text(&page, "scru64", false, "0186AC4BAD2AF927", 5, false);
    assert_string_equal(
        page.text,
        "-- SCRU64 v1.0.0 --------------------------------------------- read from hex --\n"
        "  input 0186AC4BAD2AF927\n"
        "  text  0u2r85hm2pt3\n"
        "  time  2023-03-04T11:04:46.080Z  (timestamp: steps of 256 ms since 1970-01-01)\n"
        "\n"
        "  field          bits  decimal                    hex\n"
        "  timestamp        40  6554405805                 0186ac4bad\n"
        "  nodeCtr          24  2816295                    2af927\n"
        "    nodeId          5  5\n"
        "    counter        19  194855\n"
        "\n"
        "  bit   0        8        16       24       32       40       48       56\n"
        "     0  00000001 10000110 10101100 01001011 10101101 00101010 11111001 00100111\n"
        "        \\_______________ timestamp ________________/ nodeI\\_____ counter _____/\n"
        "\n"
        "  hex   0186ac4bad2af927\n"
        "  int   109964681944955175\n"
        "  note  nodeId and counter are right only if the node id has that size\n");
}

/* A card of 40 columns on 2022-03-21, and the widest one of SCRU160. */
TEST(widths)
{
    struct output page;
    struct pretty_options options = {
        .width = 39, .now_ms = UINT64_C(1647854241493), .shows_local = true};
    sortid_reading reading = reading_in(sortid_scru128_format());
    setenv("TZ", "XST-05:30", 1);
    EXPECT_STATUS(sortid_format_parse(reading.format, reading.id, SORTID_ENCODING_TEXT,
                                      "036zg552n91mt9s0gyhdwif95", 25, NULL),
                  SORTID_OK, "-");
    write_with(&page, &reading, "036zg552n91mt9s0gyhdwif95", &options);
    assert_string_equal(page.text, "-- SCRU128 v2.1.1 --- read from text --\n"
                                   "  text  036zg552n91mt9s0gyhdwif95\n"
                                   "  time  2022-03-20T08:34:01.493Z\n"
                                   "        (ms since 1970)  1 d ago\n"
                                   "  local 2022-03-20T14:04:01.493+05:30\n"
                                   "\n"
                                   "  field          bits  decimal   hex\n"
                                   "  timestamp        48  1647765241493\n"
                                   "                       017fa6763e95\n"
                                   "  counterHi        24  10145723  9acfbb\n"
                                   "  counterLo        24  13179084  c918cc\n"
                                   "  entropy          32  4167049657\n"
                                   "                       f86021b9\n"
                                   "\n"
                                   "  bit   0        8        16\n"
                                   "     0  00000001 01111111 10100110\n"
                                   "        \\______ timestamp _______/\n"
                                   "    24  01110110 00111110 10010101\n"
                                   "        \\______ timestamp _______/\n"
                                   "    48  10011010 11001111 10111011\n"
                                   "        \\______ counterHi _______/\n"
                                   "    72  11001001 00011000 11001100\n"
                                   "        \\______ counterLo _______/\n"
                                   "    96  11111000 01100000 00100001\n"
                                   "        \\_______ entropy ________/\n"
                                   "   120  10111001\n"
                                   "        \\______/\n"
                                   "\n"
                                   "  hex   017fa6763e959acf\n"
                                   "        bbc918ccf86021b9\n"
                                   "  uuid  017fa676-3e95-9acf-\n"
                                   "        bbc9-18ccf86021b9\n"
                                   "  int   1992025945105153474\n"
                                   "        701124391229465017\n");
    options.width = 119;
    reading = reading_in(sortid_scru160_format());
    write_with(&page, &reading, "00000000000000000000000000000000", &options);
    assert_non_null(strstr(page.text, "  time  1970-01-01T00:00:00.000Z  (timestamp: ms since "
                                      "1970-01-01)  52 y 79 d ago\n"
                                      "  local 1970-01-01T05:30:00.000+05:30\n"));
    assert_non_null(strstr(page.text, "\n  bit   0        8        16       24       32       40  "
                                      "     48       56       64       72\n"));
}

/* A line of digits that continues another one has many of them. */
static void expect_long_rest(const char *text)
{
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        size_t length = strcspn(line, "\n");
        if (length > 8 && strspn(line, " ") == 8 &&
            8 + strspn(line + 8, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef-") == length)
            EXPECT(length >= 8 + 14, "a rest of %zu digits in\n%s", length - 8, text);
    }
}

TEST(breaks)
{
    for (size_t width = PRETTY_WIDTH_LEAST; width < 60; width++)
        for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
            struct output page;
            char hex[2 * SORTID_MAX_SIZE + 1];
            const struct pretty_options options = {.width = width};
            sortid_reading reading = reading_in(sortid_format_at(i));
            support_random_bytes(reading.id, sizeof reading.id);
            if (sortid_format_check(reading.format, reading.id) != SORTID_OK)
                continue;
            write_with(&page, &reading, reading_hex(hex, &reading), &options);
            expect_long_rest(page.text);
        }
}

/* The longest age is in the line of the time at 80 columns, in each format. */
TEST(age)
{
    const sortid_format *format;
    const struct pretty_options options = {.width = 79, .now_ms = UINT64_C(1) << 41};
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        char text[PRETTY_SIZE + 1];
        sortid_reading reading = reading_in(format);
        reading.has_time = 1;
        reading.unix_ms = (int64_t)options.now_ms - 86399000;
        size_t length = pretty_reading(text, &reading, "x", 1, &options);
        text[length] = '\0';
        const char *time = strstr(text, "  time  ");
        EXPECT(strncmp(strchr(time, '\n') - 18, ")  23 h 59 min ago", 18) == 0, "%s", text);
    }
}

/* A kind that is no format, as one of several readings; and the line of another reading. */
TEST(other)
{
    char out[PRETTY_SIZE];
    static const char text[] = "00000000-0000-1000-9D14-03feeb099651";
    const struct pretty_options options = {.palette = PALETTE_256, .shows_evidence = true};
    sortid_reading readings[4];
    size_t count;
    EXPECT_STATUS(sortid_recognize(readings, sizeof *readings, COUNT_OF(readings), &count, text,
                                   strlen(text), NULL, NULL),
                  SORTID_OK, "-");
    assert_int_equal(count, 4);
    out[pretty_reading(out, readings, text, strlen(text), &options)] = '\0';
    assert_string_equal(
        out, "-- \x1b[1mUUID version 1 (RFC 9562)\x1b[0m -------------------------------- read "
             "from text --\n"
             "  input 00000000-0000-1000-9D14-03feeb099651\n"
             "  text  00000000-0000-1000-9d14-03feeb099651\n"
             "  time  1582-10-15T00:00:00.000Z\n"
             "  sure  medium: the version bits\n"
             "\n"
             "  ticks          0\n"
             "  clock_seq      7444\n"
             "  node           03feeb099651\n"
             "\n"
             "  hex   00000000000010009d1403feeb099651\n");
    out[pretty_line(out, &readings[1], &options)] = '\0';
    assert_string_equal(out, "also scru128, read from uuid, by the length alone: "
                             "1970-01-01T00:00:00.000Z\n");
}

static void expect_line(const struct output *page, const char *line)
{
    EXPECT(strstr(page->text, line) != NULL, "no line %s in\n%s", line, page->text);
}

TEST(notes)
{
    static const char reserved[] =
        "\n  note  reserved: no generator makes an ID with this timestamp\n";
    struct output page;
    write_text(&page, "scru128", false, "0000000000000000000000000", 0, false);
    expect_line(&page, reserved);
    write_text(&page, "scru64", false, "zzzzzzzzzzzz", 0, false);
    expect_line(&page, reserved);
    write_text(&page, "ulid", false, "00000000000000000000000000", 0, false);
    assert_null(strstr(page.text, "note"));
    write_text(&page, "ulid", true, "Oi-ARYZ6S41TSV4RRFFQ69G5FAV", 0, false);
    expect_line(&page,
                "\n  input Oi-ARYZ6S41TSV4RRFFQ69G5FAV\n  text  01ARYZ6S41TSV4RRFFQ69G5FAV\n");
    expect_line(&page, "\n  note  lenient: i or l was read as 1, or o as 0\n");
    expect_line(&page, "\n  note  lenient: hyphens were ignored\n");
    write_text(&page, "scru128v1", false, "00PP7OUAC22A7TO4VESB1R83L5", 8, false);
    expect_line(&page, "\n  time  2021-10-02T23:38:47.832Z  (timestamp: ms since 2020-01-01)\n");
    assert_null(strstr(page.text, "node"));
}

/* Takes the colors out; each line must end without one. Returns how many there were. */
static size_t strip_colors(char *text)
{
    size_t count = 0;
    bool on = false;
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        if (*from == '\x1b') {
            const char *end = strchr(from, 'm');
            EXPECT(end != NULL && end - from <= 10, "no end of a color: %s", from + 1);
            on = strncmp(from, "\x1b[0m", 4) != 0;
            from = end + 1;
            count++;
        } else {
            EXPECT(*from != '\n' || !on, "a color continues after its line");
            *to++ = *from++;
        }
    }
    *to = '\0';
    return count;
}

/* Each line is narrow enough, printable, and ends without spaces. */
static void expect_lines(const char *text, size_t most)
{
    size_t width = 0;
    for (const char *at = text; *at != '\0'; at++) {
        EXPECT(*at == '\n' || (*at >= 0x20 && *at < 0x7f), "byte %d", *at);
        EXPECT(*at != '\n' || at == text || at[-1] != ' ', "spaces before %.40s", at + 1);
        width = *at == '\n' ? 0 : width + 1;
        EXPECT(width <= most, "too wide: %.90s", at - width);
    }
    EXPECT(width == 0, "no end of line");
}

/* The bits in one row; they follow the ruler. */
static size_t collect_bits(char *bits, const char *text)
{
    size_t count = 0;
    const char *line = strchr(strstr(text, "\n  bit "), '\n') + 1;
    for (line = strchr(line, '\n') + 1; *line != '\n'; line = strchr(line, '\n') + 1)
        if (line[5] != ' ')
            for (const char *at = line + 8; *at != '\n'; at++)
                if (*at != ' ')
                    bits[count++] = *at;
    return count;
}

static void expect_bits(const sortid_reading *reading, const char *text)
{
    char bits[8 * SORTID_MAX_SIZE];
    size_t count = collect_bits(bits, text);
    EXPECT(count == 8 * info_of(reading->format)->size, "%zu bits", count);
    for (size_t i = 0; i < count; i++)
        EXPECT((reading->id[i / 8] >> (7 - i % 8) & 1) == bits[i] - '0', "bit %zu in\n%s", i, text);
}

/* A random reading, with bits of all kinds of ends. */
static void random_reading(sortid_reading *reading, char *input)
{
    *reading = reading_in(sortid_format_at(support_below(SUPPORT_FORMATS)));
    do
        support_random_bytes(reading->id, info_of(reading->format)->size);
    while (sortid_format_check(reading->format, reading->id) != SORTID_OK);
    if (support_below(4) == 0)
        assert_int_equal(sortid_format_max(reading->format, reading->id), SORTID_OK);
    reading->id[0] &= 0x3f; // all formats have these
    reading->form = support_below(2) == 0 ? SORTID_FORM_TEXT : SORTID_FORM_HEX;
    print_id(input, reading->format, (sortid_encoding)reading->form, reading->id);
}

static size_t bounded_width(size_t width)
{
    if (width == 0)
        return PRETTY_WIDTH;
    if (width < PRETTY_WIDTH_LEAST)
        return PRETTY_WIDTH_LEAST;
    return width < PRETTY_WIDTH_MOST ? width : PRETTY_WIDTH_MOST;
}

TEST(random)
{
    for (int i = 0; i < 5000; i++) {
        sortid_reading reading;
        struct output plain, colored;
        char input[SORTID_MAX_TEXT_SIZE];
        struct pretty_options options = {.node_size = (unsigned)support_below(25),
                                         .shows_evidence = support_below(2) == 0,
                                         .width = support_below(150),
                                         .now_ms = support_below(2) << 40,
                                         .shows_local = support_below(2) == 0};
        random_reading(&reading, input);
        write_with(&plain, &reading, input, &options);
        options.palette = PALETTE_256;
        write_with(&colored, &reading, input, &options);
        expect_lines(plain.text, bounded_width(options.width));
        expect_bits(&reading, plain.text);
        EXPECT(strip_colors(colored.text) >= 15, "%s: hardly a color", input);
        assert_string_equal(colored.text, plain.text);
    }
}

/* Each bit has the color of its field's name, and neighbors have different ones. */
TEST(colors)
{
    struct output page;
    write_text(&page, "ulid", false, "01ARYZ6S41TSV4RRFFQ69G5FAV", 0, true);
    // ten digits are the timestamp, with the two bits that the first has too many
    expect_line(&page, "  text  \x1b[38;5;32m01ARYZ6S41\x1b[38;5;166mTSV4RRFFQ69G5FAV\x1b[0m\n");
    expect_line(&page, "\x1b[38;5;32mtimestamp   ");
    expect_line(&page, "\x1b[38;5;166mrandomness  ");
    expect_line(&page, "00100 10000001\x1b[38;5;166m 11010110 01110110\x1b[0m\n");
    expect_line(&page,
                "  hex   \x1b[38;5;32m01563df36481\x1b[38;5;166md6764c61efb99302bd5b\x1b[0m\n");
    expect_line(&page, "  int   1777022036153689948599198395857550683\n");
    write_text(&page, "scru64", false, "0u2r85hm2pt3", 5, true);
    // base 36 has no bits; the hex digit of node id and counter belongs to neither
    expect_line(&page, "  text  0u2r85hm2pt3\n");
    expect_line(&page, "\x1b[38;5;32m0186ac4bad\x1b[38;5;166m2\x1b[0ma\x1b[38;5;162mf927\x1b[0m\n");
    write_text(&page, "scru160", false, "05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51", 0, true);
    expect_line(&page,
                "  text  \x1b[38;5;32m05U0GF0J0\x1b[0mS\x1b[38;5;166mP1\x1b[0mA\x1b[38;5;162m");
}

/* The largest possible output fits into its size with some bytes left. */
TEST(largest)
{
    char input[READING_TEXT_MAX + 1];
    const sortid_format *format;
    memset(input, 'i', sizeof input - 1);
    input[sizeof input - 1] = '\0';
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        sortid_reading reading = reading_in(format);
        reading.leniency = SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN;
        struct output page;
        assert_int_equal(sortid_format_max(format, reading.id), SORTID_OK);
        for (size_t width = PRETTY_WIDTH_LEAST; width <= PRETTY_WIDTH_MOST; width++) {
            const struct pretty_options options = {.node_size = 5,
                                                   .palette = PALETTE_256,
                                                   .shows_evidence = true,
                                                   .width = width,
                                                   .now_ms = 1,
                                                   .shows_local = true};
            write_with(&page, &reading, input, &options);
            EXPECT(page.length < PRETTY_SIZE - 500, "%s: %zu bytes", info_of(format)->name,
                   page.length);
        }
    }
}

CASES_MAIN(NULL, NULL)
