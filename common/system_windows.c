/* SPDX-License-Identifier: MIT */
/* system_windows.c: system.h on Windows; empty elsewhere. It reports nothing. Streams are the C
 * library's descriptors in binary mode. It does not check the owner of a state file: access lists
 * do not let others write below %LOCALAPPDATA%. */
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602 /* Windows 8, as for the library */
#endif
#include "system.h"

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST       (1 << 30) /* of one read or write, which take an unsigned int */
#define CONSOLE_WRITE 8192

static HANDLE handle_of(int descriptor)
{
    return (HANDLE)_get_osfhandle(descriptor); // NOLINT(performance-no-int-to-ptr)
}

/* ---- Streams --------------------------------------------------------------------------------- */

/* Switches on the escape sequences of colors and of the progress line. */
static void enable_escapes(int descriptor)
{
    DWORD mode;
    HANDLE handle = handle_of(descriptor);
    if (GetConsoleMode(handle, &mode))
        (void)SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* The C library does not reuse the descriptors of closed standard streams: nothing to replace. */
void system_start(void)
{
    for (int descriptor = STANDARD_INPUT; descriptor <= STANDARD_ERROR; descriptor++)
        (void)_setmode(descriptor, _O_BINARY);
    enable_escapes(STANDARD_OUTPUT);
    enable_escapes(STANDARD_ERROR);
}

int system_open(const char *path)
{
    return _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

bool system_is_missing(const char *path)
{
    return _access(path, 0) != 0 && errno == ENOENT;
}

bool system_is_file(const char *path)
{
    DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

int system_connect(const char *path)
{
    (void)path;
    errno = ENOSYS;
    return -1;
}

void system_close(int descriptor)
{
    (void)_close(descriptor);
}

static unsigned at_most(size_t size, unsigned most)
{
    return size < most ? (unsigned)size : most;
}

ptrdiff_t system_read(int descriptor, void *bytes, size_t size)
{
    return _read(descriptor, bytes, at_most(size, LARGEST));
}

/* Windows has three error codes for a closed pipe, of which the C library maps two; wine has a
 * fourth, if the pipe is closed during the write. */
static bool is_reader_gone(DWORD error)
{
    return error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA ||
           error == ERROR_PIPE_NOT_CONNECTED || error == ERROR_INVALID_HANDLE;
}

#define POLL_MS 10

/* Windows cannot wait for a pipe: ask it again and again. A failure, such as a closed pipe, is left
 * to the read. */
bool system_wait_input(int descriptor, unsigned ms)
{
    HANDLE handle = handle_of(descriptor);
    ULONGLONG end = GetTickCount64() + ms;
    DWORD waiting;
    while (GetFileType(handle) == FILE_TYPE_PIPE &&
           PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) && waiting == 0) {
        if (GetTickCount64() >= end)
            return false;
        Sleep(POLL_MS);
    }
    return true;
}

ptrdiff_t system_write(int descriptor, const void *bytes, size_t size)
{
    int written = _write(descriptor, bytes, at_most(size, LARGEST));
    if (written < 0 && GetFileType(handle_of(descriptor)) == FILE_TYPE_PIPE &&
        is_reader_gone(_doserrno))
        errno = EPIPE;
    if (written == 0 && size > 0) { // a full disk
        errno = ENOSPC;
        return -1;
    }
    return written;
}

/* Ctrl-C keeps its default action: the buffer is written by one call, except to a console. */
void system_catch_end(void)
{
}

void system_defer_end(bool defer)
{
    (void)defer;
}

bool system_end_asked(void)
{
    return false;
}

void system_end(void)
{
    ExitProcess(STATUS_CONTROL_C_EXIT);
}

/* The name of a folder ends with a backslash. */
const char *system_temporary_folder(void)
{
    static char folder[MAX_PATH + 1];
    const char *variable = getenv("TMPDIR");
    if (variable != NULL && *variable != '\0')
        return variable;
    DWORD length = GetTempPathA(sizeof folder, folder);
    return length > 0 && length < sizeof folder ? folder : ".";
}

/* The name is removed with the last descriptor. */
int system_open_temporary(void)
{
    char path[MAX_PATH + 1];
    if (GetTempFileNameA(system_temporary_folder(), "sid", 0, path) == 0) {
        errno = ENOENT;
        return -1;
    }
    return _open(path, _O_RDWR | _O_BINARY | _O_NOINHERIT | _O_TEMPORARY | _O_SHORT_LIVED);
}

bool system_rewind(int descriptor)
{
    return _lseeki64(descriptor, 0, SEEK_SET) == 0;
}

bool system_finish(int descriptor)
{
    return _close(descriptor) == 0;
}

/* Not _isatty, which takes NUL for one. */
bool system_is_terminal(int descriptor)
{
    DWORD mode;
    return GetConsoleMode(handle_of(descriptor), &mode);
}

unsigned system_columns(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(descriptor), &info))
        return 80;
    return (unsigned)(info.srWindow.Right - info.srWindow.Left + 1);
}

const char *system_terminal_name(void)
{
    const char *name = getenv("TERM");
    return name != NULL ? name : "windows-256color";
}

bool system_takes(int descriptor, size_t size)
{
    return size <= CONSOLE_WRITE || !system_is_terminal(descriptor);
}

uint64_t system_monotonic_ms(void)
{
    return GetTickCount64();
}

/* After 400 years the calendar repeats, with its days of the week. */
#define CYCLE_YEARS     400
#define CYCLE_SECONDS   INT64_C(12622780800)
#define MOST_CYCLES     1000000
#define FIRST_LOCAL_DAY INT64_C(864000) /* a safe time after the start of 1970, in every zone */

/* The C library knows the years 1970 to 3000, and one rule of the zone for all of them. Other years
 * have the local time of that rule: the one of a year whose calendar is the same. */
bool system_local_time(struct tm *local, int64_t unix_seconds)
{
    int64_t cycles = unix_seconds / CYCLE_SECONDS;
    __time64_t seconds = unix_seconds % CYCLE_SECONDS;
    if (cycles > MOST_CYCLES || cycles < -MOST_CYCLES)
        return false;
    for (; seconds < FIRST_LOCAL_DAY; cycles--)
        seconds += CYCLE_SECONDS;
    _tzset(); // TZ may have changed
    if (_localtime64_s(local, &seconds) != 0)
        return false;
    local->tm_year += (int)(cycles * CYCLE_YEARS);
    return true;
}

/* ---- The folder of state files --------------------------------------------------------------- */

const char system_no_state_home[] = "neither XDG_STATE_HOME nor LOCALAPPDATA is an absolute path";

/* "C:\..." or "\\server\..."; also with the other slash. */
static const char *absolute_folder(const char *variable)
{
    const char *value = getenv(variable);
    if (value == NULL || value[0] == '\0')
        return NULL;
    bool drive = value[1] == ':' && (value[2] == '\\' || value[2] == '/');
    bool server = value[0] == '\\' && value[1] == '\\';
    return drive || server ? value : NULL;
}

bool system_state_home(const char **folder, const char **below)
{
    *below = "";
    *folder = absolute_folder("XDG_STATE_HOME");
    if (*folder == NULL)
        *folder = absolute_folder("LOCALAPPDATA");
    return *folder != NULL;
}

/* A new folder has the access list of the one above. */
bool system_make_folder(const char *path)
{
    return _mkdir(path) == 0 || errno == EEXIST ||
           GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

/* ---- Another program ------------------------------------------------------------------------- */

/* The one that is asked for is not made for Windows. */
void system_become(const char *name, char *const *argv, const char *called)
{
    (void)name;
    (void)argv;
    (void)called;
    errno = ENOENT;
}

#endif
