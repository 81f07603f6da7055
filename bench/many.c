/* SPDX-License-Identifier: MIT */
/* many.c: the rows of the calls for many, see many.h. IDs are made by generators of
 * the default sources into a buffer of 64 KiB, over and over; texts are of the IDs
 * of library.c. A row sets the kernel while it runs and puts back what was there. */
#include "many.h"

#include "library.h"
#include "../src/kernel/kernel.h"

#include <sortid.h>

#define BUFFER_SIZE  (64 * 1024)
#define MOST_DIGITS  32
#define MOST_KERNELS 4

static union {
    char text[BUFFER_SIZE];
    uint8_t bytes[BUFFER_SIZE];
    uint64_t align;
} buffer;

static const struct kernel *use(const struct kernel *kernel)
{
    return atomic_exchange(&sortid_kernel_chosen, kernel);
}

/* What an operation gives back; `before` is the kernel to put back. */
static const char *outcome(sortid_status status, const struct kernel *before)
{
    (void)use(before);
    measure_consume(buffer.bytes[0]);
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

static size_t at_most(uint64_t left, size_t lot)
{
    return left < lot ? (size_t)left : lot;
}

/* ---- Making -------------------------------------------------------------------- */

/* The widest counter, some 2^22 IDs a tick: a run of 5 ms makes the IDs of few ticks
 * and is no second ahead of the clock. */
static const sortid_scru64_node_spec NODE = {.node_id = 1, .node_id_size = 1};

#define MAKING(FORMAT, INIT, DIGITS)                                                               \
    static const char *FORMAT##_fill(uint64_t count, const void *kernel)                           \
    {                                                                                              \
        const struct kernel *before = use(kernel);                                                 \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_status status = sortid_##FORMAT##_generator_init INIT;                              \
        size_t made = 0, lot = BUFFER_SIZE / sizeof(sortid_##FORMAT);                              \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= made)                 \
            status = sortid_##FORMAT##_fill((void *)buffer.bytes, at_most(left, lot), &made, NULL, \
                                            &generator);                                           \
        return outcome(status, before);                                                            \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_fill_text(uint64_t count, const void *kernel)                      \
    {                                                                                              \
        const struct kernel *before = use(kernel);                                                 \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_status status = sortid_##FORMAT##_generator_init INIT;                              \
        size_t made = 0, lot = BUFFER_SIZE / ((DIGITS) + 1);                                       \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= made)                 \
            status = sortid_##FORMAT##_fill_text(buffer.text, at_most(left, lot), '\n', &made,     \
                                                 NULL, &generator);                                \
        return outcome(status, before);                                                            \
    }

MAKING(scru128, (&generator, NULL, NULL), 25)
MAKING(ulid, (&generator, NULL, NULL), 26)
MAKING(scru64, (&generator, &NODE, NULL, NULL), 12)

/* ---- Text ---------------------------------------------------------------------- */

#define CODING(FORMAT)                                                                             \
    static const char *FORMAT##_out(uint64_t count, const void *kernel)                            \
    {                                                                                              \
        const struct kernel *before = use(kernel);                                                 \
        const sortid_##FORMAT *ids = library_ids(#FORMAT);                                         \
        for (uint64_t left = count, lot; left > 0; left -= lot) {                                  \
            lot = at_most(left, LIBRARY_INPUTS);                                                   \
            (void)sortid_##FORMAT##_print_many(buffer.text, ids, (size_t)lot, SORTID_NO_END);      \
        }                                                                                          \
        return outcome(SORTID_OK, before);                                                         \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_in(uint64_t count, const void *kernel)                             \
    {                                                                                              \
        static char texts[LIBRARY_INPUTS * MOST_DIGITS];                                           \
        const struct kernel *before = use(kernel);                                                 \
        sortid_status status = SORTID_OK;                                                          \
        size_t made = 0;                                                                           \
        if (texts[0] == '\0')                                                                      \
            (void)sortid_##FORMAT##_print_many(texts, library_ids(#FORMAT), LIBRARY_INPUTS,        \
                                               SORTID_NO_END);                                     \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= made)                 \
            status =                                                                               \
                sortid_##FORMAT##_parse_many((void *)buffer.bytes, &made, texts,                   \
                                             at_most(left, LIBRARY_INPUTS), SORTID_NO_END, NULL);  \
        return outcome(status, before);                                                            \
    }

CODING(scru128)
CODING(ulid)
CODING(scru64)

/* ---- The rows ------------------------------------------------------------------ */

static const struct {
    const char *name;
    operation *run;
} OPERATIONS[] = {
    {"scru128 fill", scru128_fill},    {"scru128 fill, text", scru128_fill_text},
    {"scru128 text out", scru128_out}, {"scru128 text in", scru128_in},
    {"scru64 fill", scru64_fill},      {"scru64 fill, text", scru64_fill_text},
    {"scru64 text out", scru64_out},   {"scru64 text in", scru64_in},
    {"ulid fill", ulid_fill},          {"ulid fill, text", ulid_fill_text},
    {"ulid text out", ulid_out},       {"ulid text in", ulid_in},
};
#define OPERATION_COUNT (sizeof OPERATIONS / sizeof *OPERATIONS)

static struct row all[OPERATION_COUNT * MOST_KERNELS];

void many_rows(const struct row **rows, size_t *count)
{
    *rows = all;
    *count = 0;
    for (size_t o = 0; o < OPERATION_COUNT; o++)
        for (size_t k = 0; k < MOST_KERNELS && sortid_kernels[k] != NULL; k++)
            if (sortid_kernel_runs(sortid_kernels[k]))
                all[(*count)++] = (struct row){.group = GROUP_MANY,
                                               .name = OPERATIONS[o].name,
                                               .run = OPERATIONS[o].run,
                                               .context = sortid_kernels[k],
                                               .kernel = sortid_kernels[k]->name};
}
