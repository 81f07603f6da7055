/* SPDX-License-Identifier: MIT */
/* test_privileged.c: a program with more privileges than its caller must not read the environment:
 * otherwise the caller would choose the node, the file that is created, and the instruction set.
 * The test runs a copy of itself, first plain, then with the set-user-id or set-group-id bit of
 * another id, which makes it privileged. Skipped if file systems here ignore such bits. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../support/cases.h"
#include "../support/folder.h"
#include "../support/formats.h"

#include <sortid/unstable.h>
#include <fcntl.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define NODE  "SCRU64_NODE_SPEC"
#define STATE "SORTID_SCRU64_STATE"
#define SIMD  "SORTID_SIMD"

/* ---- The copy --------------------------------------------------------------------------- */

/* Exit statuses of the copy. */
enum {
    NOT_RUN = 9,
    USED_ENVIRONMENT,
    SAID_NO_NODE,
    MADE_IN_MEMORY,
    OTHERWISE,
    PRIVILEGED = 32,
    BAD_SIMD = 64
};

/* Whether the environment was used, whether the kernel calls the program privileged, and whether a
 * node set by a call has its state in the file. */
static int run_copy(const char *file)
{
    sortid_scru64 id;
    int privileged = secure_getenv("PATH") == NULL ? PRIVILEGED : 0;
    if (sortid_simd_use(NULL) != SORTID_OK)
        return BAD_SIMD | privileged;
    sortid_status status = sortid_scru64_new(&id, NULL);
    if (status == SORTID_OK)
        return USED_ENVIRONMENT | privileged;
    if (status != SORTID_NO_NODE_SPEC)
        return OTHERWISE | privileged;
    if (support_set_node(43, 8, NULL) != SORTID_OK || sortid_scru64_new(&id, NULL) != SORTID_OK)
        return OTHERWISE | privileged;
    return (access(file, F_OK) == 0 ? SAID_NO_NODE : MADE_IN_MEMORY) | privileged;
}

/* ---- The test --------------------------------------------------------------------------- */

static const char *this_program;
static char copy[512];

static void copy_program(mode_t mode)
{
    static char bytes[1 << 16];
    int from = open(this_program, O_RDONLY | O_CLOEXEC);
    int to = open(copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    EXPECT(from >= 0 && to >= 0, "%s to %s: %s", this_program, copy, strerror(errno));
    for (ssize_t got = 1; got > 0;) {
        got = read(from, bytes, sizeof bytes);
        EXPECT(got >= 0 && write(to, bytes, (size_t)got) == got, "%s: %s", copy, strerror(errno));
    }
    EXPECT(fchmod(to, mode) == 0 && close(to) == 0 && close(from) == 0, "%s: %s", copy,
           strerror(errno));
}

/* Finds a group of this process that is not its current one; false if there is none. */
static bool find_other_group(gid_t *group)
{
    gid_t groups[256];
    int count = getgroups(COUNT_OF(groups), groups);
    for (int i = 0; i < count; i++)
        if (groups[i] != getegid()) {
            *group = groups[i];
            return true;
        }
    return false;
}

/* Gives the copy another id: for root another user's, otherwise one of the caller's groups.
 * Changing the owner clears the bits, so it comes first. NULL, or why not. */
static const char *give_privileges(void)
{
    gid_t group = (gid_t)-1;
    bool is_root = geteuid() == 0;
    if (!is_root && !find_other_group(&group))
        return "this user has only one group";
    if (chown(copy, is_root ? 65534 : (uid_t)-1, group) != 0 ||
        chmod(copy, is_root ? 04755 : 02755) != 0)
        return strerror(errno);
    return NULL;
}

static int run_with(const char *node, const char *state_file)
{
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if ((node != NULL ? setenv(NODE, node, 1) : unsetenv(NODE)) != 0 ||
            (state_file != NULL ? setenv(STATE, state_file, 1) : unsetenv(STATE)) != 0)
            _exit(1);
        execl(copy, copy, path, (char *)NULL);
        _exit(NOT_RUN);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status),
           "wait status 0x%x", (unsigned)status);
    return WEXITSTATUS(status);
}

static int begin(void **state)
{
    if (make_folder(state) != 0 || chmod(folder, 0777) != 0) /* the copy may make files there */
        return -1;
    snprintf(copy, sizeof copy, "%s/copy", folder);
    return 0;
}

static void expect_end(const char *node, const char *state_file, int expected)
{
    int end = run_with(node, state_file);
    EXPECT(end == expected, "%s and %s: ends %d, not %d", node == NULL ? "no node" : node,
           state_file == NULL ? "no file" : "a file", end, expected);
    unlink(path);
}

/* Some file systems are mounted so that no program on them can be run. */
static void need_copies(void)
{
    support_need_own_start();
    copy_program(0755);
    if (run_with(NULL, NULL) != NOT_RUN)
        return;
    support_skip("no copy of a program can be run in %s", folder);
}

/* Without privileges the program uses the environment. */
TEST(obeys)
{
    need_copies();
    expect_end("42/8", NULL, USED_ENVIRONMENT);
    expect_end("42/8", path, USED_ENVIRONMENT);
    expect_end(NULL, NULL, MADE_IN_MEMORY);
    expect_end(NULL, path, SAID_NO_NODE); /* the node is set by a call, its state is in the file */
    EXPECT(setenv(SIMD, "garbage", 1) == 0, "setenv");
    expect_end(NULL, NULL, BAD_SIMD);
    EXPECT(unsetenv(SIMD) == 0, "unsetenv");
}

TEST(privileged)
{
    need_copies();
    const char *why = give_privileges();
    if (why == NULL && (run_with(NULL, NULL) & PRIVILEGED) == 0)
        why = "the file system or this process ignores the bit";
    if (why != NULL)
        support_skip("no program of another id: %s", why);
    expect_end("42/8", NULL, MADE_IN_MEMORY | PRIVILEGED);
    expect_end("42/8", path, MADE_IN_MEMORY | PRIVILEGED);
    expect_end(NULL, path, MADE_IN_MEMORY | PRIVILEGED);
    expect_end("garbage", path, MADE_IN_MEMORY | PRIVILEGED);
    EXPECT(setenv(SIMD, "garbage", 1) == 0, "setenv");
    expect_end(NULL, NULL, MADE_IN_MEMORY | PRIVILEGED);
    EXPECT(unsetenv(SIMD) == 0, "unsetenv");
}

int main(int argc, char **argv)
{
    if (argc == 2)
        _exit(run_copy(argv[1])); /* no leak check: it cannot trace such a program */
    this_program = argv[0];
    support_begin();
    return cases_run(begin, remove_folder);
}
