/* SPDX-License-Identifier: MIT */
/* simulate.c: see simulate.h. All IDs of a slot go into a table, by their random bits, which are at
 * most 64 here; equal ones are counted. If IDs may have another timestamp than that of the slot
 * (scru64), the whole ID is the key, and the table is emptied only after a trial. */
#include "simulate.h"

#include "../support/support.h"

#include <stdlib.h>
#include <string.h>

#define BEGIN_US UINT64_C(1800000000000000) /* 2027; a second, and a tick of scru64, begins */

/* ---- Random bits ----------------------------------------------------------------- */

/* The random source of a machine: the order and size of a draw, which the formats' headers fix, show
 * which field it is for. */
struct reduced {
    const struct simulation *simulation;
    uint64_t state;
    bool begins; /* the next draw is a new timestamp's first */
};

static void store_low(uint8_t *bytes, size_t size, uint64_t value, uint8_t above)
{
    for (size_t i = size; i-- > 0; value >>= 8)
        bytes[i] = size - i > 8 ? above : (uint8_t)value;
}

/* `bits` random bits, with `shift` zeros below them and ones or zeros above them. */
static void store_random(struct reduced *r, uint8_t *bytes, size_t size, double bits,
                         unsigned shift, bool ones)
{
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << (unsigned)bits) - 1;
    uint64_t value = support_next_random(&r->state) & mask;
    store_low(bytes, size, (ones ? value | ~mask : value) << shift, ones ? 0xff : 0);
}

static sortid_status fill_reduced(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    struct reduced *r = context;
    const struct fleet *fleet = &r->simulation->fleet;
    bool start = r->begins;
    (void)unix_us;
    r->begins = false;
    switch (r->simulation->kind) {
    case KIND_SCRU128: /* lo 3, hi 3, entropy 4 bytes */
        if (size == 4)
            store_random(r, bytes, size, fleet->fresh_bits, 0, false);
        else
            store_random(r, bytes, size, start ? fleet->start_bits : fleet->bucket_bits, 0, start);
        break;
    case KIND_SCRU128_STATELESS: /* only the entropy has fresh bits */
        store_random(r, bytes, size, size == 4 ? fleet->fresh_bits : 0, 0, false);
        break;
    case KIND_SCRU128V1: /* counter 4, of which 28 bits count; per_sec 3; per_gen 4 */
        if (start)
            store_random(r, bytes, size, fleet->start_bits, 4, false);
        else
            store_random(r, bytes, size, size == 3 ? fleet->bucket_bits : fleet->fresh_bits, 0,
                         false);
        break;
    case KIND_SCRU160: /* counter 2, of which 15 bits count; random16 2; random80 10 */
        if (start)
            store_random(r, bytes, size, fleet->start_bits, 1, false);
        else
            store_random(r, bytes, size, size == 10 ? fleet->fresh_bits : 0, 0, false);
        break;
    case KIND_SCRU64: /* the counter's own width: all bits random */
        store_random(r, bytes, size, 64, 0, false);
        break;
    case KIND_ULID_RANDOM:
        store_random(r, bytes, size, fleet->fresh_bits, 0, false);
        break;
    case KIND_ULID_MONOTONIC: /* ones above, so that it overflows at the end */
        store_random(r, bytes, size, fleet->start_bits, 0, true);
        break;
    case KIND_UUIDV7: /* counter 6, of which 42 bits count; 4 */
        store_random(r, bytes, size, start ? fleet->start_bits : fleet->fresh_bits, start ? 6 : 0,
                     false);
        break;
    case KIND_UUIDV7_RANDOM: /* 10, of which 74 bits count */
        store_random(r, bytes, size, fleet->fresh_bits, 6, false);
        break;
    }
    return SORTID_OK;
}

/* ---- Machines -------------------------------------------------------------------- */

static sortid_status init_scru64(sortid_machine *machine, const struct simulation *s,
                                 uint64_t random)
{
    sortid_options options = {.guard_bits = s->unguarded ? SORTID_GUARD_NONE : 1};
    unsigned counter_bits = (unsigned)s->fleet.start_bits + (s->unguarded ? 0 : 1);
    sortid_scru64_node_spec spec = {.node_id_size = 24 - counter_bits};
    spec.node_id = (uint32_t)random & ((1u << (unsigned)s->fleet.bucket_bits) - 1);
    options.node = &spec;
    return sortid_machine_init(machine, sortid_scru64_format(), &options);
}

static sortid_status init_machine(sortid_machine *machine, const struct simulation *s,
                                  uint64_t random)
{
    const bool stateless = s->kind == KIND_SCRU128_STATELESS || s->kind == KIND_ULID_RANDOM ||
                           s->kind == KIND_UUIDV7_RANDOM;
    const sortid_options options = {.flags = stateless ? SORTID_STATELESS : 0};
    switch (s->kind) {
    case KIND_SCRU128:
    case KIND_SCRU128_STATELESS:
        return sortid_machine_init(machine, sortid_scru128_format(), &options);
    case KIND_SCRU128V1:
        return sortid_machine_init(machine, sortid_scru128v1_format(), NULL);
    case KIND_SCRU160:
        return sortid_machine_init(machine, sortid_scru160_format(), NULL);
    case KIND_SCRU64:
        return init_scru64(machine, s, random);
    case KIND_ULID_RANDOM:
    case KIND_ULID_MONOTONIC:
        return sortid_machine_init(machine, sortid_ulid_format(), &options);
    case KIND_UUIDV7:
    case KIND_UUIDV7_RANDOM:
        return sortid_machine_init(machine, sortid_uuidv7_format(), &options);
    }
    return SORTID_BAD_OPTION;
}

static uint64_t load(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* One step, and the bits of its ID that differ within its slot. */
static sortid_status step(uint64_t *key, sortid_machine *machine, enum kind kind, uint64_t unix_us,
                          const sortid_random *random)
{
    uint8_t id[SORTID_MAX_SIZE] = {0};
    sortid_status status = sortid_machine_step(machine, id, unix_us, random, NULL, NULL);
    switch (kind) {
    case KIND_SCRU128:
    case KIND_SCRU128_STATELESS: /* counters 48, entropy below 2^16 */
        *key = load(id + 6, 6) << 16 ^ load(id + 12, 4);
        break;
    case KIND_SCRU128V1: /* counter below 2^20, per_sec 24, per_gen below 2^20; without the byte of
                          * the counter that has bits of the timestamp too */
        *key = load(id + 5, 7) << 20 ^ load(id + 12, 4); /* the timestamp is shifted out */
        break;
    case KIND_SCRU160: /* counter 16, random80 below 2^48 */
        *key = load(id + 6, 2) << 48 ^ load(id + 14, 6);
        break;
    case KIND_SCRU64:
        *key = load(id, 8);
        break;
    case KIND_ULID_RANDOM:
    case KIND_ULID_MONOTONIC: /* the low 63 bits; those above never change */
    case KIND_UUIDV7:         /* rand_b: a counter below 2^30, and 32 bits */
    case KIND_UUIDV7_RANDOM:  /* rand_b */
        *key = load(id + 8, 8) & INT64_MAX;
        break;
    }
    return status;
}

/* ---- The table of a slot ------------------------------------------------------------ */

struct table {
    uint64_t *places; /* keys + 1; 0: free */
    unsigned bits;
};

/* At most half full with `keys` keys. */
static bool new_table(struct table *table, double keys)
{
    table->bits = 4;
    while ((double)(UINT64_C(1) << table->bits) < 2 * keys)
        table->bits++;
    table->places = calloc((size_t)1 << table->bits, sizeof *table->places);
    return table->places != NULL;
}

static void empty_table(struct table *table)
{
    memset(table->places, 0, sizeof *table->places << table->bits);
}

/* Adds a key; returns how many equal ones were there. */
static uint64_t put_key(struct table *table, uint64_t key)
{
    uint64_t equal = 0, mask = (UINT64_C(1) << table->bits) - 1;
    uint64_t at = (key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits);
    for (; table->places[at] != 0; at = (at + 1) & mask)
        equal += table->places[at] == key + 1;
    table->places[at] = key + 1;
    return equal;
}

/* ---- Trials ----------------------------------------------------------------------- */

struct crew {
    const struct simulation *simulation;
    struct outcome *outcome;
    struct reduced reduced;
    sortid_random random;
    sortid_machine *machines;
    size_t count;
    struct table table;
};

/* A slot is as long as a timestamp, or as long as makes a bucket's life one second. */
static uint64_t slot_us(const struct simulation *s)
{
    if (s->kind == KIND_SCRU64)
        return SORTID_SCRU64_TICK_MS * 1000;
    return (uint64_t)(SIMULATE_SLOT_MS * 1000 / s->fleet.life);
}

/* New machines; if they are staggered, each makes an ID some slots before the trial. */
static bool begin_trial(struct crew *crew)
{
    const struct simulation *s = crew->simulation;
    empty_table(&crew->table);
    for (size_t g = 0; g < crew->count; g++) {
        uint64_t dice = support_next_random(&crew->reduced.state), key;
        if (init_machine(&crew->machines[g], s, dice) != SORTID_OK)
            return false;
        if (!s->fleet.staggered)
            continue;
        uint64_t before = 1 + dice % (uint64_t)s->fleet.life;
        crew->reduced.begins = true;
        if (step(&key, &crew->machines[g], s->kind, BEGIN_US - before * slot_us(s),
                 &crew->random) != SORTID_OK)
            return false;
    }
    return true;
}

/* One generator's IDs of a slot; adds the pairs that they form. */
static bool make_ids(struct crew *crew, sortid_machine *machine, uint64_t unix_us, uint64_t *pairs)
{
    const struct simulation *s = crew->simulation;
    crew->reduced.begins = true;
    for (uint64_t i = 0; i < s->fleet.each; i++) {
        uint64_t key;
        sortid_status status = step(&key, machine, s->kind, unix_us, &crew->random);
        if (status == SORTID_OVERFLOW) {
            crew->outcome->refused++;
            continue;
        }
        if (status != SORTID_OK)
            return false;
        *pairs += put_key(&crew->table, key);
        crew->outcome->ids++;
    }
    return true;
}

static bool run_trial(struct crew *crew)
{
    const struct simulation *s = crew->simulation;
    uint64_t pairs = 0;
    if (!begin_trial(crew))
        return false;
    for (uint64_t slot = 0; slot < (uint64_t)s->fleet.slots; slot++) {
        if (s->kind != KIND_SCRU64 && slot > 0)
            empty_table(&crew->table);
        for (size_t g = 0; g < crew->count; g++)
            if (!make_ids(crew, &crew->machines[g], BEGIN_US + slot * slot_us(s), &pairs))
                return false;
    }
    crew->outcome->hit += pairs > 0;
    crew->outcome->pairs += pairs;
    crew->outcome->squares += (double)pairs * (double)pairs;
    return true;
}

bool simulate(struct outcome *outcome, const struct simulation *simulation, uint64_t seed)
{
    const struct fleet *fleet = &simulation->fleet;
    struct crew crew = {.simulation = simulation, .outcome = outcome};
    double slots = simulation->kind == KIND_SCRU64 ? fleet->slots : 1;
    crew.reduced = (struct reduced){simulation, seed, false};
    crew.random = (sortid_random){fill_reduced, &crew.reduced};
    crew.count = (size_t)fleet->generators;
    crew.machines = calloc(crew.count, sizeof *crew.machines);
    bool fine = new_table(&crew.table, slots * fleet->generators * (double)fleet->each) &&
                crew.machines != NULL;
    *outcome = (struct outcome){0};
    for (uint64_t trial = 0; fine && trial < simulation->trials; trial++)
        fine = run_trial(&crew);
    free(crew.machines);
    free(crew.table.places);
    return fine;
}
