/* SPDX-License-Identifier: MIT */
/* machine.h: a description of this machine. Never fails: a part that cannot be found is "unknown".
 * */
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

/* The number of threads that run or wait to run, by the system's average of the last minute; the
 * bench itself is one to two of them. -1 if the system does not tell. */
double machine_load(void);

#endif
