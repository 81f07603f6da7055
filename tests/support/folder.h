/* SPDX-License-Identifier: MIT */
/* folder.h: a folder for one test program, removed when it ends, and the path of a file there: for
 * the tests of state files. Its calls are group and test fixtures of cmocka, or may be called from
 * a test. POSIX; never calls the code under test. */
#pragma once

#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static char folder[256], path[512];

static inline int make_folder(void **state)
{
    const char *base = getenv("TMPDIR");
    (void)state;
    snprintf(folder, sizeof folder, "%s/sortid-test-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/state", folder);
    return 0;
}

/* The names in the folder; removes them all if `remove_all`. */
static inline size_t count_files(bool remove_all)
{
    DIR *names = opendir(folder);
    size_t count = 0;
    EXPECT(names != NULL, "no folder");
    for (const struct dirent *entry = readdir(names); entry != NULL; entry = readdir(names)) {
        char name[1024];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        count++;
        if (remove_all)
            remove(name);
    }
    closedir(names);
    return count;
}

/* Of the process; new ones get the lowest free numbers. */
static inline int count_descriptors(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

static inline int remove_folder(void **state)
{
    (void)state;
    count_files(true);
    return rmdir(folder);
}

static inline int no_file(void **state)
{
    (void)state;
    return unlink(path) == 0 || errno == ENOENT ? 0 : -1;
}

/* A test of cases.h that starts without the file. */
#define TEST_WITHOUT_FILE(name) TEST_AROUND(name, assert_int_equal(no_file(NULL), 0), (void)0)

/* Removes the folder with the file; fails if the folder has any other file. */
static inline int remove_file_and_folder(void **state)
{
    return no_file(state) == 0 ? rmdir(folder) : -1;
}
