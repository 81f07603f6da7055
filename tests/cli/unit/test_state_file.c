/* SPDX-License-Identifier: MIT */
/* test_state_file.c: messages about state files that cases/state.sh does not have: of another
 * version, of an unknown format, removed before they are examined. */
#include "../../support/cases.h"
#include "../../support/folder.h"
#include "common/report.h"
#include "cli/input/state_file.h"
#include "generator/state_file.h"

#include <fcntl.h>
#include <sys/stat.h>

/* What state_file_report writes to standard error, which is a file meanwhile. */
static void expect_refusal_for(const sortid_format *format, sortid_status status,
                               const char *message)
{
    char found[1024] = "", expected[1024], name[600];
    snprintf(name, sizeof name, "%s.message", path);
    snprintf(expected, sizeof expected, "sortid: gen: state file %s %s\n", path, message);
    int error = dup(STDERR_FILENO);
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(error >= 0 && file >= 0 && dup2(file, STDERR_FILENO) == STDERR_FILENO);
    state_file_report("gen", format, path, status, 0);
    assert_int_equal(dup2(error, STDERR_FILENO), STDERR_FILENO);
    close(error);
    assert_true(pread(file, found, sizeof found - 1, 0) >= 0);
    close(file);
    assert_int_equal(unlink(name), 0);
    assert_string_equal(found, expected);
    assert_int_equal(report_status(), 3);
}

static void expect_refusal(sortid_status status, const char *message)
{
    expect_refusal_for(sortid_ulid_format(), status, message);
}

/* A file like one of ULIDs, of a format with a number that no version has given. */
static void make_unknown(void)
{
    _Alignas(64) uint8_t bytes[sizeof(struct page)];
    struct file_head *head = &((struct page *)(void *)bytes)->head;
    sortid_generator generator;
    assert_int_equal(
        sortid_generator_open(&generator, sortid_ulid_format(), path, NULL, NULL, NULL), SORTID_OK);
    sortid_generator_close(&generator);
    int file = open(path, O_RDWR | O_CLOEXEC);
    assert_int_equal(pread(file, bytes, sizeof bytes, 0), sizeof bytes);
    head->identity += UINT64_C(90) << FORMAT_SHIFT;
    head->check = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < 64; i += 8)
        head->check = (head->check ^ (head->identity >> i & 0xff)) * UINT64_C(1099511628211);
    assert_int_equal(pwrite(file, bytes, sizeof bytes, 0), sizeof bytes);
    close(file);
}

TEST(refusals)
{
    static const char unusable[] =
        "cannot be used here: it belongs to another version of sortid, another kind of machine or "
        "C library, or is in use on another machine";
    static const char unknown[] = "belongs to another format or node; give another file";
    expect_refusal(SORTID_STATE_UNUSABLE, unusable);
    expect_refusal_for(sortid_scru64_format(), SORTID_STATE_UNUSABLE, unusable);
    expect_refusal(SORTID_STATE_UNRECOGNIZED,
                   "is not a state file of sortid and is left unchanged; give another file");
    expect_refusal_for(NULL, SORTID_STATE_UNRECOGNIZED, "is not a state file of sortid");
    expect_refusal(SORTID_STATE_MISMATCH, unknown); /* and gone now */
    make_unknown();
    expect_refusal(SORTID_STATE_MISMATCH, unknown);
}

TEST(faults)
{
    assert_true(state_file_is_error(SORTID_STATE_UNRECOGNIZED) &&
                state_file_is_error(SORTID_STATE_UNUSABLE) &&
                state_file_is_error(SORTID_FILE_REFUSED));
    assert_true(state_file_is_error(SORTID_FILE_LOCKED));
    assert_false(state_file_is_error((sortid_status)(SORTID_FILE_LOCKED + 1))); /* one to come */
    for (int status = SORTID_OK; status < SORTID_STATE_UNRECOGNIZED; status++)
        EXPECT(!state_file_is_error((sortid_status)status), "status %d", status);
}

CASES_MAIN(make_folder, remove_file_and_folder)
