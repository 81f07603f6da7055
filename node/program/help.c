/* SPDX-License-Identifier: MIT */
/* help.c: the texts of -h. Printed by main.c and options.c; tests/manual.sh compares the manual page
 * and the completions with them. */
#include "help.h"

/* The options of every subcommand. */
#define CLIENT_HELP                                                                                \
    "  --store URL[,URL...]  the store: etcd (http or https) or PostgreSQL\n"                      \
    "                        (postgresql); default: SORTID_STORE\n"                                \
    "  --user NAME           log in as NAME; its password is in the environment\n"                 \
    "                        variable SORTID_STORE_PASSWORD\n"                                     \
    "  --password-file FILE  read the password from the first line of FILE\n"                      \
    "  --cacert FILE         trusted authorities for the store's certificate;\n"                   \
    "                        default: the system's\n"                                              \
    "  --cert FILE and --key FILE\n"                                                               \
    "                        certificate and key of this client; all three are PEM\n"              \
    "  --timeout DURATION    limit of one request over all servers; default: 5 s\n"

#define DURATION_HELP                                                                              \
    "A DURATION is a whole number of seconds, or a whole number followed by ms, s,\n"              \
    "min, h or d.\n"

const char help_node[] =
    "usage: sortid node COMMAND [ARGUMENT...]\n"
    "\n"
    "Reserve SCRU64 node ids for programs on many machines, in etcd or\n"
    "PostgreSQL.\n"
    "\n"
    "  init REALM --pool NAME=FIRST-LAST/SIZE...\n"
    "                           create a realm, or add pools to it\n"
    "  list                     show the realms and their pools\n"
    "  status REALM             show the node ids of a realm and who has them\n"
    "  health REALM             check a realm; the exit status is the result\n"
    "  release REALM ID/SIZE    end the reservation of another holder\n"
    "  pool CHANGE REALM POOL   grow, shrink or remove a pool\n"
    "  run REALM --pool NAME -- COMMAND [ARGUMENT...]\n"
    "                           run a program with a node id in SCRU64_NODE_SPEC\n"
    "  serve REALM --pool NAME --socket PATH\n"
    "                           give IDs to programs over a Unix socket\n"
    "\n"
    "  -h, --help               print this help; 'sortid node COMMAND --help' for\n"
    "                           one command\n"
    "  --version                print the version\n"
    "\n"
    "Exit status: 0 success; 1 the named realm, pool or id does not exist, or\n"
    "differs; 2 wrong usage; 3 the store, the clock or the system failed, no id is\n"
    "free, or a reservation was lost.\n";

const char help_init[] =
    "usage: sortid node init REALM [--pool NAME=FIRST-LAST/SIZE]... [OPTION...]\n"
    "\n"
    "Create a realm with these pools, or add the pools that it lacks. If a pool\n"
    "exists with other ids, or shares ids with another one, the command fails and\n"
    "changes nothing.\n"
    "\n"
    "  --pool NAME=FIRST-LAST/SIZE\n"
    "                        a pool of the ids FIRST to LAST of SIZE bits, such as\n"
    "                        hot=0x0-0x7/4; NAME=ID/SIZE is a pool of one id\n"
    "  --external            for a new realm: permit 'run', whose programs do not\n"
    "                        know bounds\n"
    "  --quarantine DURATION with --external: the longest that an id stays blocked\n"
    "                        after its bound if such a program does not end\n"
    "                        cleanly; default: 1 h\n"
    "  --max-ahead DURATION  for a new realm: no bound is further ahead of the\n"
    "                        store's clock; the sum of horizon, allowance and max\n"
    "                        skew must not exceed it; default: 10 min\n"
    "  --raise-bounds auto   after a restore: reservations start no earlier than\n"
    "                        now + clock error + max ahead + quarantine. Stop the\n"
    "                        old store first\n"
    "  --raise-bounds TIME   the same, but no earlier than TIME, such as\n"
    "                        2026-11-20T12:00:00.123Z or @1795132800.5\n"
    "  --clock-error DURATION\n"
    "                        how far clocks of the old store may have been ahead of\n"
    "                        this one; default: 1 min\n"
    "  --force               accept a TIME that is too early: IDs may be repeated\n"
    "  --far                 accept a TIME that is more than a day too late\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            print this help\n"
    "\n" DURATION_HELP;

const char help_list[] = "usage: sortid node list [--json] [CLIENT OPTION...]\n"
                         "\n"
                         "Show the realms and their pools.\n"
                         "\n"
                         "  --json                print one JSON object per line\n" CLIENT_HELP
                         "  -h, --help            print this help\n"
                         "\n" DURATION_HELP;

const char help_status[] =
    "usage: sortid node status REALM [--json | --metrics] [CLIENT OPTION...]\n"
    "\n"
    "Show the pools of a realm and each node id that was ever used: whether it is\n"
    "reserved and by whom, free, or blocked, and until when. 'run' cannot reserve a\n"
    "blocked id.\n"
    "\n"
    "  --json                print one JSON object per line: the realm, then its\n"
    "                        used ids\n"
    "  --metrics             print numbers for Prometheus\n" CLIENT_HELP
    "  -h, --help            print this help\n"
    "\n" DURATION_HELP;

const char help_health[] =
    "usage: sortid node health REALM [--min-free N] [--json] [CLIENT OPTION...]\n"
    "\n"
    "Check that the store answers, that it was not restored, that all records can\n"
    "be read, that holders raise their bounds, and that each pool has free ids.\n"
    "Exit status 0: all is well; 1: a line for each problem; 3: the store does not\n"
    "answer.\n"
    "\n"
    "  --min-free N          how many ids of each pool must be free; default: 1\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            print this help\n"
    "\n" DURATION_HELP;

const char help_release[] =
    "usage: sortid node release REALM ID/SIZE [OPTION...]\n"
    "\n"
    "End another holder's reservation of a node id, as if its lease had run out:\n"
    "that holder makes IDs up to its bound, and no more.\n"
    "\n"
    "  --force               also replace a record that cannot be read; the id is\n"
    "                        then blocked for as long as the lost bound may be\n"
    "                        ahead: 1 min + max ahead + longest quarantine\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            print this help\n"
    "\n" DURATION_HELP;

const char help_pool[] =
    "usage: sortid node pool grow REALM NAME=FIRST-LAST/SIZE [OPTION...]\n"
    "       sortid node pool shrink REALM NAME=FIRST-LAST/SIZE [OPTION...]\n"
    "       sortid node pool remove REALM NAME [OPTION...]\n"
    "       sortid node pool reopen REALM NAME [OPTION...]\n"
    "\n"
    "Change the ids of a pool. 'grow' adds ids of the same size at its ends,\n"
    "'shrink' keeps only the given ids, 'remove' removes all. From the first attempt\n"
    "on nobody can reserve the ids to remove. They are removed when none of them is\n"
    "reserved, and their bounds and quarantines have passed. Until then the command\n"
    "fails (exit status 1) and says how long that takes; run it again. 'reopen'\n"
    "cancels the removal.\n"
    "\n"
    "  --wait DURATION       try until the ids are removed, for DURATION at most;\n"
    "                        default: 0\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            print this help\n"
    "\n" DURATION_HELP;

const char help_run[] =
    "usage: sortid node run REALM --pool NAME [OPTION...] -- COMMAND [ARGUMENT...]\n"
    "\n"
    "Reserve a node id and run COMMAND with it in SCRU64_NODE_SPEC. Signals are\n"
    "passed on, and the exit status is that of COMMAND. If the reservation cannot\n"
    "be renewed, COMMAND gets SIGTERM at half of the lease, and SIGKILL at three\n"
    "quarters of it (exit status 3).\n"
    "\n"
    "  --pool NAME[,NAME...] reserve an id of this pool, or of the first pool with\n"
    "                        a free id\n"
    "  --label TEXT          name of the holder; default: host name and process id\n"
    "  --horizon DURATION    how far ahead of the clock the bound is set; default:\n"
    "                        60 s, or more if the lease needs it\n"
    "  --lease DURATION      how long the reservation lasts without renewal, in\n"
    "                        whole seconds; default: 15 s\n"
    "  --max-skew DURATION   how far this clock and the store's may differ;\n"
    "                        default: 5 s\n"
    "  --wait DURATION       how long to wait for an id to become free, and for the\n"
    "                        store to answer; default: 0\n"
    "  --quarantine DURATION how long the id stays blocked after its bound if this\n"
    "                        run does not end cleanly; default: the longest that\n"
    "                        the realm permits\n"
    "  --metrics-file FILE   write numbers for Prometheus: failed renewals, lost\n"
    "                        reservations\n" CLIENT_HELP "  -h, --help            print this help\n"
    "\n" DURATION_HELP;

const char help_serve[] =
    "usage: sortid node serve REALM --pool NAME --socket PATH [OPTION...]\n"
    "\n"
    "Reserve node ids, and give blocks of SCRU64 IDs to programs over a Unix\n"
    "socket, until SIGTERM or SIGINT, which releases the node ids. 'sortid gen\n"
    "scru64 --socket PATH' is a client.\n"
    "\n"
    "  --pool NAME[,NAME...] reserve ids of this pool, or of the first pool with a\n"
    "                        free id\n"
    "  --socket PATH         the socket; replaced if no program serves it\n"
    "  --mode OCTAL          permissions of the socket; default: 600, this user only\n"
    "  --reservations NUMBER\n"
    "                        how many node ids to reserve, 1 to 64; default: 1\n"
    "  --label TEXT          name of the holder; default: host name and process id\n"
    "  --horizon DURATION    how far ahead of the clock the bound is set; default:\n"
    "                        60 s\n"
    "  --lease DURATION      how long a reservation lasts without renewal, in whole\n"
    "                        seconds; default: 15 s\n"
    "  --max-skew DURATION   how far this clock and the store's may differ;\n"
    "                        default: 5 s\n"
    "  --wait DURATION       how long to wait for the first id to become free;\n"
    "                        default: 0\n"
    "  --metrics-file FILE   write numbers for Prometheus: failed renewals, lost\n"
    "                        reservations\n" CLIENT_HELP "  -h, --help            print this help\n"
    "\n" DURATION_HELP;
