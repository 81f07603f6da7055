/* SPDX-License-Identifier: MIT */
/* machine.h: a description of this machine. Called by report.c for the head of its report.
 * Never fails: a part that cannot be found is "unknown". */
#ifndef SORTID_BENCH_MACHINE_H
#define SORTID_BENCH_MACHINE_H

struct machine {
    char cpu[96];         /* the processor's own name */
    char system[96];      /* kernel, its release, architecture */
    unsigned cores;       /* online */
    const char *compiler; /* of this program */
};

/* The strings contain no quotes, backslashes or control characters. */
void machine_describe(struct machine *out);

#endif
