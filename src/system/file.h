/* SPDX-License-Identifier: MIT */
/* system/file.h: what the library asks of a file system: a small file of whole pages that
 * processes map together. Called by shared/; implemented in file_posix.c and
 * file_windows.c. SORTID_FILE_FAILED comes with errno (on Windows too); all else keeps it. */
#ifndef SORTID_SYSTEM_FILE_H
#define SORTID_SYSTEM_FILE_H

#include <sortid/base.h>

#define FILE_PAGE 4096

struct file {
    intptr_t descriptor; /* or a handle */
    uint8_t *map;        /* NULL: not mapped */
    size_t size;         /* of the file, until it is mapped: then of the mapping */
    bool is_read_only;   /* its mapping too */
    bool is_alone;       /* the use of the file is locked so: kept by Windows */
    uint64_t place[2];   /* file system and number of the file there: a copy has others */
};

/* The name of a file is on disk when it returns. */
sortid_status sortid_system_file_sync_name(const char *path);

/* Opens a file to be read and written, without following a link or waiting; what is no regular file
 * is not opened at all. SORTID_FILE_REFUSED
 * for a symbolic link, what is no regular file, or, unless `anyone`, somebody else's;
 * SORTID_STATE_UNUSABLE where the system has not the locks below; SORTID_FILE_FAILED, ENOENT if there is none. */
sortid_status sortid_system_file_open(struct file *file, const char *path, bool anyone);

/* The same for a file that is only looked into, by whoever may read it: it is never written. */
sortid_status sortid_system_file_open_to_look(struct file *file, const char *path);

/* Makes a file of this content with its permissions (0600, ...), whole and on disk when it
 * returns, but for its name, all of its space allocated. One that is there is left as it is, and
 * as good. Until then it has no name, or, where the file system has no such files, the path with
 * ".sortid-new" behind it: what a killed process left there is removed by the next call. */
sortid_status sortid_system_file_create(const char *path, const void *content, size_t size,
                                        unsigned permissions);

/* Locks of parts of a file, which are names and no bytes of it. A lock is of the one who opened
 * the file, and of its children by fork; it ends when all of these have closed it, or died.
 * A lock takes the place of the one before on that part. SORTID_WAIT: others have it. */
enum file_part { FILE_GATE, FILE_USE, FILE_MAKING };
enum file_lock { FILE_ALONE, FILE_ALONE_AT_ONCE, FILE_WITH_OTHERS };
sortid_status sortid_system_file_lock(struct file *file, enum file_part part, enum file_lock lock);
void sortid_system_file_unlock(struct file *file, enum file_part part);

/* Maps `size` bytes of the file. */
sortid_status sortid_system_file_map(struct file *file);

/* Bytes of the mapping, within a page, are on disk when it returns. */
sortid_status sortid_system_file_sync(struct file *file, size_t offset);

/* Unlocks, unmaps, closes. */
void sortid_system_file_close(struct file *file);

/* What the kernel calls this run of the system; false where it has no name for it. */
bool sortid_system_file_boot(uint64_t id[2]);

#endif
