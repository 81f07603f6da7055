/* SPDX-License-Identifier: MIT */
/* process.h: programs as processes, for rows that measure whole commands. Called
 * by command.c, peers.c and node.c. A command line is words between single spaces,
 * without the program. A program without a slash in its name is looked for in
 * PATH. Functions return NULL, or a sentence on why it failed. Never a shell. */
#ifndef SORTID_BENCH_PROCESS_H
#define SORTID_BENCH_PROCESS_H

#include <stdint.h>

struct program {
    const char *path;
    const char *name; /* its own word 0 */
    int quiet;        /* what it says on standard error is thrown away */
};

#define NULL_DEVICE (-1)

/* Runs it to its end between two files, or NULL_DEVICE. */
const char *process_run(const struct program *program, const char *line, int from, int to);

/* Runs it into a pipe, reads `bytes` of its output, 128 KiB at most in a read, and
 * closes the pipe. A program that would write more then ends by SIGPIPE, which
 * is no failure; one that writes less has failed. */
const char *process_read(const struct program *program, const char *line, uint64_t bytes);

/* Starts it with one end of a socket as input and output; *end is the other. It
 * is not waited for, and should end when the socket does. */
const char *process_talk(int *end, const struct program *program, const char *line);

#endif
