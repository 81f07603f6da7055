/* SPDX-License-Identifier: MIT */
/* windows.c: see windows/posix.h. Linked into every unit test built for Windows; empty
 * elsewhere. */
#include "support.h"

#if defined(_WIN32)

#include <sys/mman.h>
#include <sys/random.h>
#include <sys/wait.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <bcrypt.h>

void *mmap(void *address, size_t size, int protection, int flags, int file, long long offset)
{
    (void)flags;
    if (address != NULL || file != -1 || offset != 0)
        return MAP_FAILED;
    DWORD kind = protection == PROT_NONE ? PAGE_NOACCESS : PAGE_READWRITE;
    void *memory = VirtualAlloc(NULL, size, MEM_COMMIT | MEM_RESERVE, kind);
    return memory != NULL ? memory : MAP_FAILED;
}

int mprotect(void *address, size_t size, int protection)
{
    DWORD old, kind = protection == PROT_NONE   ? PAGE_NOACCESS
                      : protection == PROT_READ ? PAGE_READONLY
                                                : PAGE_READWRITE;
    return VirtualProtect(address, size, kind, &old) ? 0 : -1;
}

int munmap(void *address, size_t size)
{
    (void)size; /* the whole mapping */
    return VirtualFree(address, 0, MEM_RELEASE) ? 0 : -1;
}

long sysconf(int name)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return name == _SC_PAGESIZE ? (long)info.dwPageSize : -1;
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)flags;
    NTSTATUS result = BCryptGenRandom(NULL, bytes, (ULONG)size, BCRYPT_USE_SYSTEM_PREFERRED_RNG);
    return result == 0 ? (ssize_t)size : -1;
}

/* An empty value removes the variable. */
int setenv(const char *name, const char *value, int overwrite)
{
    return overwrite || getenv(name) == NULL ? _putenv_s(name, value) : 0;
}

int unsetenv(const char *name)
{
    return _putenv_s(name, "");
}

static int days_of_year(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

/* Year by year and month by month from 1970 on; day of week and of year are not set. */
struct tm *support_gmtime(const time_t *seconds, struct tm *utc)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int second = (int)(*seconds % 86400), year = 1970, month = 0;
    time_t day = *seconds / 86400;
    for (; day >= days_of_year(year); year++)
        day -= days_of_year(year);
    for (int length; (length = lengths[month] + (month == 1 && days_of_year(year) == 366)) <= day;
         month++)
        day -= length;
    *utc = (struct tm){.tm_year = year - 1900,
                       .tm_mon = month,
                       .tm_mday = (int)day + 1,
                       .tm_hour = second / 3600,
                       .tm_min = second / 60 % 60,
                       .tm_sec = second % 60};
    return utc;
}

/* Windows has qsort_s, with the context as the first argument. */
struct comparison {
    int (*compare)(const void *, const void *, void *);
    void *context;
};

static int compare_by(void *context, const void *a, const void *b)
{
    const struct comparison *by = context;
    return by->compare(a, b, by->context);
}

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context)
{
    struct comparison by = {compare, context};
    qsort_s(base, count, size, compare_by, &by);
}

/* ---- Not on Windows ------------------------------------------------------------ */

static void skip_for(const char *what)
{
    support_skip("Windows has no %s", what);
}

pid_t fork(void)
{
    skip_for("fork");
    return -1;
}

pid_t waitpid(pid_t child, int *status, int options)
{
    (void)child;
    (void)status;
    (void)options;
    skip_for("children to wait for");
    return -1;
}

int getrlimit(int resource, struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    skip_for("limits of a process");
    return -1;
}

int setrlimit(int resource, const struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    skip_for("limits of a process");
    return -1;
}

long syscall(long number, ...)
{
    (void)number;
    skip_for("raw clone");
    return -1;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    (void)number;
    (void)action;
    (void)old;
    skip_for("signals that interrupt");
    return -1;
}

int setitimer(int which, const struct itimerval *timer, struct itimerval *old)
{
    (void)which;
    (void)timer;
    (void)old;
    skip_for("signals of a timer");
    return -1;
}

#endif
