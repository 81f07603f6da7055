/* SPDX-License-Identifier: MIT */
/* test_file_posix.c: the library on a file system that fails, or answers as another system would:
 * the linker puts the calls of system/file_posix.c through the __wrap_ functions here
 * (wrapped.cmake), which fail on demand; invalid names of boots, paths without room for the
 * temporary file's name, pages larger than the file. */
#include "../support/cases.h"
#include "../support/folder.h"

#include "system/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define SIZE 12288

/* On 32-bit machines file_posix.c uses glibc's calls for 64-bit offsets and times, which have other
 * names. */
#if defined(__GLIBC__) && __SIZEOF_POINTER__ == 4
#define WRAPPED_OPEN     __wrap_open64
#define REAL_OPEN        __real_open64
#define WRAPPED_FCNTL    __wrap___fcntl_time64
#define REAL_FCNTL       __real___fcntl_time64
#define WRAPPED_ALLOCATE __wrap_posix_fallocate64
#define REAL_ALLOCATE    __real_posix_fallocate64
#else
#define WRAPPED_OPEN     __wrap_open
#define REAL_OPEN        __real_open
#define WRAPPED_FCNTL    __wrap_fcntl
#define REAL_FCNTL       __real_fcntl
#define WRAPPED_ALLOCATE __wrap_posix_fallocate
#define REAL_ALLOCATE    __real_posix_fallocate
#endif

int REAL_OPEN(const char *name, int flags, ...);
int WRAPPED_OPEN(const char *name, int flags, ...);
int REAL_FCNTL(int descriptor, int command, ...);
int WRAPPED_FCNTL(int descriptor, int command, ...);
int REAL_ALLOCATE(int descriptor, int64_t from, int64_t size);
int WRAPPED_ALLOCATE(int descriptor, int64_t from, int64_t size);
int __real_fsync(int descriptor);
int __wrap_fsync(int descriptor);
int __real_msync(void *start, size_t size, int how);
int __wrap_msync(void *start, size_t size, int how);
long __real_sysconf(int name);
long __wrap_sysconf(int name);

/* ---- The scripted system ----------------------------------------------------------------- */

/* What the calls do; with 0 and NULL they call the system. */
static struct {
    int open_error, lock_error, allocate_error, folder_error, nameless_error;
    unsigned lock_failures; /* fails so often, then succeeds */
    long page_size;
    const char *boot; /* content of the file with the boot's name; "": it cannot be read */
} system_does;

static struct {
    uintptr_t start;
    size_t size;
} synced;

/* A file with this content: a pipe whose other end is closed. */
static int open_text(const char *text)
{
    int ends[2];
    size_t length = strlen(text);
    if (pipe(ends) != 0 || write(ends[1], text, length) != (ssize_t)length || close(ends[1]) != 0)
        abort();
    return ends[0];
}

int WRAPPED_OPEN(const char *name, int flags, ...)
{
    va_list list;
    bool is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
    va_start(list, flags);
    mode_t mode = (flags & O_CREAT) != 0 || is_nameless ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (is_nameless && system_does.nameless_error != 0) {
        errno = system_does.nameless_error;
        return -1;
    }
    bool is_boot = strstr(name, "boot_id") != NULL;
    if (is_boot && system_does.boot != NULL)
        return *system_does.boot != '\0' ? open_text(system_does.boot) : REAL_OPEN("/", flags);
    if (system_does.open_error == 0)
        return REAL_OPEN(name, flags, mode);
    errno = system_does.open_error;
    return -1;
}

int WRAPPED_FCNTL(int descriptor, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (system_does.lock_failures == 0)
        return REAL_FCNTL(descriptor, command, argument);
    system_does.lock_failures--;
    errno = system_does.lock_error;
    return -1;
}

int WRAPPED_ALLOCATE(int descriptor, int64_t from, int64_t size)
{
    return system_does.allocate_error != 0 ? system_does.allocate_error
                                           : REAL_ALLOCATE(descriptor, from, size);
}

int __wrap_fsync(int descriptor)
{
    struct stat found;
    if (system_does.folder_error == 0 || fstat(descriptor, &found) != 0 || !S_ISDIR(found.st_mode))
        return __real_fsync(descriptor);
    errno = system_does.folder_error;
    return -1;
}

int __wrap_msync(void *start, size_t size, int how)
{
    synced.start = (uintptr_t)start;
    synced.size = size;
    return __real_msync(start, size, how);
}

long __wrap_sysconf(int name)
{
    return name == _SC_PAGESIZE && system_does.page_size != 0 ? system_does.page_size
                                                              : __real_sysconf(name);
}

/* Without faults and without a file. */
static void begin(void)
{
    memset(&system_does, 0, sizeof system_does);
    assert_int_equal(no_file(NULL), 0);
}

#define FILE_TEST(name) TEST_AROUND(name, begin(), (void)0)

static const uint8_t content[SIZE] = {1, 2, 3};

static void make_and_open(struct file *file)
{
    EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_OK, "create");
    EXPECT_STATUS(sortid_system_file_open(file, path, false), SORTID_OK, "open");
}

/* ---- Opening and creating ------------------------------------------------------------------ */

/* The errors for a link, a folder, and a pipe without a reader mean "refused"; all others are
 * failures, with errno. */
FILE_TEST(open)
{
    static const int refused[] = {ELOOP, EMLINK, EISDIR, ENXIO}, failed[] = {EACCES, EMFILE, EIO};
    struct file file;
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        system_does.open_error = refused[i];
        errno = EDOM;
        EXPECT_STATUS(sortid_system_file_open(&file, path, false), SORTID_FILE_REFUSED, "errno %d",
                      refused[i]);
        assert_int_equal(errno, EDOM);
    }
    for (size_t i = 0; i < COUNT_OF(failed); i++) {
        system_does.open_error = failed[i];
        EXPECT_STATUS(sortid_system_file_open(&file, path, false), SORTID_FILE_FAILED, "errno %d",
                      failed[i]);
        assert_int_equal(errno, failed[i]);
    }
}

static void expect_content(void)
{
    static uint8_t found[SIZE + 1];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(found, 1, sizeof found, file), SIZE);
    assert_int_equal(fclose(file), 0);
    assert_memory_equal(found, content, SIZE);
}

/* Where a file system cannot allocate, the file has the bytes that were written; on a full one there
 * is no file. */
FILE_TEST(allocation)
{
    static const int cannot[] = {EINVAL, EOPNOTSUPP}, fails[] = {ENOSPC, EIO};
    for (size_t i = 0; i < COUNT_OF(cannot); i++) {
        system_does.allocate_error = cannot[i];
        errno = EDOM;
        EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_OK, "error %d",
                      cannot[i]);
        assert_int_equal(errno, EDOM);
        expect_content();
        assert_int_equal(no_file(NULL), 0);
    }
    for (size_t i = 0; i < COUNT_OF(fails); i++) {
        system_does.allocate_error = fails[i];
        EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_FILE_FAILED,
                      "error %d", fails[i]);
        assert_int_equal(errno, fails[i]);
        assert_int_equal(count_files(false), 0);
    }
}

/* A path that the system accepts and that has no room for the temporary file's name. */
FILE_TEST(long_path)
{
    char before[512], long_path[4096] = "";
    system_does.nameless_error = EOPNOTSUPP;
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    for (size_t room = 1; room <= 12; room++) {
        size_t length = sizeof long_path - room;
        for (size_t i = 0; i < length; i++)
            long_path[i] = i % 2 == 0 || i + 1 == length ? '.' : '/';
        memcpy(long_path + length - 2, "/a", 3);
        FILE *file = fopen(long_path, "wb");
        EXPECT(file != NULL, "%zu bytes free: errno %d", room, errno);
        fclose(file);
        assert_int_equal(unlink("a"), 0);
        sortid_status status = sortid_system_file_create(long_path, content, SIZE, 0600);
        EXPECT_STATUS(status, room > 11 ? SORTID_OK : SORTID_FILE_FAILED, "%zu bytes free", room);
        EXPECT(room > 11 || errno == ENAMETOOLONG, "%zu bytes free: errno %d", room, errno);
        EXPECT(count_files(true) == (room > 11), "%zu bytes free: files", room);
    }
    assert_int_equal(chdir(before), 0);
}

/* A pipe is refused without being opened: its reader would see a writer come and go. */
FILE_TEST(pipe)
{
    struct file file;
    assert_int_equal(mkfifo(path, 0600), 0);
    struct pollfd reader = {.fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), .events = POLLIN};
    assert_true(reader.fd >= 0);
    EXPECT_STATUS(sortid_system_file_open(&file, path, false), SORTID_FILE_REFUSED, "open");
    EXPECT_STATUS(sortid_system_file_open_to_read(&file, path), SORTID_FILE_REFUSED,
                  "open to read");
    assert_int_equal(poll(&reader, 1, 0), 0);
    close(reader.fd);
}

/* ---- Files of a killed process ------------------------------------------------------------ */

static void put_file(const char *name, size_t size)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static char leftover[sizeof path + 16];

/* For each way to create a file: a leftover file is removed; a file of another name, one that is
 * larger than any unfinished file, and a folder stay. */
FILE_TEST(left)
{
    static const int errors[] = {0, EOPNOTSUPP, EISDIR};
    static uint8_t large[SIZE + 1];
    snprintf(leftover, sizeof leftover, "%s.sortid-new", path);
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        system_does.nameless_error = errors[i];
        for (size_t size = 0; size <= SIZE; size += SIZE / 2) {
            put_file(leftover, size);
            EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_OK,
                          "errno %d, %zu bytes leftover", errors[i], size);
            expect_content();
            assert_int_equal(count_files(true), 1);
        }
        put_file(path, SIZE); /* killed between link and unlink: the same file under two names */
        assert_int_equal(link(path, leftover), 0);
        EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_OK, "linked");
        expect_content();
        assert_int_equal(count_files(true), 1);
        FILE *file = fopen(leftover, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(large, 1, sizeof large, file), sizeof large);
        assert_int_equal(fclose(file), 0);
        bool is_nameless = errors[i] == 0 && access("/proc/self/fd", F_OK) == 0;
        EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600),
                      is_nameless ? SORTID_OK : SORTID_FILE_FAILED, "another's");
        EXPECT(is_nameless || errno == EEXIST, "errno %d", errno);
        assert_int_equal(access(leftover, F_OK), 0);
        count_files(true);
        assert_int_equal(mkdir(leftover, 0700), 0);
        errno = 0;
        EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600),
                      is_nameless ? SORTID_OK : SORTID_FILE_FAILED, "a folder");
        EXPECT(is_nameless || errno == EEXIST, "errno %d", errno);
        assert_int_equal(rmdir(leftover), 0);
        count_files(true);
    }
}

/* Several processes create the file at once, on a file system without nameless files: all succeed,
 * and no other file is leftover. */
static int make_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < 20;) {
        sortid_status status = sortid_system_file_create(path, content, SIZE, 0600);
        CHILD_CHECK(status == SORTID_OK || status == SORTID_WAIT);
        i += status == SORTID_OK;
    }
    return 0;
}

/* Another process is creating the file: the call does not wait for it, and its file stays. */
FILE_TEST(made_by_another)
{
    system_does.nameless_error = EOPNOTSUPP;
    count_files(true);
    snprintf(leftover, sizeof leftover, "%s.sortid-new", path);
    put_file(leftover, SIZE / 2);
    struct file other = {.descriptor = open(leftover, O_RDWR | O_CLOEXEC)};
    EXPECT_STATUS(sortid_system_file_lock(&other, FILE_MAKING, FILE_ALONE), SORTID_OK, "lock");
    errno = EDOM;
    EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_WAIT, "locked");
    assert_int_equal(errno, EDOM);
    assert_int_equal(access(leftover, F_OK), 0);
    assert_int_equal(access(path, F_OK), -1);
    close((int)other.descriptor);
    EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_OK, "unlocked");
    expect_content();
    assert_int_equal(count_files(true), 1);
}

FILE_TEST(makers)
{
    enum { makers = 4 };
    pid_t children[makers];
    system_does.nameless_error = EOPNOTSUPP;
    for (size_t i = 0; i < makers; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(make_often(NULL));
    }
    for (size_t i = 0; i < makers; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    expect_content();
    assert_int_equal(count_files(true), 1);
}

/* An unfinished file that cannot be locked is removed. */
FILE_TEST(making_without_lock)
{
    system_does.nameless_error = EOPNOTSUPP;
    system_does.lock_error = ENOLCK;
    system_does.lock_failures = 1;
    EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_FILE_FAILED,
                  "no lock");
    assert_int_equal(errno, ENOLCK);
    assert_int_equal(count_files(true), 0);
}

/* File systems that cannot sync folders return EINVAL. */
FILE_TEST(sync_name)
{
    errno = EDOM;
    system_does.folder_error = EINVAL;
    EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_OK, "EINVAL");
    assert_int_equal(errno, EDOM);
    system_does.folder_error = EIO;
    EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_FILE_FAILED, "EIO");
    assert_int_equal(errno, EIO);
    system_does.open_error = EMFILE;
    EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_FILE_FAILED, "EMFILE");
    assert_int_equal(errno, EMFILE);
}

/* ---- In use --------------------------------------------------------------------------------- */

/* Some systems return EACCES where others return EAGAIN; after EINTR the call is repeated. */
FILE_TEST(lock)
{
    static const struct {
        int error;
        unsigned failures;
        sortid_status status;
    } rows[] = {{EAGAIN, 1, SORTID_WAIT},
                {EACCES, 1, SORTID_WAIT},
                {EINTR, 3, SORTID_OK},
                {ENOLCK, 1, SORTID_FILE_FAILED}};
    struct file file;
    make_and_open(&file);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        system_does.lock_error = rows[i].error;
        system_does.lock_failures = rows[i].failures;
        errno = EDOM;
        EXPECT_STATUS(sortid_system_file_lock(&file, FILE_USE, FILE_ALONE), rows[i].status,
                      "errno %d", rows[i].error);
        EXPECT(errno == (rows[i].status == SORTID_FILE_FAILED ? rows[i].error : EDOM),
               "errno %d became %d", rows[i].error, errno);
        EXPECT(system_does.lock_failures == 0, "errno %d: not tried again", rows[i].error);
    }
    sortid_system_file_close(&file);
}

/* The pages of a sync are in the mapping, also if a page is larger than it. */
FILE_TEST(page_sizes)
{
    static const struct {
        long page;
        size_t offset, start, size;
    } rows[] = {{4096, 0, 0, 4096},       {4096, 8192, 8192, 4096}, {8192, 4096, 0, 8192},
                {8192, 8192, 8192, 4096}, {16384, 8192, 0, SIZE},   {65536, 4096, 0, SIZE}};
    struct file file;
    make_and_open(&file);
    EXPECT_STATUS(sortid_system_file_map(&file), SORTID_OK, "map");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].page < __real_sysconf(_SC_PAGESIZE))
            continue; /* smaller than this machine's page, so the start is not aligned here */
        system_does.page_size = rows[i].page;
        EXPECT_STATUS(sortid_system_file_sync(&file, rows[i].offset), SORTID_OK, "row %zu", i);
        EXPECT(synced.start == (uintptr_t)file.map + rows[i].start && synced.size == rows[i].size,
               "row %zu: %zu bytes from %zu", i, synced.size,
               (size_t)(synced.start - (uintptr_t)file.map));
    }
    sortid_system_file_close(&file);
}

/* ---- The boot -------------------------------------------------------------------------------- */

FILE_TEST(boot)
{
    static const char *const none[] = {
        "",
        "\n",
        "01234567-89ab-cdef-0123-456789abcde\n",
        "01234567-89ab-cdef-0123-456789abcdeg\n",
        "01234567-89ab-cdef-0123-456789abcdeF\n",
        "01234567-89ab-cdef-0123-456789abcde/\n",
        "01234567-89ab-cdef-0123-456789abcde:\n",
        "01234567-89ab-cdef-0123-456789abcde`\n",
        "01234567 89ab-cdef-0123-456789abcdef\n",
    };
    uint64_t id[2];
    errno = EDOM;
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        system_does.boot = none[i];
        EXPECT(!sortid_system_file_boot(id), "row %zu", i);
    }
    system_does.boot = "01234567-89ab-cdef-fedc-ba9876543210\n";
    assert_true(sortid_system_file_boot(id));
    assert_true(id[0] == UINT64_C(0x0123456789abcdef) && id[1] == UINT64_C(0xfedcba9876543210));
    system_does.boot = NULL;
    system_does.open_error = ENOENT;
    assert_false(sortid_system_file_boot(id));
    assert_int_equal(errno, EDOM);
}

CASES_MAIN(make_folder, remove_file_and_folder)
