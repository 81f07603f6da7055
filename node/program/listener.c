/* SPDX-License-Identifier: MIT */
/* listener.c: see serve.h. The socket is created under another name and then renamed, so that no
 * client meets one with wrong permissions, or one that nobody listens to yet. */
#include "serve.h"

#include "../../common/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 128

static struct stat created; /* the file, to know it again */

static bool set_address(struct sockaddr_un *address, const char *path, const char *suffix)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    int length = snprintf(address->sun_path, sizeof address->sun_path, "%s%s", path, suffix);
    return length > 0 && (size_t)length < sizeof address->sun_path;
}

static bool set_flags(int descriptor)
{
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0;
}

/* Tries to connect to the path: 0, or why that failed. */
static int try_connect(const char *path)
{
    struct sockaddr_un address;
    if (!set_address(&address, path, ""))
        return ENAMETOOLONG;
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        return errno;
    (void)set_flags(descriptor);
    int error =
        connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
    close(descriptor);
    return error;
}

/* What is at the path already; false, and reported, if it must stay. Only a refused connection
 * proves that no program listens. */
static bool may_replace(const char *path)
{
    struct stat there;
    struct quote quote;
    if (lstat(path, &there) != 0)
        return true;
    if (!S_ISSOCK(there.st_mode)) {
        report(STATUS_SYSTEM, "node: %s exists and is not a socket: give another path",
               quote_string(&quote, path));
        return false;
    }
    int error = try_connect(path);
    if (error == 0 || error == EAGAIN)
        report(STATUS_SYSTEM, "node: another program serves socket %s", quote_string(&quote, path));
    else if (error != ECONNREFUSED && error != ENOENT)
        report_system(error, "node: socket %s may belong to another program: give another path",
                      quote_string(&quote, path));
    return error == ECONNREFUSED || error == ENOENT;
}

static bool make_file(int descriptor, const char *path, mode_t mode)
{
    struct sockaddr_un address;
    char suffix[24];
    snprintf(suffix, sizeof suffix, ".%ld", (long)getpid());
    if (!set_address(&address, path, suffix)) {
        errno = ENAMETOOLONG;
        return false;
    }
    (void)unlink(address.sun_path);
    if (bind(descriptor, (const struct sockaddr *)&address, sizeof address) != 0)
        return false;
    if (chmod(address.sun_path, mode) == 0 && listen(descriptor, BACKLOG) == 0 &&
        lstat(address.sun_path, &created) == 0 && rename(address.sun_path, path) == 0)
        return true;
    int error = errno;
    (void)unlink(address.sun_path);
    errno = error;
    return false;
}

int listener_open(const char *path, mode_t mode)
{
    struct quote quote;
    if (!may_replace(path))
        return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    mode_t before = umask(077);
    bool made = descriptor >= 0 && set_flags(descriptor) && make_file(descriptor, path, mode);
    int error = errno;
    umask(before);
    if (made)
        return descriptor;
    report_system(error, "node: socket %s", quote_string(&quote, path));
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

/* The file's permissions keep others away on Linux. Not every system looks at them. */
static bool may_connect(int descriptor, mode_t mode)
{
#if defined(SO_PEERCRED)
    struct ucred peer;
    socklen_t size = sizeof peer;
    if ((mode & (S_IWGRP | S_IWOTH)) != 0)
        return true;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == 0 || peer.uid == geteuid());
#else
    (void)descriptor, (void)mode;
    return true;
#endif
}

int listener_accept(int listener, mode_t mode)
{
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor < 0)
        return -1;
    if (set_flags(descriptor) && may_connect(descriptor, mode))
        return descriptor;
    close(descriptor);
    errno = EACCES;
    return -1;
}

void listener_close(int listener, const char *path)
{
    struct stat there;
    close(listener);
    if (lstat(path, &there) == 0 && there.st_dev == created.st_dev &&
        there.st_ino == created.st_ino)
        (void)unlink(path);
}
