/* SPDX-License-Identifier: MIT */
/* sort_files.c: a merge reads each file once, by a buffer that holds a whole record, and keeps the
 * readers in a heap, the one with the first record on top. */
#include "sort_files.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
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

void sort_files_open(struct sort_files *files)
{
    int descriptor = system_open_temporary();
    if (descriptor < 0)
        give_up("make");
    if (files->buffer == NULL)
        files->buffer = sort_allocate(BUFFER_SIZE);
    files->files[files->count++] = (struct sort_file){.descriptor = descriptor};
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
static void merge_files(struct sort_files *files, size_t from,
                        void (*write)(const char *text, size_t length))
{
    size_t end = files->count;
    struct merge *merge = begin_merge(files, from);
    if (write == NULL)
        sort_files_open(files);
    for (; merge->count > 0; advance(merge)) {
        const struct reader *first = merge->heap[0];
        const char *text = first->buffer + first->begin;
        size_t length = (size_t)first->record.length;
        if (write != NULL) {
            write(text, length);
            continue;
        }
        sort_files_write(files, &first->record, sizeof first->record);
        sort_files_write(files, text, length);
    }
    if (write == NULL)
        close_file(files);
    for (size_t i = from; i < end; i++) {
        free(merge->readers[i - from].buffer);
        system_close(files->files[i].descriptor);
    }
    free(merge);
    files->count = from;
    if (write == NULL)
        files->files[files->count++] = (struct sort_file){
            .descriptor = files->files[end].descriptor, .level = files->files[from].level + 1};
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

void sort_files_close(struct sort_files *files)
{
    size_t from;
    close_file(files);
    while ((from = full_level(files)) < files->count)
        merge_files(files, from, NULL);
}

void sort_files_merge(struct sort_files *files, void (*write)(const char *text, size_t length))
{
    merge_files(files, 0, write);
    free(files->buffer);
}
