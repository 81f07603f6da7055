/* SPDX-License-Identifier: MIT */
/* system/file_windows.c: system/file.h on Windows. Paths are as for fopen. The access list of the
 * folder says who may use a file: `permissions` and `anyone` are ignored. Locks are on bytes far
 * after the end, so that the file can be read. GetLastError() becomes errno, and is not kept. */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602 /* Windows 8, as in windows.c */
#endif
#include "error.h"
#include "file.h"

#if defined(_WIN32)

#include <windows.h>

#include <errno.h>
#include <stdio.h>

#define PATH_BYTES     4096
#define LOCK_HIGH_WORD 0x40000000 /* byte 2^62 */

static HANDLE handle_of(const struct file *file)
{
    return (HANDLE)file->descriptor; // NOLINT(performance-no-int-to-ptr)
}

static int errno_of(DWORD error)
{
    static const struct {
        DWORD error;
        int number;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},         {ERROR_BAD_NET_NAME, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},       {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},      {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},         {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},   {ERROR_COMMITMENT_LIMIT, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_INVALID_FUNCTION, EINVAL},    {ERROR_NOT_SUPPORTED, EINVAL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error)
            return rows[i].number;
    return EIO;
}

/* The status of a call that has just ended. */
static sortid_status status_of(bool done)
{
    if (done)
        return SORTID_OK;
    DWORD error = GetLastError();
    errno = errno_of(error);
    return failed_by((int)error, SORTID_FILE_FAILED);
}

/* ---- An existing file ---------------------------------------------------- */

/* Every reparse point is refused: a link, or a file whose bytes a driver would fetch. */
static sortid_status examine(struct file *file)
{
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD refused = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
    if (GetFileType(handle_of(file)) != FILE_TYPE_DISK)
        return SORTID_FILE_REFUSED;
    if (!GetFileInformationByHandle(handle_of(file), &info))
        return status_of(false);
    if ((info.dwFileAttributes & refused) != 0)
        return SORTID_FILE_REFUSED;
    uint64_t size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    file->size = size < SIZE_MAX ? (size_t)size : SIZE_MAX;
    file->place[0] = info.dwVolumeSerialNumber;
    file->place[1] = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    return SORTID_OK;
}

/* Opens what is at the path, also a folder, to recognize it. */
static sortid_status open_itself(struct file *file, const char *path, DWORD access)
{
    HANDLE handle =
        CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return status_of(false);
    struct file opened = {.descriptor = (intptr_t)handle,
                          .is_read_only = (access & GENERIC_WRITE) == 0};
    sortid_status status = examine(&opened);
    if (status == SORTID_OK)
        *file = opened;
    else
        CloseHandle(handle);
    return status;
}

sortid_status sortid_system_file_open(struct file *file, const char *path, bool anyone)
{
    (void)anyone;
    return open_itself(file, path, GENERIC_READ | GENERIC_WRITE);
}

sortid_status sortid_system_file_open_to_read(struct file *file, const char *path)
{
    return open_itself(file, path, GENERIC_READ);
}

/* The name is on disk when the file has been moved to it. */
sortid_status sortid_system_file_sync_name(const char *path)
{
    (void)path;
    return SORTID_OK;
}

/* ---- A new one ----------------------------------------------------------- */

/* A new file next to the path that no other process opens; `temporary` gets its name. */
static HANDLE make_temporary(char temporary[PATH_BYTES], const char *path)
{
    HANDLE file;
    unsigned long try = 0;
    do {
        int length = snprintf(temporary, PATH_BYTES, "%s.%lx-%lx-%lx", path, GetCurrentProcessId(),
                              GetCurrentThreadId(), try);
        if (length < 0 || length >= PATH_BYTES) {
            SetLastError(ERROR_FILENAME_EXCED_RANGE);
            return INVALID_HANDLE_VALUE;
        }
        file =
            CreateFileA(temporary, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    } while (file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS && ++try < 1000);
    return file;
}

static sortid_status write_all(HANDLE file, const void *content, size_t size)
{
    DWORD written = 0;
    if (!WriteFile(file, content, (DWORD)size, &written, NULL)) // a few pages
        return status_of(false);
    if (written != size) {
        SetLastError(ERROR_DISK_FULL); // there is space for a part only
        return status_of(false);
    }
    return status_of(FlushFileBuffers(file));
}

/* Gives the file its name, unless another file has it, and writes it to the disk. */
static sortid_status move(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_WRITE_THROUGH))
        return SORTID_OK;
    DWORD error = GetLastError();
    DeleteFileA(from);
    if (error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS)
        return SORTID_OK;
    SetLastError(error);
    return status_of(false);
}

sortid_status sortid_system_file_create(const char *path, const void *content, size_t size,
                                        unsigned permissions)
{
    char temporary[PATH_BYTES];
    (void)permissions;
    HANDLE file = make_temporary(temporary, path);
    if (file == INVALID_HANDLE_VALUE)
        return status_of(false);
    sortid_status status = write_all(file, content, size);
    CloseHandle(file);
    if (status == SORTID_OK)
        return move(temporary, path);
    DeleteFileA(temporary);
    return status;
}

/* ---- In use -------------------------------------------------------------- */

static bool lock(const struct file *file, enum file_part part, DWORD how)
{
    OVERLAPPED place = {.Offset = part, .OffsetHigh = LOCK_HIGH_WORD};
    return LockFileEx(handle_of(file), how | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place);
}

/* Ends one lock of this handle, the exclusive one first. False without a lock. */
static bool unlock(const struct file *file, enum file_part part)
{
    OVERLAPPED place = {.Offset = part, .OffsetHigh = LOCK_HIGH_WORD};
    return UnlockFileEx(handle_of(file), 0, 1, 0, &place);
}

static sortid_status status_of_lock(bool done)
{
    bool others = !done && GetLastError() == ERROR_LOCK_VIOLATION;
    return others ? SORTID_WAIT : status_of(done);
}

static sortid_status lock_alone(struct file *file, enum file_part part)
{
    unlock(file, part); /* an earlier lock of this handle would conflict */
    bool done = lock(file, part, LOCKFILE_EXCLUSIVE_LOCK);
    if (part == FILE_USE)
        file->is_alone = done;
    return status_of_lock(done);
}

/* A handle may have both locks at once, so no other process locks in between. */
static sortid_status lock_with_others(struct file *file, enum file_part part)
{
    if (!file->is_alone)
        unlock(file, part);
    sortid_status status = status_of_lock(lock(file, part, 0));
    if (status == SORTID_OK && file->is_alone)
        unlock(file, part);
    if (status == SORTID_OK)
        file->is_alone = false;
    return status;
}

/* The gate is always locked exclusively. */
sortid_status sortid_system_file_lock(struct file *file, enum file_part part, enum file_lock wanted)
{
    if (wanted == FILE_WITH_OTHERS)
        return lock_with_others(file, part);
    return lock_alone(file, part);
}

void sortid_system_file_unlock(struct file *file, enum file_part part)
{
    if (part == FILE_USE)
        file->is_alone = false;
    (void)unlock(file, part);
}

sortid_status sortid_system_file_map(struct file *file)
{
    DWORD protection = file->is_read_only ? PAGE_READONLY : PAGE_READWRITE;
    DWORD access = file->is_read_only ? FILE_MAP_READ : FILE_MAP_READ | FILE_MAP_WRITE;
    HANDLE mapping = CreateFileMappingA(handle_of(file), NULL, protection, 0, 0, NULL);
    if (mapping == NULL)
        return status_of(false);
    file->map = MapViewOfFile(mapping, access, 0, 0, file->size);
    sortid_status status = status_of(file->map != NULL);
    CloseHandle(mapping); /* the view keeps it open */
    return status;
}

/* The first call passes the bytes to the file system, the second waits for the disk. */
sortid_status sortid_system_file_sync(struct file *file, size_t offset)
{
    return status_of(FlushViewOfFile(file->map + offset, FILE_PAGE) &&
                     FlushFileBuffers(handle_of(file)));
}

/* Windows ends locks some time after the handle is closed, so they are ended first. */
void sortid_system_file_close(struct file *file)
{
    if (file->map != NULL)
        UnmapViewOfFile(file->map);
    unlock(file, FILE_USE);
    unlock(file, FILE_GATE);
    CloseHandle(handle_of(file));
}

/* ---- The boot ------------------------------------------------------------ */

bool sortid_system_file_boot(uint64_t id[2])
{
    (void)id;
    return false;
}

#endif
