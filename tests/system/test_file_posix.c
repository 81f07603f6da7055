/* SPDX-License-Identifier: MIT */
/* test_file_posix.c: the library on a file system that fails, or answers as another system would:
 * the linker puts the calls of system/file_posix.c through the __wrap_ functions here
 * (wrapped.cmake), which fail on demand; paths without room for the temporary file's name.
 * test_file_calls.c has calls that do a part of the work. */
#include "../support/cases.h"
#include "../support/folder.h"

#include "system/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define SIZE 12288

/* On 32-bit machines file_posix.c uses glibc's calls for 64-bit offsets and times, which have other
 * names. */
#if defined(__GLIBC__) && __SIZEOF_POINTER__ == 4
#define WRAPPED_OPEN  __wrap_open64
#define REAL_OPEN     __real_open64
#define WRAPPED_FCNTL __wrap___fcntl_time64
#define REAL_FCNTL    __real___fcntl_time64
#else
#define WRAPPED_OPEN  __wrap_open
#define REAL_OPEN     __real_open
#define WRAPPED_FCNTL __wrap_fcntl
#define REAL_FCNTL    __real_fcntl
#endif

int REAL_OPEN(const char *name, int flags, ...);
int WRAPPED_OPEN(const char *name, int flags, ...);
int REAL_FCNTL(int descriptor, int command, ...);
int WRAPPED_FCNTL(int descriptor, int command, ...);

/* ---- The scripted system ----------------------------------------------------------------- */

/* What the calls do; with 0 they call the system. */
static struct {
    int open_error, lock_error, nameless_error;
    unsigned lock_failures; /* fails so often, then succeeds */
} system_does;

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
    EXPECT_OK(sortid_system_file_create(path, content, SIZE, 0600));
    EXPECT_OK(sortid_system_file_open(file, path, false));
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
        EXPECT_STATUS(sortid_system_file_sync_name(path), SORTID_FILE_FAILED, "its folder");
        assert_int_equal(errno, failed[i]);
    }
    uint64_t boot[2];
    errno = EDOM;
    system_does.open_error = ENOENT;
    assert_false(sortid_system_file_boot(boot));
    assert_int_equal(errno, EDOM);
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
    EXPECT_GIVES(sortid_system_file_open_to_read(&file, path), SORTID_FILE_REFUSED);
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
        EXPECT_OK(sortid_system_file_create(path, content, SIZE, 0600));
        expect_content();
        assert_int_equal(count_files(true), 1);
        FILE *file = fopen(leftover, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(large, 1, sizeof large, file), sizeof large);
        assert_int_equal(fclose(file), 0);
        bool is_nameless = errors[i] == 0 && access("/proc/self/fd", F_OK) == 0;
        EXPECT_GIVES(sortid_system_file_create(path, content, SIZE, 0600),
                     is_nameless ? SORTID_OK : SORTID_FILE_FAILED);
        EXPECT(is_nameless || errno == EEXIST, "errno %d", errno);
        assert_int_equal(access(leftover, F_OK), 0);
        count_files(true);
        assert_int_equal(mkdir(leftover, 0700), 0);
        errno = 0;
        EXPECT_GIVES(sortid_system_file_create(path, content, SIZE, 0600),
                     is_nameless ? SORTID_OK : SORTID_FILE_FAILED);
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
    EXPECT_OK(sortid_system_file_lock(&other, FILE_MAKING, FILE_ALONE));
    errno = EDOM;
    EXPECT_STATUS(sortid_system_file_create(path, content, SIZE, 0600), SORTID_WAIT, "locked");
    assert_int_equal(errno, EDOM);
    assert_int_equal(access(leftover, F_OK), 0);
    assert_int_equal(access(path, F_OK), -1);
    close((int)other.descriptor);
    EXPECT_OK(sortid_system_file_create(path, content, SIZE, 0600));
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
    EXPECT_GIVES(sortid_system_file_create(path, content, SIZE, 0600), SORTID_FILE_FAILED);
    assert_int_equal(errno, ENOLCK);
    assert_int_equal(count_files(true), 0);
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

CASES_MAIN(make_folder, remove_file_and_folder)
