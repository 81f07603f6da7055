/* SPDX-License-Identifier: MIT */
/* test_file_others.c: a state file and several processes: processes with another boot's name or
 * without one, forked children that close the file, continue with it, or hold the locks of an
 * opener that died, and openers that wait for a clock. Scripted clock, draws of zeros. An alarm
 * ends a wait that hangs. */
#include "file.h"

/* ---- Another boot ---------------------------------------------------------------------------- */

/* A file that two machines share over a network: opening fails at once, and the users continue. */
TEST_FORMATS(other_boot)
{
    sortid_generator user, other;
    start_empty();
    open_file(&user, format, PLACE);
    expect_zeros(format, &user, stamp(format), 0, PLACE);
    uint64_t bound_ms = bound_in_file();
    boot_again();
    errno = 123;
    for (int i = 0; i < 3; i++)
        EXPECT_GIVES(try_to_open(&other, format), SORTID_STATE_UNUSABLE);
    EXPECT(errno == 123 && world.naps.calls == 0, "errno %d", errno);
    expect_zeros(format, &user, stamp(format), 1, PLACE);
    sortid_generator_close(&user);
    expect_after_bound(format, bound_ms, PLACE);
}

/* ---- A boot without a name ------------------------------------------------------------------- */

TEST_UNNAMED(unnamed_boots)
{
    start_empty();
    for (unsigned i = 0; i < 200; i++) {
        expect_once(format, stamp(format), i, PLACE);
    }
}

struct going_on {
    const support_format *format;
    uint8_t disk[FILE_BYTES];
};

/* Continues from a closed state and ends without closing; the parent looks at what is on disk. */
static int continue_and_end(void *argument)
{
    struct going_on *g = argument;
    sortid_generator generator;
    CHILD_CHECK(try_to_open(&generator, g->format) == SORTID_OK);
    for (unsigned i = 2; i < 5; i++)
        CHILD_CHECK(makes(g->format, &generator, i));
    memcpy(g->disk, disk, sizeof disk);
    return 0;
}

/* A closed state is trusted once: not after a crash that followed its use. */
TEST_UNNAMED(trusted_once)
{
    struct going_on *g = support_share(sizeof *g);
    use_once(format);
    EXPECT(read_content(path, disk, sizeof disk) == sizeof disk, "size");
    g->format = format;
    EXPECT(support_in_child(continue_and_end, g) == 0, "child");
    write_content(path, g->disk, sizeof g->disk);
    expect_after_bound(format, bound_of(g->disk), PLACE);
    munmap(g, sizeof *g);
}

/* Clears a bit, because a bound above both slots is refused (test_file_damage.c). */
static void lower(uint8_t *word)
{
    uint64_t bound;
    memcpy(&bound, word, sizeof bound);
    bound &= BOUND_MASK;
    bound = slot_word(bound & (bound - 1));
    memcpy(word, &bound, sizeof bound);
}

/* A state that differs in one bit from what its last user closed is not trusted. */
TEST_ALL_BOOTS(damaged_closed)
{
    static const size_t words[] = {
        offsetof(struct shared_state, cell) + offsetof(struct packed_cell, high),
        offsetof(struct shared_state, cell) + offsetof(struct packed_cell, low),
        offsetof(struct shared_state, turn),
        offsetof(struct shared_state, cells),
        offsetof(struct shared_state, cells) + 8,
        offsetof(struct shared_state, cells) + 16,
        offsetof(struct shared_state, cells) + 24,
        offsetof(struct page, head) + offsetof(struct file_head, bound),
    };
    uint8_t content[FILE_BYTES];
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        use_once(format);
        EXPECT(read_content(path, content, sizeof content) == sizeof content, "size");
        if (i + 1 < COUNT_OF(words))
            content[words[i]] ^= (uint8_t)(1U << support_below(8));
        else
            lower(content + words[i]);
        write_content(path, content, sizeof content);
        expect_after_bound(format, bound_of(content), PLACE);
    }
}

/* A bound that the disk refused while no ID needed it does not count for later openers. */
TEST_ALL_BOOTS(refused_bound)
{
    sortid_generator generator;
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    use_once(format);
    EXPECT(read_content(path, disk, sizeof disk) == sizeof disk, "size");
    uint64_t bound_ms = bound_of(disk);
    open_file(&generator, format, PLACE);
    world.clock.now_us = bound_ms * 1000 - 1;
    syncs.fails = true;
    make_above(last, format, &generator, PLACE);
    syncs.fails = false;
    EXPECT(bound_in_file() > bound_ms && bound_of(disk) == bound_ms, "not tried");
    sortid_generator_close(&generator);
    open_file(&generator, format, PLACE);
    world.clock.now_us += format->timestamp_unit * 1000;
    make_above(last, format, &generator, PLACE);
    uint64_t since_us = support_unix_us(format, support_timestamp(format, last));
    EXPECT(bound_of(disk) * 1000 > since_us, "the bound on disk does not cover it");
    sortid_generator_close(&generator);
}

/* ---- Forked children ------------------------------------------------------------------------- */

struct family {
    const support_format *format;
    sortid_generator generator;
};

static int close_inherited(void *argument)
{
    struct family *f = argument;
    sortid_generator_close(&f->generator);
    return 0;
}

static int open_too(void *argument)
{
    struct family *f = argument;
    sortid_generator generator;
    CHILD_CHECK(try_to_open(&generator, f->format) == SORTID_OK);
    CHILD_CHECK(makes(f->format, &generator, 1));
    sortid_generator_close(&generator);
    return 0;
}

/* A child closes the generator it inherited: its parent continues, others open and close the
 * file. */
TEST_ALL_BOOTS(child_closes)
{
    struct family f = {.format = format};
    start_empty();
    open_file(&f.generator, format, PLACE);
    expect_zeros(format, &f.generator, stamp(format), 0, PLACE);
    EXPECT(support_in_child(close_inherited, &f) == 0, "child");
    EXPECT(support_in_child(open_too, &f) == 0, "another");
    expect_zeros(format, &f.generator, stamp(format), 2, PLACE);
    sortid_generator_close(&f.generator);
    expect_once(format, stamp(format), 3, PLACE);
}

/* A paused child continues when the test closes this. */
static int pause_end;

/* Forks; the child pauses, and then this returns 0 in it. */
static pid_t fork_paused(void)
{
    int ends[2];
    char byte;
    EXPECT(pipe(ends) == 0, "no pipe");
    fflush(NULL);
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child == 0) {
        close(ends[1]);
        (void)!read(ends[0], &byte, 1);
        return child;
    }
    close(ends[0]);
    pause_end = ends[1];
    return child;
}

static void end_pause(pid_t child)
{
    close(pause_end);
    EXPECT(support_ended_well(child), "child");
}

/* The parent closes and its child continues: the state on disk is not to be trusted, nobody stores
 * a check value, and no other opener has to wait. */
TEST_ALL_BOOTS(child_continues)
{
    struct family f = {.format = format};
    uint8_t content[FILE_BYTES];
    start_empty();
    open_file(&f.generator, format, PLACE);
    expect_zeros(format, &f.generator, stamp(format), 0, PLACE);
    pid_t child = fork_paused();
    if (child == 0)
        _exit(makes(format, &f.generator, 2) ? 0 : 1);
    sortid_generator_close(&f.generator);
    EXPECT(rest_check() == IN_USE_MARK, "stored while the child uses the file");
    read_content(path, content, sizeof content);
    expect_once(format, stamp(format), 1, PLACE);
    EXPECT(rest_check() == IN_USE_MARK, "stored while the child still uses it");
    end_pause(child);
    uint64_t bound_ms = bound_in_file();
    if (boot.has_name) {
        expect_trusted(format, 3);
        EXPECT(rest_check() != IN_USE_MARK, "not stored");
        boot_again();
    }
    write_content(path, content, sizeof content); /* a crash: the content that was on disk then */
    expect_after_bound(format, bound_ms, PLACE);
}

/* ---- While a file is opened ------------------------------------------------------------------ */

static pid_t forked;

/* Plays another thread that forks while the opener has its locks. */
static void fork_in_sync(struct file *file, size_t offset)
{
    (void)file, (void)offset;
    syncs.before = NULL;
    forked = fork_paused();
    if (forked == 0)
        _exit(0);
}

/* The opening fails or succeeds; either way the child no longer has its locks. */
TEST_ALL_BOOTS(forked_in_opening)
{
    for (int fails = 0; fails < 2; fails++) {
        sortid_generator generator;
        use_once(format);
        boot_again();
        syncs.before = fork_in_sync;
        syncs.fails = fails == 1;
        EXPECT_GIVES(try_to_open(&generator, format), fails == 1 ? SORTID_FILE_FAILED : SORTID_OK);
        EXPECT(syncs.before == NULL, "no fork");
        syncs.fails = false;
        if (fails == 0)
            sortid_generator_close(&generator);
        open_file(&generator, format, PLACE);
        sortid_generator_close(&generator);
        end_pause(forked);
    }
}

static bool gate_is_locked(void)
{
    struct flock probe = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = FILE_GATE, .l_len = 1};
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    EXPECT(descriptor >= 0 && fcntl(descriptor, F_OFD_GETLK, &probe) == 0, "no probe");
    close(descriptor);
    return probe.l_type != F_UNLCK;
}

static void fork_in_gate(struct file *file, size_t offset)
{
    EXPECT(gate_is_locked(), "the gate is not locked");
    fork_in_sync(file, offset);
}

/* The last user is forked while it closes: the child does not keep its locks. */
TEST_UNNAMED(forked_in_closing)
{
    sortid_generator generator;
    use_once(format);
    open_file(&generator, format, PLACE);
    syncs.before = fork_in_gate;
    sortid_generator_close(&generator);
    EXPECT(syncs.before == NULL && !gate_is_locked(), "not closed");
    expect_once(format, stamp(format), 2, PLACE);
    end_pause(forked);
}

static int inherited[2]; /* a pipe: the child of an opener that dies has one end */

static void fork_and_die(struct file *file, size_t offset)
{
    char byte;
    (void)file, (void)offset;
    syncs.before = NULL;
    if (fork() == 0) {
        close(inherited[1]);
        (void)!read(inherited[0], &byte, 1);
    }
    _exit(0);
}

static int die_in_opening(void *argument)
{
    const support_format *format = *(const support_format **)argument;
    sortid_generator generator;
    syncs.before = fork_and_die;
    (void)try_to_open(&generator, format);
    return 1;
}

/* The opener dies: its child has the locks as long as it lives, and other openers wait for its
 * end. */
TEST_FORMATS(killed_in_opening)
{
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    boot_again();
    EXPECT(pipe(inherited) == 0, "no pipe");
    EXPECT(support_in_child(die_in_opening, &format) == 0, "it did not die");
    EXPECT(gate_is_locked(), "the child has no lock");
    close(inherited[1]);
    sortid_generator generator;
    sortid_sources sources = world.sources;
    sortid_sleep_system(&sources.sleep); /* the child ends in real time */
    open_with(&generator, format, &sources, PLACE);
    EXPECT(!gate_is_locked(), "still locked");
    close(inherited[0]);
    sortid_generator_close(&generator);
    boot_again();
    EXPECT(bound_in_file() > bound_ms, "the bound did not rise");
    expect_after_bound(format, bound_in_file(), PLACE);
}

/* ---- The limit of waiting -------------------------------------------------------------------- */

static uint64_t script_ns; /* time of the monotonic clock; 0: the system's clock */
static bool has_monotonic = true;

WRAP(sortid_system_monotonic);
uint64_t __wrap_sortid_system_monotonic(void)
{
    if (!has_monotonic)
        return 0;
    return script_ns != 0 ? script_ns : __real_sortid_system_monotonic();
}

#define SLEEP_MS 100

struct sleeper {
    uint64_t sleeps;
    uint64_t most; /* after so many sleeps the gate is unlocked */
    sortid_status status;
    int gate;
};

static sortid_status sleep_by_script(void *context, uint64_t us)
{
    struct flock none = {.l_type = F_UNLCK, .l_start = FILE_GATE, .l_len = 1};
    struct sleeper *s = context;
    EXPECT(us > 0, "a sleep of 0 us");
    script_ns += SLEEP_MS * UINT64_C(1000000);
    if (++s->sleeps == s->most)
        EXPECT(fcntl(s->gate, F_OFD_SETLK, &none) == 0, "cannot unlock");
    return s->status;
}

/* Opens the file while another process holds the gate for `most` sleeps. */
static sortid_status open_locked(const support_format *format, struct sleeper *sleeper,
                                 uint64_t wait_ms)
{
    const sortid_file_options options = {.wait_ms = wait_ms};
    struct flock alone = {.l_type = F_WRLCK, .l_start = FILE_GATE, .l_len = 1};
    sortid_generator generator;
    sleeper->gate = open(path, O_RDWR | O_CLOEXEC);
    EXPECT(sleeper->gate >= 0 && fcntl(sleeper->gate, F_OFD_SETLK, &alone) == 0, "no lock");
    sortid_sources sources = world.sources;
    sources.sleep = (sortid_sleep){sleep_by_script, sleeper};
    script_ns = 1;
    errno = 123;
    sortid_status status =
        format->open(&generator, path, &options, SORTID_MODE_ABORT, ALLOWANCE_MS, &sources);
    EXPECT(errno == 123, "errno %d", errno);
    script_ns = 0;
    close(sleeper->gate);
    if (status == SORTID_OK)
        sortid_generator_close(&generator);
    return status;
}

/* Limits in ms, and how often an opening sleeps before it fails. */
TEST_ALL_BOOTS(limit)
{
    static const struct {
        uint64_t wait_ms, sleeps;
    } rows[] = {{SORTID_FILE_WAIT_NONE, 0},
                {1, 1},
                {SLEEP_MS, 1},
                {SLEEP_MS + 1, 2},
                {10 * SLEEP_MS, 10},
                {0, SORTID_DEFAULT_FILE_WAIT_MS / SLEEP_MS}};
    uint8_t content[FILE_BYTES], untouched[FILE_BYTES];
    use_once(format);
    read_content(path, untouched, sizeof untouched);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sleeper sleeper = {.most = UINT64_MAX};
        EXPECT_GIVES(open_locked(format, &sleeper, rows[i].wait_ms), SORTID_FILE_LOCKED);
        EXPECT(sleeper.sleeps == rows[i].sleeps, "row %zu: %llu sleeps", i,
               (unsigned long long)sleeper.sleeps);
        read_content(path, content, sizeof content);
        EXPECT_BYTES(content, untouched, sizeof content, "touched");
        if (rows[i].sleeps == 0)
            continue;
        sleeper = (struct sleeper){.most = rows[i].sleeps};
        EXPECT_OK(open_locked(format, &sleeper, rows[i].wait_ms));
        expect_once(format, stamp(format), 2, PLACE);
        write_content(path, untouched, sizeof untouched);
    }
    struct sleeper patient = {.most = 10 * SORTID_DEFAULT_FILE_WAIT_MS / SLEEP_MS};
    EXPECT_OK(open_locked(format, &patient, SORTID_FILE_WAIT_UNLIMITED));
    struct sleeper failing = {.most = UINT64_MAX, .status = SORTID_SLEEP_FAILED};
    EXPECT_GIVES(open_locked(format, &failing, 0), SORTID_SLEEP_FAILED);
    struct sleeper counted = {.most = UINT64_MAX};
    has_monotonic = false;
    EXPECT_GIVES(open_locked(format, &counted, 7), SORTID_FILE_LOCKED);
    has_monotonic = true;
    EXPECT(counted.sleeps == 7, "%llu sleeps", (unsigned long long)counted.sleeps);
}

/* ---- Waiting for the clock ------------------------------------------------------------------- */

static const support_format *waiting; /* NULL: the wait is not in an opening */
static uint8_t before_wait[FILE_BYTES];

/* While an opener sleeps, other processes find the file unchanged and unlocked. */
static sortid_status sleep_and_compare(void *context, uint64_t us)
{
    uint8_t content[FILE_BYTES];
    sortid_generator other;
    sortid_sleep rest = support_naps_source(context);
    if (waiting == NULL)
        return rest.sleep(rest.context, us);
    EXPECT(read_content(path, content, sizeof content) == sizeof content, "size");
    EXPECT(memcmp(content, before_wait, sizeof content) == 0, "%s: changed", waiting->name);
    EXPECT(!gate_is_locked(), "%s: locked", waiting->name);
    EXPECT_STATUS(try_to_open(&other, waiting), SORTID_ROLLBACK, "%s", waiting->name);
    return rest.sleep(rest.context, us);
}

TEST_FORMATS(wait)
{
    sortid_generator generator;
    support_clock elsewhere = {0};
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    boot_again();
    world.clock.now_us = now_us - 60000000;
    read_content(path, before_wait, sizeof before_wait);
    waiting = format;
    world.naps.clock = &elsewhere; /* the clock does not move: the opening ends after ten waits */
    EXPECT_GIVES(
        format->open(&generator, path, NULL, SORTID_MODE_WAIT, ALLOWANCE_MS, &world.sources),
        SORTID_CLOCK_STOPPED);
    EXPECT(world.naps.calls == 10, "%zu sleeps", world.naps.calls);
    world.naps = (support_naps){.clock = &world.clock};
    sortid_sources sources = world.sources;
    sources.sleep = (sortid_sleep){sleep_and_compare, &world.naps};
    EXPECT_OK(format->open(&generator, path, NULL, SORTID_MODE_WAIT, ALLOWANCE_MS, &sources));
    waiting = NULL;
    EXPECT(world.naps.calls > 0, "it did not wait");
    expect_zeros(format, &generator, timestamp_after_bound(format, bound_ms), 1, PLACE);
    sortid_generator_close(&generator);
}

int main(void)
{
    support_begin();
    alarm(300); /* no test measures this: it ends one that hangs */
    return cases_run(make_folder, remove_folder);
}
