/* SPDX-License-Identifier: MIT */
/* streams.h: the files of a command line, opened one after another. A file that cannot be opened is
 * reported (status 3), and the next one is opened. */
#ifndef CLI_STREAMS_H
#define CLI_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

struct streams {
    char *const *names; /* files to come */
    size_t left;
    const char *name; /* of the last stream; "-": standard input */
    int descriptor;   /* of the open stream; -1: none */
    bool shows_progress;
    bool failed; /* one could not be opened or, as the reader notes here, read to its end */
};

/* Prepares for files, "-" being standard input; no file: standard input alone. */
void streams_begin(struct streams *streams, char *const *files, size_t count);

/* Opens the next file that can be opened; false if there is none left. */
bool streams_open(struct streams *streams);
void streams_close(struct streams *streams);

#endif
