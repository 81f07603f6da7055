/* SPDX-License-Identifier: MIT */
/* sorter.c: records fill one block of memory from its start, entries that point to them from its
 * end downwards. An entry has the time and the place of its record; equal times compare the rest of
 * the keys in the records. When the block is full, its records are sorted and written to a
 * temporary file. At the end the files are merged.
 *
 *     | record | record | record | ...        room for sorting | entry | entry | entry | */
#include "sorter.h"

#include <stdlib.h>
#include <string.h>

#define SMALLEST_BLOCK (64 * 1024)

struct entry {
    uint64_t unix_ms;
    size_t place; /* of the record in the block */
};

struct sorter {
    char *block;
    size_t size;  /* of the block: a multiple of the size of an entry */
    size_t used;  /* by records */
    size_t count; /* of entries */
    sorter_settle *settle;
    void *context;
    struct sort_files files; /* and the order */
};

/* Takes as much as the system gives. Memory that is not used costs nothing. */
static void take_block(struct sorter *sorter, uint64_t memory)
{
    uint64_t most = memory < SIZE_MAX / 2 ? memory : SIZE_MAX / 2;
    sorter->size = (size_t)most / sizeof(struct entry) * sizeof(struct entry);
    while ((sorter->block = malloc(sorter->size)) == NULL && sorter->size > SMALLEST_BLOCK)
        sorter->size = sorter->size / (2 * sizeof(struct entry)) * sizeof(struct entry);
    if (sorter->block == NULL)
        sort_refuse_memory(sorter->size);
}

struct sorter *sorter_begin(uint64_t memory, bool reverse, sorter_settle *settle, void *context)
{
    struct sorter *sorter = sort_allocate(sizeof *sorter);
    *sorter = (struct sorter){
        .settle = settle, .context = context, .files = {.reverse = reverse}};
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
        return (a->unix_ms > b->unix_ms) != sorter->files.reverse;
    struct sort_record first = record_at(sorter, a->place), second = record_at(sorter, b->place);
    return sort_key_is_later(&first.key, &second.key, sorter->files.reverse);
}

/* Merges the sorted a[0..middle] and a[middle..count], the first of which is copied to `room`. */
static void merge(const struct sorter *sorter, struct entry *a, size_t middle, size_t count,
                  struct entry *room)
{
    size_t left = 0, right = middle, to = 0;
    memcpy(room, a, middle * sizeof *a);
    while (left < middle && right < count)
        a[to++] = is_later(sorter, &room[left], &a[right]) ? a[right++] : room[left++];
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
    if (is_later(sorter, &a[middle - 1], &a[middle]))
        merge(sorter, a, middle, count, room);
}

/* Entries are added downwards: the last record has the first one. */
static void reverse_entries(struct entry *a, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        struct entry swap = a[i];
        a[i] = a[count - 1 - i];
        a[count - 1 - i] = swap;
    }
}

static void settle_all(struct sorter *sorter, struct entry *entries)
{
    for (size_t i = 0; i < sorter->count && sorter->settle != NULL; i++) {
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
    reverse_entries(entries, sorter->count);
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
    const struct entry *entries = sort_block(sorter);
    sort_files_open(&sorter->files);
    for (size_t i = 0; i < sorter->count; i++)
        sort_files_write(&sorter->files, sorter->block + entries[i].place,
                         size_of(sorter, &entries[i]));
    sort_files_close(&sorter->files);
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
        sort_refuse_memory(size);
    wanted = 2 * (wanted / sizeof(struct entry) + 1) * sizeof(struct entry);
    free(sorter->block);
    sorter->block = sort_allocate(wanted);
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
    if (sorter->files.count > 0 && sorter->count > 0)
        spill(sorter);
    else
        entries = sort_block(sorter);
    for (size_t i = 0; i < sorter->count; i++)
        write(sorter->block + entries[i].place + sizeof(struct sort_record),
              size_of(sorter, &entries[i]) - sizeof(struct sort_record));
    free(sorter->block);
    if (sorter->files.count > 0)
        sort_files_merge(&sorter->files, write);
    free(sorter);
}
