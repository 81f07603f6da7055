/* SPDX-License-Identifier: MIT */
/* coprocess.h: a program that makes IDs on request. The bench sends a line "NAME COUNT"; the
 * program does the work and answers with a line: "ok", or an error message. The first question
 * starts the program. It ends when its socket closes, at the end of the bench. */
#ifndef SORTID_BENCH_COPROCESS_H
#define SORTID_BENCH_COPROCESS_H

#include "process.h"

#include <stdio.h>

struct coprocess {
    struct program program;
    const char *line;    /* its arguments */
    const char *missing; /* the message if the program does not exist */
    int socket;
    FILE *answers; /* NULL before the program is started */
};

/* Asks for `count` times the work `name` and waits for the answer. Returns NULL, or an error
 * message. Question and answer take about 20 us, some ms on a busy machine. */
const char *coprocess_ask(struct coprocess *process, const char *name, uint64_t count);

#endif
