/* SPDX-License-Identifier: MIT */
/* folder_windows.c: folder.h on Windows. It knows nothing of IDs. Access lists protect the folders:
 * below %LOCALAPPDATA% no other user may write. */
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602 /* Windows 8, as for the library */
#endif
#include "folder.h"

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <direct.h>
#include <errno.h>
#include <stdlib.h>

/* A program on Windows has no more privileges than the user who starts it. */
const char *sortid_sqlite_environment(const char *name)
{
    return getenv(name);
}

const char sortid_sqlite_no_state_home[] =
    "neither XDG_STATE_HOME nor LOCALAPPDATA is an absolute path";

/* "C:\...", "C:/..." or "\\server\...". */
static const char *absolute_folder(const char *variable)
{
    const char *value = sortid_sqlite_environment(variable);
    if (value == NULL || value[0] == '\0')
        return NULL;
    bool has_drive = value[1] == ':' && (value[2] == '\\' || value[2] == '/');
    bool has_server = value[0] == '\\' && value[1] == '\\';
    return has_drive || has_server ? value : NULL;
}

bool sortid_sqlite_state_home(const char **folder, const char **below)
{
    *below = "";
    *folder = absolute_folder("XDG_STATE_HOME");
    if (*folder == NULL)
        *folder = absolute_folder("LOCALAPPDATA");
    return *folder != NULL;
}

/* A new folder inherits the access list of its parent, and its name needs no sync. */
bool sortid_sqlite_make_folder(const char *folder, const char *parent)
{
    (void)parent;
    if (_mkdir(folder) == 0)
        return true;
    int error = errno;
    DWORD found = GetFileAttributesA(folder);
    bool is_there = found != INVALID_FILE_ATTRIBUTES;
    errno = is_there ? ENOTDIR : error;
    return is_there && (found & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

#endif
