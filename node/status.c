/* SPDX-License-Identifier: MIT */
/* node/status.c: names and texts of the statuses. */
#include <sortid/node.h>

#define STATUS(name, text) [SORTID_NODE_##name] = {"SORTID_NODE_" #name, text}

static const struct {
    const char *name, *text;
} statuses[] = {
    STATUS(OK, "no error"),
    STATUS(BAD_OPTION, "an option is invalid or out of its range"),
    STATUS(NO_REALM, "the realm or its pool does not exist"),
    STATUS(REALM_DIFFERS, "the realm has other pools that conflict with these"),
    STATUS(NO_ID, "no node id of the pool is free"),
    STATUS(LOST, "the reservation has ended"),
    STATUS(CLOCK_SKEW, "this clock and the store's differ by more than allowed"),
    STATUS(UNREACHABLE, "no server of the store answered in time"),
    STATUS(DENIED, "user, password or certificate was refused"),
    STATUS(BAD_REPLY, "a reply is not from the store, or a record not of sortid"),
    STATUS(STORE_FAILED, "the store reported an error"),
    STATUS(SYSTEM, "memory, clock, randomness or a thread failed, or a forked child called"),
    STATUS(NOT_RESERVED, "nobody has reserved the node id"),
    STATUS(RESTORED, "the store was restored, and the realm's bounds were not raised since"),
    STATUS(OUT_OF_TIME, "the time is too early to be safe, or far ahead"),
    STATUS(IN_USE, "node ids to remove are reserved or blocked"),
};
#define STATUS_COUNT (sizeof statuses / sizeof *statuses)

const char *sortid_node_version(void)
{
    return SORTID_NODE_VERSION;
}

const char *sortid_node_status_name(sortid_node_status status)
{
    return (size_t)status < STATUS_COUNT ? statuses[status].name : "SORTID_NODE_?";
}

const char *sortid_node_status_text(sortid_node_status status)
{
    return (size_t)status < STATUS_COUNT ? statuses[status].text : "unknown status";
}
