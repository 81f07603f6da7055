/* SPDX-License-Identifier: MIT */
/* state.c: one line, a node spec such as 0u2r85hm2pt3/16, in a file of one user
 * on one local file system. Called by gen.c around each batch of IDs. A file
 * that it does not understand it never touches, and never starts afresh.
 *
 * The lock is fcntl's, which POSIX has (flock it has not). Such a lock is lost
 * when any descriptor of the file is closed in this process: there is one only,
 * open until the end. It is held for a batch, never while waiting for the clock. */
#define _POSIX_C_SOURCE 200809L
#include "state.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const struct state *state, int error, const char *what)
{
    report_system(error, "gen: state file %s: %s", state->path, what);
    return false;
}

static bool refuse(const struct state *state, const char *why)
{
    report(STATUS_SYSTEM, "gen: state file %s %s", state->path, why);
    return false;
}

/* ---- The place -------------------------------------------------------------- */

/* A variable that holds an absolute path; NULL if it does not. */
static const char *absolute_folder(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && value[0] == '/' ? value : NULL;
}

/* A folder that is there is as good, whatever mkdir says to a parent where nothing may be
 * made. */
static bool make_folder(const char *folder)
{
    if (mkdir(folder, S_IRWXU) == 0 || errno == EEXIST)
        return true;
    int error = errno;
    if (access(folder, F_OK) == 0)
        return true;
    report_system(error, "gen: folder %s of the state file", folder);
    return false;
}

/* Makes the folders of the path, for their owner alone, from the root on. */
static bool make_folders(const struct state *state)
{
    char folder[STATE_PATH_SIZE];
    memcpy(folder, state->path, sizeof folder);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!make_folder(folder))
            return false;
        *slash = '/';
    }
    return true;
}

static bool find_place(struct state *state)
{
    const char *home = absolute_folder("XDG_STATE_HOME");
    const char *below = "";
    if (home == NULL) {
        home = absolute_folder("HOME");
        below = "/.local/state";
    }
    if (home == NULL) {
        report(STATUS_SYSTEM, "gen: no place for the state file: neither XDG_STATE_HOME nor HOME "
                              "is an absolute path; set one, or give --state FILE, or "
                              "--state none and its risk of repeated IDs");
        return false;
    }
    int length =
        snprintf(state->path, sizeof state->path, "%s%s/sortid/scru64-%" PRIu32 "-%" PRIx32, home,
                 below, state->node_id_size, state->node_id);
    if (length >= (int)sizeof state->path)
        return fail(state, ENAMETOOLONG, "its path");
    return make_folders(state);
}

static bool set_place(struct state *state, const char *file)
{
    if (file == NULL)
        return find_place(state);
    int length = snprintf(state->path, sizeof state->path, "%s", file);
    if (length >= (int)sizeof state->path)
        return fail(state, ENAMETOOLONG, "its path");
    return true;
}

/* ---- The first time ----------------------------------------------------------- */

/* "SPEC\n", as in the file; returns its length. */
static size_t compose(char text[STATE_TEXT_SIZE], const sortid_scru64_node_spec *spec)
{
    size_t length = sortid_scru64_node_spec_print(text, spec);
    text[length++] = '\n';
    return length;
}

/* Writes at the beginning of the file; false with errno. */
static bool write_text(int descriptor, const char *text, size_t length)
{
    size_t done = 0;
    while (done < length) {
        ssize_t written = pwrite(descriptor, text + done, length - done, (off_t)done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Makes the text the whole file, of `before` bytes, on disk when it returns. A size with
 * leading zeros, which people write, is longer than what takes its place. */
static bool write_whole(int descriptor, const char *text, size_t length, size_t before)
{
    return write_text(descriptor, text, length) &&
           (length >= before || ftruncate(descriptor, (off_t)length) == 0) &&
           fdatasync(descriptor) == 0;
}

/* Makes the name durable: a file that a power cut takes away starts afresh. A
 * file system that cannot sync folders says EINVAL and is as good as it gets. */
static bool sync_folder(const struct state *state)
{
    char folder[STATE_PATH_SIZE];
    memcpy(folder, state->path, sizeof folder);
    char *slash = strrchr(folder, '/');
    if (slash == NULL)
        memcpy(folder, ".", 2);
    else
        slash[slash == folder] = '\0'; // the root keeps its slash
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    return done || fail(state, error, "its folder");
}

/* Puts a file with the spec in its place, whole: nobody ever sees it empty. Who
 * makes it a moment earlier is as good. */
static bool create(const struct state *state, const sortid_scru64_node_spec *spec)
{
    char temporary[STATE_PATH_SIZE + 8];
    char text[STATE_TEXT_SIZE];
    size_t length = compose(text, spec);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", state->path);
    int descriptor = mkstemp(temporary); // mode 0600
    if (descriptor < 0)
        return fail(state, errno, "cannot be made");
    bool done = write_whole(descriptor, text, length, 0) || fail(state, errno, "cannot be written");
    close(descriptor); // synced above: no error can matter
    if (done && link(temporary, state->path) != 0 && errno != EEXIST)
        done = fail(state, errno, "cannot be made");
    unlink(temporary);
    return done && sync_folder(state);
}

/* ---- Opening ------------------------------------------------------------------ */

static bool open_file(struct state *state)
{
    /* O_NONBLOCK: whatever stands in its place, this returns. */
    state->descriptor = open(state->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    return state->descriptor >= 0;
}

static bool is_ours(const struct state *state)
{
    struct stat info;
    if (fstat(state->descriptor, &info) != 0)
        return fail(state, errno, "cannot be examined");
    if (!S_ISREG(info.st_mode))
        return refuse(state, "is not a regular file");
    if (info.st_uid != geteuid())
        return refuse(state, "belongs to another user");
    return true;
}

bool state_open(struct state *state, const char *file, const sortid_scru64_node_spec *spec)
{
    state->node_id = spec->node_id;
    state->node_id_size = spec->node_id_size;
    if (!set_place(state, file))
        return false;
    bool opened = open_file(state);
    if (!opened && errno == ENOENT) {
        if (!create(state, spec))
            return false;
        opened = open_file(state);
    }
    if (!opened)
        return errno == ELOOP ? refuse(state, "is a symbolic link, which is not followed")
                              : fail(state, errno, "cannot be opened");
    return is_ours(state);
}

/* ---- A batch -------------------------------------------------------------------- */

static bool set_lock(const struct state *state, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET}; // 0, 0: the whole file
    int result;
    do
        result = fcntl(state->descriptor, F_SETLKW, &lock);
    while (result != 0 && errno == EINTR);
    return result == 0 || fail(state, errno, "cannot be locked");
}

/* A file that was removed or replaced under us guards nothing any more. */
static bool is_in_place(const struct state *state)
{
    struct stat mine, there;
    if (fstat(state->descriptor, &mine) != 0)
        return fail(state, errno, "cannot be examined");
    if (lstat(state->path, &there) != 0 || mine.st_dev != there.st_dev ||
        mine.st_ino != there.st_ino)
        return refuse(state, "was removed or replaced during the run");
    return true;
}

/* `length` bytes are at hand of the file. */
static bool damaged(const struct state *state, const char *text, size_t length)
{
    struct quote quote;
    struct stat info;
    uint64_t total = fstat(state->descriptor, &info) == 0 ? (uint64_t)info.st_size : length;
    report(STATUS_SYSTEM,
           "gen: state file %s is damaged: %s where %" PRIu32 "/%" PRIu32 " or ID/%" PRIu32
           " and an end of line are needed; put the last ID of the node there",
           state->path, quote_bytes(&quote, text, length, total), state->node_id,
           state->node_id_size, state->node_id_size);
    return false;
}

static bool read_spec(struct state *state, sortid_scru64_node_spec *spec)
{
    const char *text = state->text;
    size_t length = 0;
    ssize_t got;
    do {
        got =
            pread(state->descriptor, state->text + length, STATE_TEXT_SIZE - length, (off_t)length);
        length += got > 0 ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
    if (got < 0)
        return fail(state, errno, "cannot be read");
    if (length == 0)
        return refuse(state, "is empty; put the last ID of the node there, as ID/size");
    if (text[length - 1] != '\n' ||
        sortid_scru64_node_spec_parse(spec, text, length - 1, NULL) != SORTID_OK)
        return damaged(state, text, length);
    if (spec->node_id != state->node_id || spec->node_id_size != state->node_id_size)
        return refuse(state, "is of another node, or of another node id size");
    state->length = length;
    return true;
}

bool state_lock(struct state *state, sortid_scru64_node_spec *spec)
{
    return set_lock(state, F_WRLCK) && is_in_place(state) && read_spec(state, spec);
}

/* In place: the lock is on this file. Where that fails half-way the file is to say again
 * what it said; if that fails too, it is refused as damaged by the next run. */
bool state_write(const struct state *state, const sortid_scru64_node_spec *spec)
{
    char text[STATE_TEXT_SIZE];
    size_t length = compose(text, spec);
    if (write_whole(state->descriptor, text, length, state->length))
        return true;
    fail(state, errno, "cannot be written");
    write_whole(state->descriptor, state->text, state->length, length);
    return false;
}

bool state_unlock(const struct state *state)
{
    return set_lock(state, F_UNLCK);
}
