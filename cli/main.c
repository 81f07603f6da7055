/* SPDX-License-Identifier: MIT */
/* main.c: the command `sortid`: finds the subcommand and runs it. It includes the command's modules and
 * common/. */
#include "command.h"
#include "help.h"
#include "options.h"
#include "../common/output.h"
#include "../common/report.h"
#include "../common/system.h"

#include <errno.h>
#include <string.h>

#define NODE_PROGRAM "sortid-node"

static const struct command commands[] = {
    {"gen", "ne0AUWNSRFh", help_gen, run_gen, false},
    {"inspect", "fLJCZSh", help_inspect, run_inspect, false},
    {"convert", "fieLh", help_convert, run_convert, false},
    {"check", "iOMLJh", help_check, run_check, false},
    {"range", "eJIQDUWh", help_range, run_range, true},
    {"formats", "Jh", help_formats, run_formats, false},
};

static const struct command *find_command(const char *name)
{
    struct quote quote;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
        output_answer(help_sortid);
    if (strcmp(name, "--version") == 0)
        output_answer("sortid " SORTID_VERSION "\n");
    report_usage(NULL, "unknown %s %s", name[0] == '-' ? "option" : "command",
                 quote_string(&quote, name));
}

/* `sortid node` is a separate program, since it needs more than the C library. */
static int refuse_node(int error)
{
    if (error == ENOENT)
        report(STATUS_SYSTEM,
               "node: cannot find the program " NODE_PROGRAM " in the folder of sortid "
               "or on PATH; it is built if libcurl and jansson are installed");
    else
        report_system(error, "node: " NODE_PROGRAM);
    return report_status();
}

int main(int argc, char **argv)
{
    struct options options;
    bool is_node = argc > 1 && strcmp(argv[1], "node") == 0;
    if (is_node) {
        static char name[] = NODE_PROGRAM;
        argv[1] = name;
        system_become(NODE_PROGRAM, argv + 1);
    }
    int error = errno;
    system_start();
    system_catch_end();
    report_set_flush(output_flush);
    if (is_node)
        return refuse_node(error);
    if (argc < 2) {
        report_text(STATUS_USAGE, help_sortid);
        return report_status();
    }
    options_read(&options, find_command(argv[1]), argc - 1, argv + 1);
    options.command->run(&options);
    output_close();
    return report_status();
}
