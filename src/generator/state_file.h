/* SPDX-License-Identifier: MIT */
/* generator/state_file.h: opens and closes state files. While the system runs, the mapped pages are
 * the truth, because they survive processes.
 *
 * A file has two locks; they are names, not bytes. One process holds the gate while it opens or
 * closes the file. All processes with the file open share the use, or one has it exclusively.
 *
 * The life of a state:
 *
 *     created              owner none
 *     first opener         a stale state: steps after the bound; NOT_AT_REST, owner this boot
 *     in use               NOT_AT_REST; openers join, users close
 *     last user closes     locks gate and use exclusively: rest_check over the state
 *     last user is killed  NOT_AT_REST remains: the state is trusted unchecked
 *
 * A state is trusted if it belongs to this boot of the system and this file, and matches rest_check
 * unless that is NOT_AT_REST. Any other state is stale. */
#pragma once

#include "state_page.h"

/* What a state is opened as. */
struct opening {
    const char *path;
    const sortid_file_options *options;
    uint64_t identity; /* with the method */
};

/* Opens the file, or creates it. *stale: this process has gate and use exclusively, and the state
 * must not be trusted. Then step to a state after the bound, call _begin, ensure that the bound
 * covers the state, commit it, and call _settle; or give up. SORTID_WAIT: others hold a lock.
 * SORTID_FILE_FAILED, SORTID_FILE_REFUSED, SORTID_STATE_*. */
sortid_status sortid_generator_file_open(struct state_file *file, bool *stale,
                                         const struct opening *opening);
sortid_status sortid_generator_file_begin(struct state_file *file);
sortid_status sortid_generator_file_settle(struct state_file *file);

/* Ends a failed opening. Unlocks explicitly, because a child that another thread has forked
 * meanwhile has the locks too. */
void sortid_generator_file_give_up(struct state_file *file);

/* Opens the file to read it; others may use it meanwhile. */
sortid_status sortid_generator_file_open_to_read(struct state_file *file, const char *path);

/* Closes the file. The last user stores the check value; if the system does not name its boot, it
 * also writes the state to the disk, where it can be used for one opening. A forked child that
 * still uses the file prevents both. In a child of the process that opened the file, the parent's
 * use continues. */
void sortid_generator_file_close(struct state_file *file);
