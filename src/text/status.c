/* SPDX-License-Identifier: MIT */
/* text/status.c: the names and sentences of the statuses, and the version. */
#include <sortid/base.h>

static const struct {
    const char *name, *text;
} STATUSES[] = {
#define STATUS(name, text) [SORTID_##name] = {"SORTID_" #name, text}
    STATUS(OK, "no error"),
    STATUS(BAD_LENGTH, "wrong length"),
    STATUS(BAD_DIGIT, "not a digit of this format"),
    STATUS(OUT_OF_RANGE, "value out of range"),
    STATUS(BAD_NODE_SPEC, "not a node spec: want NODE/SIZE or ID/SIZE"),
    STATUS(RESERVED, "timestamp is reserved"),
    STATUS(BAD_OPTION, "option out of range or not available here"),
    STATUS(NO_NODE_SPEC, "no node spec: set SCRU64_NODE_SPEC or give one"),
    STATUS(ALREADY_SET, "the process already has a node spec"),
    STATUS(NOT_INITIALIZED, "generator is not initialized"),
    STATUS(CLOCK_FAILED, "the clock could not be read"),
    STATUS(CLOCK_OUT_OF_RANGE, "the clock is outside the format's time range"),
    STATUS(RANDOM_FAILED, "the random source failed"),
    STATUS(SLEEP_FAILED, "waiting for the clock was interrupted"),
    STATUS(ROLLBACK, "the clock is further behind the last ID than allowed"),
    STATUS(WAIT, "wait for the clock and ask again"),
    STATUS(OVERFLOW, "no ID left in this timestamp"),
    STATUS(EXHAUSTED, "no ID left up to the format's last timestamp"),
    STATUS(FORKED, "forked child or resumed snapshot: give the generator another node"),
    STATUS(BUSY, "the generator is in use by a call that this one interrupted"),
    STATUS(FORK_GUARD_FAILED, "no memory page to detect a fork"),
    STATUS(THREAD_GUARD_FAILED, "cannot register cleanup at thread exit"),
    STATUS(STATE_UNRECOGNIZED,
           "not the state of a shared generator: use zeroed memory or another file"),
    STATUS(STATE_DAMAGED, "the shared state is damaged or cut short"),
    STATUS(STATE_MISMATCH, "the shared state is of another format, node or layout"),
    STATUS(STATE_UNUSABLE, "the shared state cannot be used by this program or system"),
    STATUS(FILE_FAILED, "the state file cannot be opened, made, locked or written"),
    STATUS(FILE_REFUSED,
           "the state file is a symbolic link, not a regular file, or owned by another user"),
    STATUS(BOUND_REACHED, "the reservation of the node id does not reach this time yet"),
    STATUS(RESERVATION_LOST, "the reservation of the node id has ended: acquire another"),
    STATUS(NO_SPACE, "the text does not fit the capacity"),
    STATUS(MOVED, "the generator was copied or moved: initialize it where it is used"),
    STATUS(CLOSED, "the generator is closed"),
    STATUS(WRONG_FORMAT, "the generator is of another format or kind"),
    STATUS(FILE_LOCKED, "other processes keep the state file locked: try again later"),
    STATUS(BAD_VERSION, "a UUID of another version"),
    STATUS(BAD_VARIANT, "a UUID of another variant than that of RFC 9562"),
    STATUS(BOUND_IN_USE, "another generator uses the reservation of the node id at this time"),
    STATUS(BAD_FORMAT, "not a format: NULL"),
    STATUS(BAD_ARGUMENT, "arguments contradict each other"),
    STATUS(SOURCE_FAILED, "a source or bound returned an unknown status"),
    STATUS(CLOCK_STOPPED, "the clock does not move"),
#undef STATUS
};

#define COUNT (sizeof STATUSES / sizeof *STATUSES)
_Static_assert(COUNT == SORTID_CLOCK_STOPPED + 1,
               "the last status: sortid_generate_failure passes on those up to it");

const char *sortid_status_name(sortid_status status)
{
    return (size_t)status < COUNT ? STATUSES[status].name : "SORTID_?";
}

const char *sortid_status_text(sortid_status status)
{
    return (size_t)status < COUNT ? STATUSES[status].text : "unknown status";
}

const char *sortid_version(void)
{
    return SORTID_VERSION;
}

uint32_t sortid_version_number(void)
{
    return SORTID_VERSION_NUMBER;
}
