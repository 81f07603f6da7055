/* SPDX-License-Identifier: MIT */
/* test_file_refused.c: what is not a state file, or not one for this generator, is refused with a
 * status that says why, and is never changed or created again: what is not a regular file, another
 * user's file, missing permission, a missing folder, a full disk, another node, wrong options.
 * test_file_damage.c damages files. */
#include "file.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <signal.h>

#define NOBODY 65534

/* ---- Refusals -------------------------------------------------------------------------------- */

/* Expects that opening `name` fails with this status, and that errno is unchanged or as given. */
static void refuse_open(const support_format *format, const char *name,
                        const sortid_file_options *options, sortid_status status, int error,
                        const char *place)
{
    sortid_generator generator, untouched;
    memset(&generator, 0xa5, sizeof generator);
    untouched = generator;
    errno = 123;
    EXPECT_STATUS(
        format->open(&generator, name, options, SORTID_MODE_ABORT, ALLOWANCE_MS, &world.sources),
        status, "%s: %s", place, format->name);
    EXPECT(errno == (error != 0 ? error : 123), "%s: %s: errno %d", place, format->name, errno);
    EXPECT_BYTES(&generator, &untouched, sizeof generator, "%s: %s", place, format->name);
}

/* A format chosen at random, for a refusal that does not depend on the format. */
static const support_format *any_format(void)
{
    return &support_formats[support_below(SUPPORT_FORMATS)];
}

static void soil_stack(void)
{
    volatile uint8_t soil[8 * FILE_BYTES];
    for (size_t i = 0; i < sizeof soil; i++)
        soil[i] = 0xa5;
}

/* A created file has no bytes of the process's memory. */
TEST(clean)
{
    uint8_t content[FILE_BYTES];
    sortid_generator generator;
    count_files(true);
    soil_stack();
    open_with(&generator, SUPPORT_ULID, NULL, PLACE);
    sortid_generator_close(&generator);
    EXPECT(read_content(path, content, sizeof content) == sizeof content, "size");
    for (size_t i = sizeof(struct page); i < sizeof content; i++)
        EXPECT(i % FILE_PAGE < 8 || content[i] == 0, "byte %zu: %02x", i, content[i]);
}

/* ---- What is not a regular file -------------------------------------------------------------- */

TEST(no_file)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    uint8_t content[FILE_BYTES];
    char other[600];
    make_content(content, SUPPORT_ULID);
    refuse_open(SUPPORT_ULID, folder, NULL, SORTID_FILE_REFUSED, 0, "a folder");
    refuse_open(SUPPORT_ULID, "/dev/null", NULL, SORTID_FILE_REFUSED, 0, "a device");
    snprintf(other, sizeof other, "%s.other", path);
    EXPECT(mkfifo(other, 0600) == 0, "fifo");
    refuse_open(SUPPORT_ULID, other, NULL, SORTID_FILE_REFUSED, 0, "a fifo");
    unlink(other);
    EXPECT(symlink(path, other) == 0, "link");
    refuse_open(SUPPORT_ULID, other, NULL, SORTID_FILE_REFUSED, 0, "a link to a good file");
    unlink(other);
    EXPECT(symlink("nowhere", other) == 0, "link");
    refuse_open(SUPPORT_ULID, other, NULL, SORTID_FILE_REFUSED, 0, "a link to nothing");
    EXPECT(count_files(false) == 2, "a file was made");
    unlink(other);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(other) < sizeof address.sun_path) {
        memcpy(address.sun_path, other, strlen(other));
        EXPECT(bind(made, (struct sockaddr *)&address, sizeof address) == 0, "socket");
        refuse_open(SUPPORT_ULID, other, NULL, SORTID_FILE_REFUSED, 0, "a socket");
    }
    close(made);
}

TEST(missing)
{
    char other[600], long_name[5000];
    sortid_file_options options = {.must_exist = true};
    start_empty();
    refuse_open(SUPPORT_ULID, path, &options, SORTID_FILE_FAILED, ENOENT, "must exist");
    EXPECT(count_files(false) == 0, "it was made");
    snprintf(other, sizeof other, "%s/no/state", folder);
    refuse_open(SUPPORT_ULID, other, NULL, SORTID_FILE_FAILED, ENOENT, "no folder");
    refuse_open(SUPPORT_ULID, "", NULL, SORTID_FILE_FAILED, ENOENT, "no name");
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    refuse_open(SUPPORT_ULID, long_name, NULL, SORTID_FILE_FAILED, ENAMETOOLONG, "a long name");
    for (size_t i = 0; i < sizeof options.reserved + sizeof options.reserved8; i++) {
        options = (sortid_file_options){.permissions = 0600};
        if (i < sizeof options.reserved)
            ((uint8_t *)options.reserved)[i] = 1;
        else
            options.reserved8[i - sizeof options.reserved] = 1;
        refuse_open(SUPPORT_ULID, path, &options, SORTID_BAD_OPTION, 0, "reserved");
    }
    EXPECT(count_files(false) == 0, "a file was made");
}

/* A disk without room, simulated by a limit of this process: no part of the file remains. */
static int make_on_full_disk(void *unused)
{
    const struct rlimit none = {8000, 8000};
    sortid_generator generator;
    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    CHILD_CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
    CHILD_CHECK(SUPPORT_ULID->open(&generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL) ==
                SORTID_FILE_FAILED);
    CHILD_CHECK(errno == EFBIG);
    return 0;
}

TEST(full_disk)
{
    count_files(true);
    EXPECT(support_in_child(make_on_full_disk, NULL) == 0, "child");
    EXPECT(count_files(false) == 0, "a file is left");
}

/* ---- The owner ------------------------------------------------------------------------------- */

static bool is_root(const char *what)
{
    if (geteuid() == 0)
        return true;
    printf("SKIPPED: %s: only root can give files away\n", what);
    return false;
}

TEST(owner)
{
    uint8_t content[FILE_BYTES];
    sortid_generator generator;
    sortid_file_options options = {.any_owner = true};
    if (!is_root("another user's file"))
        skip();
    make_content(content, SUPPORT_ULID);
    EXPECT(chown(path, NOBODY, NOBODY) == 0, "chown");
    refuse_open(SUPPORT_ULID, path, NULL, SORTID_FILE_REFUSED, 0, "another user's");
    options.permissions = 0660;
    options.any_owner = false;
    refuse_open(SUPPORT_ULID, path, &options, SORTID_FILE_REFUSED, 0,
                "permission is not ownership");
    options.any_owner = true;
    EXPECT_OK(open_as(&generator, SUPPORT_ULID, &options, SORTID_MODE_ABORT));
    expect_zeros(SUPPORT_ULID, &generator, stamp(SUPPORT_ULID), 2, PLACE);
    sortid_generator_close(&generator);
}

/* As a user without permission: a file that cannot be written, a folder that cannot. */
static int open_as_nobody(void *unused)
{
    sortid_generator generator;
    char other[600];
    (void)unused;
    CHILD_CHECK(geteuid() != 0 || setresuid(NOBODY, NOBODY, NOBODY) == 0);
    CHILD_CHECK(SUPPORT_ULID->open(&generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL) ==
                SORTID_FILE_FAILED);
    CHILD_CHECK(errno == EACCES);
    errno = ENOENT; /* the caller's value: an existing file is not created */
    CHILD_CHECK(SUPPORT_ULID->open(&generator, "/dev/null", NULL, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                   NULL) == SORTID_FILE_REFUSED);
    CHILD_CHECK(errno == ENOENT);
    snprintf(other, sizeof other, "%s.other", path);
    CHILD_CHECK(SUPPORT_ULID->open(&generator, other, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                   NULL) == SORTID_FILE_FAILED);
    CHILD_CHECK(errno == EACCES);
    return 0;
}

TEST(read_only)
{
    uint8_t content[FILE_BYTES], after[FILE_BYTES];
    make_content(content, SUPPORT_ULID);
    EXPECT(chmod(path, 0444) == 0 && chmod(folder, 0555) == 0, "chmod");
    EXPECT(geteuid() != 0 || chown(path, NOBODY, NOBODY) == 0, "chown");
    EXPECT(support_in_child(open_as_nobody, NULL) == 0, "child");
    EXPECT(chmod(folder, 0700) == 0, "chmod");
    EXPECT(read_content(path, after, sizeof after) == FILE_BYTES, "size");
    EXPECT_BYTES(after, content, FILE_BYTES, "touched");
}

/* ---- Node, options, permissions -------------------------------------------------------------- */

TEST(nodes)
{
    static const sortid_scru64_node_spec specs[] = {
        {.node_id = 43, .node_id_size = 8},
        {.node_id = 42, .node_id_size = 9},
        {.node_id = 42, .node_id_size = 7},
    };
    uint8_t content[FILE_BYTES];
    sortid_generator generator;
    make_content(content, SUPPORT_SCRU64);
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        const sortid_options options = {.node = specs[i]};
        EXPECT_STATUS(sortid_generator_open(&generator, sortid_scru64_format(), path, NULL,
                                            &options, &world.sources),
                      SORTID_STATE_MISMATCH, "spec %zu", i);
    }
    make_content(content, SUPPORT_SCRU160);
    const sortid_options options = {.mode = SORTID_MODE_ABORT, .flags = SORTID_OPTION_FRACTION};
    EXPECT_STATUS(sortid_generator_open(&generator, sortid_scru160_format(), path, NULL, &options,
                                        &world.sources),
                  SORTID_STATE_MISMATCH, "microseconds");
}

/* The owner can use a created file, which gets read and write permission only. */
TEST(permissions)
{
    static const unsigned wrong[] = {0400, 0200, 0066, 0700, 0601, 02600, 07777, 0100600, ~0U};
    start_empty();
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        sortid_file_options options = {.permissions = wrong[i]};
        refuse_open(any_format(), path, &options, SORTID_BAD_OPTION, 0, PLACE);
    }
    EXPECT(count_files(false) == 0, "a file was made");
}

CASES_MAIN(make_folder, remove_folder)
