/* SPDX-License-Identifier: MIT */
/* text/status.c: the names and sentences of the statuses, and the version. A new status needs a
 * row in each table; its number never changes. */
#include <sortid/base.h>

#define STATUS(name) [SORTID_##name] = "SORTID_" #name

static const char *const NAMES[] = {
    STATUS(OK),
    STATUS(BAD_LENGTH),
    STATUS(BAD_DIGIT),
    STATUS(OUT_OF_RANGE),
    STATUS(BAD_NODE_SPEC),
    STATUS(RESERVED),
    STATUS(BAD_OPTION),
    STATUS(NO_NODE_SPEC),
    STATUS(ALREADY_SET),
    STATUS(NOT_INITIALIZED),
    STATUS(CLOCK_FAILED),
    STATUS(CLOCK_OUT_OF_RANGE),
    STATUS(RANDOM_FAILED),
    STATUS(SLEEP_FAILED),
    STATUS(ROLLBACK),
    STATUS(WAIT),
    STATUS(OVERFLOW),
    STATUS(EXHAUSTED),
    STATUS(FORKED),
    STATUS(BUSY),
    STATUS(FORK_GUARD_FAILED),
    STATUS(THREAD_GUARD_FAILED),
    STATUS(STATE_UNRECOGNIZED),
    STATUS(STATE_DAMAGED),
    STATUS(STATE_MISMATCH),
    STATUS(STATE_UNUSABLE),
    STATUS(FILE_FAILED),
    STATUS(FILE_REFUSED),
    STATUS(BOUND_REACHED),
    STATUS(RESERVATION_LOST),
    STATUS(NO_SPACE),
    STATUS(MOVED),
    STATUS(CLOSED),
    STATUS(WRONG_FORMAT),
    STATUS(FILE_LOCKED),
    STATUS(BAD_VERSION),
    STATUS(BAD_VARIANT),
    STATUS(BOUND_IN_USE),
};

static const char *const TEXTS[] = {
    [SORTID_OK] = "no error",
    [SORTID_BAD_LENGTH] = "wrong length",
    [SORTID_BAD_DIGIT] = "not a digit of this format",
    [SORTID_OUT_OF_RANGE] = "value out of range",
    [SORTID_BAD_NODE_SPEC] = "not a node spec: want NODE/SIZE or ID/SIZE",
    [SORTID_RESERVED] = "timestamp is reserved",
    [SORTID_BAD_OPTION] = "option out of its range or not available here",
    [SORTID_NO_NODE_SPEC] = "no node spec: set SCRU64_NODE_SPEC or give one",
    [SORTID_ALREADY_SET] = "the process has a node spec already",
    [SORTID_NOT_INITIALIZED] = "generator is not initialized",
    [SORTID_CLOCK_FAILED] = "the clock could not be read",
    [SORTID_CLOCK_OUT_OF_RANGE] = "the clock is outside the format's time range",
    [SORTID_RANDOM_FAILED] = "the random source failed",
    [SORTID_SLEEP_FAILED] = "the wait for the clock was ended",
    [SORTID_ROLLBACK] = "the clock is further behind the last ID than allowed",
    [SORTID_WAIT] = "wait for the clock and ask again",
    [SORTID_OVERFLOW] = "no ID left in this timestamp",
    [SORTID_EXHAUSTED] = "no ID left before the format's last timestamp",
    [SORTID_FORKED] = "forked child or resumed snapshot: give the generator another node",
    [SORTID_BUSY] = "generator is in use by a call that this one interrupted",
    [SORTID_FORK_GUARD_FAILED] = "no memory for the page that notices a fork",
    [SORTID_THREAD_GUARD_FAILED] = "no key to wipe a thread's state by at its exit",
    [SORTID_STATE_UNRECOGNIZED] =
        "not the state of a shared generator: zero the memory, or name another file",
    [SORTID_STATE_DAMAGED] = "the shared state is damaged or cut short",
    [SORTID_STATE_MISMATCH] = "the shared state is of another format, node or layout",
    [SORTID_STATE_UNUSABLE] = "the shared state cannot be used by this program or system",
    [SORTID_FILE_FAILED] = "the state file cannot be opened, made, locked or written",
    [SORTID_FILE_REFUSED] = "the state file is a link, no regular file, or somebody else's",
    [SORTID_BOUND_REACHED] = "the reservation of the node id does not reach this time yet",
    [SORTID_RESERVATION_LOST] = "the reservation of the node id has ended: acquire another",
    [SORTID_NO_SPACE] = "the text does not fit the capacity",
    [SORTID_MOVED] = "the generator was copied or moved: initialize it where it is used",
    [SORTID_CLOSED] = "the generator is closed",
    [SORTID_WRONG_FORMAT] = "the generator is of another format or kind",
    [SORTID_FILE_LOCKED] = "other processes keep the state file locked: try again later",
    [SORTID_BAD_VERSION] = "a UUID of another version",
    [SORTID_BAD_VARIANT] = "a UUID of another variant than that of RFC 9562",
    [SORTID_BOUND_IN_USE] = "another generator uses the reservation of the node id at this time",
};

_Static_assert(sizeof TEXTS == sizeof NAMES, "both tables have all statuses");

static const char *look_up(const char *const *table, sortid_status status, const char *unknown)
{
    size_t index = (size_t)status;
    return index < sizeof NAMES / sizeof *NAMES ? table[index] : unknown;
}

const char *sortid_status_name(sortid_status status)
{
    return look_up(NAMES, status, "SORTID_?");
}

const char *sortid_status_text(sortid_status status)
{
    return look_up(TEXTS, status, "unknown status");
}

const char *sortid_version(void)
{
    return SORTID_VERSION;
}
