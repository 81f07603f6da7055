/* SPDX-License-Identifier: MIT */
/* temporary.h: temporary files without a name, in the folder TMPDIR, for what memory does not hold.
 * A call that fails reports it and ends the program with status 3. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A descriptor; system_close() removes the file. */
int temporary_open(void);

void temporary_write(int descriptor, const char *bytes, size_t size);

/* Moves to the start of the file. */
void temporary_rewind(int descriptor);

/* Reads 1 to `size` bytes; 0: the end, which is a failure unless it is expected. */
size_t temporary_read(int descriptor, char *bytes, size_t size, bool may_end);

/* Output that waits until it is known whether it is wanted. Set line_end and zeros. */
struct held_output {
    char line_end; /* the last byte of each line */
    bool passes;   /* it is wanted: bytes are written at once */
    bool in_line;  /* the last byte does not end a line */
    bool is_open;  /* else they are in this file */
    int descriptor;
};

void held_output_add(struct held_output *held, const char *bytes, size_t size);

/* Writes what is held; what is added later is written at once. */
void held_output_pass(struct held_output *held);

/* Drops what is held, and ends the line that passed. The next call begins again. */
void held_output_end(struct held_output *held);
