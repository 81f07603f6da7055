/* SPDX-License-Identifier: MIT */
/* generator/scru64_default.c: the default generator of scru64: one for the process, because threads
 * would share its node id. It is lock-free: the last ID is one word, advanced by compare-and-swap;
 * the node is another word, set once, and once more in each forked child.
 *
 * Two words are enough because IDs are made only while the node word is SET with the current epoch,
 * and then it no longer changes. If the environment names a state file, the node word is FILED, and
 * scru64_default_file.c makes the IDs. */
#include "../format/node_spec.h"
#include "../generate/scru64.h"
#include "../system/system.h"
#include "scru64_default_file.h"
#include "typed.h"

#include <stdatomic.h>
#include <string.h>

/* epoch 32 | node_id 24 | node_id_size 6 | phase 2 */
enum default_phase { UNSET = 0, SETTING = 1, SET = 2, FILED = 3 };
static _Atomic uint64_t node_word;

/* The last ID as an integer; 0 before the first one. */
static _Atomic uint64_t default_last;

/* The bound of the node (NULL: none): one of two copies of the caller's, written before the node
 * word is SET. A node that is set again uses the other copy, so a call in progress never reads a
 * partly written one. */
static sortid_bound bound_copies[2];
static _Atomic(sortid_bound *) node_bound;

/* With a bound: the last tick that any thread asked for, and the last one that was given. */
static _Atomic uint64_t asked_tick, covered_tick;

static uint64_t pack_node(const sortid_scru64_node_spec *spec, uint32_t epoch)
{
    uint64_t phase = sortid_generator_default_file_path() != NULL ? FILED : SET;
    return (uint64_t)epoch << 32 | (uint64_t)spec->node_id << 8 | spec->node_id_size << 2 | phase;
}

static enum default_phase phase_of(uint64_t word)
{
    return (enum default_phase)(word & 3);
}

static uint32_t epoch_of(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

static uint64_t last_of(const sortid_scru64_node_spec *spec)
{
    return spec->has_last ? sortid_scru64_to_int(&spec->last) : 0;
}

/* The ID to continue after, from the last ID of any node and that of a new spec: the spec's if its
 * tick is later, else the last tick with a full counter, so that the next ID is in a new tick. */
static uint64_t join_last(uint64_t last, uint64_t given)
{
    if (last == 0 || given >> 24 > last >> 24)
        return given;
    return last | 0xffffff;
}

/* ---- Setting the node ---------------------------------------------------- */

sortid_status sortid_scru64_node_spec_from_environment(sortid_scru64_node_spec *out,
                                                       size_t *position)
{
    const char *text = sortid_system_environment("SCRU64_NODE_SPEC");
    if (text == NULL)
        return SORTID_NO_NODE_SPEC;
    return sortid_scru64_node_spec_parse(out, text, strlen(text), position);
}

/* The node from the environment: its spec, else that of the file that it names. */
static sortid_status find_node(sortid_scru64_node_spec *spec)
{
    sortid_status status = sortid_scru64_node_spec_from_environment(spec, NULL);
    if (status == SORTID_NO_NODE_SPEC && sortid_generator_default_file_path() != NULL)
        return sortid_generator_default_file_node(spec);
    return status;
}

/* The first use: threads that call this at the same time write the same values, so the order does
 * not matter. If sortid_scru64_set_default runs meanwhile, its node is used. */
static sortid_status set_from_environment(uint32_t epoch)
{
    sortid_scru64_node_spec spec;
    uint64_t unset = 0, no_last = 0;
    sortid_status status = find_node(&spec);
    if (status != SORTID_OK)
        return status;
    atomic_compare_exchange_strong(&default_last, &no_last, last_of(&spec));
    atomic_compare_exchange_strong(&node_word, &unset, pack_node(&spec, epoch));
    return SORTID_OK;
}

static void replace_bound(const sortid_bound *bound)
{
    sortid_bound *copy = &bound_copies[atomic_load(&node_bound) == &bound_copies[0] ? 1 : 0];
    *copy = *bound;
    atomic_store(&asked_tick, 0);
    atomic_store(&covered_tick, 0);
    atomic_store(&node_bound, bound->cover != NULL ? copy : NULL);
}

static void grow(_Atomic uint64_t *word, uint64_t value)
{
    uint64_t now = atomic_load(word);
    while (now < value && !atomic_compare_exchange_weak(word, &now, value)) {
    }
}

/* A step that asks the bound. */
struct asking {
    const sortid_bound *bound;
    bool is_late; /* another thread asked for a later tick: start again with a later clock */
};

/* Asks the bound for all threads. A late thread, whose clock is behind that of another, asks for a
 * tick before the last given one and is refused. */
static sortid_status cover_for_threads(void *context, uint64_t timestamp, uint32_t flags)
{
    struct asking *asking = context;
    const sortid_bound *bound = asking->bound;
    grow(&asked_tick, timestamp); /* before the bound can give it */
    sortid_status status = bound->cover(bound->context, timestamp, flags | SORTID_COVER_SHARED);
    if (status == SORTID_OK)
        grow(&covered_tick, timestamp);
    asking->is_late = status == SORTID_BOUND_IN_USE && atomic_load(&asked_tick) > timestamp;
    return status;
}

/* Replaces the node word `seen`, which this process has not set. SORTID_BUSY if another thread
 * does. */
static sortid_status replace_node(uint64_t seen, const sortid_options *options, uint32_t epoch)
{
    uint64_t setting = (uint64_t)epoch << 32 | SETTING;
    if (!atomic_compare_exchange_strong(&node_word, &seen, setting))
        return SORTID_BUSY;
    atomic_store(&default_last, join_last(atomic_load(&default_last), last_of(&options->node)));
    replace_bound(&options->bound);
    bool replaced =
        atomic_compare_exchange_strong(&node_word, &setting, pack_node(&options->node, epoch));
    return replaced ? SORTID_OK : SORTID_BUSY;
}

/* Checks the options, which may set only a node and a bound. */
static sortid_status check_options(const sortid_options *options)
{
    struct machine machine;
    sortid_options rest = *options;
    sortid_status status = sortid_generate_scru64_configure(&machine, options);
    memset(&rest.node, 0, sizeof rest.node);
    memset(&rest.bound, 0, sizeof rest.bound);
    if (status == SORTID_OK && !are_zero(&rest, sizeof rest))
        status = SORTID_BAD_OPTION;
    if (status == SORTID_OK && options->bound.cover != NULL &&
        sortid_generator_default_file_path() != NULL)
        status = SORTID_BAD_OPTION; /* other processes that use the file would not check it */
    return status;
}

sortid_status sortid_scru64_set_default(const sortid_options *options)
{
    uint32_t epoch;
    sortid_status status = check_options(options);
    /* Read before the epoch: a child that a signal handler forks in between keeps its node. */
    uint64_t seen = atomic_load(&node_word);
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status != SORTID_OK)
        return status;
    if (sortid_generator_default_file_is_open())
        return SORTID_ALREADY_SET; /* also in a forked child, which continues with the file */
    if (phase_of(seen) != UNSET && epoch_of(seen) == epoch)
        return phase_of(seen) == SETTING ? SORTID_BUSY : SORTID_ALREADY_SET;
    return replace_node(seen, options, epoch);
}

/* A node whose state is in a file stays valid in a forked child: stores the epoch of this process
 * in the word, so that sortid_scru64_set_default finds the node set. */
static sortid_status adopt_node(uint64_t *word, uint32_t epoch)
{
    uint64_t adopted = (uint64_t)epoch << 32 | (uint32_t)*word;
    if (*word == adopted)
        return SORTID_OK;
    if (atomic_compare_exchange_strong(&node_word, word, adopted))
        *word = adopted;
    return phase_of(*word) == SETTING ? SORTID_BUSY : SORTID_OK;
}

/* The node word for IDs; the first use sets it from the environment. */
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

/* ---- Generating ---------------------------------------------------------- */

/* The node of the word, with the timestamp and counter of `last`. */
static sortid_status load_spec(sortid_scru64_node_spec *out, uint64_t word, uint64_t last)
{
    sortid_scru64_node_spec spec = {.node_id = (uint32_t)(word >> 8) & 0xffffff,
                                    .node_id_size = (uint32_t)(word >> 2) & 63,
                                    .has_last = last != 0};
    uint64_t counter_bits = 24 - spec.node_id_size;
    uint64_t counter = last & ((UINT64_C(1) << counter_bits) - 1);
    uint64_t joined = last >> 24 << 24 | (uint64_t)spec.node_id << counter_bits | counter;
    if (last != 0 && sortid_scru64_from_int(&spec.last, joined) != SORTID_OK)
        return SORTID_OUT_OF_RANGE;
    *out = spec;
    return SORTID_OK;
}

/* The ID after `last`. *is_late: it failed, and must be tried again. */
static sortid_status step_from(sortid_scru64 *id, sortid_event *event, bool *is_late, uint64_t word,
                               uint64_t last)
{
    sortid_scru64_node_spec spec;
    struct machine machine;
    sortid_random random;
    uint64_t unix_us;
    sortid_random_secure(&random);
    struct asking asking = {.bound = atomic_load(&node_bound), .is_late = false};
    const sortid_bound for_threads = {.cover = cover_for_threads, .context = &asking};
    sortid_status status = load_spec(&spec, word, last);
    if (status == SORTID_OK)
        status = sortid_generate_scru64_start(&machine, &spec,
                                              asking.bound != NULL ? &for_threads : NULL);
    if (status == SORTID_OK)
        status = tsc_clock_read(&unix_us, &find_thread_state()->clock);
    if (status != SORTID_OK)
        return status;
    struct step step = first_step(&machine);
    status = scru64_next_slow(id->bytes, &step, &machine, unix_us, &random);
    *event = step.event;
    *is_late = asking.is_late;
    return status;
}

static sortid_status new_in_file(sortid_scru64 *out, sortid_event *event, uint64_t word)
{
    sortid_scru64_node_spec spec;
    sortid_status status = load_spec(&spec, word, atomic_load(&default_last));
    return status == SORTID_OK ? sortid_generator_default_file_next(out, event, &spec) : status;
}

/* Whether the bound, if there is one, has given the tick. */
static INLINED bool is_covered(uint64_t tick)
{
    return atomic_load_explicit(&node_bound, memory_order_acquire) == NULL ||
           atomic_load_explicit(&covered_tick, memory_order_relaxed) == tick;
}

/* The next ID within the tick of the last one: that ID + 1, by one compare-and-swap. False: no ID
 * was made, call next_in_general.
 *
 * Why no ID comes twice:
 * - Each successful step of `default_last` belongs to one call, of any number of threads and nested
 *   calls; next_in_general commits by the same compare-and-swap.
 * - The last ID is of this node (the node word was SET in this process and no longer changes), and
 *   its counter has a next value. Otherwise the general case decides.
 * - A child that a signal handler forks within this call finds another epoch than that of the node
 *   word, at the latest in the second check, and does not return the ID; its parent may. The
 *   general case then returns SORTID_FORKED.
 * - Only the general case asks a bound; here the tick was given (is_covered).
 * The word of the epoch is mapped since the node was set. */
static INLINED bool next_in_tick(uint64_t *id)
{
    const uint64_t word = atomic_load_explicit(&node_word, memory_order_acquire);
    const uint64_t counter_bits = 24 - (word >> 2 & 63);
    uint64_t unix_us;
    if (phase_of(word) != SET || epoch_of(word) != epoch_word_read() ||
        tsc_clock_read(&unix_us, &find_thread_state()->clock) != SORTID_OK)
        return false;
    uint64_t last = atomic_load_explicit(&default_last, memory_order_relaxed);
    *id = last + 1;
    bool counts = last >> 24 == unix_us / (SORTID_SCRU64_TICK_MS * 1000) &&
                  (last & 0xffffff) >> counter_bits == (word >> 8 & 0xffffff) &&
                  (*id & ((UINT64_C(1) << counter_bits) - 1)) != 0 && is_covered(last >> 24);
    return counts && atomic_compare_exchange_strong(&default_last, &last, *id) &&
           epoch_of(word) == epoch_word_read();
}

static OUT_OF_LINE sortid_status next_in_general(sortid_scru64 *out, sortid_event *event)
{
    sortid_scru64 id;
    sortid_event made = 0;
    uint64_t word, last;
    uint32_t epoch;
    bool is_late;
    sortid_status status;
    do {
        is_late = false;
        status = get_node(&word, &epoch);
        if (status == SORTID_OK && phase_of(word) == FILED)
            return new_in_file(out, event, word);
        last = atomic_load(&default_last);
        if (status == SORTID_OK)
            status = step_from(&id, &made, &is_late, word, last);
        if (status != SORTID_OK && !is_late)
            return sortid_generate_failure(status);
    } while (is_late || !epoch_is(epoch) ||
             !atomic_compare_exchange_weak(&default_last, &last, sortid_scru64_to_int(&id)));
    *out = id;
    if (event != NULL)
        *event = made;
    return SORTID_OK;
}

sortid_status sortid_scru64_new(sortid_scru64 *out, sortid_event *event)
{
    uint64_t id;
    if (!next_in_tick(&id))
        return next_in_general(out, event);
    store_be64(out->bytes, id);
    if (event != NULL)
        *event = SORTID_EVENT_COUNTER_INCREMENTED;
    return SORTID_OK;
}

sortid_status sortid_scru64_new_text(NEW_TEXT_PARAMETERS(SCRU64)) NEW_UNCHECKED_TEXT_BODY(scru64);

sortid_status sortid_generator_new_scru64(uint8_t *id, sortid_event *event)
{
    return sortid_scru64_new((sortid_scru64 *)(void *)id, event);
}

/* ---- Many IDs ------------------------------------------------------------ */

sortid_status sortid_generator_new_fill_scru64(uint8_t *ids, size_t count, size_t *done,
                                               sortid_event *event)
{
    sortid_event events = 0, one = 0;
    sortid_status status = SORTID_OK;
    for (*done = 0; *done < count; ++*done, events |= one) {
        status = sortid_generator_new_scru64(ids + *done * SORTID_SCRU64_SIZE, &one);
        if (status != SORTID_OK)
            break;
    }
    if (event != NULL)
        *event = events;
    return status;
}

sortid_status sortid_scru64_fill(NEW_IDS_PARAMETERS(scru64))
    RETURN_BODY(sortid_generator_new_fill_scru64((uint8_t *)out, count, done, event));

sortid_status sortid_scru64_fill_text(NEW_TEXTS_PARAMETERS)
{
    const size_t stride = SORTID_SCRU64_TEXT_SIZE - 1 + (separator != SORTID_NO_SEPARATOR);
    sortid_event events = 0, one = 0;
    sortid_status status = SORTID_OK;
    *written = 0;
    if (event != NULL)
        *event = 0;
    if (!sortid_format_takes_separator(separator))
        return SORTID_BAD_OPTION;
    if (count > capacity / stride)
        return SORTID_NO_SPACE;
    for (; count > 0; count--, *written += stride, events |= one) {
        sortid_scru64 id;
        status = sortid_scru64_new(&id, &one);
        if (status != SORTID_OK)
            break;
        print_texts(text + *written, &sortid_format_scru64, id.bytes, 1, separator);
    }
    if (event != NULL)
        *event = events;
    return status;
}
