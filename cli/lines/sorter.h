/* SPDX-License-Identifier: MIT */
/* sorter.h: sorts records of any length by a key, in memory, or through temporary files if they
 * need more of it. Equal keys keep their order. It never looks into a record. A temporary file that
 * cannot be written, and a record that does not fit into memory, end the program with status 3. The
 * files have no name, so that nothing of them is left, however the program ends. */
#pragma once

#include <sortid.h>

/* Compared from the first member to the last. */
struct sort_key {
    uint64_t unix_ms;
    uint32_t kind;               /* its place in the order of the kinds */
    uint8_t id[SORTID_MAX_SIZE]; /* zeros after the ID */
};

struct sort_record {
    struct sort_key key;
    uint32_t note; /* the caller's: of the text; not compared */
    uint64_t length;
};

/* Chooses the key of a record again, before the records in memory are sorted: it is called for
 * each, in the order in which they were added. `text` is that of the record. */
typedef void sorter_settle(void *context, struct sort_record *record, const char *text);

struct sorter;

/* `memory` bytes at most, as far as they are free; `settle` may be NULL. The result is freed by
 * sorter_finish(). */
struct sorter *sorter_begin(uint64_t memory, bool reverse, sorter_settle *settle, void *context);

/* Adds a record: its key and note, and `length` bytes. */
void sorter_add(struct sorter *sorter, const struct sort_key *key, uint32_t note, const char *text,
                size_t length);

/* Gives the texts of all records to `write`, in order, and frees the sorter. */
void sorter_finish(struct sorter *sorter, void (*write)(const char *text, size_t length));
