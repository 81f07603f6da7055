/* SPDX-License-Identifier: MIT */
/* peers.c: the rows of other people's work, see peers.h. libuuid is loaded when the
 * first of its rows is run, so that the bench builds without it. Text rows work on
 * the IDs of library.c's scru128 rows: any 16 bytes are a UUID to libuuid. */
#define _POSIX_C_SOURCE 200809L
#include "peers.h"

#include "library.h"
#include "naive.h"
#include "node.h"
#include "process.h"
#include "threads.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <sortid.h>
#include <stdio.h>
#include <string.h>

#define UUID_TEXT_SIZE 37

static const uint8_t *ids; /* LIBRARY_INPUTS of them, 16 bytes each */

static const uint8_t *id_at(uint64_t i)
{
    return &ids[i % LIBRARY_INPUTS * 16];
}

/* ---- The naive algorithm ------------------------------------------------------ */

/* Whether it and the library agree on all inputs. */
static const char *check_naive(void)
{
    for (size_t i = 0; i < LIBRARY_INPUTS; i++) {
        char text[SORTID_SCRU128_TEXT_SIZE], expected[SORTID_SCRU128_TEXT_SIZE];
        naive_print36(text, id_at(i));
        sortid_scru128_print(expected, (const sortid_scru128 *)(const void *)id_at(i));
        if (strcmp(text, expected) != 0)
            return "the naive text differs from the library's";
    }
    return NULL;
}

static const char *naive_out(uint64_t count, const void *context)
{
    (void)context;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        char text[SORTID_SCRU128_TEXT_SIZE];
        naive_print36(text, id_at(i));
        sum += (unsigned char)text[0];
    }
    measure_consume(sum);
    return NULL;
}

/* ---- libuuid -------------------------------------------------------------------- */

static struct {
    void (*random)(unsigned char *out);
    void (*time)(unsigned char *out);
    void (*print)(const unsigned char *id, char *text);
    int (*parse)(const char *text, unsigned char *out);
} uuid;

/* Copied as bytes: ISO C has no cast from an object's to a function's pointer. */
static int find_symbol(void *function, void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* Stays loaded. From several threads only after a first call from one. */
static const char *load_uuid(void)
{
    static int loaded;
    if (loaded)
        return NULL;
    void *library = dlopen("libuuid.so.1", RTLD_NOW);
    if (library == NULL)
        return "libuuid.so.1 is not installed";
    loaded = find_symbol(&uuid.random, library, "uuid_generate_random") &&
             find_symbol(&uuid.time, library, "uuid_generate_time") &&
             find_symbol(&uuid.print, library, "uuid_unparse_lower") &&
             find_symbol(&uuid.parse, library, "uuid_parse");
    return loaded ? NULL : "libuuid.so.1 lacks a function";
}

/* The context is the member of `uuid` to call. */
static const char *uuid_make(uint64_t count, const void *context)
{
    void (*const *make)(unsigned char *) = context;
    const char *failed = load_uuid();
    unsigned char id[16];
    uint64_t sum = 0;
    for (uint64_t i = 0; failed == NULL && i < count; i++) {
        (*make)(id);
        sum += id[0];
    }
    measure_consume(sum);
    return failed;
}

static const char *uuid_out(uint64_t count, const void *context)
{
    (void)context;
    const char *failed = load_uuid();
    uint64_t sum = 0;
    for (uint64_t i = 0; failed == NULL && i < count; i++) {
        char text[UUID_TEXT_SIZE];
        uuid.print(id_at(i), text);
        sum += (unsigned char)text[0];
    }
    measure_consume(sum);
    return failed;
}

static char uuid_texts[LIBRARY_INPUTS][UUID_TEXT_SIZE];

static void fill_uuid_texts(void)
{
    if (uuid_texts[0][0] != '\0')
        return;
    for (size_t i = 0; i < LIBRARY_INPUTS; i++)
        uuid.print(id_at(i), uuid_texts[i]);
}

static const char *uuid_in(uint64_t count, const void *context)
{
    (void)context;
    const char *failed = load_uuid();
    uint64_t sum = 0;
    if (failed == NULL)
        fill_uuid_texts();
    for (uint64_t i = 0; failed == NULL && i < count; i++) {
        unsigned char id[16];
        if (uuid.parse(uuid_texts[i % LIBRARY_INPUTS], id) != 0)
            return "libuuid refuses its own text";
        sum += id[0];
    }
    measure_consume(sum);
    return failed;
}

/* ---- Commands ------------------------------------------------------------------- */

static char ulid_path[160]; /* of npm's ulid */

static const struct program OSSP_UUID = {"uuid", "uuid", 1};
static const struct program UUIDGEN = {"uuidgen", "uuidgen", 1};
static const struct program NPM_ULID = {ulid_path, "ulid", 1};

/* A command to which a number of IDs is told: "LINECOUNT". */
struct counted {
    const struct program *program;
    const char *line;
    unsigned line_size; /* of an ID in its output, newline included */
};

static const struct counted UUID_V4 = {&OSSP_UUID, "-v4 -n ", 37};
static const struct counted UUID_V1 = {&OSSP_UUID, "-v1 -n ", 37};
static const struct counted UUIDGEN_MANY = {&UUIDGEN, "-r -C ", 37}; /* since util-linux 2.41 */
static const struct counted ULID_MANY = {&NPM_ULID, "--count=", 27};

#define COUNTED_SIZE 64

static void tell_count(char line[COUNTED_SIZE], const struct counted *command, uint64_t count)
{
    (void)snprintf(line, COUNTED_SIZE, "%s%" PRIu64, command->line, count);
}

static const char *make_counted(uint64_t count, const void *context)
{
    const struct counted *command = context;
    char line[COUNTED_SIZE];
    tell_count(line, command, count);
    return process_run(command->program, line, NULL_DEVICE, NULL_DEVICE);
}

static const char *read_counted(uint64_t count, const void *context)
{
    const struct counted *command = context;
    char line[COUNTED_SIZE];
    tell_count(line, command, count);
    return process_read(command->program, line, count * command->line_size);
}

/* One process for each ID. */
static const char *uuidgen_one(uint64_t count, const void *context)
{
    (void)context;
    const char *failed = NULL;
    for (uint64_t i = 0; i < count && failed == NULL; i++)
        failed = process_run(&UUIDGEN, "-r", NULL_DEVICE, NULL_DEVICE);
    return failed;
}

/* ---- The rows ------------------------------------------------------------------ */

#define MANY     200000
#define FEW      20000 /* of what takes microseconds for each */
#define THREADED 20000

#define ONE(NAME, MAKER, RUN, CONTEXT)                                                             \
    {                                                                                              \
        .group = GROUP_ONE, .name = NAME, .maker = MAKER, .run = RUN, .context = CONTEXT           \
    }
#define NODE(NAME, PEER, COUNT)                                                                    \
    {                                                                                              \
        .group = GROUP_ONE, .name = "npm " NAME ", text", .maker = "npm", .run = node_make,        \
        .context = PEER, .count = COUNT                                                            \
    }
#define TEXT(GROUP, NAME, MAKER, RUN)                                                              \
    {                                                                                              \
        .group = GROUP, .name = NAME, .maker = MAKER, .run = RUN                                   \
    }
#define IN_THREADS(NAME, MEMBER, THREADS)                                                          \
    {                                                                                              \
        .group = GROUP_THREADS, .name = NAME, .maker = "libuuid", .run = threads_run,              \
        .context = &(const struct crowd){uuid_make, MEMBER, THREADS}, .at = THREADS,               \
        .count = THREADED                                                                          \
    }
#define COMMAND(GROUP, NAME, MAKER, RUN, CONTEXT, COUNT)                                           \
    {                                                                                              \
        .group = GROUP, .name = NAME, .maker = MAKER, .run = RUN, .context = CONTEXT,              \
        .count = COUNT                                                                             \
    }
#define POINT(NAME, MAKER, RUN, CONTEXT, COUNT)                                                    \
    {                                                                                              \
        .group = GROUP_COUNTS, .name = NAME, .maker = MAKER, .run = RUN, .context = CONTEXT,       \
        .count = COUNT, .at = COUNT                                                                \
    }
/* Up to what takes a quarter of a second. */
#define POINTS(NAME, MAKER, COMMAND)                                                               \
    POINT(NAME, MAKER, make_counted, COMMAND, 1), POINT(NAME, MAKER, make_counted, COMMAND, 10),   \
        POINT(NAME, MAKER, make_counted, COMMAND, 100),                                            \
        POINT(NAME, MAKER, make_counted, COMMAND, 1000),                                           \
        POINT(NAME, MAKER, make_counted, COMMAND, 10000),                                          \
        POINT(NAME, MAKER, make_counted, COMMAND, 100000)

static struct row rows_of_peers[] = {
    ONE("libuuid uuid_generate_random", "libuuid", uuid_make, &uuid.random),
    ONE("libuuid uuid_generate_time", "libuuid", uuid_make, &uuid.time),
    NODE("scru128 scru128String", "scru128", MANY),
    NODE("ulid monotonicFactory", "ulid-monotonic", MANY),
    NODE("ulidx monotonicFactory", "ulidx-monotonic", MANY),
    NODE("ulid ulid", "ulid", FEW),
    NODE("uuid v4", "uuid-v4", MANY),
    NODE("uuid v7", "uuid-v7", MANY),
    NODE("uuidv7 uuidv7", "uuidv7", MANY),
    TEXT(GROUP_OUT, "base 36, the document's naive algorithm, out", "naive", naive_out),
    TEXT(GROUP_OUT, "libuuid uuid_unparse_lower, out", "libuuid", uuid_out),
    TEXT(GROUP_IN, "libuuid uuid_parse, in", "libuuid", uuid_in),
    IN_THREADS("libuuid uuid_generate_random", &uuid.random, 1),
    IN_THREADS("libuuid uuid_generate_random", &uuid.random, 2),
    IN_THREADS("libuuid uuid_generate_time", &uuid.time, 1),
    IN_THREADS("libuuid uuid_generate_time", &uuid.time, 2),
    COMMAND(GROUP_COMMAND, "uuid -v4 -n N", "ossp uuid", make_counted, &UUID_V4, MANY),
    COMMAND(GROUP_COMMAND, "uuid -v1 -n N", "ossp uuid", make_counted, &UUID_V1, FEW),
    COMMAND(GROUP_COMMAND, "uuidgen -r -C N, of util-linux 2.41", "util-linux", make_counted,
            &UUIDGEN_MANY, MANY),
    COMMAND(GROUP_COMMAND, "uuidgen -r, a process each", "util-linux", uuidgen_one, NULL, 100),
    COMMAND(GROUP_COMMAND, "npm ulid --count=N", "npm", make_counted, &ULID_MANY, FEW),
    COMMAND(GROUP_PIPE, "uuid -v4 -n N", "ossp uuid", read_counted, &UUID_V4, MANY),
    COMMAND(GROUP_PIPE, "uuidgen -r -C N, of util-linux 2.41", "util-linux", read_counted,
            &UUIDGEN_MANY, MANY),
    COMMAND(GROUP_PIPE, "npm ulid --count=N", "npm", read_counted, &ULID_MANY, FEW),
    POINTS("uuid -v4 -n N", "ossp uuid", &UUID_V4),
    POINT("uuid -v4 -n N", "ossp uuid", make_counted, &UUID_V4, 1000000),
    POINTS("npm ulid --count=N", "npm", &ULID_MANY),
};

const char *peer_rows(const struct row **rows, size_t *count, const char *packages, uint64_t scale)
{
    ids = library_ids("scru128");
    node_use(packages);
    (void)snprintf(ulid_path, sizeof ulid_path, "%s/node_modules/.bin/ulid", packages);
    *rows = rows_of_peers;
    *count = sizeof rows_of_peers / sizeof *rows_of_peers;
    for (size_t i = 0; i < *count; i++)
        if (rows_of_peers[i].at == 0)
            rows_of_peers[i].count /= scale;
    return check_naive();
}
