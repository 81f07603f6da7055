/* SPDX-License-Identifier: MIT */
/* test_fork_threads.c: a process of many threads forks during their calls: several threads at once,
 * by fork and by raw clone, while others make IDs. A child has only the thread that forked it; it
 * continues with the default generators, with that thread's generator, and with its own threads. A
 * second test starts other programs by vfork and posix_spawn; the parent must continue as if
 * nothing happened. No two of all IDs may be equal. With the system's sources only. */
#include "../support/cases.h"
#include "../support/family.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- IDs of all threads and processes ------------------------------------------------- */

enum { most_ids = 400000, makers = 2, forkers = 3, forks = 12, per_round = 200 };

/* Shared memory for all IDs: each process takes the next free part. */
static struct pool {
    atomic_size_t taken; /* number of IDs */
    atomic_uint faults;
    uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
} * pool;

static const support_format *format;
static bool clones,
    child_threads; /* whether some forks are raw clones; whether children have threads */
static atomic_bool enough;

static void fault(const char *what, sortid_status status)
{
    fprintf(stderr, "%s: %s: %s\n", format->name, what, sortid_status_name(status));
    atomic_fetch_add(&pool->faults, 1);
}

/* A round of IDs, in turn from the default and the private generator; those of each increase. */
static void make_round(sortid_generator *generator, const char *who)
{
    uint8_t ids[per_round][SUPPORT_MAX_SIZE];
    size_t size = format->size;
    for (size_t i = 0; i < per_round; i++) {
        sortid_event event = 0;
        sortid_status status =
            i % 2 == 0 ? format->new_id(ids[i], &event) : format->next(generator, ids[i], &event);
        if (status != SORTID_OK) {
            fault(who, status);
            return;
        }
        if (i >= 2 && event != SORTID_EVENT_RESET && memcmp(ids[i - 2], ids[i], size) >= 0)
            fault("not increasing", SORTID_OK);
    }
    size_t place = atomic_fetch_add(&pool->taken, per_round);
    for (size_t i = 0; i < per_round && place + i < most_ids; i++)
        memcpy(pool->ids + (place + i) * size, ids[i], size);
}

/* scru64 has one default generator per process: in a child it refuses, whatever another thread of
 * the parent was doing to it. */
static void expect_forked(void)
{
    sortid_scru64 id;
    sortid_status status = sortid_scru64_new(&id, NULL);
    if (status != SORTID_FORKED)
        fault("scru64 in a child", status);
}

/* ---- Threads ----------------------------------------------------------------------------- */

static bool begin(sortid_generator *generator)
{
    sortid_status status = format->generator_init(generator, SORTID_MODE_RESET, 10000, NULL);
    if (status != SORTID_OK)
        fault("init", status);
    return status == SORTID_OK;
}

static void *make_until_enough(void *unused)
{
    sortid_generator generator;
    sortid_scru64 id;
    while (begin(&generator) && !atomic_load(&enough) && atomic_load(&pool->taken) < most_ids / 2) {
        make_round(&generator, "a thread");
        if (sortid_scru64_new(&id, NULL) != SORTID_OK)
            fault("scru64", SORTID_OK);
    }
    return unused;
}

static void *make_one_round(void *unused)
{
    sortid_generator generator;
    if (begin(&generator))
        make_round(&generator, "a child's thread");
    return unused;
}

/* What a child makes: with the inherited generator, with a new one, and in a new thread if the C
 * library has seen the fork. */
static void run_child(sortid_generator *inherited, bool has_threads)
{
    sortid_generator own;
    pthread_t thread;
    expect_forked();
    make_round(inherited, "a child");
    if (begin(&own))
        make_round(&own, "a child's own");
    if (has_threads && pthread_create(&thread, NULL, make_one_round, NULL) == 0)
        (void)pthread_join(thread, NULL);
    expect_forked();
}

static void *fork_and_make(void *first)
{
    sortid_generator generator;
    bool began = begin(&generator);
    for (int i = 0; i < forks && began; i++) {
        if (i > 0 ||
            first != NULL) /* otherwise the child's first call is also the thread's first */
            make_round(&generator, "a forking thread");
        bool clone = clones && i % 2 == 1;
        pid_t child = clone ? support_raw_clone() : support_plain_fork();
        if (child == 0) {
            unsigned before = atomic_load(&pool->faults);
            run_child(&generator, !clone && child_threads);
            _exit(atomic_load(&pool->faults) != before);
        }
        make_round(&generator, "a thread that forked");
        int status = -1;
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            fault("a child did not end well", SORTID_OK);
    }
    return first;
}

TEST_EACH(threads, support_each_but_scru64, const support_format *f)
{
    pthread_t ids[makers + forkers];
    format = f;
    clones = !HAS_SANITIZER_LOCKS && support_notices_raw_clone(f->name);
    child_threads = !HAS_SANITIZER_LOCKS && support_emulated()[0] == '\0';
    if (HAS_SANITIZER_LOCKS)
        printf("SKIPPED: %s: raw clones, and a child's threads, under a sanitizer\n", f->name);
    else if (!child_threads) /* qemu 7.2 fails with an assertion there */
        printf("SKIPPED: %s: a child's threads%s\n", f->name, support_emulated());
    pool = support_share(sizeof *pool);
    atomic_store(&enough, false);
    fflush(NULL);
    for (size_t i = 0; i < makers; i++)
        assert_int_equal(pthread_create(&ids[i], NULL, make_until_enough, NULL), 0);
    for (size_t i = 0; i < forkers; i++)
        assert_int_equal(
            pthread_create(&ids[makers + i], NULL, fork_and_make, i == 0 ? NULL : pool), 0);
    for (size_t i = 0; i < forkers; i++)
        assert_int_equal(pthread_join(ids[makers + i], NULL), 0);
    atomic_store(&enough, true);
    for (size_t i = 0; i < makers; i++)
        assert_int_equal(pthread_join(ids[i], NULL), 0);
    size_t made = atomic_load(&pool->taken);
    EXPECT(atomic_load(&pool->faults) == 0, "%s: %u faults, see above", f->name,
           atomic_load(&pool->faults));
    EXPECT(made > (size_t)forkers * forks * 4 * per_round && made <= most_ids, "%s: %zu IDs",
           f->name, made);
    bool differ = support_all_differ(pool->ids, made, f->size);
    munmap(pool, sizeof *pool);
    EXPECT(differ, "%s: an ID came twice", f->name);
}

/* ---- Another program ------------------------------------------------------------------------ */

/* The other program is this one: called with a format's name, it prints IDs. */
enum { printed = 100 };
static const char *this_program;

static int print_ids(const char *name)
{
    char text[SUPPORT_MAX_TEXT];
    for (size_t f = 0; f < SUPPORT_FORMATS; f++)
        for (int i = 0; i < printed && strcmp(name, support_formats[f].name) == 0; i++) {
            if (support_formats[f].new_text(text, NULL) != SORTID_OK)
                return 1;
            puts(text);
        }
    return fflush(stdout) == 0 ? 0 : 1;
}

/* Starts the program in one way; it writes to `output`. */
typedef pid_t start_function(char *const *arguments, int output);

static pid_t start_by_vfork(char *const *arguments, int output)
{
    /* NOLINTNEXTLINE(clang-analyzer-security.insecureAPI.vfork): it is what is tested */
    pid_t child = vfork();
    if (child == 0) {
        /* NOLINTNEXTLINE(clang-analyzer-unix.Vfork): Linux allows it, and shells do it */
        if (dup2(output, 1) == 1)
            execv(this_program, arguments);
        _exit(99);
    }
    return child;
}

static pid_t start_by_spawn(char *const *arguments, int output)
{
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    if (posix_spawn_file_actions_adddup2(&actions, output, 1) != 0 ||
        posix_spawn(&child, this_program, &actions, NULL, arguments, environ) != 0)
        child = -1;
    (void)posix_spawn_file_actions_destroy(&actions);
    return child;
}

/* Reads all its IDs. */
static void read_ids(uint8_t *ids, FILE *from, const support_format *f)
{
    char line[SUPPORT_MAX_TEXT];
    size_t count = 0;
    while (fgets(line, sizeof line, from) != NULL && count < printed) {
        EXPECT_STATUS(f->parse(ids + count * f->size, line, strcspn(line, "\n"), NULL), SORTID_OK,
                      "%s: %s", f->name, line);
        count++;
    }
    assert_int_equal(count, printed);
}

/* Makes the next ID of a generator; it must not be that of a forked child. */
static void make_next(uint8_t *id, const uint8_t *last, sortid_generator *g,
                      const support_format *f)
{
    sortid_event event = 0;
    EXPECT_STATUS(g == NULL ? f->new_id(id, &event) : f->next(g, id, &event), SORTID_OK, "%s",
                  f->name);
    EXPECT((event & SORTID_EVENT_TIMESTAMP_BORROWED) == 0, "%s: acts as a forked child", f->name);
    EXPECT(last == NULL || memcmp(last, id, f->size) < 0, "%s: not increasing", f->name);
}

static void start_program(const support_format *f, start_function *start)
{
    uint8_t ids[(printed + 4) * SUPPORT_MAX_SIZE], *own = ids + printed * f->size;
    sortid_generator generator;
    char program[] = "ids", name[32];
    char *const arguments[] = {program, name, NULL};
    FILE *output = tmpfile();
    int status = -1;
    assert_non_null(output);
    snprintf(name, sizeof name, "%s", f->name);
    EXPECT_OK(f->generator_init(&generator, SORTID_MODE_ABORT, 10000, NULL));
    make_next(own, NULL, NULL, f);
    make_next(own + 2 * f->size, NULL, &generator, f);
    pid_t child = start(arguments, fileno(output));
    make_next(own + f->size, own, NULL, f);
    make_next(own + 3 * f->size, own + 2 * f->size, &generator, f);
    EXPECT(support_ended_well(child), "%s: the program ended with 0x%x", f->name, (unsigned)status);
    rewind(output);
    read_ids(ids, output, f);
    fclose(output);
    EXPECT(support_all_differ(ids, printed + 4, f->size), "%s: an ID came twice", f->name);
}

static void start_programs(const support_format *f)
{
    start_program(f, start_by_vfork);
    start_program(f, start_by_spawn);
}

TEST(programs)
{
    support_need_own_start();
    support_each_format(start_programs);
}

/* The generators of the format table have node 42; the process's node is another one, and the
 * program's comes from its environment. */
static int give_nodes(void **state)
{
    (void)state;
    if (support_set_node(41, 8, NULL) != SORTID_OK)
        return -1;
    return setenv("SCRU64_NODE_SPEC", "43/8", 1);
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return print_ids(argv[1]);
    this_program = argv[0];
    support_begin();
    return cases_run(give_nodes, NULL);
}
