/* SPDX-License-Identifier: MIT */
/* machine.h: what the figures were made on. Called by main.c for the head of its
 * report. Never fails: what cannot be found out is "unknown". */
#ifndef SORTID_BENCH_MACHINE_H
#define SORTID_BENCH_MACHINE_H

struct machine {
    char cpu[96];         /* the processor's own name */
    char system[96];      /* kernel, its release, architecture */
    unsigned cores;       /* usable now */
    const char *compiler; /* of this program */
};

/* No quotes or backslashes are in any of it. */
void machine_look(struct machine *out);

#endif
