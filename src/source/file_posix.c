/* SPDX-License-Identifier: MIT */
/* source/file_posix.c: source/file.h on POSIX systems: open, fcntl, mmap, msync; a new file is
 * written beside its place and linked there, so that nobody sees a part of it; locks of an open
 * file, which Linux and macOS have; Linux's name for a boot. Empty on Windows. */
#ifndef __LP64__             /* 32 bits: */
#define _FILE_OFFSET_BITS 64 /* inode numbers past 2^32 */
#define _TIME_BITS        64 /* files that were written after 2038 */
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* locks of open files */
#endif
#include "file.h"
#include "system.h"

#if !defined(_WIN32)

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES 4096 /* with NUL: the longest path of Linux */

/* ---- An existing file ----------------------------------------------------------------- */

static sortid_status examine(struct file *file, bool anyone)
{
    struct stat found;
    if (fstat((int)file->descriptor, &found) != 0)
        return SORTID_FILE_FAILED;
    if (!S_ISREG(found.st_mode))
        return SORTID_FILE_REFUSED;
    if (!anyone && found.st_uid != geteuid())
        return SORTID_FILE_REFUSED;
    file->size = (uint64_t)found.st_size < SIZE_MAX ? (size_t)found.st_size : SIZE_MAX;
    file->place[0] = (uint64_t)found.st_dev;
    file->place[1] = (uint64_t)found.st_ino;
    return SORTID_OK;
}

static void close_quietly(int descriptor)
{
    int saved = errno;
    close(descriptor);
    errno = saved;
}

static sortid_status open_existing(struct file *file, const char *path, bool anyone, int access)
{
    int saved = errno;
    int descriptor = open(path, access | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        bool is_link = errno == ELOOP || errno == EMLINK; /* FreeBSD says the second */
        bool is_none = errno == EISDIR || errno == ENXIO; /* a folder, a pipe or socket */
        if (!is_link && !is_none)
            return SORTID_FILE_FAILED;
        errno = saved;
        return SORTID_FILE_REFUSED;
    }
    struct file opened = {.descriptor = descriptor, .is_read_only = access == O_RDONLY};
    sortid_status status = examine(&opened, anyone);
    if (status == SORTID_OK)
        *file = opened;
    else
        close_quietly(descriptor);
    if (status != SORTID_FILE_FAILED)
        errno = saved;
    return status;
}

sortid_status sortid_source_file_open(struct file *file, const char *path, bool anyone)
{
#if defined(F_OFD_SETLK)
    return open_existing(file, path, anyone, O_RDWR);
#else
    (void)file, (void)path, (void)anyone;
    return SORTID_STATE_UNUSABLE;
#endif
}

sortid_status sortid_source_file_open_to_look(struct file *file, const char *path)
{
    return open_existing(file, path, true, O_RDONLY);
}

/* ---- A new one -------------------------------------------------------------------------- */

static bool write_all(int descriptor, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool allocate(int descriptor, size_t size)
{
#if defined(__linux__)
    int error;
    do
        error = posix_fallocate(descriptor, 0, (off_t)size);
    while (error == EINTR);
    errno = error != 0 ? error : errno;
    return error == 0 || error == EINVAL ||
           error == EOPNOTSUPP; /* written, then, is all there is */
#else
    (void)descriptor, (void)size;
    return true;
#endif
}

/* By its folder. A file system that cannot sync folders says EINVAL and is as good as it gets. */
sortid_status sortid_source_file_sync_name(const char *path)
{
    char folder[PATH_BYTES];
    int saved = errno;
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
             slash != NULL ? path : ".");
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    bool synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    if (descriptor >= 0)
        close_quietly(descriptor);
    errno = synced ? saved : errno;
    return synced ? SORTID_OK : SORTID_FILE_FAILED;
}

static bool fill(int descriptor, const void *content, size_t size, unsigned permissions)
{
    return fchmod(descriptor, (mode_t)permissions) == 0 && write_all(descriptor, content, size) &&
           allocate(descriptor, size) && fsync(descriptor) == 0;
}

sortid_status sortid_source_file_create(const char *path, const void *content, size_t size,
                                        unsigned permissions)
{
    char beside[PATH_BYTES];
    int saved = errno;
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return SORTID_FILE_FAILED;
    }
    int descriptor = mkostemp(beside, O_CLOEXEC);
    if (descriptor < 0)
        return SORTID_FILE_FAILED;
    bool made = fill(descriptor, content, size, permissions) &&
                (link(beside, path) == 0 || errno == EEXIST);
    close_quietly(descriptor);
    int error = errno;
    unlink(beside);
    errno = made ? saved : error;
    return made ? SORTID_OK : SORTID_FILE_FAILED;
}

/* ---- In use --------------------------------------------------------------------------- */

#if defined(F_OFD_SETLK)

sortid_status sortid_source_file_lock(struct file *file, enum file_part part, enum file_lock lock)
{
    int saved = errno, result;
    struct flock wanted = {.l_type = lock == FILE_WITH_OTHERS ? F_RDLCK : F_WRLCK,
                           .l_whence = SEEK_SET,
                           .l_start = part,
                           .l_len = 1};
    int command = lock == FILE_ALONE_AT_ONCE ? F_OFD_SETLK : F_OFD_SETLKW;
    do
        result = fcntl((int)file->descriptor, command, &wanted);
    while (result != 0 && errno == EINTR);
    bool others = result != 0 && (errno == EAGAIN || errno == EACCES);
    if (result != 0 && !others)
        return SORTID_FILE_FAILED;
    errno = saved;
    return others ? SORTID_WAIT : SORTID_OK;
}

void sortid_source_file_unlock(struct file *file, enum file_part part)
{
    int saved = errno;
    struct flock none = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = part, .l_len = 1};
    (void)fcntl((int)file->descriptor, F_OFD_SETLK, &none); /* fails for no lock of ours */
    errno = saved;
}

#else

/* Never called: such a system opens no file. */
sortid_status sortid_source_file_lock(struct file *file, enum file_part part, enum file_lock lock)
{
    (void)file, (void)part, (void)lock;
    return SORTID_STATE_UNUSABLE;
}

void sortid_source_file_unlock(struct file *file, enum file_part part)
{
    (void)file, (void)part;
}

#endif

sortid_status sortid_source_file_map(struct file *file)
{
    int access = file->is_read_only ? PROT_READ : PROT_READ | PROT_WRITE;
    void *map = mmap(NULL, file->size, access, MAP_SHARED, (int)file->descriptor, 0);
    if (map == MAP_FAILED)
        return SORTID_FILE_FAILED;
    file->map = map;
    return SORTID_OK;
}

/* No cancellation point, though msync is one: it comes in the middle of making an ID. */
sortid_status sortid_source_file_sync(struct file *file, size_t offset)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t start = offset / page * page;
    size_t size = file->size - start < page ? file->size - start : page;
    int cancels = sortid_source_system_hold_cancel();
    bool synced = msync(file->map + start, size, MS_SYNC) == 0;
    sortid_source_system_let_cancel(cancels);
    return synced ? SORTID_OK : SORTID_FILE_FAILED;
}

void sortid_source_file_close(struct file *file)
{
    int saved = errno;
    if (file->map != NULL)
        munmap(file->map, file->size);
    close((int)file->descriptor);
    errno = saved;
}

/* ---- The boot --------------------------------------------------------------------------- */

static bool digit_of(uint64_t *digit, char c)
{
    *digit = (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* 32 hex digits, among hyphens. */
static bool read_id(uint64_t id[2], const char *text)
{
    size_t digits = 0;
    uint64_t digit;
    id[0] = id[1] = 0;
    for (; digits < 32 && (*text == '-' || digit_of(&digit, *text)); text++) {
        if (*text == '-')
            continue;
        id[digits / 16] = id[digits / 16] << 4 | digit;
        digits++;
    }
    return digits == 32;
}

/* As much as there is and fits, in however many parts it comes. */
static void read_all(char *text, size_t size, int descriptor)
{
    ssize_t got;
    do {
        got = read(descriptor, text, size);
        text += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
}

bool sortid_source_file_boot(uint64_t id[2])
{
    char text[64] = "";
    int saved = errno;
    int descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        read_all(text, sizeof text - 1, descriptor);
        close(descriptor);
    }
    errno = saved;
    return read_id(id, text);
}

#endif
