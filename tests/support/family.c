/* SPDX-License-Identifier: MIT */
/* family.c: see family.h. The IDs go into memory that all processes share, one row for each phase
 * of a process; the parent checks them when all children have ended. It does not use cmocka, so
 * that a family can also run in a child. */
#include "family.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROW 300 // IDs in one stretch

/* Phases: the parent before and after the forks, both children (the first one before and after its
 * own fork), the grandchild. */
enum { before_forks, after_forks, first_child, first_child_after, second_child, grandchild, rows };

typedef uint8_t table[rows][ROW][SUPPORT_MAX_SIZE];

pid_t support_plain_fork(void)
{
    return fork();
}

/* The flags are the first argument, except on s390x, where the stack is the first. */
pid_t support_raw_clone(void)
{
#if defined(__s390__)
    return (pid_t)syscall(SYS_clone, 0, SIGCHLD, 0, 0, 0);
#else
    return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
}

bool support_notices_raw_clone(const char *what)
{
    const char *emulated = getenv("SORTID_EMULATED");
    if (emulated == NULL || strcmp(emulated, "1") != 0)
        return true;
    printf("SKIPPED: %s by raw clone: SORTID_EMULATED=1, the emulator wipes no page\n", what);
    return false;
}

/* Makes the IDs of a row; 0 if all calls succeeded. */
static int make_row(const support_family *family, table ids, int row)
{
    for (size_t i = 0; i < ROW; i++) {
        sortid_status status = family->make(ids[row][i], family->context);
        if (status != SORTID_OK) {
            fprintf(stderr, "%s: row %d, ID %zu: %s\n", family->format->name, row, i,
                    sortid_status_name(status));
            return 1;
        }
    }
    return 0;
}

static int prepare_in_child(const support_family *family, int member)
{
    return family->prepare_child == NULL ? 0 : family->prepare_child(member, family->context);
}

static int run_first_child(const support_family *family, table ids)
{
    if (prepare_in_child(family, 1) != 0 || make_row(family, ids, first_child) != 0)
        return 1;
    pid_t child = family->fork_call();
    if (child == 0)
        _exit(prepare_in_child(family, 3) != 0 || make_row(family, ids, grandchild) != 0);
    if (make_row(family, ids, first_child_after) != 0)
        return 1;
    return support_ended_well(child) ? 0 : 1;
}

/* Both children start from the same state of the parent. */
static bool run_parent(const support_family *family, table ids)
{
    if (make_row(family, ids, before_forks) != 0)
        return false;
    fflush(NULL);
    pid_t first = family->fork_call();
    if (first == 0)
        _exit(run_first_child(family, ids));
    pid_t second = family->fork_call();
    if (second == 0)
        _exit(prepare_in_child(family, 2) != 0 || make_row(family, ids, second_child) != 0);
    int own = make_row(family, ids, after_forks);
    int first_is_well = support_ended_well(first), second_is_well = support_ended_well(second);
    return own == 0 && first_is_well && second_is_well;
}

static bool is_increasing(const support_format *format, table ids, int row)
{
    for (size_t i = 1; i < ROW; i++)
        if (memcmp(ids[row][i - 1], ids[row][i], format->size) >= 0)
            return false;
    return true;
}

static bool all_increase(const support_format *format, table ids)
{
    for (int row = 0; row < rows; row++)
        if (!is_increasing(format, ids, row))
            return false;
    return true;
}

/* Whether a child began in a timestamp that its parent had not reached, or above its parent's
 * IDs. */
static bool is_later(const support_family *family, table ids, int row, int parent_row)
{
    const support_format *format = family->format;
    if (family->shares_state)
        return memcmp(ids[row][0], ids[parent_row][ROW - 1], format->size) > 0;
    return support_timestamp(format, ids[row][0]) >
           support_timestamp(format, ids[parent_row][ROW - 1]);
}

/* The children of a scru64 family have different node ids and may begin at once. */
static bool children_are_later(const support_family *family, table ids)
{
    bool own_nodes = family->format == SUPPORT_SCRU64 && !family->shares_state;
    return own_nodes || (is_later(family, ids, first_child, before_forks) &&
                         is_later(family, ids, second_child, before_forks) &&
                         is_later(family, ids, grandchild, first_child));
}

static int compare_ids(const void *a, const void *b, void *size)
{
    return memcmp(a, b, *(size_t *)size);
}

bool support_all_differ(uint8_t *ids, size_t count, size_t size)
{
    qsort_r(ids, count, size, compare_ids, &size);
    for (size_t i = 1; i < count; i++)
        if (memcmp(ids + (i - 1) * size, ids + i * size, size) == 0)
            return false;
    return true;
}

static bool all_differ(const support_format *format, table ids)
{
    static uint8_t packed[(size_t)rows * ROW * SUPPORT_MAX_SIZE];
    for (size_t i = 0; i < (size_t)rows * ROW; i++)
        memcpy(packed + i * format->size, ids[i / ROW][i % ROW], format->size);
    return support_all_differ(packed, (size_t)rows * ROW, format->size);
}

/* The first error of a family; NULL: no error. */
static const char *error_of(const support_family *family, table ids)
{
    if (!run_parent(family, ids))
        return "a process failed";
    if (!all_increase(family->format, ids))
        return "the IDs of a process do not increase";
    if (!children_are_later(family, ids))
        return "a child began in its parent's timestamp, or below its IDs";
    if (!all_differ(family->format, ids))
        return "an ID came twice";
    return NULL;
}

bool support_family_succeeds(const support_family *family)
{
    uint8_t(*ids)[ROW][SUPPORT_MAX_SIZE] = support_share_or_null(sizeof(table));
    if (ids == NULL)
        return false;
    const char *error = error_of(family, ids);
    munmap(ids, sizeof(table));
    if (error != NULL)
        fprintf(stderr, "%s: %s\n", family->format->name, error);
    return error == NULL;
}
