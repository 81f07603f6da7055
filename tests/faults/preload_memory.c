/* SPDX-License-Identifier: MIT */
/* preload_memory.c: an allocator for the command and the C library that fails at call FAULT_AT
 * (from 1; 0: never). tests/faults/command/memory.sh preloads it; FAULT_LOG names a file that gets
 * a line for each request, so that the script can count them. Other requests, and those before and
 * after main, go to the C library. Whether strerror requests memory depends on the release of
 * glibc. Its requests are not counted, and all of them fail: the command's messages must not depend
 * on them. */
#include "preload_main.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The next function of that name, after this one. dlsym does not allocate. */
#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

/* Raw calls, which never allocate. */
static void log_request(const char *call)
{
    const char *name = getenv("FAULT_LOG");
    if (name == NULL)
        return;
    long log = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, log, call, strlen(call));
    syscall(SYS_close, log);
}

static bool is_in_strerror;

/* Whether this request is the one that fails. */
static bool is_faulty(const char *call)
{
    static long count;
    const char *at = getenv("FAULT_AT");
    if (!is_in_main)
        return false;
    if (is_in_strerror)
        return true;
    log_request(call);
    count++;
    return at != NULL && count == strtol(at, NULL, 10);
}

static void *none(void)
{
    errno = ENOMEM;
    return NULL;
}

/* Parameters have other names than in the C library, whose names are reserved. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
void *malloc(size_t size)
{
    return is_faulty("malloc\n") ? none() : REAL(malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    return is_faulty("calloc\n") ? none() : REAL(calloc)(count, size);
}

void *realloc(void *memory, size_t size)
{
    return is_faulty("realloc\n") ? none() : REAL(realloc)(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return is_faulty("aligned_alloc\n") ? none() : REAL(aligned_alloc)(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (is_faulty("posix_memalign\n"))
        return ENOMEM;
    return REAL(posix_memalign)(memory, alignment, size);
}

char *strerror(int error)
{
    is_in_strerror = true;
    char *text = REAL(strerror)(error);
    is_in_strerror = false;
    return text;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
