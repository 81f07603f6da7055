/* SPDX-License-Identifier: MIT */
/* process.h: starts programs, for rows that measure whole commands. A command line is the arguments
 * without the program, separated by single spaces; no shell interprets it. A program without a
 * slash in its path is searched in PATH. Functions return NULL, or an error message. */
#pragma once

struct program {
    const char *path;
    const char *name; /* argument 0 */
    int quiet;        /* discard its standard error */
};

#define NULL_DEVICE (-1)

/* Runs a program with `from` as input and `to` as output, each a descriptor or NULL_DEVICE, and
 * waits for it. */
const char *process_run(const struct program *program, const char *line, int from, int to);

/* Starts a program with one end of a socket as input and output; *end is the other end. Nothing
 * waits for the program: it should exit when the socket closes. */
const char *process_talk(int *end, const struct program *program, const char *line);
