/* SPDX-License-Identifier: MIT */
/* folder.h: the folder of state files, where the command has it: folder_posix.c, folder_windows.c.
 * Called by node.c. Any thread; nothing is held. */
#ifndef SORTID_EXT_SQLITE_FOLDER_H
#define SORTID_EXT_SQLITE_FOLDER_H

#include <stdbool.h>

/* The place of all users' state files is *folder, a variable's value, with *below behind it; false
 * where no variable names an absolute path, and the words that say so. */
bool sortid_sqlite_state_home(const char **folder, const char **below);
extern const char sortid_sqlite_no_state_home[];

/* Makes a folder for its owner alone; `parent` is above it, "" for the root. One that is there is as
 * good. False with errno. */
bool sortid_sqlite_make_folder(const char *folder, const char *parent);

#endif
