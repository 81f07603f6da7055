/* SPDX-License-Identifier: MIT */
/* cases.c: runs the SQL of the files in cases/ by SQLite's C interface, and compares its output
 * with the lines below it:
 *   --> LINE        a row, in the form of db_output, or an error; "-->" alone: no output
 *   --~ PATTERN     the output matches a pattern of GLOB
 *   --each> LINE, --each~ PATTERN    each line of the SQL is a statement with this output
 * A line "-- ==== TITLE" begins a section, which has a new connection. If the title ends with "each
 * format" or "each format but scru64", the section is run for each of them, with its name instead
 * of the word FORMAT. Other lines that begin with "--" are comments. CTest passes the folder. */
#include "db.h"

static const char *folder;

struct block {
    size_t line; /* the first */
    char *sql;
    char *expected;
    enum how { ROWS, PATTERN, EACH_ROWS, EACH_PATTERN, HOWS } how;
};

static struct block blocks[100]; /* of the section */
static size_t block_count;
static const char *file_now;

/* The text with the name of the format, which the caller frees. */
static char *for_format(const char *text, const char *format)
{
    sqlite3_str *out = sqlite3_str_new(NULL);
    for (const char *at; format != NULL && (at = strstr(text, "FORMAT")) != NULL;) {
        sqlite3_str_append(out, text, (int)(at - text));
        sqlite3_str_appendall(out, format);
        text = at + strlen("FORMAT");
    }
    sqlite3_str_appendall(out, text);
    return sqlite3_str_finish(out);
}

static void run_sql(sqlite3 *db, const struct block *block, const char *sql, const char *expected)
{
    char *output = db_output(db, "%s", sql);
    bool is_pattern = block->how == PATTERN || block->how == EACH_PATTERN;
    bool is_right =
        (is_pattern ? sqlite3_strglob(expected, output) : strcmp(expected, output)) == 0;
    EXPECT(is_right, "%s:%zu: %s\nthe output is\n%s\nnot\n%s", file_now, block->line, sql, output,
           expected);
    sqlite3_free(output);
}

static void run_block(sqlite3 *db, const struct block *block, const char *format)
{
    char *sql = for_format(block->sql, format), *expected = for_format(block->expected, format);
    expected[strlen(expected) - 1] = '\0'; /* the end of the last line */
    if (block->how >= EACH_ROWS)
        for (char *line = strtok(sql, "\n"); line != NULL; line = strtok(NULL, "\n"))
            run_sql(db, block, line, expected);
    else
        run_sql(db, block, sql, expected);
    sqlite3_free(sql);
    sqlite3_free(expected);
}

static void run_blocks(const char *format)
{
    sqlite3 *db = db_open(":memory:");
    for (size_t i = 0; i < block_count; i++)
        run_block(db, &blocks[i], format);
    db_close(db);
}

static void run_for(const support_format *format)
{
    run_blocks(format->name);
}

/* Runs the section with this title, and forgets it. */
static void run_section(const char *title)
{
    if (sqlite3_strglob("*each format\n", title) == 0)
        support_each_format(run_for);
    else if (sqlite3_strglob("*each format but scru64\n", title) == 0)
        support_each_but_scru64(run_for);
    else
        run_blocks(NULL);
    for (; block_count > 0; block_count--) {
        sqlite3_free(blocks[block_count - 1].sql);
        sqlite3_free(blocks[block_count - 1].expected);
    }
}

/* Adds a line of a section to its last block, or to a new one if the last one has its output. */
static void add_line(const char *line, size_t number)
{
    static const char *const marks[HOWS] = {"-->", "--~", "--each>", "--each~"};
    struct block *block = &blocks[block_count > 0 ? block_count - 1 : 0];
    for (size_t i = 0; i < HOWS; i++)
        if (strncmp(line, marks[i], strlen(marks[i])) == 0) {
            EXPECT(block_count > 0, "%s:%zu: output of nothing", file_now, number);
            line += strlen(marks[i]);
            block->how = (enum how)i;
            block->expected = sqlite3_mprintf("%z%s", block->expected, line + (*line == ' '));
            return;
        }
    if (*line == '\n' || strncmp(line, "--", 2) == 0)
        return;
    if (block_count == 0 || block->expected != NULL) {
        EXPECT(block_count < COUNT_OF(blocks), "%s:%zu: a long section", file_now, number);
        block = &blocks[block_count++];
        *block = (struct block){.line = number};
    }
    block->sql = sqlite3_mprintf("%z%s", block->sql, line);
}

static void test_file(void **state)
{
    char path[1000], line[1000], title[1000] = "";
    size_t sections = 0;
    file_now = *state;
    block_count = 0; /* a test that failed leaves some */
    snprintf(path, sizeof path, "%s/%s", folder, file_now);
    FILE *file = fopen(path, "r");
    EXPECT(file != NULL, "%s cannot be opened", path);
    for (size_t number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (strncmp(line, "-- ==== ", 8) == 0) {
            run_section(title);
            memcpy(title, line, sizeof title);
            sections++;
        } else {
            add_line(line, number);
        }
    }
    run_section(title);
    fclose(file);
    EXPECT(sections > 0, "%s has no section", path);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_file, "functions.sql"),
        cmocka_unit_test_prestate(test_file, "times.sql"),
        cmocka_unit_test_prestate(test_file, "tables.sql"),
        cmocka_unit_test_prestate(test_file, "schema.sql"),
    };
    if (argc != 2) {
        fputs("usage: test-sqlite-cases FOLDER\n", stderr);
        return 2;
    }
    folder = argv[1];
    support_begin();
    unsetenv("SCRU64_NODE_SPEC");
    unsetenv("SORTID_SCRU64_STATE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
