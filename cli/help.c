/* SPDX-License-Identifier: MIT */
/* help.c: the texts of -h. Printed by main.c and options.c. The names of formats
 * are not listed here but by `sortid formats`, and by the message that refuses
 * an unknown one, so that a new format needs no change here. */
#include "help.h"

const char help_sortid[] =
    "usage: sortid COMMAND [ARGUMENT...]\n"
    "\n"
    "Make, read and check sortable unique identifiers.\n"
    "\n"
    "  gen [FORMAT]             make IDs (scru128 unless named)\n"
    "  inspect [ID...]          show what IDs tell\n"
    "  convert -f FORMAT [ID...]\n"
    "                           write IDs in another way\n"
    "  check FORMAT [FILE...]   check a stream of IDs and its order\n"
    "  range FORMAT SINCE [UNTIL]\n"
    "                           the smallest and the largest ID of a time span\n"
    "  formats                  list the formats\n"
    "  node COMMAND             reserve node ids of scru64 in etcd, by the program sortid-node\n"
    "\n"
    "  -h, --help               this text; 'sortid COMMAND --help' for one command\n"
    "  --version                print the version\n"
    "\n"
    "FORMAT is a name that 'sortid formats' lists. Exit status: 0; 1 some input was bad;\n"
    "2 wrong usage; 3 the system failed.\n";

const char help_gen[] =
    "usage: sortid gen [FORMAT] [-n N] [-e ENC] [-0] [--at TIME] [--node SPEC]\n"
    "                  [--state FILE|none] [--random]\n"
    "\n"
    "Make IDs in increasing order, one a line. FORMAT is scru128 unless named.\n"
    "\n"
    "  -n N               make N IDs: 1 (the default) to 9223372036854775807\n"
    "  -e ENC             write text (the default), hex, int, uuid, base32hex, or bin:\n"
    "                     raw bytes without separator\n"
    "  -0                 end each ID by NUL in place of newline\n"
    "  --at TIME          a clock that stands at TIME: now, 2026-11-20,\n"
    "                     2026-11-20T12:00:00.123Z, @1795132800.5\n"
    "  --node SPEC        scru64: the node, NODE/SIZE (42/8) or ID/SIZE; else it is\n"
    "                     taken from SCRU64_NODE_SPEC\n"
    "  --state FILE|none  go on after the last ID of all runs that use this file, which is\n"
    "                     made if it is not there; none: no file, as without it, but for\n"
    "                     scru64, where another run may then repeat IDs of this one\n"
    "  --random           scru128, ulid: random IDs, in no order within a millisecond\n"
    "  -h, --help         this text\n";

const char help_inspect[] =
    "usage: sortid inspect [-f FORMAT] [--lenient] [--json] [--color auto|always|never]\n"
    "                      [--node-size N] [ID...]\n"
    "       sortid inspect --state FILE [--json]\n"
    "\n"
    "Show time, fields and other spellings of IDs: arguments, or lines of standard input.\n"
    "\n"
    "  -f FORMAT      read IDs of this format; else the length decides, and every reading\n"
    "                 that is possible is shown\n"
    "  --lenient      ulid: read i and l as 1, o as 0, pass over hyphens between digits\n"
    "  --json         one JSON object a line in place of cards\n"
    "  --color WHEN   auto (the default: on a terminal, unless NO_COLOR is set), always,\n"
    "                 never\n"
    "  --node-size N  scru64: the node id has N bits, 1 to 23; shows node id and counter\n"
    "  --state FILE   show what stands in a state file of gen\n"
    "  -h, --help     this text\n";

const char help_convert[] =
    "usage: sortid convert -f FORMAT [-i ENC] [-e ENC] [--lenient] [ID...]\n"
    "\n"
    "Write IDs in another way: arguments, or lines of standard input.\n"
    "\n"
    "  -f FORMAT   the format of the IDs\n"
    "  -i ENC      read text (the default), hex, int, uuid, base32hex, or bin: records of\n"
    "              raw bytes on standard input\n"
    "  -e ENC      write one of these; text is the default\n"
    "  --lenient   ulid text: read i and l as 1, o as 0, pass over hyphens between digits\n"
    "  -h, --help  this text\n";

const char help_check[] =
    "usage: sortid check FORMAT [-i ENC] [--order strict|time|none] [--max-errors N|all]\n"
    "                    [--lenient] [--json] [FILE...]\n"
    "\n"
    "Read a stream of IDs, report lines that are invalid, unordered or duplicates of the ID\n"
    "before them, and print figures about the stream and its generator. The exit status is 1\n"
    "if there is such a line, or no valid ID. Several files are one stream; no FILE, or -,\n"
    "is standard input.\n"
    "\n"
    "  -i ENC         read text (the default), hex, int, uuid, base32hex, or bin: records\n"
    "                 of raw bytes\n"
    "  --order ORDER  strict (the default): each ID after the one before it, and with a higher\n"
    "                 counter where the format tells generators apart; time: any order within\n"
    "                 one timestamp; none: any order\n"
    "  --max-errors N report the first N bad lines (20 unless given), then how many more there\n"
    "                 are; 0: only how many there are; all: each bad line\n"
    "  --lenient      ulid text: read i and l as 1, o as 0, pass over hyphens between digits\n"
    "  --json         print the figures as one JSON object\n"
    "  -h, --help     this text\n";

const char help_range[] =
    "usage: sortid range FORMAT SINCE [UNTIL]\n"
    "\n"
    "Print the smallest and the largest ID whose time is SINCE or later and before UNTIL.\n"
    "The time of an ID is the start of its timestamp: its millisecond, or its 256 ms for\n"
    "scru64. Adjacent spans share no ID and lose none. Without UNTIL: the IDs of the one\n"
    "timestamp that contains SINCE.\n"
    "\n"
    "A time is now, 2026-11-20, 2026-11-20T12:00:00.123Z (with another offset, or without\n"
    "one: UTC), or @ and Unix seconds.\n"
    "\n"
    "  -h, --help  this text\n";

const char help_formats[] = "usage: sortid formats [--json]\n"
                            "\n"
                            "List the formats: names, sizes, times, fields, encodings.\n"
                            "\n"
                            "  --json      one JSON object a line\n"
                            "  -h, --help  this text\n";
