/* SPDX-License-Identifier: MIT */
/* linked.c: the rows of calls by programs that link the library in several ways: static,
 * shared, and so on. For main.c. Each way is a process of linked/main.c that runs as long as the
 * bench. The rows of a program that could not be built are reported as skipped. */
#define _POSIX_C_SOURCE 200809L
#include "coprocess.h"
#include "rows.h"

#include <unistd.h>

enum { STATIC, SHARED, TLSDESC, LTO, WAYS };

static const struct {
    const char *program;
    const char *words;
} WAY[WAYS] = {
    [STATIC] = {"static", "static"},
    [SHARED] = {"shared", "shared"},
    [TLSDESC] = {"tlsdesc", "shared, TLS descriptors"},
    [LTO] = {"lto", "static, link-time optimised"},
};

static char paths[WAYS][160];
static bool built[WAYS]; /* a failing program that exists is an error, not skipped */
static struct coprocess processes[WAYS];

static const struct {
    const char *name;
    const char *work; /* its name in linked/main.c */
    double ns[WAYS];  /* the targets */
} CALLS[] = {
    {"scru128 new", "scru128-new", {0}},
    {"scru128 new_text", "scru128-new-text", {0}},
    {"scru128 generator_next, published clock", "scru128-next", {[STATIC] = 3.9}},
    {"scru128 print", "scru128-print", {0}},
    {"scru128 parse", "scru128-parse", {0}},
    {"scru128v1 new", "scru128v1-new", {0}},
    {"scru160 new, may run ahead of the clock", "scru160-new", {0}},
    {"ulid new", "ulid-new", {0}},
    {"ulid new_text", "ulid-new-text", {0}},
    {"ulid generator_next, published clock", "ulid-next", {[STATIC] = 1.8, [LTO] = 1.1}},
    {"ulid print", "ulid-print", {0}},
    {"ulid parse", "ulid-parse", {0}},
    {"uuidv7 new", "uuidv7-new", {0}},
    {"ksuid new", "ksuid-new", {0}},
};
#define CALL_COUNT (sizeof CALLS / sizeof *CALLS)

/* The context of a row. */
struct question {
    struct coprocess *process;
    const char *work;
};

static struct question questions[CALL_COUNT][WAYS];
static struct row all[CALL_COUNT * WAYS];

static const char *ask(uint64_t count, const void *context)
{
    const struct question *question = context;
    return coprocess_ask(question->process, question->work, count);
}

static void prepare_process(unsigned way, const char *folder)
{
    (void)snprintf(paths[way], sizeof paths[way], "%s/%s", folder, WAY[way].program);
    built[way] = access(paths[way], X_OK) == 0;
    processes[way] = (struct coprocess){
        .program = {paths[way], WAY[way].program, 1},
        .line = "",
        .missing = "not built: the compiler or the linker does not support it",
    };
}

static struct row row_of(size_t call, unsigned way)
{
    questions[call][way] = (struct question){&processes[way], CALLS[call].work};
    return (struct row){.group = GROUP_LINKED,
                        .name = CALLS[call].name,
                        .maker = built[way] ? NULL : "sortid",
                        .way = WAY[way].words,
                        .run = ask,
                        .context = &questions[call][way],
                        .bar = {.kind = BAR_TIME, .value = CALLS[call].ns[way]}};
}

const char *linked_rows(struct rows *out, const struct settings *settings)
{
    for (unsigned way = 0; way < WAYS; way++)
        prepare_process(way, settings->linked);
    for (size_t call = 0; call < CALL_COUNT; call++)
        for (unsigned way = 0; way < WAYS; way++)
            all[call * WAYS + way] = row_of(call, way);
    *out = (struct rows){all, CALL_COUNT * WAYS};
    return NULL;
}
