/* SPDX-License-Identifier: MIT */
/* chance.h: the tails of two distributions. Sums of exact terms or converging series, without
 * tables and without the normal approximation. It draws no random numbers. */
#pragma once

#include <stdint.h>

/* The least k with P(X >= k) <= tail, where X is the number of ones among n fair bits; n + 1 if no
 * k satisfies that. By symmetry P(X <= n - k) <= tail too. */
uint64_t chance_fair_limit(uint64_t n, double tail);

/* P(X >= k) and P(X <= k) for n trials that each succeed with probability p. */
double chance_at_least(uint64_t k, uint64_t n, double p);
double chance_at_most(uint64_t k, uint64_t n, double p);

/* P(chi-square with `freedom` degrees of freedom >= x), and below x. */
double chance_chi_above(double x, double freedom);
double chance_chi_below(double x, double freedom);
