/* SPDX-License-Identifier: MIT */
/* cases.c: the list of cases.h. Widths are chosen so that about every other trial has a
 * collision, where possible. */
#include "cases.h"

#include "chance.h"

#include <math.h>

static const char *const NAMES[] = {
    "SCRU128",     "SCRU128 stateless", "SCRU128 v1", "SCRU160",      "SCRU64",
    "ULID random", "ULID monotonic",    "UUIDv7",     "UUIDv7 random"};

#define LEAST_TRIALS 4
#define MOST_TRIALS  50000

struct list {
    struct collision_case *cases;
    size_t count;
    double steps;
};

static double at_least(double a, double b)
{
    return a > b ? a : b;
}

static struct collision_case *append(struct list *list, const char *group, enum kind kind,
                                     const struct fleet *fleet)
{
    static struct collision_case left_out;
    double ids = fleet->generators * (double)fleet->each * fleet->slots;
    double trials = at_least(floor(list->steps / ids), LEAST_TRIALS);
    if (trials * ids > CASES_PATIENCE * list->steps)
        return &left_out;
    struct collision_case *added = &list->cases[list->count++];
    trials = trials < MOST_TRIALS ? trials : MOST_TRIALS;
    *added = (struct collision_case){group, NAMES[kind], {kind, *fleet, (uint64_t)trials, false}};
    return added;
}

/* ---- From one generator to a million ------------------------------------------------ */

static enum model model_of(enum kind kind)
{
    if (kind == KIND_ULID_RANDOM || kind == KIND_SCRU128_STATELESS || kind == KIND_UUIDV7_RANDOM)
        return MODEL_BIRTHDAY;
    return kind == KIND_ULID_MONOTONIC ? MODEL_RUNS : MODEL_LAYERS;
}

/* Divides `bits` among the parts that the format has, so that a run of `each` fits. */
static void share_bits(struct fleet *fleet, enum kind kind, double bits)
{
    double least = ceil(log2((double)fleet->each)) + 2;
    fleet->bucket_bits = fleet->start_bits = fleet->fresh_bits = 0;
    if (model_of(kind) == MODEL_BIRTHDAY) {
        fleet->fresh_bits = bits;
    } else if (kind == KIND_ULID_MONOTONIC) {
        fleet->start_bits = bits;
    } else if (kind == KIND_SCRU160 || kind == KIND_UUIDV7) {
        fleet->start_bits = at_least(floor(bits / 3), least);
        fleet->fresh_bits = bits - fleet->start_bits;
    } else {
        fleet->start_bits = at_least(floor(bits * 0.4), least);
        fleet->fresh_bits = at_least(floor((bits - fleet->start_bits) / 3), 0);
        fleet->bucket_bits = bits - fleet->start_bits - fleet->fresh_bits;
    }
}

static void add_fleet(struct list *list, enum kind kind, double generators)
{
    struct fleet fleet = {.model = model_of(kind), .generators = generators};
    bool many = generators >= 1e3;
    fleet.each = many ? 2 : 8;
    fleet.life = kind == KIND_SCRU128 || kind == KIND_SCRU128V1 ? 5 : 1;
    fleet.slots = many ? 5 : 20;
    fleet.carries = fleet.reduced = kind == KIND_SCRU128;
    /* Few trials with many generators, so each needs more pairs. */
    double aim = generators < 1e4 ? 0.7 : generators < 1e5 ? 2 : 64;
    if (kind == KIND_ULID_MONOTONIC)
        aim *= 3; /* the pairs come in clusters */
    double each = (double)fleet.each, pairs = at_least(generators * (generators - 1) / 2, 1);
    double bits = round(log2(pairs * each * each * fleet.slots / aim));
    share_bits(&fleet, kind, at_least(bits, 10));
    append(list, "generators", kind, &fleet);
}

/* Random node ids, as if no list was kept; 23 bits are the maximum. */
static void add_scru64_fleet(struct list *list, double generators)
{
    struct fleet fleet = {.model = MODEL_LAYERS, .generators = generators, .each = 1};
    double bits = round(log2(at_least(generators * (generators - 1) / 2, 1) / 0.7));
    fleet.bucket_bits = bits < 23 ? bits : 23;
    fleet.start_bits = 23 - fleet.bucket_bits;
    fleet.start_bits = fleet.start_bits < 6 ? fleet.start_bits : 6;
    fleet.each = fleet.start_bits < 4 ? 1 : 4;
    fleet.life = fleet.slots = 4;
    append(list, "generators", KIND_SCRU64, &fleet);
}

static const double numbers[] = {1, 2, 10, 100, 1000, 1e4, 1e5, 1e6};
#define NUMBERS (sizeof numbers / sizeof numbers[0])

static void add_generators(struct list *list)
{
    static const enum kind kinds[] = {KIND_SCRU128, KIND_SCRU128V1, KIND_SCRU160, KIND_ULID_RANDOM,
                                      KIND_ULID_MONOTONIC};
    for (size_t n = 0; n < NUMBERS; n++) {
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            add_fleet(list, kinds[k], numbers[n]);
        add_scru64_fleet(list, numbers[n]);
    }
}

/* After all others: the seed of a case is its place in the list. */
static void add_uuidv7(struct list *list)
{
    for (size_t n = 0; n < NUMBERS; n++) {
        add_fleet(list, KIND_UUIDV7, numbers[n]);
        add_fleet(list, KIND_UUIDV7_RANDOM, numbers[n]);
    }
}

/* ---- From few IDs to many: the effect of layers ---------------------------------------- */

static void add_layers(struct list *list)
{
    list->steps *= 3; /* because collisions are rare here */
    static const enum kind kinds[] = {KIND_SCRU128, KIND_ULID_RANDOM, KIND_ULID_MONOTONIC};
    for (uint64_t each = 4; each <= 512; each *= 2)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            struct fleet fleet = {
                model_of(kinds[k]), 16, each, 10, 10, 4, true, true, false, 10, 10};
            if (kinds[k] != KIND_SCRU128)
                share_bits(&fleet, kinds[k], 24);
            append(list, "layers", kinds[k], &fleet);
        }
    list->steps /= 3;
}

/* ---- Special cases ----------------------------------------------------------------------- */

static void add_special(struct list *list)
{
    /* One ID per second: each has new random bits; the layers are one number of 15 bits. */
    struct fleet rare = {MODEL_LAYERS, 50, 1, 5, 5, 5, true, true, false, 1, 20};
    append(list, "special", KIND_SCRU128, &rare)->name = "SCRU128, one ID a second";
    /* counter_lo at its full width. */
    struct fleet wide = {MODEL_LAYERS, 256, 64, 2, 24, 1, true, false, false, 5, 5};
    append(list, "special", KIND_SCRU128, &wide)->name = "SCRU128, counter_lo of 24 bits";
    struct fleet stateless = {MODEL_BIRTHDAY, 50, 8, 0, 0, 20, false, false, false, 1, 10};
    append(list, "special", KIND_SCRU128_STATELESS, &stateless);
    /* The same fleet, with seconds that begin together and seconds that do not. */
    struct fleet together = {MODEL_LAYERS, 20, 32, 10, 8, 2, true, true, false, 20, 100};
    append(list, "special", KIND_SCRU128, &together)->name = "SCRU128, seconds together";
    together.staggered = true;
    append(list, "special", KIND_SCRU128, &together)->name = "SCRU128, seconds apart";
    /* Two or five nodes of one id, counters of 10 bits, with and without the guard bit. */
    for (unsigned nodes = 2; nodes <= 5; nodes += 3) {
        struct fleet twins = {MODEL_RUNS, nodes, 4, 0, 9, 0, false, false, false, 20, 20};
        append(list, "special", KIND_SCRU64, &twins)->name = "SCRU64, one node id, guarded";
        twins.start_bits = 10;
        struct collision_case *free_start = append(list, "special", KIND_SCRU64, &twins);
        free_start->name = "SCRU64, one node id";
        free_start->simulation.unguarded = true;
    }
}

size_t cases_list(struct collision_case cases[CASES_MOST], double steps)
{
    struct list list = {cases, 0, steps};
    add_generators(&list);
    add_layers(&list);
    add_special(&list);
    add_uuidv7(&list);
    return list.count;
}

/* ---- Comparison ----------------------------------------------------------------------------- */

/* Calls that a monotonic ULID must refuse: those after the end of a run that started too near to it,
 * from 1 to all except one; and the random error of their number. */
static void judge_refused(struct verdict *verdict, const struct simulation *simulation)
{
    const struct fleet *fleet = &simulation->fleet;
    double each = (double)fleet->each;
    double runs = (double)simulation->trials * fleet->slots * fleet->generators;
    if (simulation->kind != KIND_ULID_MONOTONIC)
        runs = 0;
    runs *= exp2(-fleet->start_bits); /* that start at a certain value */
    verdict->refused = runs * each * (each - 1) / 2;
    verdict->refused_error = sqrt(runs * each * (each - 1) * (2 * each - 1) / 6);
    verdict->refused_error += verdict->refused > 0 ? each / CASES_DEVIATION : 0; /* one run */
}

/* The standard error of the mean: measured, but at least that of pairs that occur one by one, or in
 * clusters of the predicted size. */
static double error_of(const struct outcome *outcome, double trials, const struct verdict *verdict)
{
    double mean = (double)outcome->pairs / trials;
    double variance = outcome->squares / trials - mean * mean;
    double cluster = verdict->any > 0 ? at_least(verdict->pairs / -log1p(-verdict->any), 1) : 1;
    return sqrt(at_least(variance, verdict->pairs * cluster) / trials);
}

void cases_judge(struct verdict *verdict, const struct collision_case *a_case,
                 const struct outcome *outcome)
{
    const struct simulation *simulation = &a_case->simulation;
    double trials = (double)simulation->trials;
    verdict->any = predict_any(&simulation->fleet);
    verdict->birthday = predict_birthday(&simulation->fleet);
    verdict->pairs = predict_pairs(&simulation->fleet);
    judge_refused(verdict, simulation);
    verdict->mean = (double)outcome->pairs / trials;
    chance_interval(&verdict->low, &verdict->high, outcome->hit, simulation->trials, CASES_TAIL);
    double error = verdict->error = error_of(outcome, trials, verdict);
    verdict->deviation = error > 0 ? (verdict->mean - verdict->pairs) / error : verdict->mean;
}

bool cases_agree(const struct verdict *verdict, const struct outcome *outcome)
{
    double refused = fabs((double)outcome->refused - verdict->refused);
    return verdict->any >= verdict->low && verdict->any <= verdict->high &&
           fabs(verdict->deviation) <= CASES_DEVIATION &&
           refused <= CASES_DEVIATION * verdict->refused_error;
}
