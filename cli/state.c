/* SPDX-License-Identifier: MIT */
/* state.c: one line, a node spec such as 0u2r85hm2pt3/16, in a file of one user
 * on one local file system. Called by gen.c around each batch of IDs. A file
 * that it does not understand it never touches, and never starts afresh. The file is
 * locked for a batch, never while waiting for the clock. */
#include "state.h"
#include "report.h"
#include "system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* Makes the folders of the path, for their owner alone, from the root on. */
static bool make_folders(const struct state *state)
{
    char folder[STATE_PATH_SIZE];
    memcpy(folder, state->path, sizeof folder);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!system_make_folder(folder)) {
            report_system(errno, "gen: folder %s of the state file", folder);
            return false;
        }
        *slash = '/';
    }
    return true;
}

static bool find_place(struct state *state)
{
    const char *home, *below;
    if (!system_state_home(&home, &below)) {
        report(STATUS_SYSTEM,
               "gen: no place for the state file: %s; set one, or give --state FILE, or "
               "--state none and its risk of repeated IDs",
               system_no_state_home);
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

static bool create(const struct state *state, const sortid_scru64_node_spec *spec)
{
    char text[STATE_TEXT_SIZE];
    const char *problem = system_create(state->path, text, compose(text, spec));
    return problem == NULL || fail(state, errno, problem);
}

/* ---- Opening ------------------------------------------------------------------ */

static bool open_file(struct state *state)
{
    state->descriptor = system_open_state(state->path);
    return state->descriptor >= 0;
}

static bool is_ours(const struct state *state)
{
    const char *problem = system_refuse_state(state->descriptor);
    if (problem == NULL)
        return true;
    return errno != 0 ? fail(state, errno, problem) : refuse(state, problem);
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

/* A file that was removed or replaced under us guards nothing any more. */
static bool is_in_place(const struct state *state)
{
    int answer = system_is_in_place(state->descriptor, state->path);
    if (answer < 0)
        return fail(state, errno, "cannot be examined");
    return answer > 0 || refuse(state, "was removed or replaced during the run");
}

/* `length` bytes are at hand of the file. */
static bool damaged(const struct state *state, const char *text, size_t length)
{
    struct quote quote;
    uint64_t size = system_size(state->descriptor);
    report(STATUS_SYSTEM,
           "gen: state file %s is damaged: %s where %" PRIu32 "/%" PRIu32 " or ID/%" PRIu32
           " and an end of line are needed; put the last ID of the node there",
           state->path, quote_bytes(&quote, text, length, size > length ? size : length),
           state->node_id, state->node_id_size, state->node_id_size);
    return false;
}

static bool read_spec(struct state *state, sortid_scru64_node_spec *spec)
{
    const char *text = state->text;
    ptrdiff_t got = system_read_start(state->descriptor, state->text, STATE_TEXT_SIZE);
    if (got < 0)
        return fail(state, errno, "cannot be read");
    if (got == 0)
        return refuse(state, "is empty; put the last ID of the node there, as ID/size");
    size_t length = (size_t)got;
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
    if (!system_lock(state->descriptor))
        return fail(state, errno, "cannot be locked");
    return is_in_place(state) && read_spec(state, spec);
}

/* In place: the lock is on this file. Where that fails half-way the file is to say again
 * what it said; if that fails too, it is refused as damaged by the next run. */
bool state_write(const struct state *state, const sortid_scru64_node_spec *spec)
{
    char text[STATE_TEXT_SIZE];
    size_t length = compose(text, spec);
    if (system_write_whole(state->descriptor, text, length, state->length))
        return true;
    fail(state, errno, "cannot be written");
    system_write_whole(state->descriptor, state->text, state->length, length);
    return false;
}

bool state_unlock(const struct state *state)
{
    return system_unlock(state->descriptor) || fail(state, errno, "cannot be unlocked");
}
