/* SPDX-License-Identifier: MIT */
/* system/file_posix.c: system/file.h on POSIX systems: open, fcntl, mmap, msync. A new file is
 * written without its name and then linked to it. Locks belong to the open file (Linux, macOS).
 * Linux names its boot. */
#ifndef __LP64__             /* 32 bits: */
#define _FILE_OFFSET_BITS 64 /* inode numbers past 2^32 */
#define _TIME_BITS        64 /* files that were written after 2038 */
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* locks of open files */
#endif
#include "error.h"
#include "file.h"
#include "system.h"

#ifndef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES 4096 /* with NUL: the longest path of Linux */

/* The status of a call that has just failed. */
static sortid_status file_failed(void)
{
    return failed_by(errno, SORTID_FILE_FAILED);
}

/* ---- An existing file ---------------------------------------------------- */

static sortid_status examine(struct file *file, bool anyone)
{
    struct stat found;
    if (fstat((int)file->descriptor, &found) != 0)
        return file_failed();
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

/* Opens the file of a descriptor again, by its name below /proc. -1 also without /proc. */
static int open_again(int descriptor, int flags)
{
    char name[32];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    return open(name, flags);
}

/* Opens only a regular file, because opening a device (such as a tape) or a pipe that another
 * process waits for has effects. *is_refused: there is something else, which was not opened. With
 * O_PATH and /proc the file cannot be exchanged in between. */
static int open_regular(const char *path, int flags, bool *is_refused)
{
    struct stat found;
    *is_refused = false;
#if defined(O_PATH)
    int place = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC), descriptor = -1;
    if (place < 0)
        return -1;
    bool is_found = fstat(place, &found) == 0;
    *is_refused = is_found && !S_ISREG(found.st_mode);
    if (is_found && !*is_refused) {
        descriptor = open_again(place, flags);
        if (descriptor < 0)
            descriptor = open(path, flags | O_NOFOLLOW);
    }
    if (descriptor >= 0 && dup3(descriptor, place, O_CLOEXEC) == place) { /* the lower number */
        close_quietly(descriptor);
        return place;
    }
    close_quietly(place);
    return descriptor;
#else
    if (lstat(path, &found) != 0)
        return -1;
    *is_refused = !S_ISREG(found.st_mode);
    return *is_refused ? -1 : open(path, flags | O_NOFOLLOW);
#endif
}

static sortid_status open_existing(struct file *file, const char *path, bool anyone, int access)
{
    int saved = errno;
    bool is_refused;
    int descriptor = open_regular(path, access | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, &is_refused);
    if (descriptor < 0) {
        bool is_link = errno == ELOOP || errno == EMLINK; /* FreeBSD: the second */
        bool is_none = errno == EISDIR || errno == ENXIO; /* a folder, a pipe or socket */
        if (!is_refused && !is_link && !is_none)
            return file_failed();
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

sortid_status sortid_system_file_open(struct file *file, const char *path, bool anyone)
{
#if defined(F_OFD_SETLK)
    return open_existing(file, path, anyone, O_RDWR);
#else
    (void)file, (void)path, (void)anyone;
    return SORTID_STATE_UNUSABLE;
#endif
}

sortid_status sortid_system_file_open_to_read(struct file *file, const char *path)
{
    return open_existing(file, path, true, O_RDONLY);
}

/* ---- A new one ----------------------------------------------------------- */

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
    /* without allocation, the written bytes must be enough */
    return error == 0 || error == EINVAL || error == EOPNOTSUPP;
#else
    (void)descriptor, (void)size;
    return true;
#endif
}

/* The folder of a path, with its slash. False if it does not fit. */
static bool find_folder(char folder[PATH_BYTES], const char *path)
{
    const char *slash = strrchr(path, '/');
    int length = snprintf(folder, PATH_BYTES, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
                          slash != NULL ? path : ".");
    return length < PATH_BYTES;
}

/* Syncs the folder. A file system that cannot sync folders returns EINVAL. */
sortid_status sortid_system_file_sync_name(const char *path)
{
    char folder[PATH_BYTES];
    int saved = errno;
    (void)find_folder(folder, path); /* fits: opening a longer path has failed */
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    bool synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    if (descriptor >= 0)
        close_quietly(descriptor);
    errno = synced ? saved : errno;
    return synced ? SORTID_OK : file_failed();
}

/* A new file. */
struct making {
    const char *path;
    const void *content;
    size_t size;
    unsigned permissions;
};

static bool fill_new_file(int descriptor, const struct making *m)
{
    return write_all(descriptor, m->content, m->size) && allocate(descriptor, m->size) &&
           fchmod(descriptor, (mode_t)m->permissions) == 0 && fsync(descriptor) == 0;
}

enum made { MADE, FAILED, NOT_HERE };

/* Makes a file without a name and then links it, so that nothing remains if the process is killed.
 * NOT_HERE: the system lacks such files, or cannot name them. */
static enum made make_nameless(const struct making *m)
{
#if defined(O_TMPFILE)
    char name[PATH_BYTES];
    int descriptor =
        find_folder(name, m->path) ? open(name, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
    if (descriptor < 0)
        return NOT_HERE;
    enum made made = fill_new_file(descriptor, m) ? NOT_HERE : FAILED;
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    if (made == NOT_HERE &&
        (linkat(AT_FDCWD, name, AT_FDCWD, m->path, AT_SYMLINK_FOLLOW) == 0 || errno == EEXIST))
        made = MADE;
    close_quietly(descriptor);
    return made;
#else
    (void)m;
    return NOT_HERE;
#endif
}

/* The name of an incomplete file is the path with this suffix. Its process has a lock on it, so a
 * file without a lock was left by a killed process. */
#define MAKING_SUFFIX ".sortid-new"
#define MAKING_TRIES  1000

static bool is_at(const char *name, int descriptor)
{
    struct stat there, found;
    return fstat(descriptor, &found) == 0 && lstat(name, &there) == 0 &&
           there.st_dev == found.st_dev && there.st_ino == found.st_ino;
}

/* False with EAGAIN: another process is making or removing the file. */
static bool lock_making(int descriptor)
{
    struct file file = {.descriptor = descriptor};
    sortid_status status = sortid_system_file_lock(&file, FILE_MAKING, FILE_ALONE);
    errno = status == SORTID_WAIT ? EAGAIN : errno;
    return status == SORTID_OK;
}

/* Removes a file that a killed process left incomplete: this user's, without a lock, and not too
 * large. False if it cannot be removed. */
static bool remove_left(const char *name, size_t size)
{
    bool is_refused;
    struct stat found;
    int descriptor = open_regular(name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, &is_refused);
    if (descriptor < 0) {
        errno = is_refused ? EEXIST : errno;
        return !is_refused && errno == ENOENT;
    }
    bool is_ours = fstat(descriptor, &found) == 0 && found.st_uid == geteuid() &&
                   found.st_size >= 0 && (uint64_t)found.st_size <= size;
    errno = is_ours ? errno : EEXIST;
    bool done =
        is_ours && lock_making(descriptor) && (!is_at(name, descriptor) || unlink(name) == 0);
    close_quietly(descriptor);
    return done;
}

/* A new file of this name, locked, or -1. Another process that locks or removes it first is about
 * to make the file; the process that has locked a file removes it. */
static int open_making(const char *name, size_t size)
{
    for (int tries = 0; tries < MAKING_TRIES; tries++) {
        int descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (descriptor < 0 && (errno != EEXIST || !remove_left(name, size)))
            return -1;
        if (descriptor < 0)
            continue;
        bool is_locked = lock_making(descriptor);
        if (is_locked && is_at(name, descriptor))
            return descriptor;
        int error = errno;
        if (!is_locked && error != EAGAIN)
            unlink(name);
        errno = error;
        close_quietly(descriptor);
        if (!is_locked)
            return -1;
    }
    errno = EAGAIN;
    return -1;
}

static bool make_named(const struct making *m, const char *name)
{
    int descriptor = open_making(name, m->size);
    if (descriptor < 0)
        return false;
    bool made = fill_new_file(descriptor, m) && (link(name, m->path) == 0 || errno == EEXIST);
    int error = errno;
    unlink(name);
    errno = error;
    close_quietly(descriptor); /* and with it the lock */
    return made;
}

sortid_status sortid_system_file_create(const char *path, const void *content, size_t size,
                                        unsigned permissions)
{
    const struct making making = {path, content, size, permissions};
    char name[PATH_BYTES];
    int saved = errno;
    bool has_room = snprintf(name, sizeof name, "%s" MAKING_SUFFIX, path) < (int)sizeof name;
    if (has_room)
        (void)remove_left(name, size); /* tried again if it is in the way */
    enum made made = make_nameless(&making);
    if (made == NOT_HERE && !has_room)
        errno = ENAMETOOLONG;
    if (made == NOT_HERE && has_room && make_named(&making, name))
        made = MADE;
    bool is_locked = made == NOT_HERE && errno == EAGAIN; /* see lock_making */
    if (made != MADE && !is_locked)
        return file_failed();
    errno = saved;
    return is_locked ? SORTID_WAIT : SORTID_OK;
}

/* ---- In use -------------------------------------------------------------- */

#if defined(F_OFD_SETLK)

sortid_status sortid_system_file_lock(struct file *file, enum file_part part, enum file_lock lock)
{
    int saved = errno, result;
    struct flock wanted = {.l_type = lock == FILE_WITH_OTHERS ? F_RDLCK : F_WRLCK,
                           .l_whence = SEEK_SET,
                           .l_start = part,
                           .l_len = 1};
    do
        result = fcntl((int)file->descriptor, F_OFD_SETLK, &wanted);
    while (result != 0 && errno == EINTR);
    bool others = result != 0 && (errno == EAGAIN || errno == EACCES);
    if (result != 0 && !others)
        return file_failed();
    errno = saved;
    return others ? SORTID_WAIT : SORTID_OK;
}

void sortid_system_file_unlock(struct file *file, enum file_part part)
{
    int saved = errno;
    struct flock none = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = part, .l_len = 1};
    (void)fcntl((int)file->descriptor, F_OFD_SETLK, &none); /* cannot fail */
    errno = saved;
}

#else

/* Never called: no file is opened on such a system. */
sortid_status sortid_system_file_lock(struct file *file, enum file_part part, enum file_lock lock)
{
    (void)file, (void)part, (void)lock;
    return SORTID_STATE_UNUSABLE;
}

void sortid_system_file_unlock(struct file *file, enum file_part part)
{
    (void)file, (void)part;
}

#endif

sortid_status sortid_system_file_map(struct file *file)
{
    int access = file->is_read_only ? PROT_READ : PROT_READ | PROT_WRITE;
    void *map = mmap(NULL, file->size, access, MAP_SHARED, (int)file->descriptor, 0);
    if (map == MAP_FAILED)
        return file_failed();
    file->map = map;
    return SORTID_OK;
}

/* msync is a cancellation point; this call must not be one, because it is part of making an ID. */
sortid_status sortid_system_file_sync(struct file *file, size_t offset)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t start = offset / page * page;
    size_t size = file->size - start < page ? file->size - start : page;
    int cancels = sortid_system_disable_cancel();
    bool synced = msync(file->map + start, size, MS_SYNC) == 0;
    sortid_system_restore_cancel(cancels);
    return synced ? SORTID_OK : file_failed();
}

void sortid_system_file_close(struct file *file)
{
    int saved = errno;
    if (file->map != NULL)
        munmap(file->map, file->size);
    close((int)file->descriptor);
    errno = saved;
}

/* ---- The boot ------------------------------------------------------------ */

static bool digit_of(uint64_t *digit, char c)
{
    *digit = (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* 32 hex digits, with hyphens between them. */
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

/* Reads as much as fits, in any number of parts. */
static void read_text(char *text, size_t size, int descriptor)
{
    ssize_t got;
    do {
        got = read(descriptor, text, size);
        text += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
}

bool sortid_system_file_boot(uint64_t id[2])
{
    char text[64] = "";
    int saved = errno;
    int descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        read_text(text, sizeof text - 1, descriptor);
        close(descriptor);
    }
    errno = saved;
    return read_id(id, text);
}

#endif
