/* SPDX-License-Identifier: MIT */
/* command.c: the rows of the command, for main.c. Each run starts a new process and measures
 * its whole time. The output goes to the null device, or into a pipe that the bench reads; runs
 * with a pipe alternate with runs of `yes`. Inputs are temporary files that the command writes.
 * They are deleted when they are opened, so no file remains if the bench is killed. */
#define _POSIX_C_SOURCE 200809L
#include "process.h"
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE   128
#define INPUT_LINES 2000000
/* At 3 to 6 ns per ID a run takes 0.3 s or more, if the format allows that many IDs. The
 * command waits when it is a second ahead of the clock. 40 million scru160 IDs use 800 ms of
 * timestamps, about 49,000 IDs in each. Node 1/1 has about 2^22 scru64 IDs in a tick of 256 ms;
 * with 8 million IDs one run in a hundred waits. */
#define MADE_SCRU128   50000000
#define MADE_SCRU128V1 100000000
#define MADE_SCRU160   40000000
#define MADE_SCRU64    8000000
#define MADE_ULID      200000000
#define MADE_UUIDV7    50000000
#define MADE_KSUID     10000000
#define PIPED          20000000

static struct program sortid = {.name = "sortid"};
static const struct program YES = {"yes", "yes", 1};
static const struct program TRUE = {"true", "true", 1};

struct input {
    const char *make; /* arguments of the command that writes it */
    FILE *file;       /* NULL before the first use */
};

static struct input scru128_lines = {.make = "gen scru128"};
static struct input ulid_lines = {.make = "gen ulid"};
static struct input uuidv7_lines = {.make = "gen uuidv7"};
static struct input ksuid_lines = {.make = "gen ksuid"};
static struct input scru64_lines = {.make = "gen scru64 --node 1/1 --state none"};

/* ---- Making ---------------------------------------------------------------------- */

static const char *make_ids(const char *line, uint64_t count, int to)
{
    char full[LINE_SIZE];
    (void)snprintf(full, sizeof full, "%s -n %" PRIu64, line, count);
    return process_run(&sortid, full, NULL_DEVICE, to);
}

static const char *gen(uint64_t count, const void *line)
{
    return make_ids(line, count, NULL_DEVICE);
}

/* A process for each ID, and one that does nothing. */
static const char *gen_each(uint64_t count, const void *line)
{
    return process_run_each(&sortid, line, count);
}

static const char *true_each(uint64_t count, const void *unused)
{
    (void)unused;
    const char *failed = process_run_each(&TRUE, "", count);
    return failed == NULL ? NULL : "the yardstick `true` cannot be run";
}

struct feed {
    const char *line;
    size_t line_size; /* of its output, including the newline */
};

static const char *feed_gen(uint64_t count, const void *context)
{
    const struct feed *feed = context;
    char full[LINE_SIZE];
    (void)snprintf(full, sizeof full, "%s -n %" PRIu64, feed->line, count);
    return process_read(&sortid, full, count * feed->line_size);
}

/* `yes` repeats a line forever; the bench stops reading after `count` lines. */
static const char *feed_yes(uint64_t count, const void *line)
{
    const char *failed = process_read(&YES, line, count * (strlen(line) + 1));
    return failed == NULL ? NULL : "the yardstick `yes` cannot be run";
}

/* ---- Reading --------------------------------------------------------------------- */

/* On first use, creates the input with `count` lines. */
static const char *open_input(struct input *input, uint64_t count)
{
    if (input->file != NULL)
        return NULL;
    FILE *file = tmpfile();
    if (file == NULL)
        return "cannot create a temporary file";
    const char *failed = make_ids(input->make, count, fileno(file));
    if (failed == NULL)
        input->file = file;
    else
        (void)fclose(file);
    return failed;
}

struct reading {
    const char *line;
    struct input *input;
};

static const char *read_lines(uint64_t count, const void *context)
{
    const struct reading *reading = context;
    const char *failed = open_input(reading->input, count);
    if (failed != NULL)
        return failed;
    int from = fileno(reading->input->file);
    return lseek(from, 0, SEEK_SET) == 0 ? process_run(&sortid, reading->line, from, NULL_DEVICE)
                                         : "cannot rewind the input file";
}

/* ---- The rows ------------------------------------------------------------------ */

#define GEN(FORMAT, COUNT, NS)                                                                     \
    {                                                                                              \
        .group = GROUP_COMMAND, .name = "sortid gen " FORMAT, .run = gen,                          \
        .context = "gen " FORMAT, .bar = TO_REACH_ANYHOW(NS), .count = COUNT                       \
    }
#define EACH 100 /* processes */
#define TRUE_EACH                                                                                  \
    {                                                                                              \
        .group = GROUP_COMMAND, .name = "true, a process each", .maker = "coreutils",              \
        .run = true_each, .count = EACH                                                            \
    }
#define GEN_EACH(FORMAT, NS)                                                                       \
    {                                                                                              \
        .group = GROUP_COMMAND, .name = "sortid gen -n 1 " FORMAT ", a process each",              \
        .run = gen_each, .context = "gen -n 1 " FORMAT, .count = EACH,                             \
        .yardstick = &(const struct row)TRUE_EACH, .bar = {                                        \
            .kind = BAR_OVER,                                                                      \
            .value = NS                                                                            \
        }                                                                                          \
    }
#define FEED(FORMAT, LINE_BYTES, YES_ROW)                                                          \
    {                                                                                              \
        .group = GROUP_PIPE, .name = "sortid gen " FORMAT, .run = feed_gen,                        \
        .context = &(const struct feed){"gen " FORMAT, LINE_BYTES}, .count = PIPED,                \
        .yardstick = &(const struct row)YES_ROW, .bar = {                                          \
            .kind = BAR_SPEED,                                                                     \
            .value = 0.8                                                                           \
        }                                                                                          \
    }
#define YES_LINE(NAME, LINE)                                                                       \
    {                                                                                              \
        .group = GROUP_PIPE, .name = NAME, .maker = "coreutils", .run = feed_yes, .context = LINE, \
        .count = PIPED                                                                             \
    }
#define READ(LINE, INPUT, NS)                                                                      \
    {                                                                                              \
        .group = GROUP_READ, .name = "sortid " LINE, .run = read_lines,                            \
        .context = &(const struct reading){LINE, INPUT}, .bar = TO_REACH_ANYHOW(NS),               \
        .count = INPUT_LINES                                                                       \
    }
#define POINT(FORMAT, COUNT, NS)                                                                   \
    {                                                                                              \
        .group = GROUP_COUNTS, .name = "sortid gen " FORMAT, .run = gen, .context = "gen " FORMAT, \
        .count = COUNT, .at = COUNT, .bar = TO_REACH_ANYHOW(NS)                                    \
    }
#define POINTS(FORMAT)                                                                             \
    POINT(FORMAT, 1, 0), POINT(FORMAT, 10, 0), POINT(FORMAT, 100, 0), POINT(FORMAT, 1000, 0),      \
        POINT(FORMAT, 10000, 0), POINT(FORMAT, 100000, 0), POINT(FORMAT, 1000000, 0),              \
        POINT(FORMAT, 10000000, 0), POINT(FORMAT, 100000000, 0)

#define YES_25 YES_LINE("yes, 25 letters", "0372ijojuxuhjsfkeryi2mrtm")
#define YES_26 YES_LINE("yes, 26 letters", "01ARYZ6S41TSV4RRFFQ69G5FAV")

#define SCRU64 "scru64 --node 1/1 --state none"

/* The target of one ID is 60 us more than `true` takes, of inspect 15 million lines per second. */
static const struct row all[] = {
    GEN("scru128", MADE_SCRU128, 1.9),
    GEN("scru128v1", MADE_SCRU128V1, 0),
    GEN("scru160", MADE_SCRU160, 0),
    GEN(SCRU64, MADE_SCRU64, 0),
    GEN("ulid", MADE_ULID, 0.5),
    GEN("uuidv7", MADE_UUIDV7, 0),
    GEN("ksuid", MADE_KSUID, 0),
    GEN_EACH("scru128", 60000),
    GEN_EACH("ulid", 60000),
    TRUE_EACH,
    FEED("scru128", 26, YES_25),
    FEED("ulid", 27, YES_26),
    YES_25,
    YES_26,
    READ("convert -f scru128 -e hex", &scru128_lines, 0),
    READ("convert -f scru128 -e uuid", &scru128_lines, 0),
    READ("convert -f scru128 -e bin", &scru128_lines, 0),
    READ("convert -f scru128 -e int", &scru128_lines, 6),
    READ("convert -f ksuid -e hex", &ksuid_lines, 0),
    READ("convert -f scru64 -e hex", &scru64_lines, 0),
    READ("convert -f ulid -e hex", &ulid_lines, 0),
    READ("convert -f uuidv7 -e hex", &uuidv7_lines, 0),
    READ("inspect --json", &scru128_lines, 1e3 / 15),
    READ("inspect --json -f scru128", &scru128_lines, 1e3 / 15),
    READ("inspect --json -f scru64", &scru64_lines, 1e3 / 15),
    READ("inspect --json -f ulid", &ulid_lines, 1e3 / 15),
    READ("inspect --json -f uuidv7", &uuidv7_lines, 0),
    READ("check scru128", &scru128_lines, 0),
    READ("check scru64", &scru64_lines, 0),
    READ("check ulid", &ulid_lines, 0),
    READ("check uuidv7", &uuidv7_lines, 0),
    READ("check ksuid", &ksuid_lines, 0),
    POINTS("scru128"),
    POINTS("ulid"),
};

const char *command_rows(struct rows *out, const struct settings *settings)
{
    sortid.path = settings->command;
    *out = (struct rows){all, settings->command != NULL ? sizeof all / sizeof *all : 0};
    return NULL;
}
