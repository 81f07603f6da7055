/* SPDX-License-Identifier: MIT */
/* predict.c: see predict.h. log1p and expm1 keep probabilities of 1e-30 exact. */
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

static double all_bits(const struct fleet *fleet)
{
    return fleet->bucket_bits + fleet->start_bits + fleet->fresh_bits;
}

/* ---- Runs ----------------------------------------------------------------------- */

/* The probability that the starts of two runs are `distance` apart, in either order, in one bucket;
 * or that one begins this far after the other in the next bucket. */
static double apart(const struct fleet *fleet, double distance, bool next_bucket)
{
    double share = distance * exp2(-fleet->start_bits);
    if (next_bucket)
        return share * exp2(-fleet->start_bits);
    return share >= 1 ? 0 : (distance > 0 ? 2 : 1) * (1 - share) * exp2(-fleet->start_bits);
}

/* The sum over all distances of two runs: of pairs, or of the probability of at least one. */
static double over_distances(const struct fleet *fleet, bool next_bucket, bool any)
{
    double sum = 0, fresh = exp2(-fleet->fresh_bits);
    for (uint64_t d = next_bucket; d < fleet->each; d++) {
        double common = (double)(fleet->each - d); /* values in both runs */
        sum +=
            apart(fleet, (double)d, next_bucket) * (any ? any_of(fresh, common) : fresh * common);
    }
    return sum < 1 || !any ? sum : 1;
}

/* The logarithm of the probability that no two of n points on a line of 2^bits places are closer
 * than `each`: the places between them are removed from the line, and then all points must differ.
 * With 1 place for each these are birthdays. */
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

/* The distance of two generators in buckets. A run that carries moves its generator to the next
 * bucket and changes the distance; this is the largest that matters. */
#define FURTHEST 16
#define PLACES   (2 * FURTHEST + 1)

struct walk {
    double meets[PLACES]; /* in a slot, by distance: pairs, or the probability of at least one */
    double carry;         /* the probability that a run carries */
    bool any;
};

static struct walk walk_of(const struct fleet *fleet, bool any)
{
    struct walk walk = {.any = any};
    walk.meets[FURTHEST] = over_distances(fleet, false, any);
    if (fleet->carries) {
        walk.carry = (double)(fleet->each - 1) * exp2(-fleet->start_bits);
        double meets = fleet->reduced ? 0 : over_distances(fleet, true, any);
        walk.meets[FURTHEST - 1] = walk.meets[FURTHEST + 1] = meets;
    }
    return walk;
}

/* The collisions from the next slot on, for each current distance. */
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
static double meet(const struct fleet *fleet, uint64_t slots, bool any)
{
    struct walk walk = walk_of(fleet, any);
    double later[PLACES] = {0}, sum = 0, buckets = exp2(fleet->bucket_bits);
    for (uint64_t slot = 0; slot < slots; slot++)
        walk_back(later, &walk);
    for (int d = -FURTHEST; d <= FURTHEST; d++)
        if (abs(d) < buckets)
            sum += later[FURTHEST + d] * (1 - abs(d) / buckets) / buckets;
    return sum;
}

/* In one life of a bucket. If lives do not begin together, another generator's renewal divides this
 * life into two parts of random length. */
static double meet_in_life(const struct fleet *fleet, bool any)
{
    uint64_t life = (uint64_t)fleet->life;
    if (!fleet->staggered)
        return meet(fleet, life, any);
    double sum = 0;
    for (uint64_t part = 0; part < life; part++)
        sum += meet(fleet, part, any) + meet(fleet, life - part, any);
    return sum / fleet->life;
}

/* ---- All ------------------------------------------------------------------------ */

double predict_pairs(const struct fleet *fleet)
{
    double n = fleet->generators, lives = fleet->slots / fleet->life;
    if (fleet->model == MODEL_BIRTHDAY)
        return fleet->slots * pairs_of(n * (double)fleet->each) * exp2(-all_bits(fleet));
    if (fleet->model == MODEL_RUNS)
        return fleet->slots * pairs_of(n) * over_distances(fleet, false, false);
    return lives * pairs_of(n) * meet_in_life(fleet, false);
}

double predict_any(const struct fleet *fleet)
{
    double n = fleet->generators, each = (double)fleet->each;
    if (fleet->model == MODEL_BIRTHDAY)
        return -expm1(fleet->slots * log_none(n * each, 1, all_bits(fleet)));
    if (fleet->model == MODEL_RUNS)
        return -expm1(fleet->slots * log_none(n, each, fleet->start_bits));
    return any_of(meet_in_life(fleet, true), pairs_of(n) * fleet->slots / fleet->life);
}

double predict_birthday(const struct fleet *fleet)
{
    double ids = fleet->generators * (double)fleet->each;
    return -expm1(-fleet->slots * pairs_of(ids) * exp2(-all_bits(fleet)));
}
