/* SPDX-License-Identifier: MIT */
/* input.h: IDs as arguments, lines of streams or binary records, one by one or many at once. Memory
 * is constant however long a line or a stream is. A file that cannot be read is reported (status
 * 3), and the next one follows. */
#pragma once

#include "streams.h"
#include "../../common/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes kept of a longer line: more than any ID has (51 with hyphens). */
#define INPUT_KEPT 1024
#define INPUT_SIZE 131072

/* The most lines of a block: their IDs stay in the first-level cache. */
#define INPUT_BLOCK 512

/* One line, argument or record; valid until the next call. */
struct item {
    struct place place;
    const char *text; /* any bytes, no NUL at the end */
    size_t length;
    uint64_t total; /* bytes of the line; more than `length` if it was cut */
    bool empty;     /* a line without a byte, to be skipped */
    size_t wrong;   /* of a bad ID, where decode_next() found that, and */
    bool has_id;    /* that an ID is among other text, if it reported it */
};

/* Bytes of the buffer that may be lines (or records) of one length; they are not checked. Valid
 * until the next call. */
struct block {
    const char *text;
    size_t size;          /* bytes of the buffer from there on */
    size_t length;        /* of each line; 0: lines of any length */
    size_t count, stride; /* lines, and the bytes from one to the next */
    char end;             /* the byte after each line */
    struct place before;  /* of the line before the first one */
};

struct input {
    char *const *ids; /* arguments to come; NULL: streams */
    size_t ids_left;
    struct streams streams;
    size_t record_size; /* 0: lines */
    char line_end;
    struct place place;           /* of the last item */
    uint64_t done;                /* items of all streams */
    bool ended;                   /* the stream has no more bytes */
    bool broken;                  /* a read failed: the line that it was in is dropped */
    void (*watch)(void *watched); /* called before a read, and each second of a wait; NULL: not */
    void *watched;
    unsigned singly;   /* items to read one by one before the next block */
    size_t begin, end; /* bytes that were read and not yet returned */
    char buffer[INPUT_SIZE];
    char kept[INPUT_KEPT];
};

/* Prepare for arguments, and for files, one after the other ("-", or no file: standard input), as
 * lines (`record_size` 0) or as records. Lines end with \n or NUL; with NUL a carriage return is a
 * byte like any other. */
void input_arguments(struct input *input, char *const *ids, size_t count);
void input_streams(struct input *input, char *const *files, size_t count, size_t record_size,
                   char line_end);

/* The next item; false after the last. The last record may be short. */
bool input_next(struct input *input, struct item *item);

/* Whether there is another argument or line that needs no read. */
bool input_is_ready(const struct input *input);

/* Sets *block to the bytes in the buffer, as lines of `length` bytes and their end, or as records of
 * `length` bytes. It reads nothing, so that output never waits for more input. count 0: there is no
 * block (arguments, part of a line, the end), or lines must be read one by one for now: call
 * input_next(). `length` 0: lines of any length, and `count` is the most to read. */
void input_block(struct block *block, struct input *input, size_t length);

/* Removes the first `count` lines of that block. Fewer than it has mean that the next line is not
 * as expected: that one and some more are then read one by one, so that a stream of such lines does
 * not try a block at each. */
void input_take(struct input *input, const struct block *block, size_t count);

/* The same for lines of any length, which have `bytes`; `stopped`: the next line is not as
 * expected. */
void input_take_lines(struct input *input, size_t count, size_t bytes, bool stopped);

/* Line `index` of a block, without its newline; *length is that of the line. */
const char *block_line(const struct block *block, size_t index, size_t *length);
