/* SPDX-License-Identifier: MIT */
/* state.c: where the state file of a SCRU64 node is, and in words why a state file cannot be
 * used: the code behind state.h. It makes folders and no file. */
#include "state_file.h"
#include "../common/report.h"
#include "../common/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The place -------------------------------------------------------------- */

/* Makes the folders of the path, for their owner alone, from the root on. */
static bool make_folders(const char *path)
{
    char folder[STATE_FILE_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
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

bool state_file_path(char path[STATE_FILE_PATH_SIZE], const sortid_scru64_node_spec *node)
{
    const char *home, *below;
    if (!system_state_home(&home, &below)) {
        report(STATUS_SYSTEM,
               "gen: no place for the state file: %s; set one, or give --state FILE, or "
               "--state none and its risk of repeated IDs",
               system_no_state_home);
        return false;
    }
    int length = snprintf(path, STATE_FILE_PATH_SIZE, "%s%s/sortid/scru64-%" PRIu32 "-%" PRIx32,
                          home, below, node->node_id_size, node->node_id);
    if (length >= STATE_FILE_PATH_SIZE) {
        report_system(ENAMETOOLONG, "gen: state file %s", path);
        return false;
    }
    return make_folders(path);
}

/* ---- What is wrong with a file ------------------------------------------------ */

/* What stands in the file that another was wanted in. */
static void refuse_other(const char *command, const char *path)
{
    sortid_file_report found;
    if (sortid_shared_examine(&found, path) != SORTID_OK || found.format == NULL)
        report(STATUS_SYSTEM, "%s: state file %s is of another format or node", command, path);
    else if (found.node_id_size > 0)
        report(STATUS_SYSTEM,
               "%s: state file %s is of another format or node: of %s, node %" PRIu32 "/%" PRIu32,
               command, path, found.format, found.node_id, found.node_id_size);
    else
        report(STATUS_SYSTEM, "%s: state file %s is of another format or layout: of %s", command,
               path, found.format);
}

static const char *words_of(sortid_status status)
{
    switch (status) {
    case SORTID_FILE_REFUSED:
        return "is a symbolic link, no regular file, or another user's: such a one is not used";
    case SORTID_STATE_FOREIGN:
        return "is not the state of a shared generator, and is left alone; if it is a line, "
               "as versions before this wrote it, go on by --node \"$(cat FILE)\" and another file";
    case SORTID_STATE_DAMAGED:
        return "is damaged or cut short, and is never begun afresh; remove it only when no run "
               "uses it and the clock is past the last of its IDs";
    default:
        return "cannot be used here: it is of another version of sortid, or of another kind of "
               "machine or C library, or in use by another machine";
    }
}

bool state_file_is_error(sortid_status status)
{
    return status >= SORTID_STATE_FOREIGN && status <= SORTID_FILE_REFUSED;
}

void state_file_report(const char *command, const char *path, sortid_status status, int error)
{
    if (status == SORTID_FILE_FAILED) // of a path without end the beginning, and the reason
        report_system(error, "%s: state file %.*s", command, STATE_FILE_PATH_SIZE - 1, path);
    else if (status == SORTID_STATE_MISMATCH)
        refuse_other(command, path);
    else
        report(STATUS_SYSTEM, "%s: state file %s %s", command, path, words_of(status));
}
