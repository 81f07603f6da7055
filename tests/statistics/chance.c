/* SPDX-License-Identifier: MIT */
/* chance.c: see chance.h. A binomial tail is its first term, by lgamma, times a sum of quotients of
 * neighboring terms, which soon fall below any bound: beyond the mean the quotient is below 1.
 * lgamma of 10^8 is exact to 4e-7, so the terms are exact to a relative 1e-6. */
#include "chance.h"

#include <math.h>

/* P(X = k). */
static double binomial_term(uint64_t k, uint64_t n, double p)
{
    double a = (double)k, b = (double)(n - k);
    if (p <= 0 || p >= 1)
        return (p <= 0) == (k == 0) && (p >= 1) == (k == n) ? 1 : 0;
    return exp(lgamma(a + b + 1) - lgamma(a + 1) - lgamma(b + 1) + a * log(p) + b * log1p(-p));
}

/* The sum of terms from k up to n; for k beyond the mean. */
static double upper_sum(uint64_t k, uint64_t n, double p)
{
    double quotient = 1, sum = 0, odds = p / (1 - p);
    for (; k <= n && quotient > sum * 1e-17; k++) {
        sum += quotient;
        quotient *= odds * (double)(n - k) / (double)(k + 1);
    }
    return sum;
}

double chance_at_least(uint64_t k, uint64_t n, double p)
{
    if (k == 0)
        return 1;
    if (k > n || p <= 0)
        return 0;
    if (p >= 1)
        return 1;
    if ((double)k >= p * (double)n)
        return binomial_term(k, n, p) * upper_sum(k, n, p);
    return 1 - chance_at_most(k - 1, n, p);
}

double chance_at_most(uint64_t k, uint64_t n, double p)
{
    if (k >= n)
        return 1;
    if ((double)k <= p * (double)n) /* the same for the misses */
        return chance_at_least(n - k, n, 1 - p);
    return 1 - chance_at_least(k + 1, n, p);
}

uint64_t chance_fair_limit(uint64_t n, double tail)
{
    uint64_t low = n / 2, high = n + 1; /* the tail is above `tail` at low, not at high */
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (chance_at_least(middle, n, 0.5) > tail)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* x^a e^-x / Gamma(a + 1), the first factor of both series below. */
static double gamma_front(double a, double x)
{
    return exp(a * log(x) - x - lgamma(a + 1));
}

/* The regular lower incomplete gamma function, by its series. For x up to a + 1. */
static double gamma_series(double a, double x)
{
    double term = 1, sum = 1;
    for (int n = 1; term > sum * 1e-17; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return gamma_front(a, x) * sum;
}

/* The upper one, by its continued fraction with the method of Lentz. For x above a + 1. */
static double gamma_fraction(double a, double x)
{
    double b = x + 1 - a, c = 1e300, d = 1 / b, value = d;
    for (int i = 1; i < 10000; i++) {
        double numerator = -i * (i - a);
        b += 2;
        d = 1 / (numerator * d + b);
        c = b + numerator / c;
        value *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return gamma_front(a, x) * a * value;
}

double chance_chi_above(double x, double freedom)
{
    return x <= freedom + 2 ? 1 - chance_chi_below(x, freedom) : gamma_fraction(freedom / 2, x / 2);
}

double chance_chi_below(double x, double freedom)
{
    if (x <= 0)
        return 0;
    return x <= freedom + 2 ? gamma_series(freedom / 2, x / 2) : 1 - chance_chi_above(x, freedom);
}
