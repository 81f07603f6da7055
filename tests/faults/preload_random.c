/* SPDX-License-Identifier: MIT */
/* preload_random.c: a library to preload that replaces getentropy and getrandom: they fail from
 * some call on, or wait, or call the C library. Or a seccomp filter makes the kernel's system call
 * fail, also where the C library makes it. The variable SORTID_RANDOM_FAULT selects the fault:
 *     fail:N        calls from number N on fail with EIO
 *     wait:FILE     the first call writes "waiting" into FILE, a named pipe, and continues
 *                   when it reads a byte from that pipe, which it opens again
 *     kernel:ERRNO  the kernel's getrandom fails with that number
 * Used by random.sh; it makes no random bytes itself. */
#include "../support/forbid.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned long calls;

/* The text after `word` in the variable; NULL if the variable has another word. */
static const char *fault_of(const char *word)
{
    const char *fault = getenv("SORTID_RANDOM_FAULT");
    size_t length = strlen(word);
    return fault != NULL && strncmp(fault, word, length) == 0 ? fault + length : NULL;
}

/* Opening a pipe waits until its other end is opened. */
static void wait_for_pipe(const char *path)
{
    static const char word[] = "waiting\n";
    char answer;
    int out = open(path, O_WRONLY);
    if (out < 0 || write(out, word, sizeof word - 1) < 0 || close(out) != 0)
        _exit(99);
    int in = open(path, O_RDONLY);
    if (in < 0 || read(in, &answer, 1) != 1 || close(in) != 0)
        _exit(99);
}

/* Whether this call fails. */
static int must_fail(void)
{
    const char *from = fault_of("fail:"), *path = fault_of("wait:");
    calls++;
    if (path != NULL && calls == 1)
        wait_for_pipe(path);
    if (from == NULL || calls < strtoul(from, NULL, 10))
        return 0;
    errno = EIO;
    return 1;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): reserved names */
int getentropy(void *bytes, size_t size)
{
    int (*real)(void *, size_t) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "getentropy");
    return real == NULL || must_fail() ? -1 : real(bytes, size);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): reserved names */
ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    ssize_t (*real)(void *, size_t, unsigned) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "getrandom");
    return real == NULL || must_fail() ? -1 : real(bytes, size, flags);
}

/* A program that cannot be filtered must not count as filtered. */
__attribute__((constructor)) static void filter_kernel(void)
{
    const char *error = fault_of("kernel:");
    if (error != NULL && !support_forbid_getrandom((int)strtol(error, NULL, 10)))
        _exit(77);
}
