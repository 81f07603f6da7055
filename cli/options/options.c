/* SPDX-License-Identifier: MIT */
/* options.c: reads a command line, and checks what needs the format. It reads no clock, no
 * environment and no file: it asks only whether a file has the name of a misspelled format. */
#include "options.h"
#include "../ids/format_info.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <string.h>

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

void options_take_kinds(struct options *options)
{
    struct options named = *options;
    struct quote quote;
    if (options->argument_count == 0 || !option_take_kinds(&named, options->arguments[0]))
        return;
    if (options->kinds.count > 0 && memcmp(&options->kinds, &named.kinds, sizeof named.kinds) != 0)
        report_usage("-f %s and the argument %s name different formats: give one of them",
                     options->named, quote_string(&quote, options->arguments[0]));
    *options = named;
    options->arguments++;
    options->argument_count--;
}

void options_take_format(struct options *options)
{
    options_take_kinds(options);
    if (options->kinds.count > 0)
        return;
    if (options->argument_count == 0)
        report_usage("FORMAT is missing; 'sortid formats' lists the formats");
    options_explain_format(options);
    option_refuse_kind(options, options->arguments[0]);
}

void options_take_kinds_or_files(struct options *options)
{
    const char *first = options->argument_count > 0 ? options->arguments[0] : "";
    if (format_name(first) != NULL || system_is_missing(first))
        options_take_kinds(options);
    options_explain_files(options);
}

void options_take_span(struct options *options)
{
    const char **const bounds[] = {&options->since, &options->until};
    for (size_t i = 0; i < 2 && options->argument_count > 0; i++)
        if (*bounds[i] == NULL) {
            *bounds[i] = *options->arguments++;
            options->argument_count--;
        }
    options_limit_arguments(options, 0);
}

static void match_encoding(const struct options *options, const struct encoding_name *wanted)
{
    struct names names = {"", NULL};
    const struct encoding_name *row;
    if (encoding_is_of(wanted, options->kind))
        return;
    for (size_t i = 0; (row = encoding_of(options->kind, i)) != NULL; i++)
        names_add(&names, row->name, "");
    report_usage("%s has no encoding %s: its encodings are %s", kind_info_of(options->kind)->name,
                 wanted->name, names.text);
}

void options_match_prefix(const struct options *options)
{
    struct quote quote;
    if (options->prefix == NULL)
        return;
    if (options->output->encoding == SORTID_ENCODING_BIN || options->output->time != TIME_FORM_NONE)
        report_usage("--prefix applies to IDs that are text, not to -e %s", options->output->name);
    const char *fault = prefix_fault(options->prefix, options->output);
    if (fault != NULL && *options->prefix != '\0')
        report_usage("--prefix %s: %s", quote_string(&quote, options->prefix), fault);
}

static void match_kind(const struct options *options)
{
    const char *name = kind_info_of(options->kind)->name;
    match_encoding(options, options->input);
    match_encoding(options, options->output);
    if (options->lenient && !kinds_have(&options->kinds, sortid_kind_find("ulid")))
        report_usage("--lenient applies to ulid, not to %s", name);
    if (options->lenient && options->input->encoding != SORTID_ENCODING_TEXT)
        report_usage("--lenient applies to -i text, not to -i %s", options->input->name);
    if (options->node_size > 0 && options->format != sortid_scru64_format())
        report_usage("--node-size applies to scru64, not to %s", name);
}

void options_match_kinds(const struct options *options)
{
    for (size_t i = 0; i < options->kinds.count; i++) {
        const struct options one = options_of_kind(options, i);
        match_kind(&one);
    }
}

void options_match_nul(const struct options *options, bool are_arguments)
{
    if (options->nul_ends && options->input->encoding == SORTID_ENCODING_BIN)
        report_usage("-0 cannot be used with -i bin: raw bytes have no separator");
    if (options->nul_ends && are_arguments)
        report_usage("-0 reads standard input, not arguments");
}

void options_limit_arguments(const struct options *options, size_t most)
{
    struct quote quote;
    if (options->argument_count > most)
        report_usage("unexpected argument %s", quote_string(&quote, options->arguments[most]));
}
