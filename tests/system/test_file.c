/* SPDX-License-Identifier: MIT */
/* test_file.c: what system/file.h documents for single calls, where tests/shared/ only sees that
 * IDs continue: the name of the boot, where a file is created, which calls set errno and which keep
 * it. Files are created in a folder that is removed at the end. */
#include "../support/cases.h"
#include "../support/folder.h"

#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The boot --------------------------------------------------------------------------- */

/* The kernel's text for the boot, without hyphens; empty: it has none. */
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

TEST(boot)
{
    char expected[33], found[33] = "";
    uint64_t id[2] = {0, 0};
    read_boot_text(expected);
    errno = 123;
    if (sortid_system_file_boot(id))
        snprintf(found, sizeof found, "%016llx%016llx", (unsigned long long)id[0],
                 (unsigned long long)id[1]);
    assert_string_equal(found, expected);
    assert_int_equal(errno, 123);
}

/* ---- Creating and opening --------------------------------------------------------------- */

static const uint8_t content[3 * FILE_PAGE] = {1, 2, 3, [sizeof content - 1] = 4};

static void make_file(void)
{
    errno = 123;
    EXPECT_OK(sortid_system_file_create(path, content, sizeof content, 0640));
    assert_int_equal(errno, 123);
}

TEST(place)
{
    struct file file, reader;
    struct stat found;
    make_file();
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
    EXPECT_OK(sortid_system_file_open(&file, path, false));
    EXPECT_OK(sortid_system_file_open_to_read(&reader, path));
    assert_int_equal(errno, 123);
    assert_int_equal(file.size, sizeof content);
    assert_int_equal(file.place[0], found.st_dev);
    assert_int_equal(file.place[1], found.st_ino);
    assert_memory_equal(file.place, reader.place, sizeof file.place);
    assert_true(reader.is_read_only && !file.is_read_only);
    assert_null(file.map);
    sortid_system_file_close(&reader);
    sortid_system_file_close(&file);
    assert_int_equal(errno, 123);
    assert_int_equal(unlink(path), 0);
}

/* Descriptors are closed on exec. */
TEST(descriptors)
{
    struct file file;
    make_file();
    EXPECT_OK(sortid_system_file_open(&file, path, false));
    assert_int_equal(fcntl((int)file.descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    int before = (int)file.descriptor;
    sortid_system_file_close(&file);
    assert_int_equal(fcntl(before, F_GETFD), -1);
    assert_int_equal(errno, EBADF);
    /* Refusals and failures leave no descriptor open: the lowest free one is the same. */
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

/* An existing file is not changed; a name that is too long by one byte fails. */
TEST(create)
{
    static const uint8_t other[1] = {9};
    char longest[4200];
    uint8_t found[sizeof content];
    struct file file;
    make_file();
    EXPECT_OK(sortid_system_file_create(path, other, sizeof other, 0600));
    EXPECT_OK(sortid_system_file_open(&file, path, false));
    EXPECT_OK(sortid_system_file_map(&file));
    memcpy(found, file.map, sizeof found);
    assert_memory_equal(found, content, sizeof content);
    sortid_system_file_close(&file);
    assert_int_equal(unlink(path), 0);
    /* Where files may have no name and /proc can name them, no other name comes first. */
    size_t added = access("/proc/self/fd", F_OK) == 0 ? 0 : strlen(".sortid-new");
    memset(longest, '/', sizeof longest); /* they count as one */
    for (size_t size = 4080; size < 4100; size++) {
        int prefix = (int)(size - strlen(path));
        char name[4200];
        snprintf(name, sizeof name, "%.*s%s", prefix, longest, path);
        errno = 123;
        bool fits = size + added + 1 <= 4096; /* with NUL, the longest name that Linux takes */
        sortid_status status = sortid_system_file_create(name, content, sizeof content, 0600);
        EXPECT_STATUS(status, fits ? SORTID_OK : SORTID_FILE_FAILED, "size %zu", size);
        assert_int_equal(errno, fits ? 123 : ENAMETOOLONG);
        assert_int_equal(unlink(path) == 0, fits);
    }
}

TEST(sync_name)
{
    errno = 123;
    EXPECT_OK(sortid_system_file_sync_name(path));
    EXPECT_OK(sortid_system_file_sync_name("file"));
    EXPECT_OK(sortid_system_file_sync_name("/file"));
    assert_int_equal(errno, 123);
    EXPECT_GIVES(sortid_system_file_sync_name("no-such-folder/file"), SORTID_FILE_FAILED);
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

/* Two independent parts: locked alone, shared, and changed from one to the other. */
TEST(locks)
{
    static const enum file_part parts[] = {FILE_GATE, FILE_USE};
    struct file a, b;
    make_file();
    EXPECT_OK(sortid_system_file_open(&a, path, false));
    EXPECT_OK(sortid_system_file_open(&b, path, false));
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        enum file_part part = parts[i], other = parts[1 - i];
        EXPECT_OK(sortid_system_file_lock(&a, part, FILE_ALONE));
        EXPECT_STATUS(try_lock(&b, part), SORTID_WAIT, "while locked alone");
        EXPECT_OK(try_lock(&b, other));
        sortid_system_file_unlock(&b, other);
        EXPECT_OK(sortid_system_file_lock(&a, part, FILE_WITH_OTHERS));
        EXPECT_OK(sortid_system_file_lock(&b, part, FILE_WITH_OTHERS));
        EXPECT_STATUS(try_lock(&b, part), SORTID_WAIT, "alone while shared");
        sortid_system_file_unlock(&a, part);
        sortid_system_file_unlock(&a, part); /* not locked */
        EXPECT_OK(try_lock(&b, part));
        EXPECT_STATUS(try_lock(&a, part), SORTID_WAIT, "while locked alone");
        sortid_system_file_unlock(&b, part);
        EXPECT_OK(try_lock(&a, part));
        sortid_system_file_unlock(&a, part);
    }
    EXPECT_OK(try_lock(&a, FILE_USE));
    sortid_system_file_close(&a);
    EXPECT_OK(try_lock(&b, FILE_USE));
    sortid_system_file_close(&b);
    EXPECT_STATUS(sortid_system_file_lock(&b, FILE_USE, FILE_ALONE), SORTID_FILE_FAILED, "closed");
    assert_int_equal(errno, EBADF);
    errno = 123;
    sortid_system_file_unlock(&b, FILE_USE);
    assert_int_equal(errno, 123);
    assert_int_equal(unlink(path), 0);
}

/* In a program without standard input a file gets descriptor 0. */
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
    CHILD_CHECK(fcntl(0, F_GETFD) == -1 && errno == EBADF); /* descriptor 0 is closed */
    CHILD_CHECK(sortid_system_file_open(&file, path, false) == SORTID_OK && file.descriptor == 0);
    CHILD_CHECK(try_lock(&file, FILE_USE) == SORTID_OK);
    CHILD_CHECK(sortid_system_file_map(&file) == SORTID_OK && file.map[2] == content[2]);
    CHILD_CHECK(sortid_system_file_sync(&file, FILE_PAGE) == SORTID_OK);
    sortid_system_file_close(&file);
    CHILD_CHECK(fcntl(0, F_GETFD) == -1 && errno == EBADF);
    return 0;
}

TEST(number_zero)
{
    assert_int_equal(support_in_child(use_number_zero, NULL), 0);
    assert_int_equal(unlink(path), 0);
}

CASES_MAIN(make_folder, remove_folder)
