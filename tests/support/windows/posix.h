/* SPDX-License-Identifier: MIT */
/* windows/posix.h: the parts of POSIX that the tests use and Windows lacks, so that the same tests
 * compile for both; included only by the headers of this folder. Memory, randomness and sorting
 * work. A test that calls what Windows lacks (fork, signals that interrupt, raw system calls) is
 * skipped and says so. The product never includes it. */
#pragma once

#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/* ---- Memory: whole mappings only --------------------------------------------- */

#define PROT_NONE  0
#define PROT_READ  1
#define PROT_WRITE 2

#define MAP_PRIVATE   1
#define MAP_SHARED    2
#define MAP_ANONYMOUS 4
#define MAP_FAILED    ((void *)-1)

#define _SC_PAGESIZE 1

void *mmap(void *address, size_t size, int protection, int flags, int file, long long offset);
int mprotect(void *address, size_t size, int protection);
int munmap(void *address, size_t size);
long sysconf(int name);

/* ---- Others ------------------------------------------------------------------- */

ssize_t getrandom(void *bytes, size_t size, unsigned flags);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
struct tm *support_gmtime(const time_t *seconds, struct tm *utc);
#define gmtime_r support_gmtime /* the system's ends in the year 3000 */
void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context);

/* ---- Not on Windows: the test that calls one is skipped -------------------------- */

#define SIGALRM       14
#define SIGCHLD       17
#define SIGKILL       9
#define SYS_clone     1
#define SYS_getrandom 2
#define WNOHANG       1
#define RLIMIT_NOFILE 7

#define ITIMER_REAL    0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF    2

#define WIFEXITED(status)   ((void)(status), 0)
#define WEXITSTATUS(status) ((void)(status), 255)
#define WIFSIGNALED(status) ((void)(status), 0)
#define WTERMSIG(status)    ((void)(status), 0)

typedef long suseconds_t;

struct sigaction {
    void (*sa_handler)(int number);
    int sa_flags;
};

struct rlimit {
    unsigned long rlim_cur, rlim_max;
};

struct itimerval {
    struct timeval it_interval, it_value;
};

pid_t fork(void);
pid_t waitpid(pid_t child, int *status, int options);
int getrlimit(int resource, struct rlimit *limit);
int setrlimit(int resource, const struct rlimit *limit);
long syscall(long number, ...);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int setitimer(int which, const struct itimerval *timer, struct itimerval *old);
