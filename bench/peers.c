/* SPDX-License-Identifier: MIT */
/* peers.c: the rows of functions of libuuid. The first row loads it at run time, so the bench builds
 * without it; if it is not installed, the rows are reported as skipped. Text rows convert the
 * scru128 IDs of corpus.h: libuuid accepts any 16 bytes as a UUID. */
#include "corpus.h"
#include "rows.h"
#include "threads.h"

#include <dlfcn.h>
#include <string.h>

#define UUID_TEXT_SIZE 37 /* with NUL */

static const struct corpus *corpus; /* of scru128 */

static const uint8_t *id_at(uint64_t i)
{
    return &corpus->ids[i % INPUTS * 16];
}

/* ---- libuuid -------------------------------------------------------------------- */

static struct {
    void (*random)(unsigned char *out);
    void (*time)(unsigned char *out);
    void (*print)(const unsigned char *id, char *text);
    int (*parse)(const char *text, unsigned char *out);
} uuid;

/* Copies the bytes, because ISO C has no cast from an object pointer to a function pointer. */
static int find_symbol(void *function, void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* libuuid stays loaded. The first call must come from a single thread. */
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
    return loaded ? NULL : "libuuid.so.1 lacks a function that the bench calls";
}

/* The context is a pointer to the member of `uuid` to call. */
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

static const char *uuid_in(uint64_t count, const void *context)
{
    (void)context;
    const char *failed = load_uuid();
    uint64_t sum = 0;
    for (uint64_t i = 0; failed == NULL && i < count; i++) {
        unsigned char id[16];
        if (uuid.parse(corpus->texts[SORTID_ENCODING_UUID][i % INPUTS].bytes, id) != 0)
            return "libuuid refuses a UUID";
        sum += id[0];
    }
    measure_consume(sum);
    return failed;
}

/* ---- The rows ------------------------------------------------------------------ */

#define THREADED 20000
#define IN_THREADS(NAME, MEMBER, THREADS)                                                          \
    {                                                                                              \
        .group = GROUP_SHARED, .name = NAME, .maker = "libuuid", .run = threads_run,               \
        .context = &(const struct crowd){uuid_make, MEMBER, THREADS}, .at = THREADS,               \
        .count = THREADED                                                                          \
    }

static const struct row all[] = {
    ROW(GROUP_ONE, "libuuid uuid_generate_random", "libuuid", uuid_make, &uuid.random, 0),
    ROW(GROUP_ONE, "libuuid uuid_generate_time", "libuuid", uuid_make, &uuid.time, 0),
    ROW(GROUP_TEXT, "libuuid uuid_unparse_lower, out", "libuuid", uuid_out, NULL, 0),
    ROW(GROUP_TEXT, "libuuid uuid_parse, in", "libuuid", uuid_in, NULL, 0),
    IN_THREADS("libuuid uuid_generate_random", &uuid.random, 1),
    IN_THREADS("libuuid uuid_generate_random", &uuid.random, 2),
    IN_THREADS("libuuid uuid_generate_random", &uuid.random, 4),
};

const char *peer_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    corpus = corpus_of("scru128");
    *out = (struct rows){all, sizeof all / sizeof *all};
    return NULL;
}
