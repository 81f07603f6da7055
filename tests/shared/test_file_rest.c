/* SPDX-License-Identifier: MIT */
/* test_file_rest.c: the check value of a state at rest: the last process that closes the file
 * stores it, the first that opens the file replaces it, and it is never there while a process can
 * step: other openers, killed processes. test_file_others.c has forked children, test_file_words.c
 * damages the state itself. Scripted clock, draws of zeros. */
#include "file.h"

static void begin(const support_format *format, sortid_generator *generator)
{
    start_empty();
    open_file(generator, format, PLACE);
}

static void expect_next(const support_format *format, sortid_generator *generator, unsigned count)
{
    expect_zeros(format, generator, stamp(format), count, PLACE);
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
