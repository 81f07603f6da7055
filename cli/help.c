/* SPDX-License-Identifier: MIT */
/* help.c: the texts of --help. Printed by main.c and options.c; includes nothing but help.h. The names
 * of formats are not listed here but by `sortid formats`, and by the message that refuses an unknown
 * one, so that a new format needs no change here. */
#include "help.h"

const char help_sortid[] =
    "usage: sortid COMMAND [ARGUMENT...]\n"
    "\n"
    "Make, read and check sortable unique identifiers.\n"
    "\n"
    "  gen [FORMAT]             make IDs (scru128 by default)\n"
    "  inspect [ID...]          show the time, fields and encodings of IDs\n"
    "  convert -f FORMAT [ID...]\n"
    "                           convert IDs to another encoding\n"
    "  check FORMAT [FILE...]   check the IDs of a stream and their order\n"
    "  range FORMAT SINCE [UNTIL]\n"
    "                           print the smallest and the largest ID of a time range\n"
    "  formats                  list the formats\n"
    "  node COMMAND             reserve scru64 node ids in etcd (runs sortid-node)\n"
    "\n"
    "  -h, --help               print this help; 'sortid COMMAND --help' for one command\n"
    "  --version                print the version\n"
    "\n"
    "FORMAT is a name that 'sortid formats' lists. Exit status: 0 success; 1 some input was\n"
    "bad; 2 wrong usage; 3 the system failed.\n";

const char help_gen[] =
    "usage: sortid gen [FORMAT] [-n N] [-e ENC] [-0] [--at TIME] [--node SPEC]\n"
    "                  [--state FILE|none] [--random]\n"
    "\n"
    "Make IDs in increasing order, one per line. FORMAT is scru128 by default.\n"
    "\n"
    "  -n N               make N IDs, 1 (the default) to 9223372036854775807\n"
    "  -e ENC             write text (the default), hex, int, uuid, base32hex, or bin:\n"
    "                     raw bytes without separator\n"
    "  -0                 end each ID with NUL instead of newline\n"
    "  --at TIME          use a clock that is stopped at TIME: now, 2026-11-20,\n"
    "                     2026-11-20T12:00:00.123Z or @1795132800.5 (Unix seconds)\n"
    "  --node SPEC        scru64: the node, NODE/SIZE (42/8) or ID/SIZE; the default is\n"
    "                     the environment variable SCRU64_NODE_SPEC\n"
    "  --state FILE|none  continue after the last ID of all runs that use FILE, which is\n"
    "                     created if needed. none: use no file, the default except for\n"
    "                     scru64, where another run may then repeat IDs of this one\n"
    "  --random           scru128, ulid, uuidv7, ksuid: random IDs, in no order\n"
    "  -h, --help         print this help\n";

const char help_inspect[] =
    "usage: sortid inspect [-f FORMAT] [--lenient] [--json] [--color auto|always|never]\n"
    "                      [--node-size N] [ID...]\n"
    "       sortid inspect --state FILE [--json]\n"
    "\n"
    "Show the time, fields and encodings of IDs: of the arguments, or of the lines of\n"
    "standard input.\n"
    "\n"
    "  -f FORMAT      read IDs of this format; by default the length decides, and an ID that\n"
    "                 several formats can read is shown in each of them\n"
    "  --lenient      ulid: read i and l as 1 and o as 0, ignore hyphens between digits\n"
    "  --json         print one JSON object per line\n"
    "  --color WHEN   auto (the default: on a terminal, unless NO_COLOR is set), always,\n"
    "                 never\n"
    "  --node-size N  scru64: the node id has N bits, 1 to 23; show node id and counter\n"
    "  --state FILE   show the content of a state file of gen\n"
    "  -h, --help     print this help\n";

const char help_convert[] =
    "usage: sortid convert -f FORMAT [-i ENC] [-e ENC] [--lenient] [ID...]\n"
    "\n"
    "Convert IDs to another encoding: the arguments, or the lines of standard input.\n"
    "\n"
    "  -f FORMAT   the format of the IDs (required)\n"
    "  -i ENC      read text (the default), hex, int, uuid, base32hex, or bin: raw bytes\n"
    "              of standard input, without separator\n"
    "  -e ENC      write this encoding, text by default\n"
    "  --lenient   ulid text: read i and l as 1 and o as 0, ignore hyphens between digits\n"
    "  -h, --help  print this help\n";

const char help_check[] =
    "usage: sortid check FORMAT [-i ENC] [--order strict|time|none] [--max-errors N|all]\n"
    "                    [--lenient] [--json] [FILE...]\n"
    "\n"
    "Read a stream of IDs, report lines that are invalid, unordered or duplicates of the ID\n"
    "before them, and print figures about the stream and its generator. The exit status is 1\n"
    "if there is such a line, or no valid ID. Several files are one stream; no FILE, or -,\n"
    "is standard input.\n"
    "\n"
    "  -i ENC         read text (the default), hex, int, uuid, base32hex, or bin: raw bytes\n"
    "                 without separator\n"
    "  --order ORDER  strict (the default): each ID is after the one before it, and its\n"
    "                 counter higher where the format tells generators apart; time: any\n"
    "                 order within one timestamp; none: any order\n"
    "  --max-errors N report the first N bad lines (20 by default), then the number of the\n"
    "                 others; 0: only the number; all: each bad line\n"
    "  --lenient      ulid text: read i and l as 1 and o as 0, ignore hyphens between digits\n"
    "  --json         print the figures as one JSON object\n"
    "  -h, --help     print this help\n";

const char help_range[] =
    "usage: sortid range FORMAT SINCE [UNTIL]\n"
    "\n"
    "Print the smallest and the largest ID whose time is SINCE or later and before UNTIL.\n"
    "The time of an ID is the start of its timestamp: its millisecond, or its 256 ms for\n"
    "scru64. Adjacent ranges share no ID and miss none. Without UNTIL: the IDs of the one\n"
    "timestamp that contains SINCE.\n"
    "\n"
    "A time is now, 2026-11-20, 2026-11-20T12:00:00.123Z (UTC if no offset is given), or @\n"
    "and Unix seconds.\n"
    "\n"
    "  -h, --help  print this help\n";

const char help_formats[] = "usage: sortid formats [--json]\n"
                            "\n"
                            "List the formats: names, sizes, times, fields, encodings.\n"
                            "\n"
                            "  --json      print one JSON object per line\n"
                            "  -h, --help  print this help\n";
