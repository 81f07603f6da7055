/* SPDX-License-Identifier: MIT */
/* table.c: see options.h, and common/command_line.h for the columns. */
#include "options.h"

/* A row has its own lines, and the usage one for each line of the help. */
/* clang-format off */
enum {
    INIT = 1, LIST = 2, STATUS = 4, HEALTH = 8, RELEASE = 16, POOL = 32, RUN = 64, SERVE = 128,
    HOLDERS = RUN | SERVE, ALL = 255
};

/* What the help says after the options. */
#define FOR_ALL                                                                                    \
    .after = "A DURATION is a whole number of seconds, or a whole number followed by ms, s,\n"     \
             "min, h or d.\n"

static void offer_changes(const struct completion *completion)
{
    (void)completion;
    complete_word("grow", "add ids to a pool");
    complete_word("shrink", "remove ids of a pool");
    complete_word("remove", "remove a pool");
    complete_word("reopen", "cancel a removal");
}

static const struct command commands[] = {
    {"init", "node init", INIT, "REALM --pool NAME=FIRST-LAST/SIZE...",
     "create a realm, or add pools to it", 24, run_init,
     "REALM [--pool NAME=FIRST-LAST/SIZE]... [OPTION...]",
     .about = "Create a realm with these pools, or add the pools that it lacks. If a pool\n"
              "exists with other ids, or shares ids with another one of any realm of the\n"
              "store, the command fails and changes nothing.\n",
     FOR_ALL},
    {"list", "node list", LIST, "", "show the realms and their pools", 24, run_list,
     "[--json] [CLIENT OPTION...]", .about = "Show the realms and their pools.\n", FOR_ALL},
    {"status", "node status", STATUS, "REALM", "show the node ids of a realm and who has them", 24,
     run_status, "REALM [--json | --metrics] [CLIENT OPTION...]",
     .about = "Show the pools of a realm and each node id that was ever used: whether it is\n"
              "reserved and by whom, free, or blocked, and until when. 'run' cannot reserve a\n"
              "blocked id.\n",
     FOR_ALL},
    {"health", "node health", HEALTH, "REALM", "check a realm; the exit status is the result", 24,
     run_health, "REALM [--min-free N] [--json] [CLIENT OPTION...]",
     .about = "Check that the store answers, that it was not restored, that records can be\n"
              "read, that holders raise their bounds, that each pool has free ids and not\n"
              "more that were not released, and that nobody has ids that shall be removed.\n"
              "Exit status 0: all is well; 1: a line for each problem; 3: the store does not\n"
              "answer.\n",
     FOR_ALL},
    {"release", "node release", RELEASE, "REALM ID/SIZE", "end the reservation of another holder",
     24, run_release, "REALM ID/SIZE [OPTION...]",
     .about = "End another holder's reservation of a node id, as if its lease had run out:\n"
              "that holder makes IDs up to its bound, and no more.\n",
     FOR_ALL},
    {"pool", "node pool", POOL, "CHANGE REALM POOL", "grow, shrink or remove a pool", 24, run_pool,
     "grow REALM NAME=FIRST-LAST/SIZE [OPTION...]\n"
     "shrink REALM NAME=FIRST-LAST/SIZE [OPTION...]\n"
     "remove REALM NAME [OPTION...]\n"
     "reopen REALM NAME [OPTION...]",
     .about = "Change the ids of a pool. 'grow' adds ids of the same size at its ends,\n"
              "'shrink' keeps only the given ids, 'remove' removes all. From the first attempt\n"
              "on the ids to remove cannot be reserved. They are removed when none of them is\n"
              "reserved, and their bounds and quarantines have passed. Until then the command\n"
              "fails (exit status 1) and says how long that takes; run it again. 'reopen'\n"
              "cancels the removal.\n",
     FOR_ALL, .offer_first = offer_changes},
    {"run", "node run", RUN, "REALM --pool NAME -- COMMAND [ARGUMENT...]",
     "run a program with a node id in SCRU64_NODE_SPEC", 24, run_run,
     "REALM --pool NAME [OPTION...] -- COMMAND [ARGUMENT...]",
     .about = "Reserve a node id and run COMMAND with it in SCRU64_NODE_SPEC, and as a number\n"
              "for other generators in SORTID_WORKER_ID. Signals are passed on, and the exit\n"
              "status is that of COMMAND. If the reservation cannot be renewed, COMMAND gets\n"
              "SIGKILL before its bound, and SIGTERM a quarter of the lease before that (exit\n"
              "status 3).\n",
     FOR_ALL, .offer_others = complete_programs},
    {"serve", "node serve", SERVE, "REALM --pool NAME --socket PATH",
     "give IDs to programs over a Unix socket", 24, run_serve,
     "REALM --pool NAME --socket PATH [OPTION...]",
     .about = "Reserve node ids, and give blocks of SCRU64 IDs to programs over a Unix\n"
              "socket, until SIGTERM or SIGINT, which releases the node ids. 'sortid gen\n"
              "scru64 --socket PATH' is a client.\n",
     FOR_ALL},
};

static const char *const automatic[] = {"auto", NULL};
static const char *const modes[] = {"600", "660", "666", NULL};

#define HOUR UINT64_C(3600000)
#define DAY  (24 * HOUR)
#define YEAR (365 * DAY)

/* Any duration from `first` to `last` ms, as people write this range. */
#define DURATION(member, first, last, range)                                                       \
    .set = option_set_duration, OPTION_PLACE(member), .least = (first), .most = (last),            \
    .wants = (range)

/* A row is its spelling, commands and help, then what it sets. */
static const struct option_row rows[] = {
    {0, "pool", "NAME=FIRST-LAST/SIZE", INIT,
     "a pool| of the ids FIRST to LAST of SIZE bits, such as web=0x000-0x1ff/10; NAME=ID/SIZE is a "
     "pool of one id",
     .set = option_add_pool},
    {0, "pool", "NAME[,NAME...]", HOLDERS,
     "reserve from this pool|, or from the first one with a free id", .set = option_add_pool},
    {0, "share-ids", NULL, INIT | POOL,
     "accept ids that another realm of the store has: both may repeat IDs",
     OPTION_FLAG(share_ids)},
    {0, "external", NULL, INIT, "for a new realm: permit 'run', whose programs do not know bounds",
     OPTION_FLAG(external)},
    {0, "quarantine", "DURATION", INIT,
     "with --external: the longest that an id stays blocked| after its bound if such a program "
     "does not end cleanly; default: 1 h",
     DURATION(reservation.quarantine_ms, 1, YEAR, "1 ms to 8760 h")},
    {0, "max-ahead", "DURATION", INIT,
     "for a new realm: no bound is further ahead of the store's clock|; the sum of horizon, "
     "allowance and max skew must not exceed it; default: 10 min",
     DURATION(max_ahead_ms, 1000, YEAR, "1 s to 8760 h")},
    {0, "raise-bounds", "auto|TIME", INIT,
     "after a restore: no reservation starts for clock error + max ahead + quarantine, by default "
     "71 min with --external|; with a TIME, such as 2026-11-20T12:00:00.123Z or @1795132800.5, no "
     "earlier than that either. Stop the old store first",
     OPTION_TEXT(raise_bounds), .words = automatic},
    {0, "clock-error", "DURATION", INIT,
     "how far clocks of the old store may have been ahead of this one|; default: 1 min",
     DURATION(clock_error_ms, 1, YEAR, "1 ms to 8760 h")},
    {0, "force", NULL, INIT, "accept a TIME that is too early: IDs may be repeated",
     OPTION_FLAG(force)},
    {0, "far", NULL, INIT, "accept a TIME that is more than a day too late", OPTION_FLAG(far)},

    {0, "socket", "PATH", SERVE, "the socket|; replaced if no program serves it",
     OPTION_PATH(socket), .most = SOCKET_PATH_MOST},
    {0, "mode", "OCTAL", SERVE, "permissions of the socket|; default: 600, this user only",
     .set = option_set_mode, .words = modes, .wants = "want 600, 660 or 666"},
    {0, "reservations", "NUMBER", SERVE, "how many node ids to reserve|, 1 to 64; default: 1",
     OPTION_NUMBER(reservations, 1, RESERVATIONS_MAX), .wants = "want 1 to 64"},
    {0, "label", "TEXT", HOLDERS, "name of the holder|; default: host name and process id",
     OPTION_TEXT(reservation.label)},
    {0, "horizon", "DURATION", HOLDERS,
     "how far ahead of the clock the bound is set|; default: 180 s, or more if the lease of 'run' "
     "needs it",
     DURATION(reservation.horizon_ms, 1000, DAY, "1 s to 24 h")},
    {0, "lease", "DURATION", HOLDERS,
     "how long a reservation lasts without renewal|, in whole seconds; default: 100 s",
     DURATION(reservation.lease_s, 2000, HOUR, "2 s to 1 h in whole seconds"), .unit = 1000},
    {0, "max-skew", "DURATION", HOLDERS,
     "how far this clock and the store's may differ|; default: 5 s",
     DURATION(reservation.max_skew_ms, 1000, DAY, "1 s to 24 h")},
    {0, "wait", "DURATION", HOLDERS,
     "how long to wait for an id to become free|, and for the store to answer; default: 10 min",
     DURATION(reservation.wait_ms, 0, YEAR, "0 to 8760 h")},
    {0, "wait", "DURATION", POOL,
     "try until the ids are removed|, for DURATION at most; default: 0",
     DURATION(reservation.wait_ms, 0, YEAR, "0 to 8760 h")},
    {0, "dry-run", NULL, POOL, "only say which ids shrink or remove would close, and who has them",
     OPTION_FLAG(dry_run)},
    {0, "quarantine", "DURATION", RUN,
     "how long the id stays blocked after its bound| if this run does not end cleanly; default: "
     "the longest that the realm permits",
     DURATION(reservation.quarantine_ms, 1, YEAR, "1 ms to 8760 h")},
    {0, "metrics-file", "FILE", HOLDERS,
     "write numbers for Prometheus|: failed renewals, lost reservations", OPTION_PATH(metrics_file),
     .most = METRICS_PATH_MOST},

    {0, "force", NULL, RELEASE,
     "also replace a record that cannot be read|; the id is then blocked for as long as the lost "
     "bound may be ahead: 1 min + max ahead + longest quarantine",
     OPTION_FLAG(force)},
    {0, "min-free", "N", HEALTH, "how many ids of each pool must be free|; default: 1",
     OPTION_NUMBER(min_free, 0, 9999999), .wants = "want a number from 0 to 9999999"},
    {0, "json", NULL, STATUS, "print one JSON object per line|: the realm, then its used ids",
     OPTION_FLAG(json)},
    {0, "json", NULL, INIT | LIST | HEALTH | RELEASE | POOL,
     "print JSON|, one object in each line", OPTION_FLAG(json)},
    {0, "metrics", NULL, STATUS, "print numbers for Prometheus", OPTION_FLAG(metrics)},

    {0, "store", "URL[,URL...]", ALL,
     "the store|: etcd (http or https) or PostgreSQL (postgresql); default: SORTID_STORE",
     OPTION_TEXT(client.store)},
    {0, "user", "NAME", ALL,
     "log in as NAME|; its password is in the environment variable SORTID_STORE_PASSWORD",
     OPTION_TEXT(client.user)},
    {0, "password-file", "FILE", ALL, "read the password from the first line of FILE",
     OPTION_FILE(password_file)},
    {0, "cacert", "FILE", ALL,
     "trusted authorities for the store's certificate|; default: the system's",
     OPTION_FILE(client.ca_file)},
    {0, "cert", "FILE", ALL, NULL, OPTION_FILE(client.cert_file)},
    {0, "key", "FILE", ALL, "certificate and key of this client|; all three are PEM",
     OPTION_FILE(client.key_file)},
    {0, "timeout", "DURATION", ALL, "limit of one request over all servers|; default: 5 s",
     DURATION(client.timeout_ms, 1, 600000, "1 ms to 10 min")},
    {'h', "help", NULL, ALL, "print this help", OPTION_HELP},

    {'h', "help", NULL, OPTION_OF_PROGRAM,
     "print this help|; 'sortid node COMMAND --help' for one command", .set = NULL},
    {0, "version", NULL, OPTION_OF_PROGRAM, "print the version", .set = NULL},
};
/* clang-format on */

const struct program node_program = {
    .name = "sortid node",
    .about = "Reserve SCRU64 node ids for programs on many machines, in etcd or\n"
             "PostgreSQL.\n",
    .after = "Exit status: 0 success; 1 the named realm, pool or id does not exist, or\n"
             "differs; 2 wrong usage; 3 the store, the clock or the system failed, no id is\n"
             "free, or a reservation was lost.\n",
    .columns = 79,
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows};
