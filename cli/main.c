/* SPDX-License-Identifier: MIT */
/* main.c: the command `sortid`: finds the subcommand and runs it. The system
 * calls it. It works on its arguments and three open descriptors; it never
 * reads an ID itself. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "help.h"
#include "options.h"
#include "output.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command commands[] = {
    {"gen", "ne0ANSRh", help_gen, run_gen},
    {"inspect", "fLJCZh", help_inspect, run_inspect},
    {"convert", "fieLh", help_convert, run_convert},
    {"check", "iOLJh", help_check, run_check},
    {"range", "h", help_range, run_range},
    {"formats", "Jh", help_formats, run_formats},
};

/* A closed descriptor 0, 1 or 2 would become the next file that is opened, and
 * a state file would fill up with IDs. What stands in for it fails when used:
 * standard input can only be written, the others only be read. */
static void hold_descriptors(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* What these signals would kill for, the write says by its error: EPIPE where a reader
 * went away, EFBIG at the limit of a file's size. */
static void outlive_writes(void)
{
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
}

static void answer(const char *text)
{
    output_text(text);
    output_close();
    exit(report_status());
}

static const struct command *find_command(const char *name)
{
    struct quote quote;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
        answer(help_sortid);
    if (strcmp(name, "--version") == 0)
        answer("sortid " SORTID_VERSION "\n");
    report_usage(NULL, "unknown %s %s", name[0] == '-' ? "option" : "command",
                 quote_string(&quote, name));
}

int main(int argc, char **argv)
{
    struct options options;
    hold_descriptors();
    outlive_writes();
    report_set_flush(output_flush);
    if (argc < 2) {
        report_words(STATUS_USAGE, help_sortid);
        return report_status();
    }
    options_read(&options, find_command(argv[1]), argc - 1, argv + 1);
    options.command->run(&options);
    output_close();
    return report_status();
}
