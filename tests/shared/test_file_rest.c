/* SPDX-License-Identifier: MIT */
/* test_file_rest.c: the check value of a state at rest: the last process that closes the file
 * stores it, the first that opens the file replaces it, and it is never there while a process can
 * step: other openers, forked children, killed processes. test_file_words.c damages the state
 * itself. Scripted clock, draws of zeros. */
#include "file.h"

static uint64_t rest_check(void)
{
    static _Alignas(64) uint8_t content[FILE_BYTES];
    EXPECT(read_content(path, content, sizeof content) == sizeof content, "size");
    return atomic_load(&((struct page *)(void *)content)->head.rest_check);
}

static void begin(const support_format *format, sortid_generator *generator)
{
    start_empty();
    open_file(generator, format, PLACE);
}

static void expect_next(const support_format *format, sortid_generator *generator, unsigned count)
{
    expect_zeros(format, generator, stamp(format), count, PLACE);
}

/* The state is current, and continues with this count. */
static void expect_trusted(const support_format *format, unsigned count)
{
    sortid_generator generator;
    sortid_state_report report;
    EXPECT_OK(sortid_state_examine(path, &report, sizeof report));
    EXPECT(report.current && report.started, "not current");
    open_file(&generator, format, PLACE);
    expect_next(format, &generator, count);
    sortid_generator_close(&generator);
}

/* ---- Who stores and clears it ---------------------------------------------------------------- */

TEST_FORMATS(users)
{
    sortid_generator first, second;
    begin(format, &first);
    EXPECT(rest_check() == IN_USE_MARK, "a check value in use");
    expect_next(format, &first, 0);
    open_file(&second, format, PLACE);
    expect_next(format, &second, 1);
    sortid_generator_close(&first);
    EXPECT(rest_check() == IN_USE_MARK, "a check value while the second uses it");
    expect_next(format, &second, 2);
    sortid_generator_close(&second);
    uint64_t stored = rest_check();
    EXPECT(stored != IN_USE_MARK, "no check value");
    open_file(&first, format, PLACE);
    EXPECT(rest_check() == IN_USE_MARK, "not replaced");
    sortid_generator_close(&first);
    EXPECT(rest_check() == stored, "the same state has another check value");
    expect_trusted(format, 3);
    EXPECT(rest_check() != stored, "another state has the same check value");
}

/* A killed process stores nothing; the state continues as it is. */
TEST_FORMATS(killed)
{
    sortid_generator generator;
    begin(format, &generator);
    expect_next(format, &generator, 0);
    sortid_generator_file_give_up(&SHARED_OF(&generator)->file); /* what the system does */
    EXPECT(rest_check() == IN_USE_MARK, "stored");
    expect_trusted(format, 1);
    EXPECT(rest_check() != IN_USE_MARK, "not stored");
}

/* ---- A forked child -------------------------------------------------------------------------- */

/* Makes an ID of this count when the parent closes the pipe. */
static pid_t fork_child(const support_format *format, sortid_generator *generator, unsigned count,
                        int *go)
{
    int ends[2];
    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    EXPECT(pipe(ends) == 0, "no pipe");
    fflush(NULL);
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child == 0) {
        close(ends[1]);
        bool done = read(ends[0], id, 1) == 0 && format->next(generator, id, NULL) == SORTID_OK;
        support_zeros_id(expected, format, stamp(format), count);
        _exit(done && memcmp(id, expected, format->size) == 0 ? 0 : 1);
    }
    close(ends[0]);
    *go = ends[1];
    return child;
}

/* The parent closes the file, others open and close it: none stores a value while the child
 * runs. */
TEST_FORMATS(child)
{
    sortid_generator parent, other;
    int go;
    begin(format, &parent);
    expect_next(format, &parent, 0);
    pid_t child = fork_child(format, &parent, 2, &go);
    sortid_generator_close(&parent);
    EXPECT(rest_check() == IN_USE_MARK, "stored while the child uses the file");
    open_file(&other, format, PLACE);
    expect_next(format, &other, 1);
    sortid_generator_close(&other);
    EXPECT(rest_check() == IN_USE_MARK, "stored while the child still uses the file");
    close(go);
    EXPECT(support_ended_well(child), "child");
    expect_trusted(format, 3);
    EXPECT(rest_check() != IN_USE_MARK, "not stored");
}

/* ---- A locked gate --------------------------------------------------------------------------- */

/* A process is stopped while it has the gate: another one closes the file without storing a
 * value. */
TEST_FORMATS(gate)
{
    struct flock alone = {.l_type = F_WRLCK, .l_start = FILE_GATE, .l_len = 1};
    sortid_generator generator;
    begin(format, &generator);
    expect_next(format, &generator, 0);
    int gate = open(path, O_RDWR | O_CLOEXEC);
    EXPECT(gate >= 0 && fcntl(gate, F_OFD_SETLK, &alone) == 0, "no lock");
    errno = 123;
    sortid_generator_close(&generator);
    EXPECT(errno == 123, "errno %d", errno);
    EXPECT(rest_check() == IN_USE_MARK, "stored without the gate");
    close(gate);
    expect_trusted(format, 1);
}

/* ---- What sortid_state_examine says ---------------------------------------------------------- */

/* A state that does not match its check value is not current; a report of another size is filled as
 * far as it goes. */
TEST_FORMATS(examine)
{
    uint8_t content[FILE_BYTES];
    struct {
        sortid_state_report report;
        uint8_t more[40];
    } large;
    use_once(format);
    read_content(path, content, sizeof content);
    content[offsetof(struct shared_state, cell) + 8] ^= 1;
    write_content(path, content, sizeof content);
    memset(&large, 0xa5, sizeof large);
    EXPECT_OK(sortid_state_examine(path, &large.report, sizeof large));
    EXPECT(!large.report.current && !large.report.started && large.report.last_unix_ms == 0,
           "current");
    EXPECT(large.report.bound_unix_ms == bound_of(content), "bound");
    for (size_t i = 0; i < sizeof large.more; i++)
        EXPECT(large.more[i] == 0, "byte %zu after the report", i);
    const size_t least = sizeof large.report;
    memset(&large, 0xa5, sizeof large);
    EXPECT_OK(sortid_state_examine(path, &large.report, least));
    EXPECT(large.more[0] == 0xa5, "after the report");
    EXPECT_STATUS(sortid_state_examine(path, &large.report, least - 1), SORTID_BAD_ARGUMENT,
                  "a smaller report");
    expect_after_bound(format, bound_of(content), PLACE);
}

CASES_MAIN(make_folder, remove_folder)
