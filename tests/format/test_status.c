/* SPDX-License-Identifier: MIT */
/* test_status.c: the number, name and sentence of each status, and the version. The numbers are
 * part of the ABI: this table ensures that none changes. No expectation comes from the library. */
#include "../support/cases.h"

static const struct {
    int number;
    sortid_status status;
    const char *name;
} statuses[] = {
    {0, SORTID_OK, "SORTID_OK"},
    {1, SORTID_BAD_LENGTH, "SORTID_BAD_LENGTH"},
    {2, SORTID_BAD_DIGIT, "SORTID_BAD_DIGIT"},
    {3, SORTID_OUT_OF_RANGE, "SORTID_OUT_OF_RANGE"},
    {4, SORTID_BAD_NODE_SPEC, "SORTID_BAD_NODE_SPEC"},
    {5, SORTID_RESERVED, "SORTID_RESERVED"},
    {6, SORTID_BAD_OPTION, "SORTID_BAD_OPTION"},
    {7, SORTID_NO_NODE_SPEC, "SORTID_NO_NODE_SPEC"},
    {8, SORTID_ALREADY_SET, "SORTID_ALREADY_SET"},
    {9, SORTID_NOT_INITIALIZED, "SORTID_NOT_INITIALIZED"},
    {10, SORTID_CLOCK_FAILED, "SORTID_CLOCK_FAILED"},
    {11, SORTID_CLOCK_OUT_OF_RANGE, "SORTID_CLOCK_OUT_OF_RANGE"},
    {12, SORTID_RANDOM_FAILED, "SORTID_RANDOM_FAILED"},
    {13, SORTID_SLEEP_FAILED, "SORTID_SLEEP_FAILED"},
    {14, SORTID_ROLLBACK, "SORTID_ROLLBACK"},
    {15, SORTID_WAIT, "SORTID_WAIT"},
    {16, SORTID_OVERFLOW, "SORTID_OVERFLOW"},
    {17, SORTID_EXHAUSTED, "SORTID_EXHAUSTED"},
    {18, SORTID_FORKED, "SORTID_FORKED"},
    {19, SORTID_BUSY, "SORTID_BUSY"},
    {20, SORTID_FORK_GUARD_FAILED, "SORTID_FORK_GUARD_FAILED"},
    {21, SORTID_THREAD_GUARD_FAILED, "SORTID_THREAD_GUARD_FAILED"},
    {22, SORTID_STATE_UNRECOGNIZED, "SORTID_STATE_UNRECOGNIZED"},
    {23, SORTID_STATE_DAMAGED, "SORTID_STATE_DAMAGED"},
    {24, SORTID_STATE_MISMATCH, "SORTID_STATE_MISMATCH"},
    {25, SORTID_STATE_UNUSABLE, "SORTID_STATE_UNUSABLE"},
    {26, SORTID_FILE_FAILED, "SORTID_FILE_FAILED"},
    {27, SORTID_FILE_REFUSED, "SORTID_FILE_REFUSED"},
    {28, SORTID_BOUND_REACHED, "SORTID_BOUND_REACHED"},
    {29, SORTID_RESERVATION_LOST, "SORTID_RESERVATION_LOST"},
    {30, SORTID_NO_SPACE, "SORTID_NO_SPACE"},
    {31, SORTID_MOVED, "SORTID_MOVED"},
    {32, SORTID_CLOSED, "SORTID_CLOSED"},
    {33, SORTID_WRONG_FORMAT, "SORTID_WRONG_FORMAT"},
    {34, SORTID_FILE_LOCKED, "SORTID_FILE_LOCKED"},
    {35, SORTID_BAD_VERSION, "SORTID_BAD_VERSION"},
    {36, SORTID_BAD_VARIANT, "SORTID_BAD_VARIANT"},
    {37, SORTID_BOUND_IN_USE, "SORTID_BOUND_IN_USE"},
    {38, SORTID_BAD_FORMAT, "SORTID_BAD_FORMAT"},
    {39, SORTID_BAD_ARGUMENT, "SORTID_BAD_ARGUMENT"},
    {40, SORTID_SOURCE_FAILED, "SORTID_SOURCE_FAILED"},
    {41, SORTID_CLOCK_STOPPED, "SORTID_CLOCK_STOPPED"},
};

TEST(numbers)
{
    for (size_t i = 0; i < COUNT_OF(statuses); i++)
        assert_int_equal(statuses[i].status, statuses[i].number);
    assert_int_equal(SORTID_EVENT_NEW_TIMESTAMP, 1);
    assert_int_equal(SORTID_EVENT_COUNTER_INCREMENTED, 2);
    assert_int_equal(SORTID_EVENT_COUNTER_CARRIED, 4);
    assert_int_equal(SORTID_EVENT_TIMESTAMP_BORROWED, 8);
    assert_int_equal(SORTID_EVENT_RESET, 16);
}

TEST(names)
{
    for (size_t i = 0; i < COUNT_OF(statuses); i++)
        assert_string_equal(sortid_status_name(statuses[i].status), statuses[i].name);
}

/* Each status has a different sentence, which is not a name. */
TEST(texts)
{
    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        const char *text = sortid_status_text(statuses[i].status);
        assert_non_null(text);
        EXPECT(strchr(text, ' ') != NULL || i == 0, "%s: \"%s\"", statuses[i].name, text);
        EXPECT(strlen(text) > 0 && strstr(text, "SORTID_") == NULL, "%s", statuses[i].name);
        for (size_t k = 0; k < i; k++)
            EXPECT(strcmp(text, sortid_status_text(statuses[k].status)) != 0, "%s: as %s",
                   statuses[i].name, statuses[k].name);
    }
}

TEST(unknown)
{
    static const int unknown[] = {-1, 42, 77, 255, SORTID_STATUS_USER_FIRST, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        assert_string_equal(sortid_status_name((sortid_status)unknown[i]), "SORTID_?");
        assert_non_null(sortid_status_text((sortid_status)unknown[i]));
        assert_true(strlen(sortid_status_text((sortid_status)unknown[i])) > 0);
    }
}

TEST(version)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", SORTID_VERSION_MAJOR, SORTID_VERSION_MINOR,
             SORTID_VERSION_PATCH);
    assert_string_equal(SORTID_VERSION, version);
    assert_string_equal(sortid_version(), version);
    assert_int_equal(SORTID_VERSION_NUMBER, SORTID_VERSION_MAJOR * 1000000 +
                                                SORTID_VERSION_MINOR * 1000 + SORTID_VERSION_PATCH);
    assert_int_equal(sortid_version_number(), SORTID_VERSION_NUMBER);
}

CASES_MAIN(NULL, NULL)
