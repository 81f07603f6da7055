/* SPDX-License-Identifier: MIT */
/* node/status.c: names and texts of the statuses. */
#include <sortid/node.h>

#define STATUS(name) [SORTID_NODE_##name] = "SORTID_NODE_" #name

static const char *const NAMES[] = {
    STATUS(OK),           STATUS(BAD_OPTION), STATUS(NO_REALM),     STATUS(REALM_DIFFERS),
    STATUS(NO_ID),        STATUS(LOST),       STATUS(CLOCK_SKEW),   STATUS(UNREACHABLE),
    STATUS(DENIED),       STATUS(BAD_REPLY),  STATUS(STORE_FAILED), STATUS(SYSTEM),
    STATUS(NOT_RESERVED), STATUS(RESTORED),   STATUS(OUT_OF_TIME),  STATUS(IN_USE),
};

static const char *const TEXTS[] = {
    [SORTID_NODE_OK] = "no error",
    [SORTID_NODE_BAD_OPTION] = "an option is invalid or out of its range",
    [SORTID_NODE_NO_REALM] = "the realm or its pool does not exist",
    [SORTID_NODE_REALM_DIFFERS] = "the realm has other pools that conflict with these",
    [SORTID_NODE_NO_ID] = "no node id of the pool is free",
    [SORTID_NODE_LOST] = "the reservation has ended",
    [SORTID_NODE_CLOCK_SKEW] = "this clock and the store's differ by more than allowed",
    [SORTID_NODE_UNREACHABLE] = "no server of the store answered in time",
    [SORTID_NODE_DENIED] = "user, password or certificate was refused",
    [SORTID_NODE_BAD_REPLY] = "a reply is not from the store, or a record not of sortid",
    [SORTID_NODE_STORE_FAILED] = "the store reported an error",
    [SORTID_NODE_SYSTEM] = "memory, clock, randomness or a thread failed, or a forked child called",
    [SORTID_NODE_NOT_RESERVED] = "nobody has reserved the node id",
    [SORTID_NODE_RESTORED] = "the store was restored, and the realm's bounds were not raised since",
    [SORTID_NODE_OUT_OF_TIME] = "the time is too early to be safe, or far ahead",
    [SORTID_NODE_IN_USE] = "node ids to remove are reserved or blocked",
};

static const char *look_up(const char *const *table, sortid_node_status status, const char *unknown)
{
    size_t index = (size_t)status;
    return index < sizeof NAMES / sizeof *NAMES ? table[index] : unknown;
}

const char *sortid_node_status_name(sortid_node_status status)
{
    return look_up(NAMES, status, "SORTID_NODE_?");
}

const char *sortid_node_status_text(sortid_node_status status)
{
    return look_up(TEXTS, status, "unknown status");
}
