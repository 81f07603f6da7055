/* SPDX-License-Identifier: MIT */
/* system_posix.c: system.h on POSIX systems; empty on Windows. It reports nothing. */
#ifndef __LP64__             /* 32 bits: */
#define _FILE_OFFSET_BITS 64 /* files of 2 GiB and more, inode numbers past 2^32 */
#define _TIME_BITS        64 /* files that were written after 2038 */
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#endif
#include "system.h"

#if !defined(_WIN32)

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PATH_SIZE 4096 /* PATH_MAX of Linux, NUL included */

/* ---- Signals that end it --------------------------------------------------------------------- */

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
#define END_SIGNALS (sizeof end_signals / sizeof *end_signals)

static volatile sig_atomic_t deferred;   /* the first one is noted only */
static volatile sig_atomic_t end_signal; /* the one that was noted; 0: none */

/* The signal may come just before a write that blocks: this alarm interrupts the write. */
#define ALARM_S 1

/* How long to wait for a stream that accepts nothing. */
#define STREAM_WAIT_MS 5000

/* As if the signal were not caught. Within its handler a signal is delivered at the return. */
static void end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

/* Signals after the first, also the alarm, do nothing: some programs send theirs twice, as timeout
 * does, to the process and to its group. POSIX allows these calls in a handler, and none of them
 * sets errno. */
static void handle_end(int number)
{
    if (!deferred) {
        end_by(number);
    } else if (end_signal == 0) {
        end_signal = number;
        alarm(ALARM_S);
    }
}

/* Without SA_RESTART, so that a blocked write returns. */
void system_catch_end(void)
{
    struct sigaction old, action = {.sa_handler = handle_end};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < END_SIGNALS; i++)
        if (sigaction(end_signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(end_signals[i], &action, NULL);
}

void system_defer_end(bool defer)
{
    deferred = defer;
    if (!defer && end_signal != 0)
        system_end();
}

bool system_end_asked(void)
{
    return end_signal != 0;
}

void system_end(void)
{
    end_by(end_signal);
    _exit(128 + end_signal); // only if the signal is blocked
}

/* A write after the signal: waits for the stream, but not long. The alarm may interrupt either
 * call, once. */
static ssize_t write_at_end(int descriptor, const void *bytes, size_t size)
{
    struct pollfd stream = {.fd = descriptor, .events = POLLOUT};
    ssize_t result;
    do
        result = poll(&stream, 1, STREAM_WAIT_MS);
    while (result < 0 && errno == EINTR);
    if (result == 0) {
        errno = ETIMEDOUT;
        return -1;
    }
    do
        result = write(descriptor, bytes, size);
    while (result < 0 && errno == EINTR);
    return result;
}

/* ---- Streams --------------------------------------------------------------------------------- */

/* A closed descriptor 0, 1 or 2 would become the next file that is opened, and IDs would be written
 * into a state file. Its replacement fails when used: standard input can only be written, the
 * others can only be read. Without /dev/null the root folder serves: it can be neither read nor
 * written. */
static void replace_closed_streams(void)
{
    for (int descriptor = STANDARD_INPUT; descriptor <= STANDARD_ERROR; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", descriptor == STANDARD_INPUT ? O_WRONLY : O_RDONLY) < 0)
            open("/", O_RDONLY);
}

void system_start(void)
{
    replace_closed_streams();
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
}

int system_open(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

bool system_is_missing(const char *path)
{
    struct stat about;
    return stat(path, &about) != 0 &&
           (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
}

bool system_is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

int system_connect(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        return -1;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 &&
        connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0)
        return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

void system_close(int descriptor)
{
    close(descriptor); // nothing was written, or all was synced: no error can matter
}

/* Whether a call that failed may be repeated: after a signal at once; for a non-blocking stream
 * when it is ready or broken. Non-blocking is a property of the open file, which programs share:
 * one of them may have left a terminal or pipe so, and switching it off here would affect the
 * others. */
static bool try_again(int descriptor, short ready)
{
    struct pollfd stream = {.fd = descriptor, .events = ready};
    bool not_ready = errno == EAGAIN || errno == EWOULDBLOCK;
    if (errno != EINTR && !not_ready)
        return false;
    if (not_ready && poll(&stream, 1, -1) < 0 && errno != EINTR)
        return false;
    if (end_signal != 0)
        errno = EINTR;
    return end_signal == 0;
}

ptrdiff_t system_read(int descriptor, void *bytes, size_t size)
{
    ssize_t got;
    do
        got = read(descriptor, bytes, size);
    while (got < 0 && try_again(descriptor, POLLIN));
    return got;
}

/* A failure, such as a closed descriptor, is left to the read. */
bool system_wait_input(int descriptor, unsigned ms)
{
    struct pollfd stream = {.fd = descriptor, .events = POLLIN};
    return poll(&stream, 1, (int)ms) != 0;
}

ptrdiff_t system_write(int descriptor, const void *bytes, size_t size)
{
    ssize_t written;
    if (end_signal != 0)
        return write_at_end(descriptor, bytes, size);
    do
        written = write(descriptor, bytes, size);
    while (written < 0 && try_again(descriptor, POLLOUT));
    return written;
}

const char *system_temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

int system_open_temporary(void)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/sortid-XXXXXX", system_temporary_folder());
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); // a signal between the two calls would leave the file
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0)
        unlink(path);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return descriptor;
}

bool system_rewind(int descriptor)
{
    return lseek(descriptor, 0, SEEK_SET) == 0;
}

/* After EINTR the descriptor is closed or will be: all bytes are written. */
bool system_finish(int descriptor)
{
    return close(descriptor) == 0 || errno == EINTR;
}

bool system_is_terminal(int descriptor)
{
    return isatty(descriptor);
}

unsigned system_columns(int descriptor)
{
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char *variable = getenv("COLUMNS");
    long columns = variable != NULL ? strtol(variable, NULL, 10) : 0;
    return columns > 0 && columns <= 10000 ? (unsigned)columns : 80;
}

/* Two writes must fit: one is written while the reader reads the other. The pipes of a user share a
 * limit; where the size cannot be read (-1) or set, the pipe stays small. */
static bool enlarge_pipe(int descriptor, int wanted)
{
#ifdef F_SETPIPE_SZ
    int size = fcntl(descriptor, F_GETPIPE_SZ);
    if (size < wanted)
        size = fcntl(descriptor, F_SETPIPE_SZ, wanted);
    return size >= wanted;
#else
    (void)descriptor;
    (void)wanted;
    return false;
#endif
}

const char *system_terminal_name(void)
{
    const char *name = getenv("TERM");
    return name != NULL ? name : "";
}

bool system_takes(int descriptor, size_t size)
{
    struct stat info;
    bool is_pipe = fstat(descriptor, &info) == 0 && S_ISFIFO(info.st_mode);
    return !is_pipe || enlarge_pipe(descriptor, (int)(2 * size));
}

uint64_t system_monotonic_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool system_local_time(struct tm *local, int64_t unix_seconds)
{
    time_t seconds = (time_t)unix_seconds;
    tzset(); // localtime_r need not look at TZ itself
    return (int64_t)seconds == unix_seconds && localtime_r(&seconds, local) != NULL;
}

/* ---- The folder of state files --------------------------------------------------------------- */

const char system_no_state_home[] = "neither XDG_STATE_HOME nor HOME is an absolute path";

/* A variable that holds an absolute path; NULL if it does not. */
static const char *absolute_folder(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && value[0] == '/' ? value : NULL;
}

bool system_state_home(const char **folder, const char **below)
{
    *folder = absolute_folder("XDG_STATE_HOME");
    *below = "";
    if (*folder == NULL) {
        *folder = absolute_folder("HOME");
        *below = "/.local/state";
    }
    return *folder != NULL;
}

/* Makes the name of an absolute path durable, so that a power cut does not remove it. A file system
 * that cannot sync folders returns EINVAL; nothing better can be done there. */
static bool sync_folder(const char *path)
{
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    slash[slash == folder] = '\0'; // the root keeps its slash
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = error;
    return done;
}

/* Makes its name durable too. An existing folder is accepted, whatever error mkdir gives in a
 * parent that may not be written. */
bool system_make_folder(const char *path)
{
    if (mkdir(path, S_IRWXU) == 0)
        return sync_folder(path);
    if (errno == EEXIST)
        return true;
    int error = errno;
    bool there = access(path, F_OK) == 0;
    errno = error;
    return there;
}

/* ---- Another program ------------------------------------------------------------------------- */

/* The path of this program's file, with symbolic links resolved. Without /proc it is known only if
 * the program was called by a path: a name without a slash was found on PATH. */
static bool program_path(char path[PATH_SIZE], const char *called)
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    if (length > 0) {
        path[length] = '\0';
        return true;
    }
    char *found = strchr(called, '/') != NULL ? realpath(called, NULL) : NULL;
    bool fits = found != NULL && strlen(found) < PATH_SIZE;
    if (fits)
        memcpy(path, found, strlen(found) + 1);
    free(found);
    return fits;
}

/* The path of a name in the folder of this program's file; false if that folder is not known. */
static bool sibling_path(char path[PATH_SIZE], const char *name, const char *called)
{
    if (!program_path(path, called))
        return false;
    char *slash = strrchr(path, '/');
    if (slash == NULL || strlen(name) >= (size_t)(path + PATH_SIZE - (slash + 1)))
        return false;
    memcpy(slash + 1, name, strlen(name) + 1);
    return true;
}

void system_become(const char *name, char *const *argv, const char *called)
{
    char path[PATH_SIZE];
    if (sibling_path(path, name, called))
        execv(path, argv);
    else
        errno = ENOENT;
    if (errno == ENOENT || errno == ENOTDIR)
        execvp(name, argv);
}

#endif
