/* SPDX-License-Identifier: MIT */
/* preload_io.c: replaces calls of the C library and makes system calls of the command fail or do
 * only a part of the work. The scripts of tests/faults/command/ preload it and select the faults in
 * the environment:
 *   FAULT_CALL=name  only calls of this name count     FAULT_FD=n  only on this descriptor
 *   FAULT_AT=k       the k-th call that counts fails    FAULT_AFTER=n  all calls fail that would
 *   FAULT_ERROR=n    with this errno                    read or write after byte n,
 *                                                       FAULT_TIMES=n: so many times only
 *   FAULT_SHORT=seed reads and writes are interrupted and shortened at random
 *   FAULT_FIXED=1    only sleeps advance the clock, at once; the system's randomness is one value
 *   FAULT_NAMELESS=1 the file system has no files without a name
 *   FAULT_BOOT=file  has the name of the boot, which the system may not tell (no /proc)
 *   FAULT_KILL=1     a call that would fail kills the process before it is made
 *   FAULT_LOG=file   gets the name of each call that was made to fail
 * Other calls pass unchanged, and so do those before and after main. */
#include "preload_main.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NO_DESCRIPTOR (-1)
#define SECOND_NS     1000000000L

/* ---- Which call fails --------------------------------------------------------- */

static long number_of(const char *variable, long otherwise)
{
    const char *text = getenv(variable);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static bool counts(const char *call, int descriptor)
{
    const char *only = getenv("FAULT_CALL");
    if (!is_in_main)
        return false;
    if (only != NULL && strcmp(only, call) != 0)
        return false;
    return number_of("FAULT_FD", descriptor) == descriptor;
}

/* Raw calls, because this log is no call of the command. */
static void log_fault(const char *call, int descriptor)
{
    char line[64] = "";
    const char *name = getenv("FAULT_LOG");
    if (name == NULL)
        return;
    long log = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    strncat(line, call, sizeof line - 8);
    if (descriptor >= 0 && descriptor < 10)
        strncat(line, (char[]){' ', (char)('0' + descriptor), '\0'}, 3);
    strncat(line, "\n", 2);
    syscall(SYS_write, log, line, strlen(line));
    syscall(SYS_close, log);
}

static bool fail(const char *call, int descriptor)
{
    log_fault(call, descriptor);
    if (getenv("FAULT_KILL") != NULL)
        raise(SIGKILL);
    errno = (int)number_of("FAULT_ERROR", EIO);
    return true;
}

/* Whether this call is the one that fails. */
static bool is_faulty(const char *call, int descriptor)
{
    static long count;
    long at = number_of("FAULT_AT", 0);
    if (at == 0 || !counts(call, descriptor))
        return false;
    count++;
    return count == at && fail(call, descriptor);
}

/* A number from 0 to `limit` - 1: xorshift, seeded by FAULT_SHORT. */
static size_t chance(size_t limit)
{
    static uint64_t state;
    if (state == 0)
        state = (uint64_t)number_of("FAULT_SHORT", 1) * UINT64_C(0x9e3779b97f4a7c15);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

/* Shortens *size of a read or write; false, with errno: the call fails. Half of the shortened calls
 * are a few bytes long. */
static bool cut(const char *call, int descriptor, size_t *size)
{
    if (getenv("FAULT_SHORT") == NULL || *size == 0 || !is_in_main)
        return true;
    if (chance(4) == 0) {
        fail(call, descriptor);
        errno = EINTR;
        return false;
    }
    size_t most = chance(2) == 0 && *size > 40 ? 40 : *size;
    *size = 1 + chance(most);
    return true;
}

/* Shortens *size so that the call ends before byte FAULT_AFTER; after that byte all calls fail. */
static bool limit(const char *call, int descriptor, size_t *size, size_t passed)
{
    static long times;
    long after = number_of("FAULT_AFTER", -1);
    if (after < 0 || !counts(call, descriptor) || times == number_of("FAULT_TIMES", -1))
        return true;
    if (passed >= (size_t)after) {
        times++;
        return !fail(call, descriptor);
    }
    if (*size > (size_t)after - passed)
        *size = (size_t)after - passed;
    return true;
}

/* ---- The calls. Parameters have other names than in the C library, whose names are reserved. - */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

/* The function of the C library that this one replaces. */
#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

#define TRANSFER(name, parameters, arguments)                                                      \
    ssize_t name parameters                                                                        \
    {                                                                                              \
        static size_t passed[10];                                                                  \
        size_t *sum = &passed[descriptor >= 0 && descriptor < 9 ? descriptor : 9];                 \
        if (is_faulty(#name, descriptor) || !limit(#name, descriptor, &size, *sum) ||              \
            !cut(#name, descriptor, &size))                                                        \
            return -1;                                                                             \
        ssize_t done = REAL(name) arguments;                                                       \
        *sum += done > 0 ? (size_t)done : 0;                                                       \
        return done;                                                                               \
    }

#define SIMPLE(name, descriptor, parameters, arguments)                                            \
    int name parameters                                                                            \
    {                                                                                              \
        return is_faulty(#name, descriptor) ? -1 : REAL(name) arguments;                           \
    }

TRANSFER(read, (int descriptor, void *bytes, size_t size), (descriptor, bytes, size))
TRANSFER(write, (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size))

SIMPLE(access, NO_DESCRIPTOR, (const char *path, int mode), (path, mode))
SIMPLE(fchmod, descriptor, (int descriptor, mode_t mode), (descriptor, mode))
SIMPLE(fstat, descriptor, (int descriptor, struct stat *info), (descriptor, info))
SIMPLE(fsync, descriptor, (int descriptor), (descriptor))
SIMPLE(link, NO_DESCRIPTOR, (const char *from, const char *to), (from, to))
SIMPLE(linkat, NO_DESCRIPTOR,
       (int from_folder, const char *from, int to_folder, const char *to, int flags),
       (from_folder, from, to_folder, to, flags))
SIMPLE(madvise, NO_DESCRIPTOR, (void *at, size_t size, int advice), (at, size, advice))
SIMPLE(mkdir, NO_DESCRIPTOR, (const char *path, mode_t mode), (path, mode))
SIMPLE(msync, NO_DESCRIPTOR, (void *at, size_t size, int flags), (at, size, flags))
SIMPLE(poll, NO_DESCRIPTOR, (struct pollfd * streams, nfds_t count, int ms), (streams, count, ms))
SIMPLE(unlink, NO_DESCRIPTOR, (const char *path), (path))

/* As on Linux: a close that fails has closed the descriptor. */
int close(int descriptor)
{
    int result = REAL(close)(descriptor);
    return is_faulty("close", descriptor) ? -1 : result;
}

int isatty(int descriptor)
{
    return is_faulty("isatty", descriptor) ? 0 : REAL(isatty)(descriptor);
}

/* With FAULT_FIXED the CPU's time-stamp counter, which moves, must not be trusted to tell that no
 * time has passed: the system does not name its clock source. */
static bool is_hidden(const char *path)
{
    bool hidden = getenv("FAULT_FIXED") != NULL && strstr(path, "/clocksource/") != NULL;
    errno = hidden ? ENOENT : errno;
    return hidden;
}

static const char *replaced(const char *path)
{
    const char *boot = getenv("FAULT_BOOT");
    return boot != NULL && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0 ? boot : path;
}

#if defined(__GLIBC__)
/* What `open` is where offsets of files are asked to have 64 bits. */
int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? (mode_t)va_arg(list, int) : 0;
    va_end(list);
    return is_hidden(path) ? -1 : REAL(open64)(replaced(path), flags, mode);
}
#endif

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    bool is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = (flags & O_CREAT) != 0 || is_nameless ? (mode_t)va_arg(list, int) : 0;
    va_end(list);
    if (is_nameless && getenv("FAULT_NAMELESS") != NULL) {
        errno = EOPNOTSUPP;
        return -1;
    }
    if (is_hidden(path) || is_faulty("open", NO_DESCRIPTOR))
        return -1;
    return REAL(open)(replaced(path), flags, mode);
}

/* fcntl has many uses; the locks of open files have their own names here. */
static const char *name_of(int command, const struct flock *lock)
{
    if (command != F_OFD_SETLK && command != F_OFD_SETLKW)
        return "fcntl";
    return lock->l_type == F_UNLCK ? "unlock" : "lock";
}

int fcntl(int descriptor, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return is_faulty(name_of(command, argument), descriptor)
               ? -1
               : REAL(fcntl)(descriptor, command, argument);
}

void *mmap(void *at, size_t size, int protection, int flags, int descriptor, off_t from)
{
    if (is_faulty("mmap", descriptor))
        return MAP_FAILED;
    return REAL(mmap)(at, size, protection, flags, descriptor, from);
}

#ifdef __GLIBC__
void *mmap64(void *at, size_t size, int protection, int flags, int descriptor, off_t from)
{
    return mmap(at, size, protection, flags, descriptor, from);
}
#endif

int getentropy(void *bytes, size_t size)
{
    if (is_faulty("getentropy", NO_DESCRIPTOR))
        return -1;
    if (getenv("FAULT_FIXED") == NULL)
        return REAL(getentropy)(bytes, size);
    memset(bytes, 0x5a, size);
    return 0;
}

/* Returns its error and does not set errno. */
int posix_fallocate(int descriptor, off_t from, off_t size)
{
    int error = errno;
    if (!is_faulty("posix_fallocate", descriptor))
        return REAL(posix_fallocate)(descriptor, from, size);
    int fault = errno;
    errno = error;
    return fault;
}

/* How far sleeps have moved the fixed clock. */
static long slept_ns;

int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (is_faulty("nanosleep", NO_DESCRIPTOR))
        return -1;
    if (getenv("FAULT_FIXED") == NULL)
        return REAL(nanosleep)(time, left);
    slept_ns += time->tv_sec * SECOND_NS + time->tv_nsec;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (is_faulty("clock_gettime", NO_DESCRIPTOR))
        return -1;
    if (getenv("FAULT_FIXED") == NULL)
        return REAL(clock_gettime)(clock, now);
    *now = (struct timespec){.tv_sec = 1795132800 + slept_ns / SECOND_NS, // 2026-11-20
                             .tv_nsec = slept_ns % SECOND_NS};
    return 0;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
