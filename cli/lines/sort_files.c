/* SPDX-License-Identifier: MIT */
/* sort_files.c: a merge reads each file once, by a buffer that holds a whole record, and keeps the
 * readers in a heap, the one with the first record on top. */
#include "sort_files.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE (256 * 1024)

/* How many bytes of the folder's path a message shows, so that the reason fits. */
#define SHOWN_MOST 200

/* A message for a fault of a temporary file. */
_Noreturn static void give_up(const char *what)
{
    int error = errno;
    const char *folder = system_temporary_folder();
    report_system(error, "sort: cannot %s a temporary file in %.*s%s; TMPDIR names another folder",
                  what, SHOWN_MOST, folder, strlen(folder) > SHOWN_MOST ? "..." : "");
    exit(report_status());
}

_Noreturn void sort_refuse_memory(size_t size)
{
    report(STATUS_SYSTEM, "sort: %zu bytes of memory are not free: give less with --memory", size);
    exit(report_status());
}

void *sort_allocate(size_t size)
{
    void *bytes = malloc(size);
    if (bytes == NULL)
        sort_refuse_memory(size);
    return bytes;
}

void sort_files_begin(struct sort_files *files, bool reverse)
{
    files->reverse = reverse;
    files->count = 0;
    files->buffer = NULL;
    files->waiting = 0;
}

void sort_files_end(struct sort_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        system_close(files->files[i].descriptor);
    free(files->buffer);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void open_file(struct sort_files *files, unsigned level)
{
    int descriptor = system_open_temporary();
    if (descriptor < 0)
        give_up("make");
    if (files->buffer == NULL)
        files->buffer = sort_allocate(BUFFER_SIZE);
    files->files[files->count++] = (struct sort_file){descriptor, level};
    files->waiting = 0;
}

static void write_all(const struct sort_files *files, const char *bytes, size_t size)
{
    int descriptor = files->files[files->count - 1].descriptor;
    while (size > 0) {
        ptrdiff_t written = system_write(descriptor, bytes, size);
        if (written < 0)
            give_up("write");
        bytes += written;
        size -= (size_t)written;
    }
}

static void flush(struct sort_files *files)
{
    write_all(files, files->buffer, files->waiting);
    files->waiting = 0;
}

void sort_files_write(struct sort_files *files, const void *bytes, size_t size)
{
    if (size > BUFFER_SIZE - files->waiting)
        flush(files);
    if (size > BUFFER_SIZE) {
        write_all(files, bytes, size);
        return;
    }
    memcpy(files->buffer + files->waiting, bytes, size);
    files->waiting += size;
}

static void close_file(struct sort_files *files)
{
    flush(files);
    if (!system_rewind(files->files[files->count - 1].descriptor))
        give_up("read");
}

/* ---- Merging --------------------------------------------------------------------------------- */

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
        char *buffer = sort_allocate(size);
        memcpy(buffer, reader->buffer, left);
        free(reader->buffer);
        reader->buffer = buffer;
        reader->room = size;
    }
    while (reader->end < size) {
        ptrdiff_t got = system_read(reader->descriptor, reader->buffer + reader->end,
                                    reader->room - reader->end);
        if (got == 0 && reader->end == 0)
            return false;
        if (got == 0)
            errno = EIO; // another program cut the file
        if (got <= 0)
            give_up("read");
        reader->end += (size_t)got;
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
    return reader->record.length == 0 || fill(reader, (size_t)reader->record.length);
}

struct merge {
    struct reader readers[SORT_FILES_MAX];
    struct reader *heap[SORT_FILES_MAX];
    size_t count;
    bool reverse;
};

static bool is_before(const struct merge *merge, const struct reader *a, const struct reader *b)
{
    if (sort_key_is_later(&a->record.key, &b->record.key, merge->reverse))
        return false;
    return sort_key_is_later(&b->record.key, &a->record.key, merge->reverse) ||
           a->number < b->number;
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

static struct merge *begin_merge(const struct sort_files *files, size_t from)
{
    struct merge *merge = sort_allocate(sizeof *merge);
    merge->count = 0;
    merge->reverse = files->reverse;
    for (size_t i = from; i < files->count; i++) {
        struct reader *reader = &merge->readers[i - from];
        *reader = (struct reader){.descriptor = files->files[i].descriptor,
                                  .number = i,
                                  .buffer = sort_allocate(BUFFER_SIZE),
                                  .room = BUFFER_SIZE};
        if (next_record(reader))
            merge->heap[merge->count++] = reader;
    }
    for (size_t place = merge->count; place-- > 0;)
        sift_down(merge, place);
    return merge;
}

/* Moves past the first record. */
static void advance(struct merge *merge)
{
    struct reader *reader = merge->heap[0];
    reader->begin += (size_t)reader->record.length;
    if (!next_record(reader))
        merge->heap[0] = merge->heap[--merge->count];
    sift_down(merge, 0);
}

/* Closes the files of a merge, those from `from` up to `end`. */
static void end_merge(struct merge *merge, const struct sort_files *files, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++) {
        free(merge->readers[i - from].buffer);
        system_close(files->files[i].descriptor);
    }
    free(merge);
}

/* Merges the files from `from` on into one of the next level. */
static void merge_files(struct sort_files *files, size_t from)
{
    size_t end = files->count;
    unsigned level = files->files[from].level + 1;
    struct merge *merge = begin_merge(files, from);
    for (open_file(files, level); merge->count > 0; advance(merge)) {
        const struct reader *first = merge->heap[0];
        sort_files_write(files, &first->record, sizeof first->record);
        sort_files_write(files, first->buffer + first->begin, (size_t)first->record.length);
    }
    close_file(files);
    end_merge(merge, files, from, end);
    files->files[from] = files->files[end];
    files->count = from + 1;
}

/* The first of the last files if SORT_FILES_MERGED of them have the same level; else their
 * number. */
static size_t full_level(const struct sort_files *files)
{
    size_t from = files->count;
    while (from > 0 && files->files[from - 1].level == files->files[files->count - 1].level)
        from--;
    return files->count - from == SORT_FILES_MERGED ? from : files->count;
}

void sort_files_open(struct sort_files *files)
{
    open_file(files, 0);
}

void sort_files_close(struct sort_files *files)
{
    size_t from;
    close_file(files);
    while ((from = full_level(files)) < files->count)
        merge_files(files, from);
}

void sort_files_merge(struct sort_files *files, void (*write)(const char *text, size_t length))
{
    struct merge *merge = begin_merge(files, 0);
    for (; merge->count > 0; advance(merge))
        write(merge->heap[0]->buffer + merge->heap[0]->begin,
              (size_t)merge->heap[0]->record.length);
    end_merge(merge, files, 0, files->count);
    files->count = 0;
}
