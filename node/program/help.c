/* SPDX-License-Identifier: MIT */
/* help.c: the texts of -h. Printed by main.c and options.c; tests/manual.sh holds the manual page
 * and the completions against them. */
#include "help.h"

/* The options that every subcommand has. */
#define CLIENT_HELP                                                                                \
    "  --etcd URL[,URL...]   the endpoints of etcd; else they are taken from SORTID_ETCD\n"        \
    "  --user NAME           log in; the password is in SORTID_ETCD_PASSWORD, or\n"                \
    "  --password-file FILE  the first line of this file\n"                                        \
    "  --cacert FILE         authorities that etcd's certificate may be of; --cert FILE and\n"     \
    "  --key FILE            certificate and key of this client; all PEM\n"                        \
    "  --timeout TIME        of one request over all endpoints; 5 s\n"

#define TIME_HELP                                                                                  \
    "A TIME span is a number of seconds, or a number with ms, s, min or h behind it.\n"

const char help_node[] =
    "usage: sortid node COMMAND [ARGUMENT...]\n"
    "\n"
    "Hold node ids of scru64 for programs of many machines, in etcd.\n"
    "\n"
    "  init REALM --pool NAME=FIRST-LAST/SIZE...\n"
    "                           make a realm, or add pools to it\n"
    "  list                     the realms and their pools\n"
    "  status REALM             its node ids: held, free, resting\n"
    "  release REALM ID/SIZE    end the hold of somebody else\n"
    "  run REALM --pool NAME -- COMMAND [ARGUMENT...]\n"
    "                           run a program with a node id in SCRU64_NODE_SPEC\n"
    "\n"
    "  -h, --help               this text; 'sortid node COMMAND --help' for one command\n"
    "  --version                print the version\n"
    "\n"
    "Exit status: 0; 1 what is named is not there, or differs; 2 wrong usage; 3 etcd, clock or\n"
    "system failed, no id is free, or a hold was lost.\n";

const char help_init[] =
    "usage: sortid node init REALM [--pool NAME=FIRST-LAST/SIZE]... [--raise-bounds TIME]\n"
    "                        [--json] [CLIENT OPTION...]\n"
    "\n"
    "Make a realm with these pools, or add those that it has not. Pools that differ from those\n"
    "there, or share ids with another, are refused, and nothing is changed.\n"
    "\n"
    "  --pool NAME=FIRST-LAST/SIZE\n"
    "                        ids FIRST to LAST of SIZE bits, as in hot=0x0-0x7/4; or ID/SIZE\n"
    "  --raise-bounds TIME   after a restore of etcd: nobody begins before this time, such as\n"
    "                        2026-11-20T12:00:00.123Z or @1795132800.5. It is at least now and\n"
    "                        the longest horizon, allowance, max skew and quarantine together\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            this text\n"
    "\n"
    "--timeout: a number of seconds, or a number with ms, s, min or h behind it.\n";

const char help_list[] = "usage: sortid node list [--json] [CLIENT OPTION...]\n"
                         "\n"
                         "List the realms and their pools.\n"
                         "\n"
                         "  --json                one JSON object a line\n" CLIENT_HELP
                         "  -h, --help            this text\n"
                         "\n" TIME_HELP;

const char help_status[] =
    "usage: sortid node status REALM [--json] [CLIENT OPTION...]\n"
    "\n"
    "Show the pools of a realm and each node id that was ever used: whether it is held and by\n"
    "whom, free, or resting until the IDs of its last holder are past.\n"
    "\n"
    "  --json                one JSON object a line: the realm, then its used ids\n" CLIENT_HELP
    "  -h, --help            this text\n"
    "\n" TIME_HELP;

const char help_release[] =
    "usage: sortid node release REALM ID/SIZE [--json] [CLIENT OPTION...]\n"
    "\n"
    "End somebody else's hold of a node id, as if its lease had run out: the holder makes IDs\n"
    "up to the bound that it has, and no more.\n"
    "\n"
    "  --json                print one JSON object\n" CLIENT_HELP
    "  -h, --help            this text\n"
    "\n" TIME_HELP;

const char help_run[] =
    "usage: sortid node run REALM --pool NAME [OPTION...] -- COMMAND [ARGUMENT...]\n"
    "\n"
    "Hold a node id while COMMAND runs with it in SCRU64_NODE_SPEC. Signals are passed on, and\n"
    "the status is that of COMMAND. Where the hold cannot be renewed COMMAND is asked to end by\n"
    "SIGTERM at half of the lease's time, and killed at three quarters of it (status 3).\n"
    "\n"
    "  --pool NAME           of the realm's ids, take one of this pool\n"
    "  --label TEXT          name of the holder; host name and process id\n"
    "  --horizon TIME        how far ahead of the clock no other may begin; 60 s, or what the\n"
    "                        lease needs\n"
    "  --lease TIME          of the hold without renewal, in whole seconds; 15 s\n"
    "  --max-skew TIME       how far this clock and etcd's may differ; 5 s\n"
    "  --wait TIME           wait so long for an id to become free; 0\n"
    "  --quarantine TIME     nobody takes the id for so long if this ends uncleanly; 1 "
    "h\n" CLIENT_HELP "  -h, --help            this text\n"
    "\n" TIME_HELP;
