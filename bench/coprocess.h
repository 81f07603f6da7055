/* SPDX-License-Identifier: MIT */
/* coprocess.h: a program that makes IDs when it is told to: a line "NAME COUNT" is
 * sent, a line comes back when it is done: "ok", or why not. It is started by the
 * first question and ends as the bench does, when its socket closes. For rows of
 * npm packages (peers/peers.mjs) and of linked programs (linked/main.c). */
#ifndef SORTID_BENCH_COPROCESS_H
#define SORTID_BENCH_COPROCESS_H

#include "process.h"

#include <stdio.h>

struct coprocess {
    struct program program;
    const char *line;    /* its arguments */
    const char *missing; /* what to say when the program is not there */
    int socket;
    FILE *answers; /* NULL until it has been started */
};

/* NULL when it has done `name` `count` times, else why not. Asking and answering takes
 * some 20 us, ms on a busy machine. */
const char *coprocess_ask(struct coprocess *process, const char *name, uint64_t count);

#endif
