/* SPDX-License-Identifier: MIT */
/* test_status.c: names, numbers and texts of the statuses of libsortid-node. */
#include "../support/cases.h"

#include <sortid/node.h>

static const struct {
    int number;
    sortid_node_status status;
    const char *name;
} all[] = {
    {0, SORTID_NODE_OK, "SORTID_NODE_OK"},
    {1, SORTID_NODE_BAD_OPTION, "SORTID_NODE_BAD_OPTION"},
    {2, SORTID_NODE_NO_REALM, "SORTID_NODE_NO_REALM"},
    {3, SORTID_NODE_REALM_DIFFERS, "SORTID_NODE_REALM_DIFFERS"},
    {4, SORTID_NODE_NO_ID, "SORTID_NODE_NO_ID"},
    {5, SORTID_NODE_LOST, "SORTID_NODE_LOST"},
    {6, SORTID_NODE_CLOCK_SKEW, "SORTID_NODE_CLOCK_SKEW"},
    {7, SORTID_NODE_UNREACHABLE, "SORTID_NODE_UNREACHABLE"},
    {8, SORTID_NODE_DENIED, "SORTID_NODE_DENIED"},
    {9, SORTID_NODE_BAD_REPLY, "SORTID_NODE_BAD_REPLY"},
    {10, SORTID_NODE_STORE_FAILED, "SORTID_NODE_STORE_FAILED"},
    {11, SORTID_NODE_SYSTEM, "SORTID_NODE_SYSTEM"},
    {12, SORTID_NODE_NOT_RESERVED, "SORTID_NODE_NOT_RESERVED"},
    {13, SORTID_NODE_RESTORED, "SORTID_NODE_RESTORED"},
    {14, SORTID_NODE_OUT_OF_TIME, "SORTID_NODE_OUT_OF_TIME"},
    {15, SORTID_NODE_IN_USE, "SORTID_NODE_IN_USE"},
};

TEST(each)
{
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        assert_int_equal(all[i].status, all[i].number);
        assert_string_equal(sortid_node_status_name(all[i].status), all[i].name);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(sortid_node_status_text(all[i].status),
                                    sortid_node_status_text(all[j].status));
    }
}

TEST(unknown)
{
    static const int unknown[] = {COUNT_OF(all), 1000, -1};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        assert_string_equal(sortid_node_status_name((sortid_node_status)unknown[i]),
                            "SORTID_NODE_?");
        assert_string_equal(sortid_node_status_text((sortid_node_status)unknown[i]),
                            "unknown status");
    }
}

CASES_MAIN(NULL, NULL)
