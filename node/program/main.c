/* SPDX-License-Identifier: MIT */
/* main.c: the program `sortid-node`, which `sortid node` executes: finds the subcommand and runs
 * it. It uses the store only through libsortid-node. */
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/system.h"
#include "client.h"
#include "signals.h"

#include <string.h>

/* The subcommand or option that the word may be a slip of; NULL: none. */
static const char *similar_first(const char *word)
{
    const char *nearest = NULL;
    if (word[0] == '-')
        return similar_word(word, "--version", option_similar(&node_program, ~0U, word));
    for (size_t i = 0; i < node_program.command_count; i++)
        nearest = similar_word(word, node_program.commands[i].name, nearest);
    return similar_word(word, "--help", nearest);
}

static const struct command *find_command(const char *name)
{
    struct quote quote;
    const struct command *command = command_find(&node_program, name);
    if (command != NULL)
        return command;
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
        output_answer(help_text(&node_program, NULL));
    if (strcmp(name, "--version") == 0)
        output_answer("sortid-node " SORTID_VERSION "\n");
    if (options_is_known(&node_program, name))
        report_usage("COMMAND is needed, with option %s", quote_string(&quote, name));
    command_line_refuse(name, similar_first(name));
}

int main(int argc, char **argv)
{
    static struct options options;
    signals_remember(); // for COMMAND; the next line changes some
    system_start();
    report_set_flush(output_flush);
    report_set_command("node");
    if (argc < 2) {
        report_text(STATUS_USAGE, help_text(&node_program, NULL));
        return report_status();
    }
    if (strcmp(argv[1], COMPLETE_WORD) == 0)
        complete_print(&node_program, argv + 2, (size_t)argc - 2);
    options_put_command_first(&node_program, argc, argv);
    options_read(&options, &node_program, find_command(argv[1]), argc - 1, argv + 1);
    options.command->run(&options);
    client_finish();
    return report_status();
}
