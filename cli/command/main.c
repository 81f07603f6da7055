/* SPDX-License-Identifier: MIT */
/* main.c: the command `sortid`: finds the subcommand and runs it. */
#include "table.h"
#include "../ids/format_info.h"
#include "../ids/reading.h"
#include "../options/options.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/system.h"

#include <sortid/unstable.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODE_PROGRAM "sortid-node"

/* The names have at most 6 letters, and a machine has at most 4 of them. */
#define LIST_SIZE 64

static void list_instructions(char out[LIST_SIZE])
{
    int length = 0;
    out[0] = '\0';
    for (size_t i = 0; sortid_simd_at(i) != NULL; i++)
        length += snprintf(out + length, LIST_SIZE - (size_t)length, "%s%s", i > 0 ? " " : "",
                           sortid_simd_at(i));
}

/* Applies SORTID_SIMD; refuses an instruction set that this machine lacks. */
static void choose_instructions(void)
{
    char names[LIST_SIZE];
    struct quote quote;
    if (sortid_simd_use(NULL) == SORTID_OK)
        return;
    list_instructions(names);
    report_usage("SORTID_SIMD=%s: must be an instruction set that this machine can run: %s",
                 quote_string(&quote, getenv("SORTID_SIMD")), names);
}

/* Whether a word becomes an ID if at most an eighth of its bytes change. */
static bool is_almost_id(const char *word)
{
    sortid_departure nearest;
    size_t count, length = strlen(word);
    sortid_status status =
        sortid_recognize_nearest(&nearest, sizeof nearest, 1, &count, word, length, NULL);
    return status == SORTID_OK && (uint64_t)nearest.distance * 8 <= length;
}

/* The name of a subcommand that the word means in other programs, or may be a slip of; NULL: none. */
static const char *similar_command(const char *word)
{
    static const char *const usual[][2] = {
        {"-v", "-V"},          {"generate", "gen"},   {"new", "gen"},
        {"create", "gen"},     {"make", "gen"},       {"parse", "inspect"},
        {"decode", "inspect"}, {"show", "inspect"},   {"explain", "inspect"},
        {"info", "inspect"},   {"dump", "inspect"},   {"print", "inspect"},
        {"time", "inspect"},   {"encode", "convert"}, {"validate", "check"},
        {"verify", "check"},   {"search", "find"},    {"grep", "find"},
        {"extract", "find"},   {"order", "sort"},     {"cmp", "compare"},
        {"diff", "compare"},   {"list", "formats"},   {"timestamp", "inspect"}};
    const char *nearest = NULL;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i][0], word) == 0)
            return usual[i][1];
    if (word[0] == '-')
        nearest = similar_word(word, "--help", NULL);
    nearest = similar_word(word, "--version", nearest);
    for (size_t i = 0; i < sortid_program.command_count; i++)
        if (command_is_word(&sortid_program.commands[i]))
            nearest = similar_word(word, sortid_program.commands[i].name, nearest);
    return nearest;
}

_Noreturn static void refuse_command(const char *name)
{
    struct quote quote;
    const char *similar = similar_command(name), *format = format_name(name), *hint = NULL;
    if (format != NULL)
        report_usage("unknown command %s: it is a format; 'sortid gen %s' makes an ID of it",
                     quote_string(&quote, name), format);
    if (similar == NULL && name[0] != '-') {
        if (is_almost_id(name))
            hint = "it is almost an ID; give it to sortid inspect, which says what is wrong with "
                   "it";
        else if (system_is_file(name))
            hint = "it is a file; 'sortid find FILE' prints the lines that have IDs";
    }
    if (hint != NULL)
        report_usage("unknown command %s: %s", quote_string(&quote, name), hint);
    command_line_refuse(name, similar);
}

static bool is_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

_Noreturn static void print_help(int argc, char **argv)
{
    struct quote quote;
    if (argc < 3 || is_help(argv[2]))
        output_answer(help_text(&sortid_program, NULL));
    const struct command *command = command_find(&sortid_program, argv[2]);
    if (strcmp(argv[2], "options") == 0 && argc == 3)
        output_answer(help_options(&sortid_program));
    bool is_node = strcmp(argv[2], "node") == 0; // its other help is printed by sortid-node
    if (argc > 3 && (command != NULL || is_node))
        report_usage("help: unexpected argument %s", quote_string(&quote, argv[3 + is_node]));
    if (command != NULL)
        output_answer(help_text(&sortid_program, command));
    refuse_command(argv[2]);
}

/* Prints the version; with the option -v also the instruction sets. NULL: no option. */
_Noreturn static void print_version(const char *option)
{
    char names[LIST_SIZE], text[2 * LIST_SIZE + sizeof SORTID_VERSION];
    struct quote quote;
    if (option == NULL)
        output_answer("sortid " SORTID_VERSION "\n");
    else if (strcmp(option, "-v") != 0)
        report_usage("unexpected %s after --version", quote_string(&quote, option));
    list_instructions(names);
    (void)snprintf(text, sizeof text, "sortid %s\nsimd: %s\nsimd of this machine: %s\n",
                   sortid_version(), sortid_simd_name(), names);
    output_answer(text);
}

/* The subcommand, or inspect if the word is an ID, or -- before one. */
static const struct command *find_command(int argc, char **argv)
{
    const char *name = argv[1];
    static struct text_readings read;
    static const struct kinds any = {.count = 0};
    if (strcmp(name, "--") == 0 && argc > 2)
        return command_find(&sortid_program, "inspect");
    const struct command *command = command_find(&sortid_program, name);
    if (command != NULL)
        return command;
    if (is_help(name))
        print_help(argc, argv);
    if (strcmp(name, "-V") == 0 || strcmp(name, "--version") == 0)
        print_version(argv[2]);
    if (read_text(&read, name, strlen(name), &any))
        return command_find(&sortid_program, "inspect");
    refuse_command(name);
}

/* The arguments of sortid-node, from its name on, for `sortid node ...` and `sortid help node
 * [COMMAND]`; NULL: it is another command. */
static char **node_arguments(int argc, char **argv)
{
    static char name[] = NODE_PROGRAM, help[] = "--help";
    static char *for_help[] = {name, help, NULL, NULL};
    if (argc > 1 && strcmp(argv[1], "node") == 0) {
        argv[1] = name;
        return argv + 1;
    }
    if (argc > 3 && strcmp(argv[1], COMPLETE_WORD) == 0 && strcmp(argv[2], "node") == 0) {
        argv[2] = argv[1];
        argv[1] = name;
        return argv + 1;
    }
    bool is_of_node = argc > 2 && is_help(argv[1]) && strcmp(argv[2], "node") == 0;
    if (argc == 4) {
        for_help[1] = argv[3];
        for_help[2] = help;
    }
    return is_of_node && argc <= 4 ? for_help : NULL;
}

/* `sortid node` is a separate program, since it needs more than the C library. */
static int refuse_node(int error)
{
    if (error == ENOENT)
        report(STATUS_SYSTEM,
               "node: cannot find the program " NODE_PROGRAM " in the folder of sortid "
               "or on PATH; it is built if libcurl, jansson and libpq are installed");
    else
        report_system(error, "node: " NODE_PROGRAM);
    return report_status();
}

int main(int argc, char **argv)
{
    struct options options;
    char **of_node = node_arguments(argc, argv);
    if (of_node != NULL)
        system_become(NODE_PROGRAM, of_node, argv[0]);
    int error = errno;
    system_start();
    system_catch_end();
    report_set_flush(output_flush);
    if (of_node != NULL)
        return refuse_node(error);
    if (argc < 2) {
        report_text(STATUS_USAGE, help_text(&sortid_program, NULL));
        return report_status();
    }
    if (strcmp(argv[1], COMPLETE_WORD) == 0)
        complete_print(&sortid_program, argv + 2, (size_t)argc - 2);
    choose_instructions();
    const struct command *command = find_command(argc, argv);
    bool is_named = strcmp(command->name, argv[1]) == 0; // else the ID is the first argument
    options_read(&options, &sortid_program, command, argc - is_named, argv + is_named);
    options.command->run(&options);
    output_close();
    return report_status();
}
