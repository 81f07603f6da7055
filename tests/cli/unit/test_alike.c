/* SPDX-License-Identifier: MIT */
/* test_alike.c: options are alike in all commands. An option that three or more commands have is in
 * every command except those that `lacking` names with the reason. */
#include "../../support/cases.h"
#include "cli/command/table.h"

/* Only the formats are listed by this command: it has no IDs and no times. */
#define EXEMPT "formats"

static const struct lacking {
    const char *option, *commands, *reason;
} lacking[] = {
    {"input-encoding", " gen range ", "they read no IDs"},
    {"lenient", " gen range ", "they read no IDs"},
    {"encoding", " inspect ", "it shows all of them"},
    {"encoding", " check find filter sort compare ", "they write no IDs; convert --in-text does"},
    {"prefix", " inspect check compare ", "they read IDs with any prefix"},
    {"null-input", " gen range compare ", "they read no lines; gen has -0, --null"},
    {"bits", " gen check ", "they take formats alone"},
    {"epoch", " gen check ", "they take formats alone"},
    {"field", " gen inspect check range compare ", "they read no text around IDs: find --ids |"},
    {"csv", " gen inspect check range compare ", "the same"},
    {"delimiter", " gen inspect check range compare ", "the same"},
    {"anywhere", " gen inspect check range compare ", "the same"},
    {"any-time", " gen inspect check range compare ", "the same"},
    {"header", " gen check range compare ", "they have no lines with a header"},
    {"json", " convert filter sort annotate ", "they write text; find and inspect write objects"},
    {"color", " gen convert check range filter sort compare ", "they mark nothing"},
    {"quiet", " gen convert range sort annotate ", "they are for their output"},
    {"quiet", " check compare ", "their figures are the answer; > /dev/null leaves the faults"},
};

static const struct program *const program = &sortid_program;

static const struct command *command_at(size_t index)
{
    const struct command *command = &program->commands[index];
    return command->run != NULL && strcmp(command->name, EXEMPT) != 0 ? command : NULL;
}

static bool has_option(const struct command *command, const char *name)
{
    char option[40];
    snprintf(option, sizeof option, "--%s", name);
    return option_find(program, command->bit, option) != NULL;
}

static bool is_named(const struct lacking *row, const struct command *command)
{
    char word[40];
    snprintf(word, sizeof word, " %s ", command->name);
    return strstr(row->commands, word) != NULL;
}

/* The reason why the command lacks the option; NULL: there is none. */
static const char *reason_of(const char *option, const struct command *command)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        if (strcmp(lacking[i].option, option) == 0 && is_named(&lacking[i], command))
            return lacking[i].reason;
    return NULL;
}

TEST(commands)
{
    for (size_t i = 0; i < program->row_count; i++) {
        const char *name = program->rows[i].name;
        size_t count = 0;
        for (size_t k = 0; name != NULL && k < program->command_count; k++)
            count += command_at(k) != NULL && has_option(command_at(k), name);
        for (size_t k = 0; count >= 3 && k < program->command_count; k++)
            if (command_at(k) != NULL)
                EXPECT(has_option(command_at(k), name) != (reason_of(name, command_at(k)) != NULL),
                       "--%s of %s: %s", name, command_at(k)->name,
                       has_option(command_at(k), name) ? "it has a reason to be missing"
                                                       : "it is missing without a reason");
    }
}

/* A letter without a name is another one of the next row. */
TEST(letters)
{
    const struct option_row *rows = program->rows;
    for (size_t i = 0; i < program->row_count; i++) {
        bool is_other = rows[i].name == NULL && rows[i].help == NULL &&
                        rows[i + 1].place == rows[i].place && rows[i + 1].name != NULL;
        EXPECT(rows[i].name != NULL || is_other, "-%c has a long form", rows[i].letter);
    }
}

/* What an option takes, in whatever command. */
TEST(values)
{
    for (size_t i = 0; i < program->row_count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct option_row *a = &program->rows[i], *b = &program->rows[k];
            bool is_state = a->name != NULL && strcmp(a->name, "state") == 0; // gen has none, too
            if (a->name == NULL || b->name == NULL || strcmp(a->name, b->name) != 0)
                continue;
            EXPECT((a->commands & b->commands) == 0, "--%s is once in a command", a->name);
            EXPECT(a->letter == b->letter, "--%s has one letter", a->name);
            EXPECT(is_state || a->value == b->value || strcmp(a->value, b->value) == 0,
                   "--%s takes one value", a->name);
            EXPECT(a->commands == OPTION_OF_PROGRAM || b->commands == OPTION_OF_PROGRAM ||
                       (a->set == b->set && a->place == b->place),
                   "--%s sets one member", a->name);
        }
}

/* A TIME may be local. */
TEST(times)
{
    for (size_t i = 0; i < program->row_count; i++)
        for (size_t k = 0; k < program->command_count; k++) {
            const struct option_row *row = &program->rows[i];
            const struct command *command = &program->commands[k];
            if (row->value != NULL && (row->commands & command->bit) != 0 &&
                (strcmp(row->value, "TIME") == 0 || strcmp(row->value, "PERIOD") == 0))
                EXPECT(has_option(command, "utc") && has_option(command, "local"),
                       "%s --%s with --local", command->name, row->name);
        }
}

CASES_MAIN(NULL, NULL)
