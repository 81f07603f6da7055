/* SPDX-License-Identifier: MIT */
/* place.c: scru64() on Windows: the command's folder of state files, which is made, and files that
 * the caller names. Empty on other systems. */
#include "db.h"

#if defined(_WIN32)

#include <direct.h>
#include <errno.h>
#include <unistd.h>

/* A folder in the working directory, new for each run; static. */
static const char *folder(void)
{
    static char path[1100], above[1000];
    if (path[0] != '\0')
        return path;
    assert_non_null(_getcwd(above, sizeof above));
    snprintf(path, sizeof path, "%s/sqlite-place-%llx", above,
             (unsigned long long)support_below(UINT64_MAX));
    assert_int_equal(_mkdir(path), 0);
    return path;
}

/* Removes a file or folder in it, which must exist. */
static void remove_one(const char *name, bool is_folder)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    EXPECT((is_folder ? _rmdir(path) : _unlink(path)) == 0, "%s: errno %d", path, errno);
}

TEST(default_folder)
{
    setenv("XDG_STATE_HOME", "relative", 1);
    setenv("LOCALAPPDATA", "", 1);
    sqlite3 *db = db_open(":memory:");
    EXPECT_OUTPUT(
        db,
        "error: scru64: no folder for the state file: neither XDG_STATE_HOME nor LOCALAPPDATA "
        "is an absolute path",
        "SELECT scru64('42/8')");
    char local[1200];
    snprintf(local, sizeof local, "%s/not/there", folder());
    setenv("LOCALAPPDATA", local, 1);
    EXPECT_OUTPUT(db, "42|1",
                  "SELECT scru64_node_id(scru64('42/8'), 8), scru64('42/8') < "
                  "scru64('42/8')");
    db_close(db);
    remove_one("not/there/sortid/scru64-8-2a", false);
    remove_one("not/there/sortid", true);
    remove_one("not/there", true);
    remove_one("not", true);
}

/* Two connections on one file share one sequence. A file where a folder should be is an error. */
TEST(files)
{
    char file[1200];
    snprintf(file, sizeof file, "%s/file", folder());
    sqlite3 *one = db_open(":memory:"), *two = db_open(":memory:");
    char *last = db_output(one, "SELECT scru64('5/4', '%s')", file);
    for (int i = 0; i < 100; i++) { // the numbers have the same length
        char *next = db_output(i % 2 == 0 ? two : one, "SELECT scru64('5/4', '%s')", file);
        EXPECT(strcmp(next, last) > 0, "%s after %s", next, last);
        sqlite3_free(last);
        last = next;
    }
    sqlite3_free(last);
    setenv("XDG_STATE_HOME", file, 1);
    char *output = db_output(one, "SELECT scru64('42/8')");
    EXPECT(strstr(output, "error: scru64: cannot make the folders of the state file ") == output,
           "%s", output);
    sqlite3_free(output);
    db_close(one);
    db_close(two);
    remove_one("file", false);
    assert_int_equal(_rmdir(folder()), 0);
}

CASES_MAIN(NULL, NULL)

#endif
