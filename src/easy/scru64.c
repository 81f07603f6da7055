/* SPDX-License-Identifier: MIT */
/* easy/scru64.c: the one-call way of scru64: one generator for the process, since
 * threads would share its node id. Lock-free: the last ID is one word, taken
 * forward by compare-and-swap; the node is another, set once, and once more in
 * each forked child.
 *
 * Two words, no lock: IDs are made only while the node word is SET with the
 * present epoch, and from then on it does not change. Where the environment names a
 * state file the node word is FILED, and what makes the IDs is in scru64_file.c. */
#include "../format/node_spec.h"
#include "../generate/scru64.h"
#include "../source/epoch.h"
#include "scru64_file.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* epoch 32 | node_id 24 | node_id_size 6 | phase 2 */
enum phase { UNSET = 0, SETTING = 1, SET = 2, FILED = 3 };
static _Atomic uint64_t node_word;

/* The last ID as an integer; 0, which no generator makes, before the first. */
static _Atomic uint64_t last_id;

static uint64_t pack_node(const sortid_scru64_node_spec *spec, uint32_t epoch)
{
    uint64_t phase = sortid_easy_file_path() != NULL ? FILED : SET;
    return (uint64_t)epoch << 32 | (uint64_t)spec->node_id << 8 | spec->node_id_size << 2 | phase;
}

static enum phase phase_of(uint64_t word)
{
    return (enum phase)(word & 3);
}

static uint32_t epoch_of(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

static uint64_t last_of(const sortid_scru64_node_spec *spec)
{
    return spec->has_last ? sortid_scru64_to_int(&spec->last) : 0;
}

/* Goes on behind both the last ID there is, of whatever node, and the spec's: the
 * spec's if its tick is the later, else the last tick as if all of its counter
 * were taken, so that the next ID has a new one. */
static uint64_t join_last(uint64_t last, uint64_t given)
{
    if (last == 0 || given >> 24 > last >> 24)
        return given;
    return last | 0xffffff;
}

/* ---- Setting the node ----------------------------------------------------- */

/* The node of the environment: of its spec, else of the file that it names. */
static sortid_status find_node(sortid_scru64_node_spec *spec)
{
    const char *text = getenv("SCRU64_NODE_SPEC");
    if (text != NULL)
        return sortid_scru64_node_spec_parse(spec, text, strlen(text), NULL);
    return sortid_easy_file_path() != NULL ? sortid_easy_file_node(spec) : SORTID_NO_NODE_SPEC;
}

/* The first use: every thread that comes here reads the same and writes the same,
 * so that it matters to none who is first. If sortid_scru64_set_node comes in
 * between, its node holds, and the last ID is as high as either wants it. */
static sortid_status set_from_environment(uint32_t epoch)
{
    sortid_scru64_node_spec spec;
    uint64_t unset = 0, no_last = 0;
    sortid_status status = find_node(&spec);
    if (status != SORTID_OK)
        return status;
    atomic_compare_exchange_strong(&last_id, &no_last, last_of(&spec));
    atomic_compare_exchange_strong(&node_word, &unset, pack_node(&spec, epoch));
    return SORTID_OK;
}

/* Puts the spec in place of the node word `seen`, which is not set in this
 * process. SORTID_BUSY if somebody else is at it. */
static sortid_status put_node(uint64_t seen, const sortid_scru64_node_spec *spec, uint32_t epoch)
{
    uint64_t setting = (uint64_t)epoch << 32 | SETTING;
    if (!atomic_compare_exchange_strong(&node_word, &seen, setting))
        return SORTID_BUSY;
    atomic_store(&last_id, join_last(atomic_load(&last_id), last_of(spec)));
    bool put = atomic_compare_exchange_strong(&node_word, &setting, pack_node(spec, epoch));
    return put ? SORTID_OK : SORTID_BUSY;
}

sortid_status sortid_scru64_set_node(const sortid_scru64_node_spec *spec)
{
    uint32_t epoch;
    sortid_status status = sortid_format_check_node_spec(spec);
    /* Before the epoch: a child that a signal handler forks in between, and gives a node, keeps
     * it. */
    uint64_t seen = atomic_load(&node_word);
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status != SORTID_OK)
        return status;
    if (sortid_easy_file_is_open())
        return SORTID_ALREADY_SET; /* also in a forked child, which goes on by it */
    if (phase_of(seen) != UNSET && epoch_of(seen) == epoch)
        return phase_of(seen) == SETTING ? SORTID_BUSY : SORTID_ALREADY_SET;
    return put_node(seen, spec, epoch);
}

/* A node whose state is in a file is a forked child's too: puts this process's epoch into the
 * word, so that sortid_scru64_set_node finds it set. Another thread may have been quicker. */
static sortid_status adopt_node(uint64_t *word, uint32_t epoch)
{
    uint64_t own = (uint64_t)epoch << 32 | (uint32_t)*word;
    if (*word == own)
        return SORTID_OK;
    if (atomic_compare_exchange_strong(&node_word, word, own))
        *word = own;
    return phase_of(*word) == SETTING ? SORTID_BUSY : SORTID_OK;
}

/* The node word to generate by, set from the environment if this is the first
 * use. */
static sortid_status get_node(uint64_t *word, uint32_t *epoch)
{
    sortid_status status = epoch_read(epoch);
    *word = atomic_load(&node_word);
    if (status == SORTID_OK && phase_of(*word) == UNSET) {
        status = set_from_environment(*epoch);
        *word = atomic_load(&node_word);
    }
    if (status != SORTID_OK)
        return status;
    if (phase_of(*word) == FILED)
        return adopt_node(word, *epoch);
    if (epoch_of(*word) != *epoch)
        return SORTID_FORKED;
    return phase_of(*word) == SET ? SORTID_OK : SORTID_BUSY;
}

/* ---- Generating ----------------------------------------------------------- */

/* The node of the word, with the timestamp and counter of `last`. */
static sortid_status load_spec(sortid_scru64_node_spec *out, uint64_t word, uint64_t last)
{
    sortid_scru64_node_spec spec = {.node_id = (uint32_t)(word >> 8) & 0xffffff,
                                    .node_id_size = (uint32_t)(word >> 2) & 63,
                                    .has_last = last != 0};
    uint64_t counter_bits = 24 - spec.node_id_size;
    uint64_t counter = last & ((UINT64_C(1) << counter_bits) - 1);
    uint64_t own = last >> 24 << 24 | (uint64_t)spec.node_id << counter_bits | counter;
    if (last != 0 && sortid_scru64_from_int(&spec.last, own) != SORTID_OK)
        return SORTID_OUT_OF_RANGE;
    *out = spec;
    return SORTID_OK;
}

static sortid_status step_from(sortid_scru64 *id, sortid_event *event, uint64_t word, uint64_t last)
{
    sortid_scru64_node_spec spec;
    sortid_scru64_machine machine;
    sortid_sources sources;
    uint64_t unix_us;
    sortid_sources_default(&sources);
    sortid_status status = load_spec(&spec, word, last);
    if (status == SORTID_OK)
        status = sortid_scru64_machine_init(&machine, &spec, NULL);
    if (status == SORTID_OK)
        status = sources.clock.read(&unix_us, sources.clock.context);
    if (status != SORTID_OK)
        return status;
    return sortid_scru64_machine_step(id, event, NULL, &machine, unix_us, &sources.random);
}

static sortid_status make_in_file(sortid_scru64 *out, sortid_event *event, uint64_t word,
                                  uint32_t epoch)
{
    sortid_scru64_node_spec spec;
    sortid_status status = load_spec(&spec, word, atomic_load(&last_id));
    return status == SORTID_OK ? sortid_easy_file_make(out, event, &spec, epoch) : status;
}

sortid_status sortid_scru64_make(sortid_scru64 *out, sortid_event *event)
{
    sortid_scru64 id;
    sortid_event made;
    uint64_t word, last;
    uint32_t epoch;
    do {
        sortid_status status = get_node(&word, &epoch);
        if (status == SORTID_OK && phase_of(word) == FILED)
            return make_in_file(out, event, word, epoch);
        last = atomic_load(&last_id);
        if (status == SORTID_OK)
            status = step_from(&id, &made, word, last);
        if (status != SORTID_OK)
            return status;
    } while (!epoch_is(epoch) ||
             !atomic_compare_exchange_weak(&last_id, &last, sortid_scru64_to_int(&id)));
    *out = id;
    if (event != NULL)
        *event = made;
    return SORTID_OK;
}

sortid_status sortid_scru64_text(char text[SORTID_SCRU64_TEXT_SIZE], sortid_event *event)
{
    sortid_scru64 id;
    sortid_status status = sortid_scru64_make(&id, event);
    if (status == SORTID_OK)
        sortid_scru64_print(text, &id);
    return status;
}
