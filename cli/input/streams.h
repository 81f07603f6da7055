/* SPDX-License-Identifier: MIT */
/* streams.h: the files of a command line, opened one after another. A file that cannot be opened is
 * reported (status 3), and the next one is opened. The byte order mark of UTF-8 at the start of a
 * file is skipped; UTF-16 and UTF-32 are not read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct streams {
    char *const *names; /* files to come */
    size_t left;
    const char *name; /* of the last stream; "-": standard input */
    int descriptor;   /* of the open stream; -1: none */
    bool shows_progress;
    bool is_binary; /* the caller's: the files are not text */
    bool has_mark;  /* the open stream began with the byte order mark of UTF-8 */
    bool is_begun;  /* bytes of the open stream were read */
    bool is_ended;  /* its end was read: a terminal would ask for it again */
    bool is_broken; /* a read failed: so does the next one */
    bool failed;    /* one could not be opened, or read to its end */
};

/* The byte order mark that some programs write before a text of UTF-8; text of several files may have
 * it in later lines. */
#define UTF8_MARK      "\xef\xbb\xbf"
#define UTF8_MARK_SIZE 3
static inline bool has_utf8_mark(const char *text, size_t length)
{
    return length >= UTF8_MARK_SIZE && memcmp(text, UTF8_MARK, UTF8_MARK_SIZE) == 0;
}

/* Prepares for files, "-" being standard input; no file: standard input alone. */
void streams_begin(struct streams *streams, char *const *files, size_t count);

/* Opens the next file that can be opened; false if there is none left. */
bool streams_open(struct streams *streams);

/* Reads from the open stream, like system_read(). -1: it cannot be read (status 3), or has a text
 * that is not UTF-8 (status 1), which was reported. `size` is STREAMS_LEAST at least. */
#define STREAMS_LEAST 64
ptrdiff_t streams_read(struct streams *streams, char *to, size_t size);
void streams_close(struct streams *streams);
