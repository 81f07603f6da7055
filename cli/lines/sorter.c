/* SPDX-License-Identifier: MIT */
/* sorter.c: records fill one block of memory from its start, entries that point to them from its
 * end downwards. An entry has the time and the place of its record; equal times compare the rest of
 * the keys in the records. When the block is full, its records are sorted and written to a
 * temporary file. At the end the files are merged: each is read once, by a buffer that holds a
 * whole record, and the readers are in a heap, the one with the first record on top.
 *
 *     | record | record | record | ...        room for sorting | entry | entry | entry | */
#include "sorter.h"
#include "../../common/report.h"
#include "../../common/system.h"
#include "temporary.h"

#include <stdlib.h>
#include <string.h>

#define SMALLEST_BLOCK (64 * 1024)
#define BUFFER_SIZE    (256 * 1024)

/* Files that are merged into one while records are added: each has a descriptor and a buffer. */
#define FILES_MERGED 16

/* 16 files of each level but the last; 16^8 files of the smallest memory are more than 2^64
 * bytes. */
#define FILES_MAX (FILES_MERGED * 8)

struct entry {
    uint64_t unix_ms;
    size_t place; /* of the record in the block */
};

/* In the order of their records' input. */
struct file {
    int descriptor;
    unsigned level; /* 0: from memory; n + 1: merged of files of level n */
};

struct sorter {
    char *block;
    size_t size;  /* of the block: a multiple of the size of an entry */
    size_t used;  /* by records */
    size_t count; /* of entries */
    bool reverse;
    sorter_settle *settle;
    void *context;
    struct file files[FILES_MAX];
    size_t file_count;
    char *buffer;   /* of the file that is written, the last one; NULL: none yet */
    size_t waiting; /* bytes in the buffer */
};

/* Whether `b` is to be before `a`, which was added earlier. */
static bool is_later_key(const struct sort_key *a, const struct sort_key *b, bool reverse)
{
    if (a->unix_ms != b->unix_ms)
        return (a->unix_ms > b->unix_ms) != reverse;
    if (a->kind != b->kind)
        return (a->kind > b->kind) != reverse;
    int order = memcmp(a->id, b->id, sizeof a->id);
    return order != 0 && (order > 0) != reverse;
}

/* ---- Temporary files ------------------------------------------------------------------------- */

_Noreturn static void refuse_memory(size_t size)
{
    report(STATUS_SYSTEM, "sort: %zu bytes of memory are not free: give less with --memory", size);
    exit(report_status());
}

static void *allocate(size_t size)
{
    void *bytes = malloc(size);
    if (bytes == NULL)
        refuse_memory(size);
    return bytes;
}

static void open_file(struct sorter *sorter)
{
    int descriptor = temporary_open();
    if (sorter->buffer == NULL)
        sorter->buffer = allocate(BUFFER_SIZE);
    sorter->files[sorter->file_count++] = (struct file){.descriptor = descriptor};
    sorter->waiting = 0;
}

static void write_all(const struct sorter *sorter, const char *bytes, size_t size)
{
    temporary_write(sorter->files[sorter->file_count - 1].descriptor, bytes, size);
}

static void flush(struct sorter *sorter)
{
    write_all(sorter, sorter->buffer, sorter->waiting);
    sorter->waiting = 0;
}

static void write_bytes(struct sorter *sorter, const void *bytes, size_t size)
{
    if (size > BUFFER_SIZE - sorter->waiting)
        flush(sorter);
    if (size > BUFFER_SIZE) {
        write_all(sorter, bytes, size);
        return;
    }
    memcpy(sorter->buffer + sorter->waiting, bytes, size);
    sorter->waiting += size;
}

static void close_file(struct sorter *sorter)
{
    flush(sorter);
    temporary_rewind(sorter->files[sorter->file_count - 1].descriptor);
}

struct reader {
    int descriptor;
    size_t number; /* of the file, which orders equal keys */
    char *buffer;
    size_t room, begin, end;
    struct sort_record record; /* the current one; its text is at `begin` */
};

/* Reads until `size` bytes are in the buffer; false at the end of the file, which is between two
 * records. */
static bool fill(struct reader *reader, size_t size)
{
    size_t left = reader->end - reader->begin;
    if (left >= size)
        return true;
    memmove(reader->buffer, reader->buffer + reader->begin, left);
    reader->begin = 0;
    reader->end = left;
    if (size > reader->room) {
        char *buffer = allocate(size);
        memcpy(buffer, reader->buffer, left);
        free(reader->buffer);
        reader->buffer = buffer;
        reader->room = size;
    }
    while (reader->end < size) {
        size_t got = temporary_read(reader->descriptor, reader->buffer + reader->end,
                                    reader->room - reader->end, reader->end == 0);
        if (got == 0)
            return false;
        reader->end += got;
    }
    return true;
}

/* Moves to the next record; false: there is none. */
static bool next_record(struct reader *reader)
{
    size_t size = sizeof reader->record;
    if (!fill(reader, size))
        return false;
    memcpy(&reader->record, reader->buffer + reader->begin, size);
    reader->begin += size;
    return fill(reader, (size_t)reader->record.length);
}

struct merge {
    struct reader readers[FILES_MAX];
    struct reader *heap[FILES_MAX];
    size_t count;
    bool reverse;
};

static bool is_before(const struct merge *merge, const struct reader *a, const struct reader *b)
{
    if (is_later_key(&a->record.key, &b->record.key, merge->reverse))
        return false;
    return is_later_key(&b->record.key, &a->record.key, merge->reverse) || a->number < b->number;
}

/* Moves the reader at `place` down to where it belongs. */
static void sift_down(struct merge *merge, size_t place)
{
    for (;;) {
        size_t first = place;
        for (size_t child = 2 * place + 1; child <= 2 * place + 2; child++)
            if (child < merge->count && is_before(merge, merge->heap[child], merge->heap[first]))
                first = child;
        if (first == place)
            return;
        struct reader *swap = merge->heap[place];
        merge->heap[place] = merge->heap[first];
        merge->heap[first] = swap;
        place = first;
    }
}

static struct merge *begin_merge(const struct sorter *sorter, size_t from)
{
    struct merge *merge = allocate(sizeof *merge);
    merge->count = 0;
    merge->reverse = sorter->reverse;
    for (size_t i = from; i < sorter->file_count; i++) {
        struct reader *reader = &merge->readers[i - from];
        *reader = (struct reader){.descriptor = sorter->files[i].descriptor,
                                  .number = i,
                                  .buffer = allocate(BUFFER_SIZE),
                                  .room = BUFFER_SIZE};
        if (next_record(reader))
            merge->heap[merge->count++] = reader;
    }
    for (size_t place = merge->count; place-- > 0;)
        sift_down(merge, place);
    return merge;
}

static void advance(struct merge *merge)
{
    struct reader *reader = merge->heap[0];
    reader->begin += (size_t)reader->record.length;
    if (!next_record(reader))
        merge->heap[0] = merge->heap[--merge->count];
    sift_down(merge, 0);
}

/* Merges the files from `from` on and closes them: gives the texts of the records to `write`, or if
 * that is NULL writes the records to a file of the next level, in the place of the first. */
static void merge_files(struct sorter *sorter, size_t from,
                        void (*write)(const char *text, size_t length))
{
    size_t end = sorter->file_count;
    struct merge *merge = begin_merge(sorter, from);
    if (write == NULL)
        open_file(sorter);
    for (; merge->count > 0; advance(merge)) {
        const struct reader *first = merge->heap[0];
        const char *text = first->buffer + first->begin;
        size_t length = (size_t)first->record.length;
        if (write != NULL) {
            write(text, length);
            continue;
        }
        write_bytes(sorter, &first->record, sizeof first->record);
        write_bytes(sorter, text, length);
    }
    if (write == NULL)
        close_file(sorter);
    for (size_t i = from; i < end; i++) {
        free(merge->readers[i - from].buffer);
        system_close(sorter->files[i].descriptor);
    }
    free(merge);
    sorter->file_count = from;
    if (write == NULL)
        sorter->files[sorter->file_count++] = (struct file){
            .descriptor = sorter->files[end].descriptor, .level = sorter->files[from].level + 1};
}

/* The first of the last files if FILES_MERGED of them have the same level; else their number. */
static size_t full_level(const struct sorter *sorter)
{
    size_t from = sorter->file_count;
    while (from > 0 && sorter->files[from - 1].level == sorter->files[sorter->file_count - 1].level)
        from--;
    return sorter->file_count - from == FILES_MERGED ? from : sorter->file_count;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Takes as much as the system gives. Memory that is not used costs nothing. */
static void take_block(struct sorter *sorter, uint64_t memory)
{
    uint64_t most = memory < SIZE_MAX / 2 ? memory : SIZE_MAX / 2;
    sorter->size = (size_t)most / sizeof(struct entry) * sizeof(struct entry);
    while ((sorter->block = malloc(sorter->size)) == NULL && sorter->size > SMALLEST_BLOCK)
        sorter->size = sorter->size / (2 * sizeof(struct entry)) * sizeof(struct entry);
    if (sorter->block == NULL)
        refuse_memory(sorter->size);
}

struct sorter *sorter_begin(uint64_t memory, bool reverse, sorter_settle *settle, void *context)
{
    struct sorter *sorter = allocate(sizeof *sorter);
    *sorter = (struct sorter){.reverse = reverse, .settle = settle, .context = context};
    take_block(sorter, memory);
    return sorter;
}

static struct sort_record record_at(const struct sorter *sorter, size_t place)
{
    struct sort_record record;
    memcpy(&record, sorter->block + place, sizeof record);
    return record;
}

static struct entry *entries_of(const struct sorter *sorter)
{
    return (struct entry *)(void *)(sorter->block + sorter->size) - sorter->count;
}

/* Whether b must be before a, which was added earlier. */
static bool is_later(const struct sorter *sorter, const struct entry *a, const struct entry *b)
{
    if (a->unix_ms != b->unix_ms)
        return (a->unix_ms > b->unix_ms) != sorter->reverse;
    struct sort_record first = record_at(sorter, a->place), second = record_at(sorter, b->place);
    return is_later_key(&first.key, &second.key, sorter->reverse);
}

/* Entries are added downwards: the last record has the first one. They are sorted so that what comes
 * last is first, and read from their end. */

/* Merges the sorted a[0..middle] and a[middle..count], the first of which is copied to `room`. */
static void merge_halves(const struct sorter *sorter, struct entry *a, size_t middle, size_t count,
                         struct entry *room)
{
    size_t left = 0, right = middle, to = 0;
    memcpy(room, a, middle * sizeof *a);
    while (left < middle && right < count)
        a[to++] = is_later(sorter, &a[right], &room[left]) ? a[right++] : room[left++];
    memcpy(a + to, room + left, (middle - left) * sizeof *a);
}

/* Halves that are in order already are not merged: a sorted input costs one comparison for each
 * record. The depth is that of 2^58 entries at most. */
static void sort_entries( // NOLINT(misc-no-recursion)
    const struct sorter *sorter, struct entry *a, size_t count, struct entry *room)
{
    size_t middle = count / 2;
    if (count < 2)
        return;
    sort_entries(sorter, a, middle, room);
    sort_entries(sorter, a + middle, count - middle, room);
    if (is_later(sorter, &a[middle], &a[middle - 1]))
        merge_halves(sorter, a, middle, count, room);
}

static void settle_all(struct sorter *sorter, struct entry *entries)
{
    for (size_t i = sorter->count; i-- > 0 && sorter->settle != NULL;) {
        char *at = sorter->block + entries[i].place;
        struct sort_record record = record_at(sorter, entries[i].place);
        sorter->settle(sorter->context, &record, at + sizeof record);
        memcpy(at, &record, sizeof record);
        entries[i].unix_ms = record.key.unix_ms;
    }
}

/* Sorts what is in memory. The room for it is before the entries. */
static struct entry *sort_block(struct sorter *sorter)
{
    struct entry *entries = entries_of(sorter);
    settle_all(sorter, entries);
    sort_entries(sorter, entries, sorter->count, entries - (sorter->count + 1) / 2);
    return entries;
}

static size_t size_of(const struct sorter *sorter, const struct entry *entry)
{
    return sizeof(struct sort_record) + (size_t)record_at(sorter, entry->place).length;
}

/* Writes all records to a temporary file. */
static void spill(struct sorter *sorter)
{
    size_t from;
    const struct entry *entries = sort_block(sorter);
    open_file(sorter);
    for (size_t i = sorter->count; i-- > 0;)
        write_bytes(sorter, sorter->block + entries[i].place, size_of(sorter, &entries[i]));
    close_file(sorter);
    while ((from = full_level(sorter)) < sorter->file_count)
        merge_files(sorter, from, NULL);
    sorter->count = 0;
    sorter->used = 0;
}

/* Whether one more record of `size` bytes leaves an entry and a half for each. */
static bool fits(const struct sorter *sorter, size_t size)
{
    size_t count = sorter->count + 1;
    size_t entries = (count + (count + 1) / 2) * sizeof(struct entry);
    return size <= sorter->size && sorter->used <= sorter->size - size &&
           entries <= sorter->size - size - sorter->used;
}

/* Makes the empty block large enough for one record. */
static void grow(struct sorter *sorter, size_t size)
{
    size_t wanted = size + 4 * sizeof(struct entry);
    if (size > SIZE_MAX / 4)
        refuse_memory(size);
    wanted = 2 * (wanted / sizeof(struct entry) + 1) * sizeof(struct entry);
    free(sorter->block);
    sorter->block = allocate(wanted);
    sorter->size = wanted;
}

void sorter_add(struct sorter *sorter, const struct sort_key *key, uint32_t note, const char *text,
                size_t length)
{
    struct sort_record record = {.key = *key, .note = note, .length = length};
    if (sorter->count > 0 && !fits(sorter, sizeof record + length))
        spill(sorter);
    if (!fits(sorter, sizeof record + length))
        grow(sorter, sizeof record + length);
    sorter->count++;
    *entries_of(sorter) = (struct entry){.unix_ms = key->unix_ms, .place = sorter->used};
    memcpy(sorter->block + sorter->used, &record, sizeof record);
    memcpy(sorter->block + sorter->used + sizeof record, text, length);
    sorter->used += sizeof record + length;
}

void sorter_finish(struct sorter *sorter, void (*write)(const char *text, size_t length))
{
    const struct entry *entries = NULL;
    if (sorter->file_count > 0)
        spill(sorter);
    else
        entries = sort_block(sorter);
    for (size_t i = sorter->count; i-- > 0;)
        write(sorter->block + entries[i].place + sizeof(struct sort_record),
              size_of(sorter, &entries[i]) - sizeof(struct sort_record));
    free(sorter->block);
    if (sorter->file_count > 0)
        merge_files(sorter, 0, write);
    free(sorter->buffer);
    free(sorter);
}
