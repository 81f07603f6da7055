/* SPDX-License-Identifier: MIT */
/* main.c: the program `sortid-node`, which `sortid node` executes: finds the subcommand and runs it. It
 * uses the store only through libsortid-node. */
#define _POSIX_C_SOURCE 200809L
#include "../../common/arguments.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/system.h"
#include "command.h"
#include "help.h"
#include "options.h"
#include "signals.h"

#include <string.h>

/* The options of every subcommand, see options.c. */
#define CLIENT_OPTIONS "EUFACKTh"

static const struct command commands[] = {
    {"init", "node init", CLIENT_OPTIONS "PRJDXQBOY", help_init, run_init},
    {"list", "node list", CLIENT_OPTIONS "J", help_list, run_list},
    {"status", "node status", CLIENT_OPTIONS "JI", help_status, run_status},
    {"health", "node health", CLIENT_OPTIONS "JN", help_health, run_health},
    {"pool", "node pool", CLIENT_OPTIONS "JW", help_pool, run_pool},
    {"release", "node release", CLIENT_OPTIONS "JO", help_release, run_release},
    {"run", "node run", CLIENT_OPTIONS "PLHSMWQ_", help_run, run_run},
    {"serve", "node serve", CLIENT_OPTIONS "PLHSMWZVG_", help_serve, run_serve},
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

/* The subcommand or option that the word may be a slip of; NULL: none. */
static const char *similar_first(const char *word)
{
    const char *nearest = NULL;
    if (word[0] == '-')
        return similar_word(word, "--version", options_similar(word));
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        nearest = similar_word(word, commands[i].name, nearest);
    return similar_word(word, "--help", nearest);
}

static const struct command *find_command(const char *name)
{
    struct quote quote;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
        output_answer(help_node);
    if (strcmp(name, "--version") == 0)
        output_answer("sortid-node " SORTID_VERSION "\n");
    if (options_is_known(name))
        report_usage("node", "COMMAND is needed, with option %s", quote_string(&quote, name));
    arguments_refuse("node", name, similar_first(name));
}

int main(int argc, char **argv)
{
    static struct options options;
    signals_remember(); // for COMMAND; the next line changes some
    system_start();
    report_set_flush(output_flush);
    if (argc < 2) {
        report_text(STATUS_USAGE, help_node);
        return report_status();
    }
    options_put_command_first(argc, argv); // if there is none, find_command says what argv[1] is
    options_read(&options, find_command(argv[1]), argc - 1, argv + 1);
    return options.command->run(&options);
}
