/* SPDX-License-Identifier: MIT */
/* db.c: see db.h. */
#include "db.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* Declares `sql`, the formatted arguments of a function, which the function frees. */
#define PRINT_SQL(sql, format)                                                                     \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    char *sql = sqlite3_vmprintf(format, list);                                                    \
    va_end(list)

sqlite3 *db_open(const char *path)
{
    sqlite3 *db;
    EXPECT(sqlite3_open(path, &db) == SQLITE_OK, "%s: %s", path, sqlite3_errmsg(db));
    sqlite3_busy_timeout(db, 60000);
    EXPECT(sqlite3_sortid_init(db, NULL, NULL) == SQLITE_OK, "init: %s", sqlite3_errmsg(db));
    return db;
}

void db_close(sqlite3 *db)
{
    EXPECT(sqlite3_close(db) == SQLITE_OK, "close: %s", sqlite3_errmsg(db));
}

void db_run(sqlite3 *db, const char *format, ...)
{
    PRINT_SQL(sql, format);
    EXPECT(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_free(sql);
}

static void append_column(sqlite3_str *output, sqlite3_stmt *statement, int column)
{
    const uint8_t *bytes;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        sqlite3_str_appendall(output, "NULL");
        break;
    case SQLITE_BLOB:
        bytes = sqlite3_column_blob(statement, column);
        sqlite3_str_appendall(output, "x'");
        for (int i = 0; i < sqlite3_column_bytes(statement, column); i++)
            sqlite3_str_appendf(output, "%02x", bytes[i]);
        sqlite3_str_appendall(output, "'");
        break;
    default:
        sqlite3_str_appendall(output, (const char *)sqlite3_column_text(statement, column));
    }
}

static void append_row(sqlite3_str *output, sqlite3_stmt *statement)
{
    if (sqlite3_str_length(output) > 0)
        sqlite3_str_appendall(output, "\n");
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        if (i > 0)
            sqlite3_str_appendall(output, "|");
        append_column(output, statement, i);
    }
}

/* The result code of the first statement of `sql`, whose rows are appended; moves `sql` behind
 * it. */
static int append_output(sqlite3_str *output, sqlite3 *db, const char **sql)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(db, *sql, -1, &statement, sql);
    while (statement != NULL && (result == SQLITE_OK || result == SQLITE_ROW)) {
        result = sqlite3_step(statement);
        if (result == SQLITE_ROW)
            append_row(output, statement);
    }
    if (result != SQLITE_DONE && result != SQLITE_OK) { // SQLITE_OK: only white space
        sqlite3_str_reset(output);
        sqlite3_str_appendf(output, "error: %s", sqlite3_errmsg(db));
    }
    sqlite3_finalize(statement);
    return result;
}

static char *output_of(sqlite3 *db, const char *sql)
{
    sqlite3_str *output = sqlite3_str_new(NULL);
    int result = SQLITE_DONE;
    while (*sql != '\0' && (result == SQLITE_DONE || result == SQLITE_OK))
        result = append_output(output, db, &sql);
    char *text = sqlite3_str_finish(output);
    return text != NULL ? text : sqlite3_mprintf(""); // it returns NULL for an empty text
}

char *db_output(sqlite3 *db, const char *format, ...)
{
    PRINT_SQL(sql, format);
    char *output = output_of(db, sql);
    sqlite3_free(sql);
    return output;
}

void db_expect(const char *file, int line, const char *expected, char *output)
{
    if (strcmp(output, expected) != 0)
        fail_msg("%s:%d: the output is\n%s\nnot\n%s", file, line, output, expected);
    sqlite3_free(output);
}

sqlite3_stmt *db_prepare(sqlite3 *db, const char *format, ...)
{
    sqlite3_stmt *statement;
    PRINT_SQL(sql, format);
    EXPECT(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s: %s", sql,
           sqlite3_errmsg(db));
    sqlite3_free(sql);
    return statement;
}

/* A SCRU64 is an INTEGER. */
static uint64_t integer_of(const uint8_t *id)
{
    uint64_t integer = 0;
    for (size_t i = 0; i < 8; i++)
        integer = integer << 8 | id[i];
    return integer;
}

void db_bind_key(sqlite3_stmt *statement, const support_format *format, const uint8_t *id)
{
    sqlite3_reset(statement);
    int result = format == SUPPORT_SCRU64
                     ? sqlite3_bind_int64(statement, 1, (sqlite3_int64)integer_of(id))
                     : sqlite3_bind_blob(statement, 1, id, (int)format->size, SQLITE_TRANSIENT);
    EXPECT(result == SQLITE_OK, "bind: %d", result);
}

void db_step_to_row(sqlite3_stmt *statement)
{
    EXPECT(sqlite3_step(statement) == SQLITE_ROW, "%s: %s", sqlite3_sql(statement),
           sqlite3_errmsg(sqlite3_db_handle(statement)));
}

/* Reads a key: a BLOB of `size` bytes or, if that is 8, an INTEGER. False if it is another
 * value. */
static bool read_key(uint8_t *id, size_t size, sqlite3_stmt *statement, int column)
{
    int type = sqlite3_column_type(statement, column);
    uint64_t integer = (uint64_t)sqlite3_column_int64(statement, column);
    if (size != 8) {
        bool is_key = type == SQLITE_BLOB && sqlite3_column_bytes(statement, column) == (int)size;
        if (is_key)
            memcpy(id, sqlite3_column_blob(statement, column), size);
        return is_key;
    }
    for (size_t i = 8; i-- > 0; integer >>= 8)
        id[i] = (uint8_t)integer;
    return type == SQLITE_INTEGER;
}

void db_take_key(uint8_t *id, sqlite3_stmt *statement, int column, const support_format *format)
{
    EXPECT(read_key(id, format->size, statement, column), "%s: not a key of %s",
           sqlite3_sql(statement), format->name);
}

void db_expect_key(sqlite3_stmt *statement, int column, const support_format *format,
                   const uint8_t *id)
{
    uint8_t found[SUPPORT_MAX_SIZE];
    db_take_key(found, statement, column, format);
    EXPECT_BYTES(found, id, format->size, "%s, column %d", sqlite3_sql(statement), column);
}

void db_expect_text(sqlite3_stmt *statement, int column, const char *expected)
{
    EXPECT(sqlite3_column_type(statement, column) == SQLITE_TEXT, "%s, column %d: no TEXT",
           sqlite3_sql(statement), column);
    assert_string_equal((const char *)sqlite3_column_text(statement, column), expected);
}

/* ---- At once --------------------------------------------------------------------------------- */

#define WORKERS 4
#define KEYS    5000 /* of each */

/* A BLOB of 16 bytes, or an INTEGER in the first 8. */
typedef uint8_t key[16];

/* Makes KEYS keys, into zeros; returns what is wrong, or NULL. */
static const char *make_keys(key *keys, sqlite3 *db, const char *sql)
{
    bool is_integer = strstr(sql, "scru64") != NULL;
    sqlite3_stmt *statement = NULL;
    const char *problem = NULL;
    int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    for (size_t i = 0; i < KEYS && problem == NULL; i++) {
        if (result != SQLITE_OK || (result = sqlite3_step(statement)) != SQLITE_ROW)
            problem = sqlite3_errstr(result);
        else if (!read_key(keys[i], is_integer ? 8 : 16, statement, 0))
            problem = "not a key";
        else if (i > 0 && memcmp(keys[i - 1], keys[i], sizeof *keys) >= 0)
            problem = "not greater";
        result = sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return problem;
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(key));
}

static void expect_distinct(key *keys, size_t count)
{
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++)
        EXPECT(memcmp(keys[i - 1], keys[i], sizeof *keys) != 0, "a key is repeated");
}

struct worker {
    pthread_t handle;
    sqlite3 *db; /* NULL: opens its own */
    const char *sql;
    key *keys;
    const char *problem;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    sqlite3 *db = worker->db;
    if (db == NULL && (sqlite3_open(":memory:", &db) != SQLITE_OK ||
                       sqlite3_sortid_init(db, NULL, NULL) != SQLITE_OK))
        worker->problem = "no connection";
    else
        worker->problem = make_keys(worker->keys, db, worker->sql);
    if (worker->db == NULL && sqlite3_close(db) != SQLITE_OK)
        worker->problem = "not closed";
    return NULL;
}

void db_make_in_threads(sqlite3 *db, const char *sql)
{
    static key keys[WORKERS * KEYS];
    struct worker workers[WORKERS];
    for (size_t i = 0; i < WORKERS; i++) {
        workers[i] = (struct worker){.db = db, .sql = sql, .keys = keys + i * KEYS};
        assert_int_equal(pthread_create(&workers[i].handle, NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < WORKERS; i++) {
        assert_int_equal(pthread_join(workers[i].handle, NULL), 0);
        EXPECT(workers[i].problem == NULL, "%s", workers[i].problem);
    }
    expect_distinct(keys, WORKERS * KEYS);
}

void db_in_children(size_t count, db_body *body, void *context)
{
    pid_t children[WORKERS];
    fflush(NULL);
    for (size_t i = 0; i < count; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(body(context, i));
    }
    for (size_t i = 0; i < count; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
}

/* A child ends with the connection open, and valgrind must find it. */
static struct {
    sqlite3 *db;
    const char *sql;
    key *keys; /* shared with the children */
} inherited;

static int make_in_child(void *unused, size_t child)
{
    const char *problem = make_keys(inherited.keys + child * KEYS, inherited.db, inherited.sql);
    (void)unused;
    if (problem != NULL)
        fprintf(stderr, "process %zu: %s\n", child, problem);
    return problem != NULL;
}

void db_make_in_children(sqlite3 *db, const char *sql)
{
    inherited.db = db;
    inherited.sql = sql;
    inherited.keys = support_share((WORKERS + 1) * KEYS * sizeof(key));
    db_in_children(WORKERS, make_in_child, NULL);
    assert_int_equal(make_in_child(NULL, WORKERS), 0);
    expect_distinct(inherited.keys, (WORKERS + 1) * KEYS);
}

/* ---- Interrupts and folders ------------------------------------------------------------------ */

static void interrupt(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_interrupt(sqlite3_context_db_handle(context));
}

void db_add_interrupt(sqlite3 *db)
{
    assert_int_equal(
        sqlite3_create_function(db, "interrupt", 0, SQLITE_UTF8, NULL, interrupt, NULL, NULL),
        SQLITE_OK);
}

void db_remove_folder(const char *folder)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) // NOLINT(cert-env33-c): the command is this program's own
        fprintf(stderr, "cannot remove %s\n", folder);
}
