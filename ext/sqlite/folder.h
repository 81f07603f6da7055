/* SPDX-License-Identifier: MIT */
/* folder.h: environment variables, and the folder of state files, which is the same as the
 * command's. Called by node.c. Implemented by folder_posix.c and folder_windows.c; one of them is
 * empty in each build. Any thread. */
#pragma once

#include <stdbool.h>

/* The value of a variable; NULL if it is not set. Also NULL in a program with more privileges than
 * its caller, who chooses the environment. */
const char *sortid_sqlite_environment(const char *name);

/* The folder in which programs keep their state is *folder, the value of a variable, followed by
 * *below. False: no variable is an absolute path; the string below names those. */
bool sortid_sqlite_state_home(const char **folder, const char **below);
extern const char sortid_sqlite_no_state_home[];

/* Makes a folder that only its owner may use, unless it exists; `parent` is the folder above it, ""
 * for the root. False with errno. */
bool sortid_sqlite_make_folder(const char *folder, const char *parent);
