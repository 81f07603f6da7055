/* SPDX-License-Identifier: MIT */
/* peers.c: the rows of what every ID needs of this machine, and of functions of libuuid, which is
 * loaded at run time, so the bench builds without it. Rows of what is not there are reported as
 * skipped. Text rows convert the scru128 IDs of corpus.c: libuuid accepts any 16 bytes as a UUID.
 * Results are consumed, so that the compiler keeps the work. */
#define _DEFAULT_SOURCE /* getentropy is not in POSIX.1-2008 */
#include "bench.h"
#include "../src/system/tsc.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- The machine ------------------------------------------------------------------- */

static const char *need_counter(uint64_t count, const void *context)
{
    (void)count, (void)context;
    return TSC_EXISTS ? NULL : "the library does not read this CPU's counter";
}

LOOP(clock_read, struct timespec now, SORTID_OK,
     clock_gettime(CLOCK_REALTIME, &now) == 0 ? SORTID_OK : SORTID_CLOCK_FAILED, now.tv_nsec)
LOOP(counter_read, , SORTID_OK, SORTID_OK, tsc_read())
/* Reads 16 bytes at a time, at least the random bytes of any ID. */
LOOP(kernel_random, uint64_t bytes[2] = {0}, SORTID_OK,
     getentropy(bytes, sizeof bytes) == 0 ? SORTID_OK : SORTID_RANDOM_FAILED, bytes[0])

/* ---- libuuid -------------------------------------------------------------------- */

static struct {
    void (*random)(unsigned char *out);
    void (*time)(unsigned char *out);
    void (*print)(const unsigned char *id, char *text);
    int (*parse)(const char *text, unsigned char *out);
} uuid;

/* Copies the bytes, because ISO C has no cast from an object pointer to a function pointer. */
static bool find_symbol(void *function, void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* libuuid stays loaded. */
static const char *load(uint64_t count, const void *context)
{
    static bool loaded;
    (void)count, (void)context;
    if (loaded)
        return NULL;
    void *library = dlopen("libuuid.so.1", RTLD_NOW);
    loaded = library != NULL && find_symbol(&uuid.random, library, "uuid_generate_random") &&
             find_symbol(&uuid.time, library, "uuid_generate_time") &&
             find_symbol(&uuid.print, library, "uuid_unparse_lower") &&
             find_symbol(&uuid.parse, library, "uuid_parse");
    return loaded ? NULL : "libuuid.so.1 is not installed";
}

LOOP(uuid_random, unsigned char id[16], SORTID_OK, (uuid.random(id), SORTID_OK), id[0])
LOOP(uuid_time, unsigned char id[16], SORTID_OK, (uuid.time(id), SORTID_OK), id[0])
LOOP(uuid_out, char text[37]; const uint8_t *ids = corpus_of("scru128")->ids, SORTID_OK,
                              (uuid.print(&ids[i % INPUTS * 16], text), SORTID_OK),
                              (unsigned char)text[0])
LOOP(uuid_in, unsigned char id[16];
     const struct text *texts = corpus_of("scru128")->texts[SORTID_ENCODING_UUID], SORTID_OK,
     uuid.parse(texts[i % INPUTS].bytes, id) == 0 ? SORTID_OK : SORTID_OUT_OF_RANGE, id[0])

/* ---- The rows ------------------------------------------------------------------ */

#define LIBUUID(GROUP, NAME, RUN, ...)                                                             \
    {                                                                                              \
        .group = GROUP, .name = "libuuid " NAME, .maker = "libuuid", .run = RUN, .begin = load,    \
        __VA_ARGS__                                                                                \
    }
#define IN_THREADS(THREADS)                                                                        \
    LIBUUID("shared", "uuid_generate_random", uuid_random, .count = 20000, .threads = THREADS)

struct rows floor_rows(void)
{
    static const struct row all[] = {
        {"one", "clock read", clock_read, .maker = "machine"},
        {"one", "counter read", counter_read, .maker = "machine", .begin = need_counter},
        {"one", "kernel random, 16 bytes", kernel_random, .maker = "machine"},
    };
    return ROWS(all);
}

struct rows peer_rows(void)
{
    static const struct row all[] = {
        LIBUUID("one", "uuid_generate_random", uuid_random, .count = 0),
        LIBUUID("one", "uuid_generate_time", uuid_time, .count = 0),
        LIBUUID("text", "uuid_unparse_lower, out", uuid_out, .count = 0),
        LIBUUID("text", "uuid_parse, in", uuid_in, .count = 0),
        IN_THREADS(1),
        IN_THREADS(2),
        IN_THREADS(4),
    };
    return ROWS(all);
}
