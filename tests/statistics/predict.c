/* SPDX-License-Identifier: MIT */
/* predict.c: the formulas that predict.h declares. log1p and expm1 keep probabilities
 * of 1e-30 exact. */
#include "predict.h"

#include <math.h>
#include <stdlib.h>

static double pairs_of(double count)
{
    return count * (count - 1) / 2;
}

/* 1 - (1 - p)^n. */
static double any_of(double p, double n)
{
    return p >= 1 ? 1 : -expm1(n * log1p(-p));
}

static double all_bits(const struct crowd *crowd)
{
    return crowd->bucket_bits + crowd->start_bits + crowd->fresh_bits;
}

/* ---- Runs ----------------------------------------------------------------------- */

/* The probability that the starts of two runs are `distance` places apart, either way, in
 * one bucket; or that one begins so far after the other in the next bucket. */
static double apart(const struct crowd *crowd, double distance, bool next_bucket)
{
    double share = distance * exp2(-crowd->start_bits);
    if (next_bucket)
        return share * exp2(-crowd->start_bits);
    return share >= 1 ? 0 : (distance > 0 ? 2 : 1) * (1 - share) * exp2(-crowd->start_bits);
}

/* The sum over all distances of two runs; of pairs, or of the probability of any. */
static double over_distances(const struct crowd *crowd, bool next_bucket, bool any)
{
    double sum = 0, fresh = exp2(-crowd->fresh_bits);
    for (uint64_t d = next_bucket; d < crowd->each; d++) {
        double common = (double)(crowd->each - d); /* values that both runs have */
        sum +=
            apart(crowd, (double)d, next_bucket) * (any ? any_of(fresh, common) : fresh * common);
    }
    return sum < 1 || !any ? sum : 1;
}

/* The logarithm of the probability that no two of n points on a line of 2^bits places are
 * nearer than `each` to one another: the places between are taken out of the line, and
 * then all points must differ. With 1 place to each these are birthdays. */
static double log_none(double points, double each, double bits)
{
    double room = exp2(bits), taken = (points - 1) * (each - 1), sum = 0;
    for (uint64_t i = 0; i < (uint64_t)points; i++) {
        double not_free = taken + (double)i;
        if (not_free >= room)
            return -INFINITY;
        sum += log1p(-not_free / room);
    }
    return sum;
}

/* ---- Layers --------------------------------------------------------------------- */

/* Two generators are some buckets apart. A run that carries takes its generator into the
 * next bucket, so that the distance changes; this is the largest that matters. */
#define FURTHEST 16
#define PLACES   (2 * FURTHEST + 1)

struct walk {
    double meets[PLACES]; /* in a slot, by distance: pairs, or the probability of any */
    double carry;         /* the probability that a run carries */
    bool any;
};

static struct walk walk_of(const struct crowd *crowd, bool any)
{
    struct walk walk = {.any = any};
    walk.meets[FURTHEST] = over_distances(crowd, false, any);
    if (crowd->carries) {
        walk.carry = (double)(crowd->each - 1) * exp2(-crowd->start_bits);
        double meets = crowd->reduced ? 0 : over_distances(crowd, true, any);
        walk.meets[FURTHEST - 1] = walk.meets[FURTHEST + 1] = meets;
    }
    return walk;
}

/* The collisions from the next slot on, by the current distance. */
static void walk_back(double later[PLACES], const struct walk *walk)
{
    double now[PLACES], step = walk->carry * (1 - walk->carry);
    for (int d = 0; d < PLACES; d++) {
        double nearer = d > 0 ? later[d - 1] : 0, further = d < PLACES - 1 ? later[d + 1] : 0;
        double rest = later[d] + step * (nearer + further - 2 * later[d]);
        now[d] = walk->meets[d] + (walk->any ? 1 - walk->meets[d] : 1) * rest;
    }
    for (int d = 0; d < PLACES; d++)
        later[d] = now[d];
}

/* Two generators for `slots` slots from the draw of their buckets on. */
static double meet(const struct crowd *crowd, uint64_t slots, bool any)
{
    struct walk walk = walk_of(crowd, any);
    double later[PLACES] = {0}, sum = 0, buckets = exp2(crowd->bucket_bits);
    for (uint64_t slot = 0; slot < slots; slot++)
        walk_back(later, &walk);
    for (int d = -FURTHEST; d <= FURTHEST; d++)
        if (abs(d) < buckets)
            sum += later[FURTHEST + d] * (1 - abs(d) / buckets) / buckets;
    return sum;
}

/* In one life of a bucket. If lives do not begin together, another generator's life divides
 * this one into two parts of random length. */
static double meet_in_life(const struct crowd *crowd, bool any)
{
    uint64_t life = (uint64_t)crowd->life;
    if (!crowd->staggered)
        return meet(crowd, life, any);
    double sum = 0;
    for (uint64_t part = 0; part < life; part++)
        sum += meet(crowd, part, any) + meet(crowd, life - part, any);
    return sum / crowd->life;
}

/* ---- All ------------------------------------------------------------------------ */

double predict_pairs(const struct crowd *crowd)
{
    double n = crowd->generators, lives = crowd->slots / crowd->life;
    if (crowd->model == MODEL_BIRTHDAY)
        return crowd->slots * pairs_of(n * (double)crowd->each) * exp2(-all_bits(crowd));
    if (crowd->model == MODEL_RUNS)
        return crowd->slots * pairs_of(n) * over_distances(crowd, false, false);
    return lives * pairs_of(n) * meet_in_life(crowd, false);
}

double predict_any(const struct crowd *crowd)
{
    double n = crowd->generators, each = (double)crowd->each;
    if (crowd->model == MODEL_BIRTHDAY)
        return -expm1(crowd->slots * log_none(n * each, 1, all_bits(crowd)));
    if (crowd->model == MODEL_RUNS)
        return -expm1(crowd->slots * log_none(n, each, crowd->start_bits));
    return any_of(meet_in_life(crowd, true), pairs_of(n) * crowd->slots / crowd->life);
}

double predict_birthday(const struct crowd *crowd)
{
    double ids = crowd->generators * (double)crowd->each;
    return -expm1(-crowd->slots * pairs_of(ids) * exp2(-all_bits(crowd)));
}
