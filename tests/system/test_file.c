/* SPDX-License-Identifier: MIT */
/* test_file.c: what system/file.h promises of single calls, where tests/shared/ sees no more than
 * that IDs go on: the name of the boot, where a file is, what fails keeps the errno of its
 * cause, all else keeps the caller's. Files are made in a folder that is gone with the test. */
#include "../support/folder.h"

#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The boot --------------------------------------------------------------------------- */

/* The text that the kernel has for it, without hyphens; empty: this one has none. */
static void read_boot_text(char digits[33])
{
    char text[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    size_t count = 0;
    if (file != NULL) {
        assert_non_null(fgets(text, sizeof text, file));
        assert_int_equal(fclose(file), 0);
    }
    for (const char *c = text; *c != '\0' && *c != '\n'; c++)
        if (*c != '-' && count < 32)
            digits[count++] = *c;
    digits[count] = '\0';
}

static void test_boot(void **state)
{
    char expected[33], found[33] = "";
    uint64_t id[2] = {0, 0};
    (void)state;
    read_boot_text(expected);
    errno = 123;
    if (sortid_system_file_boot(id))
        snprintf(found, sizeof found, "%016llx%016llx", (unsigned long long)id[0],
                 (unsigned long long)id[1]);
    assert_string_equal(found, expected);
    assert_int_equal(errno, 123);
}

/* ---- Making and opening ----------------------------------------------------------------- */

static const uint8_t content[3 * FILE_PAGE] = {1, 2, 3, [sizeof content - 1] = 4};

static void make_file(void)
{
    errno = 123;
    EXPECT_STATUS(sortid_system_file_create(path, content, sizeof content, 0640), SORTID_OK,
                  "create");
    assert_int_equal(errno, 123);
}

static void test_place(void **state)
{
    struct file file, look;
    struct stat found;
    (void)state;
    make_file();
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
    EXPECT_STATUS(sortid_system_file_open(&file, path, false), SORTID_OK, "open");
    EXPECT_STATUS(sortid_system_file_open_to_read(&look, path), SORTID_OK, "open to look");
    assert_int_equal(errno, 123);
    assert_int_equal(file.size, sizeof content);
    assert_int_equal(file.place[0], found.st_dev);
    assert_int_equal(file.place[1], found.st_ino);
    assert_memory_equal(file.place, look.place, sizeof file.place);
    assert_true(look.is_read_only && !file.is_read_only);
    assert_null(file.map);
    sortid_system_file_close(&look);
    sortid_system_file_close(&file);
    assert_int_equal(errno, 123);
    assert_int_equal(unlink(path), 0);
}

/* Descriptors are not for programs that this one becomes. */
static void test_descriptors(void **state)
{
    struct file file;
    (void)state;
    make_file();
    EXPECT_STATUS(sortid_system_file_open(&file, path, false), SORTID_OK, "open");
    assert_int_equal(fcntl((int)file.descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    int before = (int)file.descriptor;
    sortid_system_file_close(&file);
    assert_int_equal(fcntl(before, F_GETFD), -1);
    assert_int_equal(errno, EBADF);
    /* Refusals and failures leave none open: the lowest free one is as it was. */
    EXPECT_STATUS(sortid_system_file_open(&file, folder, false), SORTID_FILE_REFUSED, "a folder");
    EXPECT_STATUS(sortid_system_file_open_to_read(&file, folder), SORTID_FILE_REFUSED, "a folder");
    EXPECT_STATUS(sortid_system_file_open(&file, "/dev/null", true), SORTID_FILE_REFUSED, "device");
    (void)sortid_system_file_create(path, content, sizeof content, 0600);
    (void)sortid_system_file_sync_name(path);
    uint64_t id[2];
    (void)sortid_system_file_boot(id);
    int after = open(path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(after, before);
    close(after);
    assert_int_equal(unlink(path), 0);
}

/* One that is there is left as it is; a name that is too long by one is said to be. */
static void test_create(void **state)
{
    static const uint8_t other[1] = {9};
    char longest[4200];
    uint8_t found[sizeof content];
    struct file file;
    (void)state;
    make_file();
    EXPECT_STATUS(sortid_system_file_create(path, other, sizeof other, 0600), SORTID_OK, "again");
    EXPECT_STATUS(sortid_system_file_open(&file, path, false), SORTID_OK, "open");
    EXPECT_STATUS(sortid_system_file_map(&file), SORTID_OK, "map");
    memcpy(found, file.map, sizeof found);
    assert_memory_equal(found, content, sizeof content);
    sortid_system_file_close(&file);
    assert_int_equal(unlink(path), 0);
    memset(longest, '/', sizeof longest); /* as many as one */
    for (size_t size = 4080; size < 4100; size++) {
        int prefix = (int)(size - strlen(path));
        char name[4200];
        snprintf(name, sizeof name, "%.*s%s", prefix, longest, path);
        errno = 123;
        /* With NUL it is one of 4,096 bytes, the most that Linux takes: no name stands beside it in
         * a file system that has files without one, as this test needs. */
        bool fits = size + 1 <= 4096;
        sortid_status status = sortid_system_file_create(name, content, sizeof content, 0600);
        EXPECT_STATUS(status, fits ? SORTID_OK : SORTID_FILE_FAILED, "size %zu", size);
        assert_int_equal(errno, fits ? 123 : ENAMETOOLONG);
        assert_int_equal(unlink(path) == 0, fits);
    }
}

static void test_sync_name(void **state)
{
    (void)state;
    errno = 123;
    EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_OK, "a folder that is there");
    EXPECT_STATUS(sortid_system_file_sync_name("file"), SORTID_OK, "this folder");
    EXPECT_STATUS(sortid_system_file_sync_name("/file"), SORTID_OK, "the root");
    assert_int_equal(errno, 123);
    EXPECT_STATUS(sortid_system_file_sync_name("no-such-folder/file"), SORTID_FILE_FAILED, "none");
    assert_int_equal(errno, ENOENT);
    make_file();
    char inside[sizeof path + 8];
    snprintf(inside, sizeof inside, "%s/file", path);
    EXPECT_STATUS(sortid_system_file_sync_name(inside), SORTID_FILE_FAILED, "a file as folder");
    assert_int_equal(errno, ENOTDIR);
    assert_int_equal(unlink(path), 0);
}

/* ---- Locks ------------------------------------------------------------------------------ */

static sortid_status try_lock(struct file *file, enum file_part part)
{
    errno = 123;
    sortid_status status = sortid_system_file_lock(file, part, FILE_ALONE);
    assert_int_equal(errno, 123);
    return status;
}

/* Two parts that are nothing to each other; alone, with others, and from one to the other. */
static void test_locks(void **state)
{
    static const enum file_part parts[] = {FILE_GATE, FILE_USE};
    struct file a, b;
    (void)state;
    make_file();
    EXPECT_STATUS(sortid_system_file_open(&a, path, false), SORTID_OK, "open");
    EXPECT_STATUS(sortid_system_file_open(&b, path, false), SORTID_OK, "open");
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        enum file_part part = parts[i], other = parts[1 - i];
        EXPECT_STATUS(sortid_system_file_lock(&a, part, FILE_ALONE), SORTID_OK, "alone");
        EXPECT_STATUS(try_lock(&b, part), SORTID_WAIT, "beside one alone");
        EXPECT_STATUS(try_lock(&b, other), SORTID_OK, "the other part");
        sortid_system_file_unlock(&b, other);
        EXPECT_STATUS(sortid_system_file_lock(&a, part, FILE_WITH_OTHERS), SORTID_OK, "with");
        EXPECT_STATUS(sortid_system_file_lock(&b, part, FILE_WITH_OTHERS), SORTID_OK, "with");
        EXPECT_STATUS(try_lock(&b, part), SORTID_WAIT, "alone beside others");
        sortid_system_file_unlock(&a, part);
        sortid_system_file_unlock(&a, part); /* of none */
        EXPECT_STATUS(try_lock(&b, part), SORTID_OK, "the others have left");
        EXPECT_STATUS(try_lock(&a, part), SORTID_WAIT, "beside one alone");
        sortid_system_file_unlock(&b, part);
        EXPECT_STATUS(try_lock(&a, part), SORTID_OK, "unlocked");
        sortid_system_file_unlock(&a, part);
    }
    EXPECT_STATUS(try_lock(&a, FILE_USE), SORTID_OK, "alone");
    sortid_system_file_close(&a);
    EXPECT_STATUS(try_lock(&b, FILE_USE), SORTID_OK, "a closed file has no locks");
    sortid_system_file_close(&b);
    EXPECT_STATUS(sortid_system_file_lock(&b, FILE_USE, FILE_ALONE), SORTID_FILE_FAILED, "closed");
    assert_int_equal(errno, EBADF);
    errno = 123;
    sortid_system_file_unlock(&b, FILE_USE);
    assert_int_equal(errno, 123);
    assert_int_equal(unlink(path), 0);
}

/* Of a program without a standard input files get its number. */
static int use_number_zero(void *unused)
{
    struct file file;
    uint64_t id[2], before[2] = {0, 0};
    (void)unused;
    bool has_boot = sortid_system_file_boot(before);
    close(0);
    CHILD_CHECK(sortid_system_file_boot(id) == has_boot);
    CHILD_CHECK(!has_boot || memcmp(id, before, sizeof id) == 0);
    CHILD_CHECK(sortid_system_file_create(path, content, sizeof content, 0600) == SORTID_OK);
    CHILD_CHECK(sortid_system_file_sync_name(path) == SORTID_OK);
    CHILD_CHECK(fcntl(0, F_GETFD) == -1 && errno == EBADF); /* none is left open */
    CHILD_CHECK(sortid_system_file_open(&file, path, false) == SORTID_OK && file.descriptor == 0);
    CHILD_CHECK(try_lock(&file, FILE_USE) == SORTID_OK);
    CHILD_CHECK(sortid_system_file_map(&file) == SORTID_OK && file.map[2] == content[2]);
    CHILD_CHECK(sortid_system_file_sync(&file, FILE_PAGE) == SORTID_OK);
    sortid_system_file_close(&file);
    CHILD_CHECK(fcntl(0, F_GETFD) == -1 && errno == EBADF);
    return 0;
}

static void test_number_zero(void **state)
{
    (void)state;
    assert_int_equal(support_in_child(use_number_zero, NULL), 0);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boot),        cmocka_unit_test(test_place),
        cmocka_unit_test(test_descriptors), cmocka_unit_test(test_create),
        cmocka_unit_test(test_sync_name),   cmocka_unit_test(test_locks),
        cmocka_unit_test(test_number_zero),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
