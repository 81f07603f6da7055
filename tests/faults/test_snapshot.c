/* SPDX-License-Identifier: MIT */
/* test_snapshot.c: a process that is saved once and resumed twice. A child stops itself; the test
 * saves its writable memory and registers by ptrace, lets it make IDs, restores everything and lets
 * it make IDs again. Without sortid_snapshot_resumed both runs make the same IDs, which shows that
 * the copy is complete; with it they have none in common. Linux only; not under sanitizers, whose
 * memory is too large to copy, and not where ptrace is not allowed. */
#include "../support/cases.h"
#include "../support/makers.h"

#if defined(__linux__)

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The child --------------------------------------------------------------------------- */

/* All have a fixed clock, except the default generators, so that time makes no difference. */
enum { EACH = 50 };

static struct run {
    sortid_status status[KINDS];
    uint8_t values[KINDS][EACH][SUPPORT_MAX_SIZE];
} run;

static void make_all(int first_kind, int last_kind)
{
    for (int kind = first_kind; kind <= last_kind; kind++)
        for (size_t i = 0; i < EACH; i++) {
            sortid_status status = call_kind(run.values[kind][i], kind);
            if (i == 0 || status != SORTID_OK)
                run.status[kind] = status;
        }
}

static bool prepare(void)
{
    static uint64_t now_us = DRAW_US;
    sortid_sources sources = support_fixed_sources(&now_us);
    sortid_random_secure(&sources.random);
    return prepare_makers(&sources);
}

/* The child: stops to be saved in the middle of its IDs, and stops again when it has made them. If
 * the test fails meanwhile, a stopped child would remain, and CTest would wait for it. */
static void run_traced(bool says_resumed)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(77);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || !prepare())
        _exit(1);
    make_all(DEFAULTS, KINDS - 1);
    make_all(OWN, DRAW);
    raise(SIGSTOP);
    if (says_resumed) {
        sortid_snapshot_resumed();
        make_all(DEFAULTS, KINDS - 1);
    }
    make_all(OWN, DRAW);
    raise(SIGSTOP);
    _exit(0);
}

/* ---- A saved process ----------------------------------------------------------------------- */

enum { MOST_PARTS = 200 };

/* The registers, of any machine, and the private writable memory. */
static struct saved {
    uint64_t registers[1024];
    struct iovec in_use;
    size_t parts;
    struct part {
        uint64_t begin, size;
        uint8_t *bytes;
    } part[MOST_PARTS];
} saved;

static void need_stop(pid_t child)
{
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child, "waitpid: %s", strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        support_skip("this process may not be traced%s", support_emulated());
    EXPECT(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP, "wait status 0x%x", (unsigned)status);
}

static int open_memory(pid_t child)
{
    char name[64];
    snprintf(name, sizeof name, "/proc/%ld/mem", (long)child);
    int memory = open(name, O_RDWR | O_CLOEXEC);
    EXPECT(memory >= 0, "%s: %s", name, strerror(errno));
    return memory;
}

static void save_part(int memory, uint64_t begin, uint64_t end)
{
    EXPECT(saved.parts < MOST_PARTS, "too many mappings");
    struct part *part = &saved.part[saved.parts++];
    *part = (struct part){begin, end - begin, malloc(end - begin)};
    assert_non_null(part->bytes);
    EXPECT(pread(memory, part->bytes, part->size, (off_t)begin) == (ssize_t)part->size,
           "reads at 0x%llx: %s", (unsigned long long)begin, strerror(errno));
}

/* A line of /proc/PID/maps, "BEGIN-END rwxp ...": saves a mapping that is private and writable. */
static void save_mapping(int memory, const char *line)
{
    char *rest;
    unsigned long long begin = strtoull(line, &rest, 16);
    EXPECT(*rest == '-', "no mapping: %s", line);
    unsigned long long end = strtoull(rest + 1, &rest, 16);
    EXPECT(strlen(rest) > 5, "no rights: %s", line);
    if (rest[1] == 'r' && rest[2] == 'w' && rest[4] == 'p')
        save_part(memory, begin, end);
}

static void save(pid_t child, int memory)
{
    char name[64], line[1024];
    saved.parts = 0;
    saved.in_use = (struct iovec){saved.registers, sizeof saved.registers};
    EXPECT(ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &saved.in_use) == 0,
           "registers: %s", strerror(errno));
    snprintf(name, sizeof name, "/proc/%ld/maps", (long)child);
    FILE *maps = fopen(name, "r");
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps) != NULL)
        save_mapping(memory, line);
    fclose(maps);
}

static void restore(pid_t child, int memory)
{
    for (size_t i = 0; i < saved.parts; i++)
        EXPECT(pwrite(memory, saved.part[i].bytes, saved.part[i].size,
                      (off_t)saved.part[i].begin) == (ssize_t)saved.part[i].size,
               "writes at 0x%llx: %s", (unsigned long long)saved.part[i].begin, strerror(errno));
    EXPECT(ptrace(PTRACE_SETREGSET, child, (void *)NT_PRSTATUS, &saved.in_use) == 0,
           "registers: %s", strerror(errno));
}

/* Runs the child from one stop to the next, without the signal; then reads what it has made. */
static void resume(struct run *out, pid_t child, int memory)
{
    EXPECT(ptrace(PTRACE_CONT, child, NULL, NULL) == 0, "continue: %s", strerror(errno));
    need_stop(child);
    EXPECT(pread(memory, out, sizeof *out, (off_t)(uintptr_t)&run) == (ssize_t)sizeof *out,
           "reads what it made: %s", strerror(errno));
}

/* Runs the child twice from the same saved state. */
static void run_twice(struct run runs[2], bool says_resumed)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        run_traced(says_resumed);
    EXPECT(child > 0, "fork: %s", strerror(errno));
    need_stop(child);
    int memory = open_memory(child);
    save(child, memory);
    resume(&runs[0], child, memory);
    restore(child, memory);
    resume(&runs[1], child, memory);
    close(memory);
    kill(child, SIGKILL);
    EXPECT(waitpid(child, NULL, 0) == child, "waitpid: %s", strerror(errno));
    for (size_t i = 0; i < saved.parts; i++)
        free(saved.part[i].bytes);
}

/* ---- The tests ------------------------------------------------------------------------------- */

static struct run runs[2];

static void need_a_tracer(void)
{
    if (HAS_SANITIZER_LOCKS || *support_emulated() != '\0')
        printf("SKIPPED: copying the memory of a process%s%s\n", support_emulated(),
               HAS_SANITIZER_LOCKS ? ", not under a sanitizer" : "");
    else if (access("/proc/self/mem", F_OK) != 0)
        printf("SKIPPED: no /proc is mounted here, which shows the memory of a process\n");
    else
        return;
    skip();
}

/* Only the time differs between the two runs, so what does not depend on it is the same. */
TEST(without_the_call)
{
    need_a_tracer();
    run_twice(runs, false);
    for (int kind = 0; kind < DEFAULTS; kind++)
        for (size_t i = 0; i < EACH; i++)
            EXPECT_BYTES(runs[1].values[kind][i], runs[0].values[kind][i], size_of(kind),
                         "kind %d, value %zu", kind, i);
}

/* The two runs have no value in common. */
static void differ(int kind)
{
    size_t size = size_of(kind);
    for (size_t i = 0; i < EACH; i++)
        for (size_t k = 0; k < EACH; k++)
            EXPECT(memcmp(runs[0].values[kind][i], runs[1].values[kind][k], size) != 0,
                   "kind %d: value %zu of one run is value %zu of the other", kind, i, k);
}

TEST(with_the_call)
{
    need_a_tracer();
    run_twice(runs, true);
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < 2; i++)
            EXPECT_STATUS(runs[i].status[kind], is_of_a_node(kind) ? SORTID_FORKED : SORTID_OK,
                          "kind %d, run %zu", kind, i);
    for (int kind = 0; kind < KINDS; kind++)
        if (!is_of_a_node(kind))
            differ(kind);
}

#else

TEST(skip_all)
{
    support_skip("the test needs Linux's ptrace");
}

#endif

CASES_MAIN(NULL, NULL)
