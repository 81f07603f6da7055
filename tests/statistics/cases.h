/* SPDX-License-Identifier: MIT */
/* cases.h: the simulated fleets, in groups, and how a case is compared with the formulas. main.c
 * prints the whole list for docs/collisions.md; test_collisions.c runs it with fewer trials. */
#ifndef SORTID_TESTS_CASES_H
#define SORTID_TESTS_CASES_H

#include "simulate.h"

#include <stddef.h>

#define CASES_MOST 160

struct collision_case {
    const char *group; /* "generators": 1 to 10^6 of them; "layers": from few IDs to many;
                        * "special" */
    const char *name;
    struct simulation simulation;
};

/* Writes the cases and returns their number. Each takes about `steps` IDs, or a multiple of it if
 * one trial is larger; larger cases are left out. */
#define CASES_PATIENCE 20
size_t cases_list(struct collision_case cases[CASES_MOST], double steps);

/* The results of a case and their predictions. */
struct verdict {
    double any, birthday, pairs; /* predicted */
    double low, high;            /* interval of the measured share of trials with a collision,
                                  * each end wrong with a probability of CASES_TAIL at most */
    double mean;                 /* measured pairs in a trial */
    double error;                /* its standard error */
    double deviation;            /* of the mean from the prediction, in standard errors */
    double refused;              /* refused calls, predicted */
    double refused_error;
};

#define CASES_TAIL      5e-5
#define CASES_DEVIATION 4.5

void cases_judge(struct verdict *verdict, const struct collision_case *a_case,
                 const struct outcome *outcome);

/* Whether all measured figures agree with the predictions. */
bool cases_agree(const struct verdict *verdict, const struct outcome *outcome);

#endif
