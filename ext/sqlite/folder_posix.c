/* SPDX-License-Identifier: MIT */
/* folder_posix.c: folder.h on POSIX systems. It knows nothing of IDs. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* secure_getenv, issetugid */
#endif
#include "folder.h"

#if !defined(_WIN32)

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const char *sortid_sqlite_environment(const char *name)
{
#if defined(__linux__)
    return secure_getenv(name);
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__)
    return issetugid() == 0 ? getenv(name) : NULL;
#else
    return getuid() == geteuid() && getgid() == getegid() ? getenv(name) : NULL;
#endif
}

const char sortid_sqlite_no_state_home[] = "neither XDG_STATE_HOME nor HOME is an absolute path";

/* The value of a variable if it is an absolute path, else NULL. */
static const char *absolute_folder(const char *variable)
{
    const char *value = sortid_sqlite_environment(variable);
    return value != NULL && value[0] == '/' ? value : NULL;
}

bool sortid_sqlite_state_home(const char **folder, const char **below)
{
    *folder = absolute_folder("XDG_STATE_HOME");
    *below = "";
    if (*folder == NULL) {
        *folder = absolute_folder("HOME");
        *below = "/.local/state";
    }
    return *folder != NULL;
}

/* Makes the names in a folder durable: a state file whose name is lost in a power cut would start
 * again. EINVAL is no failure: the file system cannot sync folders. */
static bool sync_folder(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = error;
    return done;
}

bool sortid_sqlite_make_folder(const char *folder, const char *parent)
{
    struct stat found;
    if (mkdir(folder, S_IRWXU) == 0)
        return sync_folder(*parent == '\0' ? "/" : parent);
    int error = errno;
    bool is_there = stat(folder, &found) == 0;
    errno = is_there ? ENOTDIR : error;
    return is_there && S_ISDIR(found.st_mode);
}

#endif
