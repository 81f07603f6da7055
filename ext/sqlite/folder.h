/* SPDX-License-Identifier: MIT */
/* folder.h: the environment, and the folder of state files, which is the command's: folder_posix.c,
 * folder_windows.c. Called by node.c. Any thread; nothing is held. */
#ifndef SORTID_EXT_SQLITE_FOLDER_H
#define SORTID_EXT_SQLITE_FOLDER_H

#include <stdbool.h>

/* A variable; NULL if it is not set, and in a program that runs with privileges that its caller has
 * not (setuid, setgid, file capabilities), where the caller chooses the environment. */
const char *sortid_sqlite_environment(const char *name);

/* The place of all users' state files is *folder, a variable's value, with *below behind it; false
 * where no variable names an absolute path, and the words that say so. */
bool sortid_sqlite_state_home(const char **folder, const char **below);
extern const char sortid_sqlite_no_state_home[];

/* Makes a folder for its owner alone; `parent` is above it, "" for the root. One that is there is as
 * good. False with errno. */
bool sortid_sqlite_make_folder(const char *folder, const char *parent);

#endif
