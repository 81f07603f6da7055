/* SPDX-License-Identifier: MIT */
/* help.c: the texts of -h. Printed by main.c and options.c; tests/manual.sh compares the manual page
 * and the completions with them. */
#include "help.h"

/* The options of every subcommand. */
#define CLIENT_HELP                                                                                \
    "  --store URL[,URL...]  of etcd (http or https) or PostgreSQL (postgresql); default:\n"       \
    "                        SORTID_STORE\n"                                                       \
    "  --user NAME           log in; the password is in SORTID_STORE_PASSWORD, or in\n"            \
    "  --password-file FILE  the first line of this file\n"                                        \
    "  --cacert FILE         trusted authorities of its certificate; default: the system's\n"      \
    "  --cert FILE and --key FILE\n"                                                               \
    "                        certificate and key of this client; all three are PEM\n"              \
    "  --timeout DURATION    of one request over all servers; default: 5 s\n"

#define DURATION_HELP                                                                              \
    "A DURATION is a whole number of seconds, or a whole number with ms, s, min or h after it.\n"

const char help_node[] =
    "usage: sortid node COMMAND [ARGUMENT...]\n"
    "\n"
    "Reserve SCRU64 node ids for programs on many machines, in etcd or\n"
    "PostgreSQL.\n"
    "\n"
    "  init REALM --pool NAME=FIRST-LAST/SIZE...\n"
    "                           create a realm, or add pools to it\n"
    "  list                     show the realms and their pools\n"
    "  status REALM             show its node ids: reserved, free, blocked\n"
    "  release REALM ID/SIZE    end the reservation of another holder\n"
    "  run REALM --pool NAME -- COMMAND [ARGUMENT...]\n"
    "                           run a program with a node id in SCRU64_NODE_SPEC\n"
    "\n"
    "  -h, --help               this text; 'sortid node COMMAND --help' for one command\n"
    "  --version                print the version\n"
    "\n"
    "Exit status: 0; 1 what is named does not exist, or differs; 2 wrong usage; 3 the store, the\n"
    "clock or the system failed, no id is free, or a reservation was lost.\n";

const char help_init[] =
    "usage: sortid node init REALM [--pool NAME=FIRST-LAST/SIZE]... [--raise-bounds TIME]\n"
    "                        [--json] [CLIENT OPTION...]\n"
    "\n"
    "Create a realm with these pools, or add the pools that it lacks. If a pool exists with\n"
    "other ids, or shares ids with another one, the command fails and changes nothing.\n"
    "\n"
    "  --pool NAME=FIRST-LAST/SIZE\n"
    "                        ids FIRST to LAST of SIZE bits, as in hot=0x0-0x7/4; or ID/SIZE\n"
    "  --raise-bounds TIME   after a restore of the store: reservations start no earlier\n"
    "                        than TIME, such as 2026-11-20T12:00:00.123Z or @1795132800.5. It\n"
    "                        must be at least now + the longest horizon, allowance, max skew\n"
    "                        and quarantine\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            this text\n"
    "\n" DURATION_HELP;

const char help_list[] = "usage: sortid node list [--json] [CLIENT OPTION...]\n"
                         "\n"
                         "Show the realms and their pools.\n"
                         "\n"
                         "  --json                print one JSON object per line\n" CLIENT_HELP
                         "  -h, --help            this text\n"
                         "\n" DURATION_HELP;

const char help_status[] =
    "usage: sortid node status REALM [--json] [CLIENT OPTION...]\n"
    "\n"
    "Show the pools of a realm and each node id that was ever used: whether it is reserved and\n"
    "by whom, free, or blocked, and until when 'run' cannot reserve it.\n"
    "\n"
    "  --json                print one JSON object per line: the realm, then its used "
    "ids\n" CLIENT_HELP "  -h, --help            this text\n"
    "\n" DURATION_HELP;

const char help_release[] =
    "usage: sortid node release REALM ID/SIZE [--json] [CLIENT OPTION...]\n"
    "\n"
    "End the reservation that another holder has of a node id, as if its lease had run out:\n"
    "that holder makes IDs up to its bound, and no more.\n"
    "\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            this text\n"
    "\n" DURATION_HELP;

const char help_run[] =
    "usage: sortid node run REALM --pool NAME [OPTION...] -- COMMAND [ARGUMENT...]\n"
    "\n"
    "Reserve a node id and run COMMAND with it in SCRU64_NODE_SPEC. Signals are passed on, and\n"
    "the exit status is that of COMMAND. If the reservation cannot be renewed, COMMAND gets\n"
    "SIGTERM at half of the lease, and SIGKILL at three quarters of it (exit status 3).\n"
    "\n"
    "  --pool NAME           reserve an id of this pool\n"
    "  --label TEXT          name of the holder; default: host name and process id\n"
    "  --horizon DURATION    how far ahead of the clock the bound is set; default: 60 s, or\n"
    "                        what the lease needs\n"
    "  --lease DURATION      how long the reservation lasts without renewal, in whole seconds;\n"
    "                        default: 15 s\n"
    "  --max-skew DURATION   how far this clock and the store's may differ; default: 5 s\n"
    "  --wait DURATION       how long to wait for an id to become free; default: 0\n"
    "  --quarantine DURATION how long the id stays blocked after its bound if this does not end\n"
    "                        cleanly; default: 1 h\n" CLIENT_HELP
    "  -h, --help            this text\n"
    "\n" DURATION_HELP;
