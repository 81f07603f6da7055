/* SPDX-License-Identifier: MIT */
/* system/file.h: what the library asks of a file system: a small file of whole pages that processes map
 * together, and locks that nobody waits for. Called by generator/; implemented in file_posix.c and
 * file_windows.c. SORTID_FILE_FAILED sets errno (on Windows too); other results keep it. */
#pragma once

#include <sortid/base.h>

#define FILE_PAGE 4096

struct file {
    intptr_t descriptor; /* or a handle */
    uint8_t *map;        /* NULL: not mapped */
    size_t size;         /* of the file, until it is mapped: then of the mapping */
    bool is_read_only;   /* its mapping too */
    bool is_alone;       /* this file has the lock of the use alone: used by file_windows.c */
    uint64_t place[2];   /* the file system, and the file's number there: a copy has others */
};

/* Brings the name of a file to the disk. */
sortid_status sortid_system_file_sync_name(const char *path);

/* Opens a file to read and write it, without following a link or waiting. What is no regular file is not
 * opened at all. SORTID_FILE_REFUSED for a symbolic link, what is no regular file, or, unless `anyone`,
 * another user's file; SORTID_STATE_UNUSABLE if the system lacks the locks below; SORTID_FILE_FAILED with
 * ENOENT if there is none. */
sortid_status sortid_system_file_open(struct file *file, const char *path, bool anyone);

/* The same to read only; any user's file. */
sortid_status sortid_system_file_open_to_read(struct file *file, const char *path);

/* Creates a file with this content and these permissions (0600, ...), all of its space allocated. When it
 * returns, the file is whole and on disk, except its name. A file that exists is left as it is:
 * SORTID_OK. Until the file is whole it has no name, or, where file systems have no such files, the path
 * with ".sortid-new" appended; the next call removes what a killed process left there. SORTID_WAIT:
 * another process is creating the file so, try again later. */
sortid_status sortid_system_file_create(const char *path, const void *content, size_t size,
                                        unsigned permissions);

/* Locks of parts of a file; the parts are names, not bytes of it. A lock belongs to the opened file,
 * which forked children share; it ends when all of them have closed the file or exited. A lock replaces
 * the opened file's earlier lock of that part. Nobody waits: SORTID_WAIT if others have the lock. */
enum file_part { FILE_GATE, FILE_USE, FILE_MAKING };
enum file_lock { FILE_ALONE, FILE_WITH_OTHERS };
sortid_status sortid_system_file_lock(struct file *file, enum file_part part, enum file_lock lock);
void sortid_system_file_unlock(struct file *file, enum file_part part);

/* Maps `size` bytes of the file. */
sortid_status sortid_system_file_map(struct file *file);

/* Brings the page of the mapping at this offset to the disk. */
sortid_status sortid_system_file_sync(struct file *file, size_t offset);

/* Unlocks, unmaps, closes. */
void sortid_system_file_close(struct file *file);

/* The system's name of this boot; false if it has none. */
bool sortid_system_file_boot(uint64_t id[2]);
