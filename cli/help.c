/* SPDX-License-Identifier: MIT */
/* help.c: the texts of --help. Printed by main.c and options.c; includes nothing but help.h. The names
 * of formats are not listed here but by `sortid formats`, and by the message that refuses an unknown
 * one, so that a new format needs no change here. Lines have at most 80 columns. */
#include "help.h"

const char help_sortid[] =
    "usage: sortid COMMAND [ARGUMENT...]\n"
    "\n"
    "Make, read and check sortable unique identifiers.\n"
    "\n"
    "  gen [FORMAT]             make IDs (scru128 by default)\n"
    "  inspect [ID...]          show what a text may be, its time and fields\n"
    "  ID                       the same as inspect ID\n"
    "  convert -f FORMAT [ID...]\n"
    "                           convert IDs to another encoding\n"
    "  check FORMAT [FILE...]   check the IDs of a stream and their order\n"
    "  range FORMAT SINCE [UNTIL]\n"
    "                           print the smallest and the largest ID of a time range\n"
    "  find [FORMAT] [FILE...]  print the lines of other text that have IDs\n"
    "  filter [FORMAT] [FILE...]\n"
    "                           keep the lines whose ID lies in a span of time\n"
    "  sort [FORMAT] [FILE...]  sort lines by the time of their ID\n"
    "  compare ID ID            tell which ID is earlier, and by how much\n"
    "  formats                  list the formats\n"
    "  node COMMAND             reserve scru64 node ids (runs sortid-node)\n"
    "  help [COMMAND]           print this help, or that of one command\n"
    "\n"
    "  -h, --help               print this help; 'sortid COMMAND --help' for one\n"
    "                           command\n"
    "  -V, --version [-v]       print the version; -v: also the instruction sets of\n"
    "                           this machine; SORTID_SIMD=NAME chooses one\n"
    "\n"
    "FORMAT is a name that 'sortid formats' lists, in any case. Exit status: 0\n"
    "success; 1 some input was bad; 2 wrong usage; 3 the system failed.\n";

const char help_gen[] =
    "usage: sortid gen [FORMAT] [-n N] [-e ENC] [--prefix P] [-0]\n"
    "                  [--at TIME [--utc|--local]]\n"
    "                  [--node SPEC] [--state FILE|none] [--random] [--fraction]\n"
    "\n"
    "Make IDs in increasing order, one per line. FORMAT is scru128 by default.\n"
    "\n"
    "  -n N, -c N, --count N\n"
    "                     make N IDs, 1 (the default) to 9223372036854775807\n"
    "  -e ENC             write text (the default), hex, int, uuid, base32hex, or\n"
    "                     bin: raw bytes without separator; uuidv7 also: typeid,\n"
    "                     with the prefix of --prefix\n"
    "  --prefix P         with -e typeid: write P_ before each ID\n"
    "  -0                 end each ID with NUL instead of newline\n"
    "  --at TIME          use a clock that is stopped at TIME: now, -1h, yesterday,\n"
    "                     2026-11-20, 2026-11-20T12:00:00.123Z or @1795132800.5 (Unix\n"
    "                     seconds)\n"
    "  --utc, --local     a TIME without an offset is in UTC (the default), in local\n"
    "                     time\n"
    "  --node SPEC        scru64: the node, NODE/SIZE (42/8) or ID/SIZE; the default\n"
    "                     is the environment variable SCRU64_NODE_SPEC\n"
    "  --state FILE|none  continue after the last ID of all runs that use FILE,\n"
    "                     which is created if needed. none: use no file, the default\n"
    "                     except for scru64, where another run may then repeat IDs\n"
    "                     of this one\n"
    "  --random           scru128, ulid, uuidv7, ksuid: random IDs, in no order\n"
    "  --fraction         scru160, uuidv7: IDs have the fraction of the ms:\n"
    "                     microseconds in scru160, 1/4096 ms in uuidv7\n"
    "  -h, --help         print this help\n";

const char help_inspect[] =
    "usage: sortid inspect [-f KIND] [--lenient] [--json] [--color auto|always|never]\n"
    "                      [--node-size N] [--epoch TIME [--utc|--local]] [ID...]\n"
    "       sortid inspect --state FILE [--json]\n"
    "\n"
    "Show the time, fields and encodings of IDs: of the arguments, or of the lines of\n"
    "standard input.\n"
    "\n"
    "  -f KIND        read IDs of this format, or of this other kind: uuid-v1,\n"
    "                 typeid, xid, objectid, snowflake-discord, ...; by default a\n"
    "                 text is shown as every kind that can read it, the likeliest\n"
    "                 first\n"
    "  --lenient      ulid: read i and l as 1 and o as 0, ignore hyphens between\n"
    "                 digits\n"
    "  --json         print one JSON object per line\n"
    "  --color WHEN   auto (the default: on a terminal, unless NO_COLOR is set),\n"
    "                 always, never\n"
    "  --node-size N  scru64: the node id has N bits, 1 to 23; show node id and\n"
    "                 counter\n"
    "  --epoch TIME   snowflakes count from TIME, not from the epoch of their service\n"
    "  --utc, --local a TIME without an offset is in UTC (the default), in local\n"
    "                 time; --local also shows the local time of each ID\n"
    "  --state FILE   show the content of a state file of gen\n"
    "  -h, --help     print this help\n";

const char help_convert[] =
    "usage: sortid convert -f FORMAT [-i ENC] [-e ENC] [--prefix P] [--lenient]\n"
    "                      [ID...]\n"
    "\n"
    "Convert IDs to another encoding: the arguments, or the lines of standard input.\n"
    "\n"
    "  -f FORMAT   the format of the IDs (required)\n"
    "  -i ENC      read text (the default), hex, int, uuid, base32hex, or bin: raw\n"
    "              bytes of standard input, without separator\n"
    "  -e ENC      write this encoding, text by default\n"
    "  --prefix P  with -e typeid: write P_ before each ID\n"
    "              uuidv7 is also read and written as typeid\n"
    "  --lenient   ulid text: read i and l as 1 and o as 0, ignore hyphens between\n"
    "              digits\n"
    "  -h, --help  print this help\n";

const char help_check[] =
    "usage: sortid check FORMAT [-i ENC] [--order strict|time|none]\n"
    "                    [--max-errors N|all] [--lenient] [--json] [FILE...]\n"
    "\n"
    "Read a stream of IDs, report lines that are invalid, unordered or duplicates of\n"
    "the ID before them, and print figures about the stream and its generator. The\n"
    "exit status is 1 if there is such a line, or no valid ID. Several files are one\n"
    "stream; no FILE, or -, is standard input.\n"
    "\n"
    "  -i ENC         read text (the default), hex, int, uuid, base32hex, or bin: raw\n"
    "                 bytes without separator\n"
    "  --order ORDER  strict (the default): each ID is after the one before it, and\n"
    "                 its counter higher where the format tells generators apart;\n"
    "                 time: any order within one timestamp; none: any order\n"
    "  --max-errors N report the first N bad lines (20 by default), then the number\n"
    "                 of the others; 0: only the number; all: each bad line\n"
    "  --lenient      ulid text: read i and l as 1 and o as 0, ignore hyphens between\n"
    "                 digits\n"
    "  --json         print the figures as one JSON object\n"
    "  -h, --help     print this help\n";

const char help_range[] =
    "usage: sortid range FORMAT SINCE [UNTIL] [-e ENC] [--json] [--utc|--local]\n"
    "       sortid range FORMAT --in PERIOD [-e ENC] [--json] [--utc|--local]\n"
    "       sortid range ... --sql COLUMN [--dialect postgresql|sqlite] [-e ENC]\n"
    "\n"
    "Print the smallest and the largest ID whose time is SINCE or later and before\n"
    "UNTIL. The time of an ID is the start of its timestamp: its millisecond, its\n"
    "second for ksuid, its 256 ms for scru64. Adjacent ranges share no ID and miss\n"
    "none. Without UNTIL: the IDs of the one timestamp that contains SINCE.\n"
    "\n"
    "  --in PERIOD    the IDs of a year, month or day: 2026, 2026-11, 2026-11-20,\n"
    "                 today, yesterday\n"
    "  -e ENC         write text (the default), hex, int, uuid, base32hex or bin\n"
    "  --json         print one JSON object\n"
    "  --sql COLUMN   print a condition for a query: \"COLUMN\" BETWEEN ... AND ...;\n"
    "                 COLUMN may be TABLE.COLUMN\n"
    "  --dialect D    postgresql (the default), where -e hex suits bytea columns, or\n"
    "                 sqlite, where BLOBs (-e hex) are the default, for scru64\n"
    "                 integers (-e int)\n"
    "  --utc          times without an offset are in UTC (the default)\n"
    "  --local        times without an offset are in the local time zone\n"
    "  -h, --help     print this help\n"
    "\n"
    "A time is now, -1h, 2 days ago, yesterday, 2026-11, 2026-11-20,\n"
    "2026-11-20T12:00:00.123Z, 'Fri, 20 Nov 2026 12:00:00 +0100', or @ and Unix\n"
    "seconds; man sortid has all forms.\n";

const char help_formats[] = "usage: sortid formats [--json]\n"
                            "\n"
                            "List the formats: names, sizes, times, fields, encodings.\n"
                            "\n"
                            "  --json      print one JSON object per line\n"
                            "  -h, --help  print this help\n";

#define SEARCH_HELP                                                                                \
    "  -i ENC         with FORMAT: look for text (the default), hex, uuid, base32hex\n"            \
    "                 or typeid\n"                                                                 \
    "  --field N      only IDs in field N of a line; blanks separate fields\n"                     \
    "  --csv          commas separate fields, which may be quoted\n"                               \
    "  --prefix P     only IDs after P_: user_01H..., if P is user\n"
#define LINES_HELP                                                                                 \
    "  --header       each file has a header line; print that of the first one\n"                  \
    "  --multiline    a line without an ID belongs to the line before it\n"

const char help_find[] =
    "usage: sortid find [FORMAT] [-i ENC] [--field N [--csv]] [--prefix P] [-w]\n"
    "                   [-o|--ids|-q] [--color auto|always|never] [FILE...]\n"
    "\n"
    "Print the lines that have an ID, and mark the IDs on a terminal. No FILE, or -,\n"
    "is standard input; lines of several files begin with the name of theirs. With\n"
    "FORMAT an ID may be a part of a word. Without it IDs of all formats except\n"
    "scru64 are found, if they are whole words and have a time from 2000 to a year\n"
    "ahead. The exit status is 0 also if there is no ID.\n"
    "\n" SEARCH_HELP "  -w, --word     only whole words, also with FORMAT\n"
    "  -o, --only     print the IDs, each as FILE:LINE:COLUMN:ID\n"
    "  --ids          print the IDs alone\n"
    "  -q             print nothing; the exit status is 1 if there is no ID\n"
    "  --color WHEN   auto (the default: on a terminal, unless NO_COLOR is set),\n"
    "                 always, never\n"
    "  -h, --help     print this help\n";

const char help_filter[] =
    "usage: sortid filter [FORMAT] {--since TIME | --until TIME | --in PERIOD}\n"
    "                     [-i ENC] [--field N [--csv]] [--prefix P] [--header]\n"
    "                     [--multiline] [-q] [--utc|--local] [FILE...]\n"
    "\n"
    "Print the lines that have an ID with a time in a span. IDs are found as by\n"
    "sortid find -w. No FILE, or -, is standard input. The exit status is 0 also if\n"
    "there is no such line.\n"
    "\n"
    "  --since TIME   the first time: -1h, yesterday, 2026-11-20,\n"
    "                 2026-11-20T12:00:00Z, ...\n"
    "  --until TIME   the end, which is excluded\n"
    "  --in PERIOD    a year, month or day: 2026, 2026-11, 2026-11-20, today,\n"
    "                 yesterday\n"
    "  --utc, --local a TIME without an offset is in UTC (the default), in local time\n" SEARCH_HELP
        LINES_HELP "  -q             print nothing; the exit status is 1 if there is no such line\n"
    "  -h, --help     print this help\n";

const char help_sort[] =
    "usage: sortid sort [FORMAT] [-r] [-i ENC] [--field N [--csv]] [--prefix P]\n"
    "                   [--header] [--multiline] [--memory MB] [FILE...]\n"
    "\n"
    "Sort lines by the time of their first ID, then by its bytes; equal IDs keep\n"
    "their order. IDs are found as by sortid find -w. A line without an ID is\n"
    "reported and left out. Input that is larger than memory is sorted through\n"
    "temporary files in the folder TMPDIR.\n"
    "\n"
    "  -r, --reverse  the latest first\n" SEARCH_HELP LINES_HELP
    "  --memory MB    use so many megabytes, 256 by default\n"
    "  -h, --help     print this help\n";

const char help_compare[] =
    "usage: sortid compare [-f KIND] [--json] ID ID\n"
    "\n"
    "Print the times of two IDs, which of them is earlier, and by how much. Of equal\n"
    "times of one kind, the bytes decide.\n"
    "\n"
    "  -f KIND     read both as this format, or as this other kind; by default an ID\n"
    "              that is of several kinds is read as that of the other one\n"
    "  --json      print one JSON object\n"
    "  -h, --help  print this help\n";
