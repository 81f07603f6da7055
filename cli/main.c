/* SPDX-License-Identifier: MIT */
/* main.c: the command `sortid`: finds the subcommand and runs it. It includes the command's modules and
 * common/. */
#include "command.h"
#include "help.h"
#include "options.h"
#include "similar.h"
#include "../common/output.h"
#include "../common/report.h"
#include "../common/system.h"

#include <errno.h>
#include <string.h>

#define NODE_PROGRAM "sortid-node"

static const struct command commands[] = {
    {"gen", "ne0AUWNSRFPh", help_gen, run_gen, false, false},
    {"inspect", "fLJCZSEUWh", help_inspect, run_inspect, false, true},
    {"convert", "fieLPh", help_convert, run_convert, false, false},
    {"check", "iOMLJh", help_check, run_check, false, false},
    {"range", "eJIQDUWh", help_range, run_range, true, false},
    {"formats", "Jh", help_formats, run_formats, false, false},
};
#define COMMAND_COUNT (sizeof commands / sizeof *commands)

/* The row of a subcommand; NULL: none. */
static const struct command *command_of(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* Whether a word is an ID of some kind. */
static bool is_id(const char *word)
{
    size_t count;
    sortid_status status =
        sortid_recognise(NULL, sizeof(sortid_reading), 0, &count, word, strlen(word), NULL, NULL);
    return status == SORTID_OK;
}

/* The name of a subcommand that the word may be a slip of; NULL: none. */
static const char *similar_command(const char *word)
{
    const char *nearest = similar_word(word, "node", NULL);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        nearest = similar_word(word, commands[i].name, nearest);
    return nearest;
}

/* The subcommand, or inspect if the word is an ID. */
static const struct command *find_command(const char *name)
{
    struct quote quote;
    const struct command *command = command_of(name);
    if (command != NULL)
        return command;
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
        output_answer(help_sortid);
    if (strcmp(name, "--version") == 0)
        output_answer("sortid " SORTID_VERSION "\n");
    if (is_id(name))
        return command_of("inspect");
    const char *similar = similar_command(name);
    report_usage(NULL, "unknown %s %s%s%s%s", name[0] == '-' ? "option" : "command",
                 quote_string(&quote, name), similar != NULL ? ": did you mean " : "",
                 similar != NULL ? similar : "", similar != NULL ? "?" : "");
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
    const struct command *command = find_command(argv[1]);
    bool is_named = strcmp(command->name, argv[1]) == 0; // else the ID is the first argument
    options_read(&options, command, argc - is_named, argv + is_named);
    options.command->run(&options);
    output_close();
    return report_status();
}
