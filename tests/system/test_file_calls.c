/* SPDX-License-Identifier: MIT */
/* test_file_calls.c: system/file_posix.c on a system whose calls fail, are interrupted, or do a
 * part of the work: the linker puts its calls through the __wrap_ functions here (wrapped.cmake).
 * Files are created in a folder that is removed at the end. */
#include "../support/cases.h"
#include "../support/folder.h"

#include "system/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__GLIBC__) && !defined(__LP64__) /* offsets of 64 bits have another name there */
#define WRAPPED_FALLOCATE __wrap_posix_fallocate64
#else
#define WRAPPED_FALLOCATE __wrap_posix_fallocate
#endif

/* ---- Between the library and the system ------------------------------------------------- */

enum call { NONE, READ, WRITE, SYNC, CHANGE_MODE, ALLOCATE, LINK };

static struct {
    enum call failing;
    int error;
    unsigned interrupts; /* of reads and writes, before each part; 0: they are complete */
    unsigned interrupted;
    const char *text; /* what reads return; NULL: the file's content */
    bool writes_none; /* every second write that is not interrupted writes nothing */
    bool is_synced;   /* since the last write */
    bool close_fails; /* with EINTR, although the file is closed */
    long page;        /* the reported page size; 0: the true one */
    const uint8_t *synced_start;
    size_t synced_size;
} calls;

static bool fails(enum call call)
{
    if (calls.failing == call)
        errno = calls.error;
    return calls.failing == call;
}

/* Interrupts a call as often as set, before each part. */
static bool is_interrupted(void)
{
    if (calls.interrupted++ < calls.interrupts) {
        errno = EINTR;
        return true;
    }
    calls.interrupted = 0;
    return false;
}

static size_t part_of(size_t size)
{
    return calls.interrupts > 0 && size > 3 ? 3 : size;
}

int WRAPPED_FALLOCATE(int descriptor, off_t start, off_t size);

WRAP(read);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size)
{
    if (fails(READ) || is_interrupted())
        return -1;
    if (calls.text == NULL)
        return __real_read(descriptor, bytes, part_of(size));
    size_t part = strnlen(calls.text, part_of(size));
    memcpy(bytes, calls.text, part);
    calls.text += part;
    return (ssize_t)part;
}

WRAP(write);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t size)
{
    if (fails(WRITE) || is_interrupted())
        return -1;
    calls.is_synced = false;
    calls.writes_none = calls.interrupts > 0 && !calls.writes_none;
    if (calls.writes_none) {
        errno = ERANGE; /* an unrelated value */
        return 0;
    }
    return __real_write(descriptor, bytes, part_of(size));
}

WRAP(fsync);
int __wrap_fsync(int descriptor)
{
    calls.is_synced = true;
    return fails(SYNC) ? -1 : __real_fsync(descriptor);
}

WRAP(fchmod);
int __wrap_fchmod(int descriptor, mode_t mode)
{
    return fails(CHANGE_MODE) ? -1 : __real_fchmod(descriptor, mode);
}

/* Returns its error; errno is undefined. */
int WRAPPED_FALLOCATE(int descriptor, off_t start, off_t size)
{
    (void)descriptor, (void)start, (void)size;
    errno = ERANGE;
    return calls.failing == ALLOCATE ? calls.error : 0;
}

WRAP(close);
int __wrap_close(int descriptor)
{
    int result = __real_close(descriptor);
    if (!calls.close_fails)
        return result;
    errno = EINTR;
    return -1;
}

WRAP(sysconf);
long __wrap_sysconf(int name)
{
    return name == _SC_PAGESIZE && calls.page != 0 ? calls.page : __real_sysconf(name);
}

WRAP(msync);
int __wrap_msync(void *start, size_t size, int how)
{
    assert_int_equal(how, MS_SYNC);
    calls.synced_start = start;
    calls.synced_size = size;
    return fails(SYNC) ? -1 : 0;
}

/* A file must be on disk before it gets a name. */
WRAP(link);
int __wrap_link(const char *from, const char *to)
{
    assert_true(calls.is_synced);
    return fails(LINK) ? -1 : __real_link(from, to);
}

WRAP(linkat);
int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    assert_true(calls.is_synced);
    return fails(LINK) ? -1 : __real_linkat(from_folder, from, to_folder, to, flags);
}

static size_t files_in_folder(void)
{
    DIR *names = opendir(folder);
    size_t count = 0;
    assert_non_null(names);
    for (const struct dirent *entry = readdir(names); entry != NULL; entry = readdir(names))
        count += entry->d_name[0] != '.';
    closedir(names);
    return count;
}

/* The number that the next opened file gets: the same as before, if none was left open. */
static int next_descriptor(void)
{
    int next = dup(0);
    assert_true(next > 0);
    __real_close(next);
    return next;
}

/* ---- The boot --------------------------------------------------------------------------- */

static bool read_boot(uint64_t id[2], const char *text)
{
    int before = next_descriptor();
    calls.text = text;
    errno = 123;
    bool is_read = sortid_system_file_boot(id);
    assert_int_equal(errno, 123);
    assert_int_equal(next_descriptor(), before);
    return is_read;
}

static void need_boot(void)
{
    if (access("/proc/sys/kernel/random/boot_id", R_OK) != 0)
        support_skip("this system has no /proc/sys/kernel/random/boot_id");
}

TEST(boot)
{
    static const unsigned interrupts[] = {0, 1, 100};
    uint64_t id[3] = {1, 2, 3}; /* the last one must stay */
    need_boot();
    for (size_t i = 0; i < COUNT_OF(interrupts); i++) {
        calls.interrupts = interrupts[i];
        assert_true(read_boot(id, "01234567-89ab-cdef-fedc-ba9876543210\n"));
        assert_true(id[0] == UINT64_C(0x0123456789abcdef));
        assert_true(id[1] == UINT64_C(0xfedcba9876543210));
        assert_true(read_boot(id, "f0000000000000000000000000000009"));
        assert_true(id[0] == UINT64_C(0xf000000000000000) && id[1] == 9);
    }
    calls.interrupts = 0;
    assert_true(id[2] == 3);
}

TEST(no_boot)
{
    static const char *const wrong[] = {
        "",
        "\n",
        "01234567-89ab-cdef-fedc-ba987654321\n", /* one digit less */
        "01234567-89ab-cdef-fedc-ba987654321G\n",
        "01234567-89ab-cdef-fedc-ba987654321F\n",
        "01234567-89ab-cdef-fedc-ba987654321g\n",
        "01234567-89ab-cdef-fedc-ba987654321/\n",
        "01234567-89ab-cdef-fedc-ba987654321:\n",
        "01234567-89ab-cdef-fedc-ba987654321`\n",
        "01234567 89ab-cdef-fedc-ba9876543210\n",
        "x0123456-789a-bcde-ffed-cba987654321\n",
        "----------------------------------------------------------------------------",
    };
    uint64_t id[2];
    need_boot();
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        EXPECT(!read_boot(id, wrong[i]), "%s", wrong[i]);
    calls.failing = READ;
    calls.error = EIO;
    assert_false(read_boot(id, "01234567-89ab-cdef-fedc-ba9876543210\n"));
    calls.failing = NONE;
    calls.text = NULL;
}

/* ---- Creating ---------------------------------------------------------------------------- */

static const uint8_t content[3 * FILE_PAGE] = {1, 2, 3, [sizeof content - 1] = 4};

static sortid_status make(enum call failing, int error)
{
    int before = next_descriptor();
    calls.failing = failing;
    calls.error = error;
    errno = 123;
    sortid_status status = sortid_system_file_create(path, content, sizeof content, 0600);
    calls.failing = NONE;
    assert_int_equal(next_descriptor(), before);
    return status;
}

static void expect_content(void)
{
    uint8_t found[sizeof content + 1];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_int_equal(__real_read(descriptor, found, sizeof found), sizeof content);
    assert_memory_equal(found, content, sizeof content);
    close(descriptor);
}

TEST(parts)
{
    static const unsigned interrupts[] = {0, 1, 5};
    for (size_t i = 0; i < COUNT_OF(interrupts); i++) {
        calls.interrupts = interrupts[i];
        EXPECT_STATUS(make(NONE, 0), SORTID_OK, "%u interrupts", calls.interrupts);
        assert_int_equal(errno, 123);
        calls.interrupts = 0;
        expect_content();
        assert_int_equal(files_in_folder(), 1);
        assert_int_equal(unlink(path), 0);
    }
}

/* The failing call's error is in errno and kept, and no file is left. */
TEST(failures)
{
    static const struct {
        enum call call;
        int error;
    } rows[] = {{WRITE, ENOSPC},    {WRITE, EIO},       {SYNC, EIO},     {SYNC, EINVAL},
                {CHANGE_MODE, EIO}, {ALLOCATE, ENOSPC}, {ALLOCATE, EIO}, {LINK, EPERM}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        EXPECT_STATUS(make(rows[i].call, rows[i].error), SORTID_FILE_FAILED, "row %zu", i);
        EXPECT(errno == rows[i].error, "row %zu: errno %d", i, errno);
        EXPECT(sortid_system_error() == errno, "row %zu: %d", i, sortid_system_error());
        EXPECT(files_in_folder() == 0, "row %zu: a file is left", i);
    }
}

/* File systems that cannot allocate, and a file that another process created first: both
 * succeed. */
TEST(as_good)
{
    static const int errors[] = {EINVAL, EOPNOTSUPP};
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        EXPECT_STATUS(make(ALLOCATE, errors[i]), SORTID_OK, "errno %d", errors[i]);
        assert_int_equal(errno, 123);
        expect_content();
        assert_int_equal(unlink(path), 0);
    }
    EXPECT_OK(make(LINK, EEXIST));
    assert_int_equal(errno, 123);
    assert_int_equal(files_in_folder(), 0);
}

TEST(name)
{
    int before = next_descriptor();
    calls.failing = SYNC;
    calls.error = EINVAL; /* a file system that cannot sync folders */
    errno = 123;
    EXPECT_OK(sortid_system_file_sync_name(path));
    assert_int_equal(errno, 123);
    calls.error = EIO;
    EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_FILE_FAILED, "fails");
    assert_int_equal(errno, EIO);
    calls.failing = NONE;
    assert_int_equal(next_descriptor(), before);
}

/* An error of close is ignored. */
TEST(close)
{
    struct file file;
    uint64_t id[2];
    calls.close_fails = true;
    EXPECT_OK(make(NONE, 0));
    EXPECT_OK(sortid_system_file_sync_name(path));
    EXPECT_OK(sortid_system_file_open(&file, path, false));
    sortid_system_file_close(&file);
    EXPECT_STATUS(sortid_system_file_open_to_read(&file, folder), SORTID_FILE_REFUSED, "a folder");
    (void)sortid_system_file_boot(id);
    assert_int_equal(errno, 123);
    assert_int_equal(unlink(path), 0);
    EXPECT_STATUS(make(WRITE, ENOSPC), SORTID_FILE_FAILED, "a full disk");
    assert_int_equal(errno, ENOSPC);
    calls.failing = SYNC;
    calls.error = EIO;
    EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_FILE_FAILED, "name");
    assert_int_equal(errno, EIO);
    calls.failing = NONE;
    calls.close_fails = false;
}

/* The pages of the system may be smaller than the file's pages, or larger than the file: whole
 * pages from the start of the mapping are synced, and nothing after its end. */
TEST(sync)
{
    static const struct {
        long page;
        size_t offset, start, size;
    } rows[] = {
        {4096, 0, 0, 4096},       {4096, 4096, 4096, 4096}, {4096, 8192, 8192, 4096},
        {4096, 8195, 8192, 4096}, {8192, 0, 0, 8192},       {8192, 4096, 0, 8192},
        {8192, 8192, 8192, 4096}, {16384, 8192, 0, 12288},  {65536, 4096, 0, 12288},
    };
    struct file file;
    EXPECT_OK(make(NONE, 0));
    EXPECT_OK(sortid_system_file_open(&file, path, false));
    EXPECT_OK(sortid_system_file_map(&file));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        calls.page = rows[i].page;
        EXPECT_STATUS(sortid_system_file_sync(&file, rows[i].offset), SORTID_OK, "row %zu", i);
        EXPECT(calls.synced_start == file.map + rows[i].start, "row %zu: start", i);
        EXPECT(calls.synced_size == rows[i].size, "row %zu: %zu bytes", i, calls.synced_size);
    }
    calls.page = 0;
    calls.failing = SYNC;
    calls.error = EIO;
    EXPECT_STATUS(sortid_system_file_sync(&file, 0), SORTID_FILE_FAILED, "fails");
    assert_int_equal(errno, EIO);
    calls.failing = NONE;
    sortid_system_file_close(&file);
    assert_int_equal(unlink(path), 0);
}

CASES_MAIN(make_folder, remove_folder)
