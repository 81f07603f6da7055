/* SPDX-License-Identifier: MIT */
/* complete.c: prints what the last word of a command line may become, for the completions of
 * shells. They choose by what is typed, quote, and list files. */
#include "command_line.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

#define BRIEF_SIZE 100

void complete_word(const char *word, const char *description)
{
    output_text(word);
    if (description != NULL) {
        output_text("\t");
        output_text(description);
    }
    output_text("\n");
}

void complete_files(const struct completion *completion)
{
    (void)completion;
    output_text(":files\n");
}

void complete_programs(const struct completion *completion)
{
    (void)completion;
    output_text(":commands\n");
}

void complete_commands(const struct completion *completion)
{
    const struct program *program = completion->program;
    for (size_t i = 0; i < program->command_count; i++)
        if (command_is_word(&program->commands[i]))
            complete_word(program->commands[i].name, program->commands[i].brief);
}

static void offer_option(const struct program *program, size_t index)
{
    const struct option_row *row = &program->rows[index];
    const char letter[] = {'-', row->letter, '\0'};
    char text[BRIEF_SIZE], option[BRIEF_SIZE];
    while (program->rows[index].help == NULL) // the last row of a group describes all
        index++;
    const char *help = program->rows[index].help;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(help, "|"), help);
    if (row->letter != '\0')
        complete_word(letter, text);
    if (row->name == NULL)
        return;
    snprintf(option, sizeof option, "--%s", row->name);
    complete_word(option, text);
}

static void offer_options(const struct program *program, unsigned commands)
{
    for (size_t i = 0; i < program->row_count; i++)
        if ((program->rows[i].commands & commands) != 0)
            offer_option(program, i);
}

static void offer_value(const struct completion *completion)
{
    for (const char *const *word = completion->row->words; word != NULL && *word != NULL; word++)
        complete_word(*word, NULL);
    if (completion->row->offer != NULL)
        completion->row->offer(completion);
}

/* How many operands come before the current word. Sets *row to the option whose value it is, or
 * NULL; *has_dashes to whether it comes after "--". */
static size_t count_operands(struct completion *completion, bool *has_dashes)
{
    const struct program *program = completion->program;
    size_t count = 0;
    *has_dashes = false;
    completion->row = NULL;
    for (size_t i = 1; i < completion->count; i++) {
        const char *word = completion->words[i];
        const struct option_row *row = option_find(program, completion->command->bit, word);
        if (completion->row != NULL)
            completion->row = NULL; // the word is its value
        else if (*has_dashes)
            count++;
        else if (strcmp(word, "--") == 0)
            *has_dashes = true;
        else if (row != NULL && row->value != NULL)
            completion->row = row;
        else
            count += *word != '-';
    }
    return count;
}

static void complete(struct completion *completion)
{
    bool has_dashes;
    size_t operands = count_operands(completion, &has_dashes);
    bool is_option = *completion->current == '-' && !has_dashes;
    const struct command *command = completion->command;
    completion_offer *offer = operands == 0 ? command->offer_first : command->offer_others;
    if (completion->row != NULL) {
        offer_value(completion);
        return;
    }
    if (is_option)
        offer_options(completion->program, command->bit);
    if (offer != NULL && (!is_option || command->takes_times))
        offer(completion);
}

_Noreturn void complete_print(const struct program *program, char *const *words, size_t count)
{
    struct completion completion = {.program = program, .words = words, .count = count};
    completion.current = count > 0 ? words[--completion.count] : "";
    if (completion.count == 0) {
        complete_commands(&completion);
        offer_options(program, OPTION_OF_PROGRAM);
        output_answer("");
    }
    for (size_t i = 0; i < program->command_count; i++)
        if (strcmp(program->commands[i].name, words[0]) == 0)
            completion.command = &program->commands[i];
    completion.row = option_find(program, OPTION_OF_PROGRAM, words[0]);
    if (completion.command != NULL)
        complete(&completion);
    else if (completion.row != NULL && completion.count == 1)
        offer_value(&completion);
    output_answer("");
}
