/* SPDX-License-Identifier: MIT */
/* preload_system.c: replaces calls of the system in all processes of a server, while they run.
 * lib.sh builds it and loads it by LD_PRELOAD. clocks.sh and power.sh control it by files in the
 * folder $SORTID_TEST_SYSTEM, each of which may be missing:
 *   clock   the offset of the real-time clock in ms; @MS: it is stopped at this time (the
 *           monotonic clock is not changed)
 *   boot    the name of the boot
 *   fails   CALL ERRNO: the call, msync or posix_fallocate, fails for state files
 *   disk/   the state files as a power cut would leave them: their pages as last synced
 * Calls for other files are not changed. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define PATH_BYTES 512
#define BOOT       "/proc/sys/kernel/random/boot_id"

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): libc has other names */

/* The function of the C library that the one here replaces. */
#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

/* ---- The folder ------------------------------------------------------------------------------ */

static const char *path_of(char *path, const char *folder, const char *name)
{
    const char *system = getenv("SORTID_TEST_SYSTEM");
    snprintf(path, PATH_BYTES, "%s/%s%s", system != NULL ? system : "", folder, name);
    return path;
}

/* The text of a file; "": there is none. By raw system calls, because the functions of the C
 * library are replaced. */
static void read_text(char *text, size_t size, const char *name)
{
    char path[PATH_BYTES];
    int saved = errno;
    long file = syscall(SYS_openat, AT_FDCWD, path_of(path, "", name), O_RDONLY | O_CLOEXEC, 0);
    long got = file >= 0 ? syscall(SYS_read, file, text, size - 1) : 0;
    if (file >= 0)
        syscall(SYS_close, file);
    text[got > 0 ? got : 0] = '\0';
    errno = saved;
}

/* The errno with which a call must fail; 0: none. */
static int error_of(const char *call)
{
    char text[64];
    read_text(text, sizeof text, "fails");
    size_t length = strlen(call);
    bool is_it = strncmp(text, call, length) == 0 && text[length] == ' ';
    return is_it ? (int)strtol(text + length, NULL, 10) : 0;
}

/* The file name of a path in a folder sortid/; NULL: not a state file. */
static const char *state_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = strlen("sortid");
    if (slash == NULL || (size_t)(slash - path) < length ||
        strncmp(slash - length, "sortid", length) != 0)
        return NULL;
    return slash + 1;
}

/* ---- The clock ------------------------------------------------------------------------------- */

static void shift(struct timespec *now)
{
    char text[64];
    read_text(text, sizeof text, "clock");
    if (text[0] == '@')
        *now = (struct timespec){.tv_nsec = 0};
    int64_t ns = strtoll(text + (text[0] == '@'), NULL, 10) * 1000000 + now->tv_nsec;
    now->tv_sec += ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    if (now->tv_nsec < 0) {
        now->tv_sec--;
        now->tv_nsec += 1000000000;
    }
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    int result = REAL(clock_gettime)(which, now);
    if (result == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
        shift(now);
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &exact);
    *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return result;
}

time_t time(time_t *now)
{
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now != NULL)
        *now = exact.tv_sec;
    return exact.tv_sec;
}

/* ---- The boot -------------------------------------------------------------------------------- */

/* The path to open instead of `path`; `instead` is a buffer for it. */
static const char *replacement_of(const char *path, char *instead)
{
    bool is_boot = strcmp(path, BOOT) == 0 && access(path_of(instead, "", "boot"), R_OK) == 0;
    return is_boot ? instead : path;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        char instead[PATH_BYTES];                                                                  \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;             \
        va_end(rest);                                                                              \
        if ((flags & O_TMPFILE) == O_TMPFILE) { /* the simulated disk needs file names */          \
            errno = EOPNOTSUPP;                                                                    \
            return -1;                                                                             \
        }                                                                                          \
        return REAL(name)(replacement_of(path, instead), flags, mode);                             \
    }
OPEN(open)
OPEN(open64)

/* ---- The disk -------------------------------------------------------------------------------- */

struct mapping {
    char *start;
    size_t size;
    char path[PATH_BYTES];
};

/* The state file that is mapped at an address; false if there is none. */
static bool find_mapping(struct mapping *found, const char *at)
{
    char line[PATH_BYTES + 128];
    bool is_it = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (!is_it && maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        char *rest = line;
        uintptr_t start = strtoul(line, &rest, 16);
        uintptr_t end = strtoul(rest + 1, NULL, 16); /* after a hyphen */
        const char *path = strchr(line, '/');
        if (path == NULL)
            continue;
        is_it = (uintptr_t)at >= start && (uintptr_t)at < end;
        *found = (struct mapping){.start = (char *)start, .size = end - start}; /* NOLINT */
        snprintf(found->path, sizeof found->path, "%.*s", (int)strcspn(path, " \n"), path);
    }
    if (maps != NULL)
        fclose(maps);
    return is_it && state_file(found->path) != NULL;
}

/* Writes pages to the simulated disk; all pages the first time. One process at a time, so that an
 * older page never overwrites a newer one. */
static void write_to_disk(const struct mapping *mapping, const char *start, size_t size)
{
    char path[PATH_BYTES];
    int disk =
        open(path_of(path, "disk/", state_file(mapping->path)), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct stat found;
    if (disk < 0)
        return; /* no folder disk/ */
    flock(disk, LOCK_EX);
    bool is_new = fstat(disk, &found) == 0 && found.st_size == 0;
    const char *from = is_new ? mapping->start : start;
    size_t length = is_new ? mapping->size : size;
    if (pwrite(disk, from, length, from - mapping->start) != (ssize_t)length)
        abort();
    close(disk);
}

int msync(void *start, size_t size, int how)
{
    struct mapping mapping;
    if (!find_mapping(&mapping, start))
        return (int)syscall(SYS_msync, start, size, how);
    errno = error_of("msync");
    if (errno != 0)
        return -1;
    write_to_disk(&mapping, start, size);
    return 0;
}

/* Names reach the disk at once: the tests do not cover their order. */
int link(const char *old, const char *new)
{
    char from[PATH_BYTES], to[PATH_BYTES];
    long result = syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0);
    if (result == 0 && state_file(old) != NULL && state_file(new) != NULL) {
        path_of(from, "disk/", state_file(old));
        path_of(to, "disk/", state_file(new));
        syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    }
    return result == 0 ? 0 : -1;
}

int unlink(const char *path)
{
    char name[PATH_BYTES];
    long result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    int saved = errno;
    if (result == 0 && state_file(path) != NULL)
        syscall(SYS_unlinkat, AT_FDCWD, path_of(name, "disk/", state_file(path)), 0);
    errno = saved;
    return result == 0 ? 0 : -1;
}

int posix_fallocate(int file, off_t offset, off_t size)
{
    char link_name[64], path[PATH_BYTES] = "";
    snprintf(link_name, sizeof link_name, "/proc/self/fd/%d", file);
    bool is_state = readlink(link_name, path, sizeof path - 1) > 0 && state_file(path) != NULL;
    int error = is_state ? error_of("posix_fallocate") : 0;
    return error != 0 ? error : REAL(posix_fallocate)(file, offset, size);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
