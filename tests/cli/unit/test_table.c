/* SPDX-License-Identifier: MIT */
/* test_table.c: readings as columns, with tabs and aligned; odd values. The output is read from the
 * buffer that it is written into. */
#include "readings.h"
#include "cli/output/table.h"
#include "common/output.h"

#define ULID  "01ARYZ6S41TSV4RRFFQ69G5FAV"
#define SCRU  "036zg552n91mt9s0gyhdwif95"
#define UUID4 "919108f7-52d1-4320-9bac-f847db4148a8"

/* Not for a terminal; for one that is wider than any row. */
#define TABBED false
#define WIDE   true

static struct table begin(const char *columns, bool is_aligned)
{
    static struct options options;
    struct table table;
    options = (struct options){.columns = columns};
    table_init(&table, &options, is_aligned);
    return table;
}

static const struct table_text of_ulid = {.text = ULID, .length = sizeof ULID - 1};

/* Writes the rows that wait; expects this output, and drops it. `from`: where it begins. */
static void expect(struct table *table, char *from, const char *wanted)
{
    table_flush(table);
    size_t size = (size_t)(output_reserve(0) - from);
    EXPECT(size == strlen(wanted) && memcmp(from, wanted, size) == 0, "wanted:\n%sfound:\n%.*s",
           wanted, (int)size, from);
    output_commit((size_t)0 - size);
}

static void add(struct table *table, const char *text)
{
    sortid_reading reading = read_one(text);
    table_add(table, &reading, &(struct table_text){text, strlen(text), {"a\t\xc3\xa4", 3}, 7});
}

TEST(tabs)
{
    char *from = output_reserve(0);
    struct table table = begin("time,format,randomness,input", TABBED);
    add(&table, ULID);
    add(&table, SCRU);
    add(&table, UUID4);
    expect(&table, from,
           "2016-07-30T22:36:16.385Z\tulid\t1012768647078601740696923\t" ULID "\n"
           "2022-03-20T08:34:01.493Z\tscru128\t\t" SCRU "\n"
           "\tuuid-v4\t\t" UUID4 "\n");
    table = begin("ms", TABBED);
    add(&table, ULID);
    expect(&table, from, "1469918176385\n");
    table = begin("format,format,hex,unix", TABBED);
    add(&table, ULID);
    expect(&table, from, "ulid\tulid\t01563df36481d6764c61efb99302bd5b\t1469918176.385\n");
}

TEST(places)
{
    char *from = output_reserve(0), name[FILE_SIZE + 99];
    sortid_reading reading = read_one(ULID);
    struct table table = begin("file,line,column", TABBED);
    add(&table, ULID);
    expect(&table, from, "a\\x09\xc3\xa4\t3\t7\n");
    table = begin("file,id", TABBED); // more than a system opens is cut
    memset(name, '\n', sizeof name);
    name[sizeof name - 1] = '\0';
    for (size_t i = 0; i < 4; i++)
        table_add(&table, &reading, &(struct table_text){.place = {name, 1}});
    table_flush(&table);
    size_t size = (size_t)(output_reserve(0) - from);
    assert_in_range(size, 4 * (FILE_SIZE - 9), 4 * (FILE_SIZE + 30));
    output_commit((size_t)0 - size);
}

TEST(aligned)
{
    char *from = output_reserve(0);
    struct table table = begin("format,randomness,ms", WIDE);
    add(&table, SCRU);
    add(&table, ULID);
    expect(&table, from,
           "format   randomness                 ms\n"
           "scru128  -                          1647765241493\n"
           "ulid     1012768647078601740696923  1469918176385\n");
    // the heading comes once; the widths only grow
    add(&table, UUID4);
    expect(&table, from, "uuid-v4  -                          -\n");
    table = begin("time", WIDE);
    expect(&table, from, "");
}

/* Times as far away as they can be printed: from the year 0 on. */
TEST(times)
{
    static const struct {
        int64_t ms;
        const char *wanted;
    } cases[] = {
        {0, "0\t0.000\t1970-01-01T00:00:00.000Z\n"},
        {-1, "-1\t-0.001\t1969-12-31T23:59:59.999Z\n"},
        {-1000, "-1000\t-1.000\t1969-12-31T23:59:59.000Z\n"},
        {INT64_MAX, "9223372036854775807\t9223372036854775.807\t+292278994-08-17T07:12:55.807Z\n"},
        {INT64_C(-62167219200000), "-62167219200000\t-62167219200.000\t0000-01-01T00:00:00.000Z\n"},
    };
    char *from = output_reserve(0);
    sortid_reading reading = read_one(ULID);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table table = begin("ms,unix,time", TABBED);
        reading.unix_ms = cases[i].ms;
        table_add(&table, &reading, &of_ulid);
        expect(&table, from, cases[i].wanted);
        table = begin("local,age,confidence,node,counter,uuid,int,id", TABBED);
        table_add(&table, &reading, &of_ulid);
        table_flush(&table);
        output_commit((size_t)(from - output_reserve(0)));
    }
    reading.has_time = 0;
    struct table table = begin("ms,unix,time,local,age", TABBED);
    table_add(&table, &reading, &of_ulid);
    expect(&table, from, "\t\t\t\t\n");
}

#define ROWS 20

/* The longest text in each of the most columns, so often that the rows exceed the memory. */
TEST(many)
{
    char columns[TABLE_COLUMNS * 6] = "input", input[READING_TEXT_MAX];
    sortid_reading reading = read_one(ULID);
    for (size_t i = 1; i < TABLE_COLUMNS; i++)
        strcat(columns, ",input");
    memset(input, 'x', sizeof input);
    struct table table = begin(columns, WIDE);
    char *from = output_reserve(OUTPUT_SIZE), *at = from;
    for (size_t i = 0; i < ROWS; i++) {
        table_add(&table, &reading, &(struct table_text){.text = input, .length = sizeof input});
        assert_in_range(table.used, 1, TABLE_WAITING);
    }
    table_flush(&table);
    size_t size = (size_t)(output_reserve(0) - from);
    assert_true(size > TABLE_WAITING);
    for (size_t row = 0; row <= ROWS; row++)
        for (size_t i = 0; i < TABLE_COLUMNS; i++) {
            const char *name = row == 0 ? "input" : "x";
            assert_memory_equal(at, name, strlen(name));
            at += i + 1 < TABLE_COLUMNS ? sizeof input + 2 : row == 0 ? 6 : sizeof input + 1;
        }
    assert_int_equal(at - from, size);
    output_commit((size_t)0 - size);
}

static int set_zone(void **state)
{
    (void)state;
    return setenv("TZ", "UTC0", 1);
}

CASES_MAIN(set_zone, NULL)
