/* SPDX-License-Identifier: MIT */
/* input.h: IDs as they come in: arguments, lines of streams, binary records, one by
 * one or many at once. Called by inspect, convert and check. Memory is constant however long a line
 * or a stream is. It reports files that cannot be read (status 3) and goes on;
 * whether a line is an ID is none of its business. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "../common/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes kept of a longer line: far more than any ID has (51 with hyphens). */
#define INPUT_KEPT 1024
#define INPUT_SIZE 131072

/* The most lines of a block: their IDs stay in the first-level cache. */
#define INPUT_BLOCK 512

/* One line, argument or record; good until the next one is asked for. */
struct item {
    struct place place;
    const char *text; /* any bytes, no NUL at the end */
    size_t length;
    uint64_t total; /* bytes of the line; more than `length` if it was cut */
    bool empty;     /* a line without a byte, to be passed over */
};

/* Bytes of the buffer that may be lines (or records) of one length, none looked at
 * yet; good until the next call. */
struct block {
    const char *text;
    size_t count, stride; /* lines, and the bytes from one to the next */
    struct place before;  /* of the line before the first */
};

struct input {
    char *const *names; /* arguments or files to come */
    size_t names_left;
    bool arguments;     /* names are IDs themselves */
    size_t record_size; /* 0: lines */
    struct place place; /* of the last item */
    uint64_t done;      /* items of all streams */
    int descriptor;     /* -1: no stream is open */
    bool ended;         /* nothing more to read from it */
    bool broken;        /* by an error: what it was in is not handed out */
    bool failed;        /* some stream could not be opened or read to its end */
    bool shows_progress;
    unsigned singly;   /* so many items to come before a block is offered again */
    size_t begin, end; /* bytes read and not yet handed out */
    char buffer[INPUT_SIZE];
    char kept[INPUT_KEPT];
};

/* Prepares for arguments. */
void input_arguments(struct input *input, char *const *ids, size_t count);

/* Prepares for files, one after the other ("-", or no file: standard input), in
 * lines (`record_size` 0) or in records. */
void input_streams(struct input *input, char *const *files, size_t count, size_t record_size);

/* The next item; false at the end of all. A last record may be short. */
bool input_next(struct input *input, struct item *item);

/* Offers what is at hand as lines of `length` bytes and \n each, or as records of
 * `length` bytes; it reads nothing, so that answers never wait for the next question.
 * count 0: nothing can be a block (arguments, part of a line, the end), or lines
 * should be taken singly for now: call input_next(). */
void input_block(struct block *block, struct input *input, size_t length);

/* Takes the first `count` lines of that block. Fewer than it has mean that the next
 * one is not as expected: that one and some more are then to be taken singly, so
 * that a stream of such lines does not pay for a refused block at each. */
void input_take(struct input *input, const struct block *block, size_t count);

#endif
