/* SPDX-License-Identifier: MIT */
/* main.c: simulates all cases of cases.h and writes the results, the predictions of the formulas,
 * and the predictions for real widths as JSON to standard output, for tools/collisions. Status 1 if
 * a measured figure disagrees with its prediction. Everything follows from the seed; it reads no
 * clock and no system randomness. */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SEED  UINT64_C(0x5eed5c0111de5000)
#define STEPS 5e6

#define MACHINES       1e4
#define MS_PER_YEAR    31556952000.0 /* of 365.2425 days */
#define TICKS_PER_HOUR (3600e3 / 256)

/* ---- Simulated -------------------------------------------------------------------- */

static bool print_case(const struct collision_case *a_case, size_t number)
{
    const struct simulation *simulation = &a_case->simulation;
    const struct fleet *fleet = &simulation->fleet;
    struct outcome outcome;
    struct verdict verdict;
    if (!simulate(&outcome, simulation, SEED + number)) {
        fprintf(stderr, "sortid-collisions: %s: no memory\n", a_case->name);
        return false;
    }
    cases_judge(&verdict, a_case, &outcome);
    bool agrees = cases_agree(&verdict, &outcome);
    struct fleet stays = *fleet; /* in its bucket: a run never carries */
    stays.carries = false;
    printf("%s\n{\"group\": \"%s\", \"name\": \"%s\", \"generators\": %.0f, \"each\": %llu, "
           "\"slots\": %.0f, \"life\": %.0f, \"bits\": [%.0f, %.0f, %.0f], \"trials\": %llu, ",
           number == 0 ? "" : ",", a_case->group, a_case->name, fleet->generators,
           (unsigned long long)fleet->each, fleet->slots, fleet->life, fleet->bucket_bits,
           fleet->start_bits, fleet->fresh_bits, (unsigned long long)simulation->trials);
    printf("\"ids\": %llu, \"hit\": %llu, \"low\": %.6g, \"high\": %.6g, \"any\": %.6g, "
           "\"staying\": %.6g, \"birthday\": %.6g, \"pairs\": %llu, \"pairsPredicted\": %.6g, "
           "\"error\": %.6g, "
           "\"deviation\": %.3f, "
           "\"refused\": %llu, \"refusedPredicted\": %.6g, \"agrees\": %s}",
           (unsigned long long)outcome.ids, (unsigned long long)outcome.hit, verdict.low,
           verdict.high, verdict.any, predict_any(&stays), verdict.birthday,
           (unsigned long long)outcome.pairs, verdict.pairs * (double)simulation->trials,
           verdict.error * (double)simulation->trials, verdict.deviation,
           (unsigned long long)outcome.refused, verdict.refused, agrees ? "true" : "false");
    fflush(stdout);
    return agrees;
}

/* ---- Real widths -------------------------------------------------------------------- */

struct width {
    const char *name;
    enum model model;
    double bucket, start, fresh;
    bool carries;
};

static const struct width REAL[] = {
    {"SCRU128", MODEL_LAYERS, 24, 24, 32, true},
    {"SCRU128 v1", MODEL_LAYERS, 24, 28, 32, false},
    {"SCRU160", MODEL_LAYERS, 0, 15, 96, false},
    {"ULID random", MODEL_BIRTHDAY, 0, 0, 80, false},
    {"ULID monotonic", MODEL_RUNS, 0, 80, 0, false},
    {"UUIDv7", MODEL_LAYERS, 0, 42, 32, false},
    {"UUIDv7 random", MODEL_BIRTHDAY, 0, 0, 74, false},
};

/* Collisions in a year with so many IDs per second over MACHINES. If each machine makes fewer than
 * one ID in a ms, two machines make one in the same ms in proportion to the square of that. */
static void print_real(const struct width *width, double per_second)
{
    double each = per_second / MACHINES / 1000, both = each < 1 ? each * each : 1;
    struct fleet fleet = {.model = width->model,
                          .generators = MACHINES,
                          .each = each < 1 ? 1 : (uint64_t)each,
                          .bucket_bits = width->bucket,
                          .start_bits = width->start,
                          .fresh_bits = width->fresh,
                          .carries = width->carries,
                          .life = width->bucket > 0 ? 1000 : 1,
                          .slots = MS_PER_YEAR};
    struct fleet short_time = fleet; /* in which collisions are so rare that they can be added */
    short_time.slots = 1000;
    double times = fleet.slots / short_time.slots * both;
    printf("{\"name\": \"%s\", \"perSecond\": %.6g, \"pairs\": %.6g, \"events\": %.6g, "
           "\"birthday\": %.6g}",
           width->name, per_second, predict_pairs(&fleet) * both, predict_any(&short_time) * times,
           predict_birthday(&short_time) * times);
}

static void print_reals(void)
{
    for (int power = 4; power <= 10; power++)
        for (size_t i = 0; i < sizeof REAL / sizeof REAL[0]; i++) {
            printf("%s\n", power > 4 || i > 0 ? "," : "");
            print_real(&REAL[i], pow(10, power));
        }
}

/* Two nodes with the same id by mistake: how soon they repeat an ID, by the IDs per second of each.
 * 10^4 node ids leave 10 bits of counter. */
static void print_twins(void)
{
    for (unsigned per_second = 1; per_second < 2000; per_second *= 10) {
        double each = per_second * 0.256, both = each < 1 ? each * each : 1;
        struct fleet twins = {.model = MODEL_RUNS, .generators = 2, .start_bits = 10};
        twins.each = each < 1 ? 1 : (uint64_t)each;
        twins.life = twins.slots = 1;
        printf("%s\n{\"perSecond\": %u, \"eachTick\": %.6g, \"inATick\": %.6g, "
               "\"perHour\": %.6g}",
               per_second > 1 ? "," : "", per_second, each, predict_any(&twins) * both,
               predict_any(&twins) * both * TICKS_PER_HOUR);
    }
}

int main(void)
{
    static struct collision_case cases[CASES_MOST];
    size_t count = cases_list(cases, STEPS);
    bool fine = true;
    printf("{\"seed\": \"0x%llx\", \"cases\": [", (unsigned long long)SEED);
    for (size_t i = 0; i < count; i++)
        fine &= print_case(&cases[i], i);
    printf("],\n\"machines\": %.0f, \"real\": [", MACHINES);
    print_reals();
    printf("],\n\"twins\": [");
    print_twins();
    printf("]}\n");
    return fine && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
