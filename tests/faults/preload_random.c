/* SPDX-License-Identifier: MIT */
/* preload_random.c: a library to preload, which comes between a program and the system's
 * randomness: getentropy and getrandom fail from a call on, or wait for a word, and go to
 * the C library else; or the kernel's own call fails, by a seccomp filter, which reaches
 * what the C library does inside itself. What it does stands in the variable
 * SORTID_RANDOM_FAULT:
 *     fail:N        calls from number N on fail with EIO
 *     wait:FILE     says "waiting" into FILE, a named pipe, at the first call, then goes
 *                   on when that pipe, opened for reading, says anything
 *     kernel:ERRNO  the kernel's getrandom fails with that number
 * Used by random.sh; it never makes a byte of its own. */
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

/* What stands behind `word` in the variable; NULL if that is another word. */
static const char *fault_of(const char *word)
{
    const char *fault = getenv("SORTID_RANDOM_FAULT");
    size_t length = strlen(word);
    return fault != NULL && strncmp(fault, word, length) == 0 ? fault + length : NULL;
}

/* Opening a pipe waits until somebody opens its other end. */
static void wait_for_word(const char *path)
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

/* Whether this call is to fail. */
static int meets_fault(void)
{
    const char *from = fault_of("fail:"), *path = fault_of("wait:");
    calls++;
    if (path != NULL && calls == 1)
        wait_for_word(path);
    if (from == NULL || calls < strtoul(from, NULL, 10))
        return 0;
    errno = EIO;
    return 1;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): names of ours */
int getentropy(void *bytes, size_t size)
{
    int (*real)(void *, size_t) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "getentropy");
    return real == NULL || meets_fault() ? -1 : real(bytes, size);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): names of ours */
ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    ssize_t (*real)(void *, size_t, unsigned) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "getrandom");
    return real == NULL || meets_fault() ? -1 : real(bytes, size, flags);
}

/* A program that cannot be filtered must not pass for one that was. */
__attribute__((constructor)) static void filter_kernel(void)
{
    const char *error = fault_of("kernel:");
    if (error != NULL && !support_forbid_getrandom((int)strtol(error, NULL, 10)))
        _exit(77);
}
