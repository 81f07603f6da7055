/* SPDX-License-Identifier: MIT */
/* state_file.c: creates folders for state files, but no file. */
#include "state_file.h"
#include "../ids/format_info.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Creates the folders of the path, for their owner only, from the root on. */
static bool make_folders(const char *path)
{
    char folder[STATE_FILE_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!system_make_folder(folder)) {
            report_system(errno, "gen: folder %s for the state file", folder);
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
               "gen: no folder for the state file: %s; set one, give --state FILE, or "
               "give --state none and risk repeated IDs",
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

#define OWNER_SIZE 64

/* Writes what IDs the file is for: "ulid", "uuidv7 with --fraction", "scru64 of node 42/8". */
static void name_owner(char *owner, size_t size, const sortid_format *wanted,
                       const sortid_state_report *found)
{
    const char *name = info_of(found->format)->name;
    if (found->node_id_size > 0)
        snprintf(owner, size, "%s of node %" PRIu32 "/%" PRIu32, name, found->node_id,
                 found->node_id_size);
    else if (found->fraction || found->format == wanted) // then only the fraction differs
        snprintf(owner, size, "%s %s --fraction", name, found->fraction ? "with" : "without");
    else
        snprintf(owner, size, "%s", name);
}

/* Reports the format, node and fraction of a file that belongs to other IDs. */
static void report_mismatch(const char *command, const sortid_format *wanted, const char *path)
{
    char owner[OWNER_SIZE] = "another format or node";
    sortid_state_report found;
    if (sortid_state_examine(path, &found, sizeof found) == SORTID_OK && found.format != NULL)
        name_owner(owner, sizeof owner, wanted, &found);
    report(STATUS_SYSTEM, "%s: state file %s belongs to %s; give another file", command, path,
           owner);
}

static const char *message_of(const sortid_format *format, sortid_status status)
{
    switch (status) {
    case SORTID_FILE_REFUSED:
        return "is a symbolic link, is not a regular file, or belongs to another user, and is not "
               "used; give another file";
    case SORTID_STATE_UNRECOGNIZED:
        return format == NULL
                   ? "is not a state file of sortid"
                   : "is not a state file of sortid and is left unchanged; give another file";
    case SORTID_STATE_DAMAGED:
        return "is damaged or truncated and is not replaced; remove it only when no process uses "
               "it and the clock is past its last ID";
    case SORTID_FILE_LOCKED:
        return "is locked by another process; try again later";
    default:
        return "cannot be used here: it belongs to another version of sortid, another kind of "
               "machine or C library, or is in use on another machine";
    }
}

bool state_file_is_error(sortid_status status)
{
    return (status >= SORTID_STATE_UNRECOGNIZED && status <= SORTID_FILE_REFUSED) ||
           status == SORTID_FILE_LOCKED;
}

void state_file_report(const char *command, const sortid_format *format, const char *path,
                       sortid_status status, int error)
{
    if (status == SORTID_FILE_FAILED) // of a very long path the beginning
        report_system(error, "%s: state file %.*s", command, STATE_FILE_PATH_SIZE - 1, path);
    else if (status == SORTID_STATE_MISMATCH)
        report_mismatch(command, format, path);
    else
        report(STATUS_SYSTEM, "%s: state file %s %s", command, path, message_of(format, status));
}
