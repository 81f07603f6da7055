/* SPDX-License-Identifier: MIT */
/* system/file.h: what the library needs from a file system: a small file of whole pages that
 * processes map together, and locks that do not wait. SORTID_FILE_FAILED sets errno (on Windows
 * too); other results keep it. */
#pragma once

#include <sortid/base.h>

#define FILE_PAGE 4096

struct file {
    intptr_t descriptor; /* or a handle */
    uint8_t *map;        /* NULL: not mapped */
    size_t size;         /* of the file, until it is mapped: then of the mapping */
    bool is_read_only;   /* its mapping too */
    bool is_alone;       /* on Windows: this file has the exclusive lock of the use */
    uint64_t place[2];   /* the file system and the file's number: a copy has others */
};

/* Writes the name of a file to the disk. */
sortid_status sortid_system_file_sync_name(const char *path);

/* Opens a regular file to read and write it, and nothing else, without following a link or waiting.
 * SORTID_FILE_REFUSED for anything else and, unless `anyone`, another user's file;
 * SORTID_STATE_UNUSABLE if the system lacks the locks below; SORTID_FILE_FAILED with ENOENT if the
 * file does not exist. */
sortid_status sortid_system_file_open(struct file *file, const char *path, bool anyone);

/* The same to read only; any user's file. */
sortid_status sortid_system_file_open_to_read(struct file *file, const char *path);

/* Creates a file with this content and these permissions (0600, ...), with all its space allocated
 * and all but its name on disk. An existing file is not changed: SORTID_OK. Until the file is
 * complete it has no name, or if the file system has no such files, the path with ".sortid-new"
 * appended; the next call removes what a killed process left there. SORTID_WAIT: another process
 * creates the file in this way, try again later. */
sortid_status sortid_system_file_create(const char *path, const void *content, size_t size,
                                        unsigned permissions);

/* Locks of parts of a file; the parts are names, not bytes. A lock belongs to the open file, which
 * forked children share; it ends when all of them have closed the file or exited. It replaces an
 * earlier lock of the open file on that part. SORTID_WAIT if others hold the lock. */
enum file_part { FILE_GATE, FILE_USE, FILE_MAKING };
enum file_lock { FILE_ALONE, FILE_WITH_OTHERS };
sortid_status sortid_system_file_lock(struct file *file, enum file_part part, enum file_lock lock);
void sortid_system_file_unlock(struct file *file, enum file_part part);

/* Maps `size` bytes of the file. */
sortid_status sortid_system_file_map(struct file *file);

/* Writes the page of the mapping at this offset to the disk. */
sortid_status sortid_system_file_sync(struct file *file, size_t offset);

/* Unlocks, unmaps, closes. */
void sortid_system_file_close(struct file *file);

/* The system's name of this boot; false if the system has no name. */
bool sortid_system_file_boot(uint64_t id[2]);
