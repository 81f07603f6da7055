/* SPDX-License-Identifier: MIT */
/* sort_files.h: records of sort, their order, and sorted records in temporary files. The files have
 * no name, so that nothing of them is left, however the program ends. */
#ifndef CLI_SORT_FILES_H
#define CLI_SORT_FILES_H

#include <sortid.h>

#include <string.h>

/* Compared from the first member to the last. */
struct sort_key {
    uint64_t unix_ms;
    uint32_t format;             /* its place in the order of the formats */
    uint8_t id[SORTID_MAX_SIZE]; /* zeros after the ID */
};

struct sort_record {
    struct sort_key key;
    uint32_t note; /* the caller's: of the text; not compared */
    uint64_t length;
};

/* Whether `b` is to be before `a`, which was added earlier. */
static inline bool sort_key_is_later(const struct sort_key *a, const struct sort_key *b,
                                     bool reverse)
{
    if (a->unix_ms != b->unix_ms)
        return (a->unix_ms > b->unix_ms) != reverse;
    if (a->format != b->format)
        return (a->format > b->format) != reverse;
    int order = memcmp(a->id, b->id, sizeof a->id);
    return order != 0 && (order > 0) != reverse;
}

/* Files that are merged into one while records are added: each has a descriptor and a buffer. */
#define SORT_FILES_MERGED 16

/* 16 files of each level but the last; 16^8 files of the smallest memory are more than 2^64
 * bytes. */
#define SORT_FILES_MAX (SORT_FILES_MERGED * 8)

/* In the order of their records' input. */
struct sort_file {
    int descriptor;
    unsigned level; /* 0: from memory; n + 1: merged of files of level n */
};

/* Starts with zeros, and the order. */
struct sort_files {
    bool reverse;
    size_t count;
    struct sort_file files[SORT_FILES_MAX];
    char *buffer; /* of the file that is written */
    size_t waiting;
};

/* Writes one more file: open, write records (struct sort_record and the text, in order), close. */
void sort_files_open(struct sort_files *files);
void sort_files_write(struct sort_files *files, const void *bytes, size_t size);
void sort_files_close(struct sort_files *files);

/* Gives the texts of all records to `write`, in order, and frees the files. */
void sort_files_merge(struct sort_files *files, void (*write)(const char *text, size_t length));

/* Memory, never NULL: if there is none, it calls sort_refuse_memory. */
void *sort_allocate(size_t size);

/* Reports that so much memory is not free, and ends the program with status 3. */
_Noreturn void sort_refuse_memory(size_t size);

#endif
