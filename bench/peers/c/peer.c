/* SPDX-License-Identifier: MIT */
/* peer.c: what C programs have for IDs. bench/peers/try says what its lines mean. The functions of
 * libuuid that older versions lack are found at run time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sortid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT = SORTID_MAX_TEXT_SIZE };

/* A peer. Calls return NULL, or a message; a missing call is NULL. */
typedef struct peer {
    const char *name, *version, *format, *promises, *source;
    const char *(*make)(const struct peer *peer, char *text);
    const char *(*full)(const struct peer *peer, char *text);
    const char *(*parse)(const struct peer *peer, const char *bytes, size_t length, char *text);
} peer;

/* ---- sortid ----------------------------------------------------------------------------------- */

static const char *said(sortid_status status)
{
    return status == SORTID_OK ? NULL : sortid_status_name(status);
}

static const char *sortid_make(const peer *peer, char *text)
{
    size_t written;
    return said(sortid_new_text(sortid_format_find(peer->format), text, TEXT, &written, NULL));
}

static sortid_status fixed_clock(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = 1780315200000000;
    return SORTID_OK;
}

static sortid_status ones(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)context, (void)unix_us;
    memset(bytes, 0xff, size);
    return SORTID_OK;
}

static const char *sortid_full(const peer *peer, char *text)
{
    static sortid_generator generator;
    static bool is_ready;
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){fixed_clock, NULL, 1000};
    sources.random = (sortid_random){ones, NULL};
    if (!is_ready && sortid_generator_init(&generator, sortid_format_find(peer->format), NULL, &sources) != SORTID_OK)
        abort();
    is_ready = true;
    size_t written;
    return said(sortid_generator_next_text(&generator, text, TEXT, &written, NULL));
}

static const char *sortid_parse(const peer *peer, const char *bytes, size_t length, char *text)
{
    static char message[128];
    const sortid_format *format = sortid_format_find(peer->format);
    uint8_t id[SORTID_MAX_SIZE];
    size_t at, written;
    sortid_status status = sortid_format_parse(format, id, SORTID_ENCODING_TEXT, bytes, length, &at);
    if (status == SORTID_OK)
        return said(sortid_format_print(format, text, TEXT, &written, SORTID_ENCODING_TEXT, id));
    (void)snprintf(message, sizeof message, "%s at %zu", sortid_status_name(status), at);
    return message;
}

/* ---- libuuid ---------------------------------------------------------------------------------- */

/* Calls the function that is named by the peer, a generator of libuuid. */
static const char *libuuid_make(const peer *peer, char *text)
{
    static void (*generate)(unsigned char *);
    static void (*unparse)(const unsigned char *, char *);
    if (generate == NULL) {
        void *library = dlopen("libuuid.so.1", RTLD_NOW);
        *(void **)&generate = dlsym(library, peer->name + strlen("libuuid "));
        *(void **)&unparse = dlsym(library, "uuid_unparse_lower");
    }
    unsigned char id[16];
    generate(id);
    unparse(id, text);
    return NULL;
}

static const char *libuuid_parse(const peer *peer, const char *bytes, size_t length, char *text)
{
    (void)peer;
    static int (*parse)(const char *, unsigned char *);
    static void (*unparse)(const unsigned char *, char *);
    if (parse == NULL) {
        void *library = dlopen("libuuid.so.1", RTLD_NOW);
        *(void **)&parse = dlsym(library, "uuid_parse");
        *(void **)&unparse = dlsym(library, "uuid_unparse_lower");
    }
    char copy[256] = "";
    unsigned char id[16];
    if (memchr(bytes, 0, length) != NULL)
        return "-";
    if (parse(memcpy(copy, bytes, length), id) != 0)
        return "not a UUID";
    unparse(id, text);
    return NULL;
}

/* ---- All of them -------------------------------------------------------------------------------- */

#define SORTID(format)                                                                                   \
    {"sortid_" format "_new", SORTID_VERSION, format, "order fork threads clock secure parse",           \
     "ChaCha12, seeded by the system in each thread", sortid_make, sortid_full, sortid_parse}
#define LIBUUID(function, promises)                                                                      \
    {"libuuid " function, LIBUUID_VERSION, "uuidv7", promises, "getrandom", libuuid_make, NULL, libuuid_parse}

static const peer peers[] = {SORTID("ulid"), SORTID("uuidv7"), SORTID("ksuid"), SORTID("scru128"),
                             LIBUUID("uuid_generate_time_v7", "secure"), LIBUUID("uuid_generate_random", "secure"),
                             LIBUUID("uuid_generate_time", "-")};
enum { PEERS = sizeof peers / sizeof *peers };

static void print(const peer *peer, const char *(*make)(const struct peer *, char *), unsigned count, FILE *out)
{
    for (unsigned i = 0; i < count; i++) {
        char text[TEXT];
        const char *message = make(peer, text);
        (void)fprintf(out, message == NULL ? "%s\n" : "! %s\n", message == NULL ? text : message);
    }
    (void)fflush(out);
}

struct block {
    pthread_t thread;
    const peer *peer;
    unsigned count;
    char *text;
    size_t size;
};

static void *print_block(void *context)
{
    struct block *block = context;
    FILE *out = open_memstream(&block->text, &block->size);
    print(block->peer, block->peer->make, block->count, out);
    (void)fclose(out);
    return NULL;
}

static void run_threads(const peer *peer, unsigned threads, unsigned count)
{
    struct block *blocks = calloc(threads, sizeof *blocks);
    for (unsigned i = 0; i < threads; i++) {
        blocks[i] = (struct block){.peer = peer, .count = count};
        (void)pthread_create(&blocks[i].thread, NULL, print_block, &blocks[i]);
    }
    for (unsigned i = 0; i < threads; i++) {
        (void)pthread_join(blocks[i].thread, NULL);
        (void)fwrite(blocks[i].text, 1, blocks[i].size, stdout);
        free(blocks[i].text);
    }
    free(blocks);
}

/* The children write one after the other, by pipes. */
static void run_forks(const peer *peer, unsigned count)
{
    FILE *from[2];
    (void)fflush(stdout);
    for (int i = 0; i < 2; i++) {
        int ends[2];
        if (pipe(ends) != 0)
            abort();
        if (fork() == 0) {
            print(peer, peer->make, count, fdopen(ends[1], "w"));
            _exit(0);
        }
        (void)close(ends[1]);
        from[i] = fdopen(ends[0], "r");
    }
    print(peer, peer->make, count, stdout);
    for (int i = 0; i < 2; i++) {
        for (int letter; (letter = getc(from[i])) != EOF;)
            (void)putchar(letter);
        (void)fclose(from[i]);
        (void)wait(NULL);
    }
}

static void run_parse(const peer *peer, const char *hex)
{
    char bytes[128] = "", text[TEXT];
    size_t length = 0;
    for (unsigned byte; length < sizeof bytes - 1 && sscanf(hex + 2 * length, "%2x", &byte) == 1; length++)
        bytes[length] = (char)byte;
    const char *message = peer->parse(peer, bytes, length, text);
    (void)printf(message == NULL ? "ok %s\n" : "no %s\n", message == NULL ? text : message);
}

int main(int argc, char **argv)
{
    const peer *peer = NULL;
    for (int i = 0; i < PEERS; i++) {
        if (argc < 2)
            (void)printf("%s\t%s\t%s\t%s\t%s\n", peers[i].name, peers[i].version, peers[i].format, peers[i].promises,
                         peers[i].source);
        else if (strcmp(argv[1], peers[i].name) == 0)
            peer = &peers[i];
    }
    char line[1024], hex[512];
    unsigned threads, count;
    while (peer != NULL && fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "make %u", &count) == 1)
            print(peer, peer->make, count, stdout);
        else if (sscanf(line, "fork %u", &count) == 1)
            run_forks(peer, count);
        else if (sscanf(line, "threads %u %u", &threads, &count) == 2)
            run_threads(peer, threads, count);
        else if (strcmp(line, "full\n") == 0 && peer->full != NULL)
            print(peer, peer->full, 3, stdout);
        else if (strncmp(line, "parse ", 6) == 0)
            run_parse(peer, sscanf(line, "parse %511s", hex) == 1 ? hex : "");
        else
            (void)puts("- no such call");
        (void)puts(".");
        (void)fflush(stdout);
    }
}
