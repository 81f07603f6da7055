/* SPDX-License-Identifier: MIT */
/* system_windows.c: system.h on Windows; system_posix.c is its brother. Called by the
 * modules that read, write or keep a state file; it knows nothing of IDs and reports
 * nothing. Streams are the C library's descriptors in binary mode; what a state file
 * asks for is Windows' own, its errors told as errno.
 *
 * Whose file it is, access lists say and not we: below %LOCALAPPDATA% nobody else may
 * write. The lock is on one byte far behind the text, so that the text can be read. */
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

#define PATH_SIZE      4096
#define LARGEST        (1 << 30) /* of one read or write, which take an unsigned int */
#define CONSOLE_WRITE  8192
#define NO_DESCRIPTOR  (-1)
#define LOCK_HIGH_WORD 0x40000000 /* byte 2^62 */

static HANDLE handle_of(int descriptor)
{
    return (HANDLE)_get_osfhandle(descriptor); // NOLINT(performance-no-int-to-ptr)
}

/* Windows' error as errno. */
static int errno_of(DWORD error)
{
    static const struct {
        DWORD error;
        int number;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_PIPE_NOT_CONNECTED, EPIPE},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error)
            return rows[i].number;
    return EIO;
}

/* Takes over Windows' last error where a call has failed. */
static bool told(bool done)
{
    if (!done)
        errno = errno_of(GetLastError());
    return done;
}

/* ---- Streams -------------------------------------------------------------------- */

/* The colours of cards and the progress line are sequences that a console must be told
 * to understand. */
static void teach_console(int descriptor)
{
    DWORD mode;
    HANDLE handle = handle_of(descriptor);
    if (GetConsoleMode(handle, &mode))
        (void)SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* The C library keeps the places of streams that are closed: nothing to hold. */
void system_start(void)
{
    for (int descriptor = STANDARD_INPUT; descriptor <= STANDARD_ERROR; descriptor++)
        (void)_setmode(descriptor, _O_BINARY);
    teach_console(STANDARD_OUTPUT);
    teach_console(STANDARD_ERROR);
}

int system_open(const char *path)
{
    return _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
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

/* Windows has three words for a reader that has gone, of which the C library knows two, and
 * wine a fourth, where it goes during the write. */
static bool is_reader_gone(DWORD error)
{
    return error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA ||
           error == ERROR_PIPE_NOT_CONNECTED || error == ERROR_INVALID_HANDLE;
}

ptrdiff_t system_write(int descriptor, const void *bytes, size_t size)
{
    int written = _write(descriptor, bytes, at_most(size, LARGEST));
    if (written < 0 && GetFileType(handle_of(descriptor)) == FILE_TYPE_PIPE &&
        is_reader_gone(_doserrno))
        errno = EPIPE;
    if (written == 0 && size > 0) { // a full disk is told so
        errno = ENOSPC;
        return -1;
    }
    return written;
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

bool system_takes(int descriptor, size_t size)
{
    return size <= CONSOLE_WRITE || !system_is_terminal(descriptor);
}

uint64_t system_monotonic_ms(void)
{
    return GetTickCount64();
}

/* ---- The place of a state file ---------------------------------------------------- */

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

/* ---- A new state file ---------------------------------------------------------------- */

/* The descriptor of a file that was opened, or -1: then it is closed again. */
static int descriptor_of(HANDLE file)
{
    if (!told(file != INVALID_HANDLE_VALUE))
        return NO_DESCRIPTOR;
    int descriptor = _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0)
        CloseHandle(file);
    return descriptor;
}

/* A file that was not there, beside the path; its name goes to `temporary`. */
static int make_temporary(char temporary[PATH_SIZE + 32], const char *path)
{
    HANDLE file;
    unsigned long try = 0;
    do {
        snprintf(temporary, PATH_SIZE + 32, "%s.%lx-%lx", path, GetCurrentProcessId(), try);
        file = CreateFileA(temporary, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_NEW,
                           FILE_ATTRIBUTE_NORMAL, NULL);
    } while (file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS && ++try < 1000);
    bool made = file != INVALID_HANDLE_VALUE;
    int descriptor = descriptor_of(file);
    if (made && descriptor < 0)
        (void)DeleteFileA(temporary);
    return descriptor;
}

/* The move fails where there is a file by now, which is as good; it is on disk when it
 * returns. */
const char *system_create(const char *path, const char *text, size_t length)
{
    char temporary[PATH_SIZE + 32];
    int descriptor = make_temporary(temporary, path);
    if (descriptor < 0)
        return "cannot be made";
    bool written = system_write_whole(descriptor, text, length, 0);
    int error = errno;
    system_close(descriptor);
    bool moved = written && MoveFileExA(temporary, path, MOVEFILE_WRITE_THROUGH);
    if (written && !told(moved))
        error = errno;
    if (!moved)
        (void)DeleteFileA(temporary);
    errno = error;
    if (!written)
        return "cannot be written";
    return moved || error == EEXIST ? NULL : "cannot be made";
}

/* ---- An open state file ----------------------------------------------------------------- */

/* Opens what stands at the path itself, which other runs may open too. */
static HANDLE open_itself(const char *path, DWORD access)
{
    return CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS,
                       NULL);
}

/* Whether it is a name for something elsewhere: a symbolic link or a mount point. */
static bool is_link(HANDLE file)
{
    FILE_ATTRIBUTE_TAG_INFO info;
    return GetFileInformationByHandleEx(file, FileAttributeTagInfo, &info, sizeof info) &&
           (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           IsReparseTagNameSurrogate(info.ReparseTag);
}

int system_open_state(const char *path)
{
    HANDLE file = open_itself(path, GENERIC_READ | GENERIC_WRITE);
    if (file != INVALID_HANDLE_VALUE && is_link(file)) {
        CloseHandle(file);
        errno = ELOOP;
        return NO_DESCRIPTOR;
    }
    return descriptor_of(file);
}

const char *system_refuse_state(int descriptor)
{
    BY_HANDLE_FILE_INFORMATION info;
    errno = 0;
    if (GetFileType(handle_of(descriptor)) != FILE_TYPE_DISK)
        return "is not a regular file";
    if (!told(GetFileInformationByHandle(handle_of(descriptor), &info)))
        return "cannot be examined";
    return (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? "is not a regular file" : NULL;
}

int system_is_in_place(int descriptor, const char *path)
{
    BY_HANDLE_FILE_INFORMATION mine, there;
    if (!told(GetFileInformationByHandle(handle_of(descriptor), &mine)))
        return -1;
    HANDLE file = open_itself(path, FILE_READ_ATTRIBUTES);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    bool known = GetFileInformationByHandle(file, &there);
    CloseHandle(file);
    return known && mine.dwVolumeSerialNumber == there.dwVolumeSerialNumber &&
           mine.nFileIndexHigh == there.nFileIndexHigh && mine.nFileIndexLow == there.nFileIndexLow;
}

bool system_lock(int descriptor)
{
    OVERLAPPED place = {.OffsetHigh = LOCK_HIGH_WORD};
    return told(LockFileEx(handle_of(descriptor), LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &place));
}

bool system_unlock(int descriptor)
{
    OVERLAPPED place = {.OffsetHigh = LOCK_HIGH_WORD};
    return told(UnlockFileEx(handle_of(descriptor), 0, 1, 0, &place));
}

ptrdiff_t system_read_start(int descriptor, void *bytes, size_t size)
{
    OVERLAPPED place = {.OffsetHigh = 0};
    DWORD got = 0;
    if (!ReadFile(handle_of(descriptor), bytes, at_most(size, LARGEST), &got, &place) &&
        GetLastError() != ERROR_HANDLE_EOF) {
        told(false);
        return -1;
    }
    return (ptrdiff_t)got;
}

static bool cut(HANDLE file, size_t size)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile = {.QuadPart = (LONGLONG)size}};
    return SetFileInformationByHandle(file, FileEndOfFileInfo, &end, sizeof end);
}

bool system_write_whole(int descriptor, const void *bytes, size_t size, size_t before)
{
    OVERLAPPED place = {.OffsetHigh = 0};
    DWORD written = 0;
    HANDLE file = handle_of(descriptor);
    if (!told(WriteFile(file, bytes, at_most(size, LARGEST), &written, &place)))
        return false;
    if (written != size) {
        errno = ENOSPC; // room for a part of few bytes: there is none for the rest
        return false;
    }
    return told((size >= before || cut(file, size)) && FlushFileBuffers(file));
}

uint64_t system_size(int descriptor)
{
    LARGE_INTEGER size;
    return GetFileSizeEx(handle_of(descriptor), &size) ? (uint64_t)size.QuadPart : 0;
}

#endif
