/* SPDX-License-Identifier: MIT */
/* options.c: reads a command line. It reads no clock, no environment and no file. */
#include "options.h"

/* Bad lines that check reports one by one, and the memory of sort, unless another number is
 * given. */
#define MAX_ERRORS 20
#define MEMORY_MB  256

void options_read(struct options *options, const struct program *program,
                  const struct command *command, int argc, char **argv)
{
    struct command_line line;
    *options = (struct options){.command = command,
                                .count = 1,
                                .input = encoding_at(0),
                                .output = encoding_at(0),
                                .max_errors = MAX_ERRORS,
                                .memory_mb = MEMORY_MB};
    command_line_read(&line, options, program, command, argc, argv);
    command_line_join(&line);
    options->arguments = line.operands;
    options->argument_count = line.operand_count;
}
