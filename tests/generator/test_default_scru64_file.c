/* SPDX-License-Identifier: MIT */
/* test_default_scru64_file.c: the scru64 default generator with a state file that
 * SORTID_SCRU64_STATE names: where its node comes from, what is refused, threads that open the file
 * at once, forked children and further processes, which all continue with it. Each case runs in a
 * child process, because a process has one such generator. */
#include "../support/cases.h"
#include "../support/folder.h"
#include "../support/formats.h"
#include "../support/workers.h"

#define NODE  "SCRU64_NODE_SPEC"
#define STATE "SORTID_SCRU64_STATE"

/* The file does not exist yet. */
static int begin(void **state)
{
    return make_folder(state) | setenv(STATE, path, 1) | setenv(NODE, "42/8", 1);
}

static bool is_after(const sortid_scru64 *id, const sortid_scru64 *before)
{
    return sortid_scru64_compare(id, before) > 0;
}

/* ---- Nodes ------------------------------------------------------------------------------ */

/* Continues after the last ID of the process before. */
static int take_node(void *argument)
{
    sortid_scru64 *last = argument, id;
    sortid_event event = 99;
    CHILD_CHECK(sortid_scru64_new(&id, &event) == SORTID_OK);
    CHILD_CHECK(event != 99);
    CHILD_CHECK(support_has_node(&id, 42, 8) && is_after(&id, last));
    *last = id;
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK && is_after(&id, last));
    *last = id;
    CHILD_CHECK(support_set_node(9, 4, NULL) == SORTID_ALREADY_SET);
    return 0;
}

static int take_node_of_file(void *last)
{
    CHILD_CHECK(unsetenv(NODE) == 0);
    return take_node(last);
}

static int take_node_of_call(void *last)
{
    CHILD_CHECK(setenv(NODE, "9/4", 1) == 0);
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_OK);
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_ALREADY_SET);
    return take_node(last);
}

/* The file has the state and the node: after sortid_snapshot_resumed the generator continues with
 * both. */
static int resume(void *argument)
{
    sortid_scru64 *last = argument, id;
    for (int i = 0; i < 100; i++) {
        CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
        CHILD_CHECK(support_has_node(&id, 42, 8) && is_after(&id, last));
        *last = id;
        sortid_snapshot_resumed();
        CHILD_CHECK(support_set_node(9, 4, NULL) == SORTID_ALREADY_SET);
    }
    return 0;
}

/* Without a node each call is refused, until there is one. */
static int use_no_node(void *argument)
{
    sortid_scru64 *last = argument, id;
    CHILD_CHECK(unsetenv(NODE) == 0);
    errno = 77;
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_NO_NODE_SPEC);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_NO_NODE_SPEC);
    CHILD_CHECK(errno == 77 && access(path, F_OK) != 0);
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_OK);
    CHILD_CHECK(sortid_scru64_new(last, NULL) == SORTID_OK && support_has_node(last, 42, 8));
    return 0;
}

TEST_WITHOUT_FILE(nodes)
{
    sortid_scru64 *last = support_share(sizeof *last);
    assert_int_equal(support_in_child(use_no_node, last), 0);
    assert_int_equal(support_in_child(take_node, last), 0);
    assert_int_equal(support_in_child(take_node_of_file, last), 0);
    assert_int_equal(support_in_child(take_node_of_call, last), 0);
    assert_int_equal(support_in_child(resume, last), 0);
    munmap(last, sizeof *last);
}

/* A spec with an ID two seconds ahead of the file's last one: IDs continue after it. */
static int continue_after(void *argument)
{
    sortid_scru64 *last = argument, id;
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    uint64_t ahead = sortid_scru64_to_int(last) + (UINT64_C(8) << 24);
    CHILD_CHECK(sortid_scru64_from_int(&spec.last, ahead) == SORTID_OK);
    CHILD_CHECK(sortid_scru64_node_spec_print(text, &spec) > 0 && setenv(NODE, text, 1) == 0);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK && is_after(&id, &spec.last));
    *last = id;
    return 0;
}

TEST_WITHOUT_FILE(last)
{
    sortid_scru64 *last = support_share(sizeof *last);
    assert_int_equal(support_in_child(take_node, last), 0);
    assert_int_equal(support_in_child(continue_after, last), 0);
    assert_int_equal(support_in_child(take_node, last), 0);
    munmap(last, sizeof *last);
}

/* ---- What is refused ---------------------------------------------------------------------- */

static int refuse(void *argument)
{
    static const struct {
        const char *node, *path;
        sortid_status status;
    } rows[] = {
        {"43/8", path, SORTID_STATE_MISMATCH}, {"42/9", path, SORTID_STATE_MISMATCH},
        {"42/8", "", SORTID_FILE_FAILED},      {"42/8", folder, SORTID_FILE_REFUSED},
        {"42", path, SORTID_BAD_NODE_SPEC},    {"42/8", "/dev/null", SORTID_FILE_REFUSED},
        {NULL, folder, SORTID_FILE_REFUSED},   {NULL, "/dev/null/no", SORTID_FILE_FAILED},
    };
    size_t i = *(size_t *)argument;
    sortid_scru64 id, untouched;
    if (i >= COUNT_OF(rows))
        return 99; // the end of the table
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    CHILD_CHECK(setenv(STATE, rows[i].path, 1) == 0);
    CHILD_CHECK((rows[i].node == NULL ? unsetenv(NODE) : setenv(NODE, rows[i].node, 1)) == 0);
    for (int call = 0; call < 2; call++)
        CHILD_CHECK(sortid_scru64_new(&id, NULL) == rows[i].status);
    CHILD_CHECK(memcmp(&id, &untouched, sizeof id) == 0);
    return 0;
}

/* The file of another format has no node. */
static int refuse_other(void *argument)
{
    sortid_generator generator;
    sortid_scru64 id;
    (void)argument;
    CHILD_CHECK(sortid_generator_open(&generator, sortid_ulid_format(), path, NULL, NULL, NULL) ==
                SORTID_OK);
    sortid_generator_close(&generator);
    CHILD_CHECK(unsetenv(NODE) == 0);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_STATE_MISMATCH);
    return 0;
}

/* The file's name was removed from the environment after the node was set for it. */
static int forget_file(void *argument)
{
    sortid_scru64 id;
    (void)argument;
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_OK && unsetenv(STATE) == 0);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_FILE_FAILED);
    CHILD_CHECK(setenv(STATE, path, 1) == 0 && no_file(NULL) == 0);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
    return 0;
}

TEST_WITHOUT_FILE(refused)
{
    sortid_scru64 *last = support_share(sizeof *last);
    size_t i = 0;
    int result;
    assert_int_equal(support_in_child(take_node, last), 0);
    while ((result = support_in_child(refuse, &i)) != 99) {
        assert_int_equal(result, 0);
        i++;
    }
    assert_int_equal(i, 8);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(support_in_child(refuse_other, NULL), 0);
    assert_int_equal(support_in_child(forget_file, NULL), 0);
    munmap(last, sizeof *last);
}

/* ---- Threads, children, processes ----------------------------------------------------------- */

#define THREADS   8
#define IDS       2000
#define PROCESSES 6

/* IDs of several threads or processes, a row each. */
struct row {
    sortid_scru64 ids[IDS];
};

static void *make_row(void *argument)
{
    struct row *row = argument;
    for (size_t i = 0; i < IDS; i++)
        if (sortid_scru64_new(&row->ids[i], NULL) != SORTID_OK)
            return argument;
    return NULL;
}

static int by_order(const void *a, const void *b)
{
    return sortid_scru64_compare(a, b);
}

/* Each row increases, and no two rows have an ID in common. */
static bool all_differ(struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 1; j < IDS; j++)
            if (!is_after(&rows[i].ids[j], &rows[i].ids[j - 1]))
                return false;
    qsort(rows, count * IDS, sizeof(sortid_scru64), by_order);
    for (size_t i = 1; i < count * IDS; i++)
        if (!is_after(&rows->ids[0] + i, &rows->ids[0] + i - 1))
            return false;
    return true;
}

/* Threads that start at once open the file, each for itself if necessary; one generator stays
 * open. */
static int make_by_threads(void *argument)
{
    struct row *rows = argument;
    int before = count_descriptors();
    CHILD_CHECK(work_in_threads(make_row, rows, sizeof *rows, THREADS));
    CHILD_CHECK(count_descriptors() == before + 2); // an open file has two
    return 0;
}

/* Parent and children, some of them forked before the first use, continue side by side. */
static int make_by_family(void *argument)
{
    struct row *rows = argument;
    pid_t children[PROCESSES];
    sortid_scru64 first;
    for (size_t i = 0; i < PROCESSES; i++) {
        if (i == PROCESSES / 2)
            CHILD_CHECK(sortid_scru64_new(&first, NULL) == SORTID_OK);
        children[i] = fork();
        if (children[i] == 0)
            _exit(make_row(&rows[i]) != NULL);
    }
    CHILD_CHECK(make_row(&rows[PROCESSES]) == NULL);
    for (size_t i = 0; i < PROCESSES; i++)
        CHILD_CHECK(support_ended_well(children[i]));
    return 0;
}

TEST_WITHOUT_FILE(many)
{
    static const struct {
        int (*make)(void *rows);
        size_t rows;
    } ways[] = {{make_by_threads, THREADS}, {make_by_family, PROCESSES + 1}};
    size_t size = THREADS * sizeof(struct row);
    struct row *rows = support_share(size);
    for (size_t way = 0; way < COUNT_OF(ways); way++)
        for (int round = 0; round < 20; round++) {
            EXPECT(unlink(path) == 0 || errno == ENOENT, "round %d", round);
            EXPECT(support_in_child(ways[way].make, rows) == 0, "way %zu, round %d", way, round);
            EXPECT(all_differ(rows, ways[way].rows), "way %zu, round %d", way, round);
        }
    munmap(rows, size);
}

/* A child that gets a node before the first use keeps it; after the first use the file's node
 * counts. */
static int set_in_child(void *argument)
{
    const sortid_scru64_node_spec other = {.node_id = 43, .node_id_size = 8};
    sortid_scru64 id;
    (void)argument;
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_OK);
    pid_t child = fork();
    if (child == 0)
        _exit(sortid_scru64_set_default(&(const sortid_options){.node = other}) != SORTID_OK ||
              sortid_scru64_new(&id, NULL) != SORTID_OK || !support_has_node(&id, 43, 8));
    CHILD_CHECK(support_ended_well(child));
    CHILD_CHECK(unlink(path) == 0); // it has the other node
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK && support_has_node(&id, 42, 8));
    child = fork();
    if (child == 0)
        _exit(sortid_scru64_set_default(&(const sortid_options){.node = other}) !=
                  SORTID_ALREADY_SET ||
              sortid_scru64_new(&id, NULL) != SORTID_OK || !support_has_node(&id, 42, 8));
    CHILD_CHECK(support_ended_well(child));
    return 0;
}

/* A child uses the node that its parent set by set_node and has not used yet. */
static int adopt_in_child(void *argument)
{
    sortid_scru64 id;
    (void)argument;
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_OK);
    pid_t child = fork();
    if (child == 0)
        _exit(sortid_scru64_new(&id, NULL) != SORTID_OK || !support_has_node(&id, 42, 8) ||
              support_set_node(42, 8, NULL) != SORTID_ALREADY_SET);
    CHILD_CHECK(support_ended_well(child));
    return 0;
}

TEST_WITHOUT_FILE(set_in_child)
{
    assert_int_equal(support_in_child(set_in_child, NULL), 0);
    assert_int_equal(no_file(NULL), 0);
    assert_int_equal(support_in_child(adopt_in_child, NULL), 0);
}

CASES_MAIN(begin, remove_file_and_folder)
