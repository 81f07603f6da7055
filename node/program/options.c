/* SPDX-License-Identifier: MIT */
/* options.c: reads a command line, and SORTID_STORE from the environment. It opens no file and
 * sends no request. */
#include "options.h"

#include "../../common/report.h"
#include "../../common/time_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of run and serve: longer than it takes to repair a store. */
#define DEFAULT_WAIT_MS 600000

/* ---- Setters --------------------------------------------------------------------------------- */

static bool read_duration(uint64_t *ms, const char *text)
{
    if (*text == '\0' || strspn(text, "0123456789") != strlen(text))
        return time_parse_span(ms, text);
    if (strlen(text) > 9)
        return false;
    *ms = strtoull(text, NULL, 10) * 1000;
    return true;
}

void option_set_duration(struct options *options, const struct option_value *value)
{
    const struct option_row *row = value->row;
    uint64_t unit = row->unit > 0 ? row->unit : 1, ms;
    struct quote quote;
    if (!read_duration(&ms, value->text) || ms < row->least || ms > row->most || ms % unit != 0)
        report_usage("--%s %s: want a duration of %s, such as 15, 500ms, 2min, 1h or 1d", row->name,
                     quote_string(&quote, value->text), row->wants);
    option_store(options, row, ms / unit);
}

void option_add_pool(struct options *options, const struct option_value *value)
{
    if (options->pool_count == POOLS_MAX)
        report_usage("more than %d pools, which is the most a realm can have", POOLS_MAX);
    options->pools[options->pool_count++] = value->text;
}

/* Three octal digits, as of chmod, or more with zeros before them. */
void option_set_mode(struct options *options, const struct option_value *value)
{
    char *end;
    unsigned long mode = strtoul(value->text, &end, 8);
    if (strspn(value->text, "01234567") == 0 || *end != '\0' || mode > 0777 ||
        (mode & 0600) != 0600)
        option_refuse(value);
    options->socket_mode = (unsigned)mode;
}

/* ---- The command ----------------------------------------------------------------------------- */

/* The option of a word such as --store or --store=URL; a beginning of its name is enough, as in
 * getopt_long. NULL: unknown. */
static const struct option_row *row_of(const struct program *program, const char *word)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < program->row_count && length > 2; i++) {
        const struct option_row *row = &program->rows[i];
        if (row->commands != OPTION_OF_PROGRAM && strncmp(row->name, word + 2, length - 2) == 0)
            return row;
    }
    return NULL;
}

bool options_is_known(const struct program *program, const char *word)
{
    return strncmp(word, "--", 2) == 0 && row_of(program, word) != NULL;
}

/* Whether a word comes first: the command, or an option that no subcommand has, whose value cannot
 * be told from the command. */
static bool is_first(const struct program *program, const char *word)
{
    return word[0] != '-' || (word[1] == '-' && word[2] != '\0' && row_of(program, word) == NULL);
}

void options_put_command_first(const struct program *program, int argc, char **argv)
{
    int at = 1;
    for (; at < argc && !is_first(program, argv[at]) && strcmp(argv[at], "--") != 0; at++) {
        const struct option_row *row = row_of(program, argv[at]);
        if (row != NULL && row->value != NULL && strchr(argv[at], '=') == NULL)
            at++;
    }
    if (at >= argc || !is_first(program, argv[at]))
        return;
    char *first = argv[at];
    memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
    argv[1] = first;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void check_client(struct options *options)
{
    const sortid_node_client_options *client = &options->client;
    if (client->store == NULL)
        options->client.store = getenv("SORTID_STORE");
    if (client->store == NULL || *client->store == '\0')
        report_usage("no store: give --store URL[,URL...], or set SORTID_STORE");
    if (options->password_file != NULL && client->user == NULL)
        report_usage("--password-file FILE needs --user NAME");
    if ((client->cert_file == NULL) != (client->key_file == NULL))
        report_usage("--cert FILE and --key FILE are needed together");
}

void options_read(struct options *options, const struct program *program,
                  const struct command *command, int argc, char **argv)
{
    struct command_line line;
    *options =
        (struct options){.command = command, .min_free = 1, .socket_mode = 0600, .reservations = 1};
    if (strcmp(command->name, "pool") != 0)
        options->reservation.wait_ms = DEFAULT_WAIT_MS;
    options->reservation.lease_s = SORTID_NODE_DEFAULT_LEASE_S;
    options->reservation.max_skew_ms = SORTID_NODE_DEFAULT_MAX_SKEW_MS;
    options->reservation.allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS;
    command_line_read(&line, options, program, command, argc, argv);
    options->words = line.operands;
    options->word_count = line.operand_count;
    options->behind = line.after_dashes;
    options->horizon_given = options->reservation.horizon_ms > 0;
    if (!options->horizon_given)
        options->reservation.horizon_ms = SORTID_NODE_DEFAULT_HORIZON_MS;
    check_client(options);
}

void options_set_pools(struct options *options)
{
    static char joined[16 * SORTID_NODE_NAME_SIZE]; // as many as the library takes
    size_t length = 0;
    options_need_words(options, (const char *const[]){"REALM"}, 1);
    if (options->pool_count == 0)
        report_usage("--pool NAME is needed");
    for (size_t i = 0; i < options->pool_count; i++) {
        int added = snprintf(joined + length, sizeof joined - length, "%s%s", i > 0 ? "," : "",
                             options->pools[i]);
        length += (size_t)added;
        if (length >= sizeof joined)
            report_usage("the names of the pools are too long");
    }
    options->reservation.realm = options->words[0];
    options->reservation.pool = joined;
}

void options_read_pool(sortid_node_pool *pool, const struct options *options, const char *text)
{
    sortid_node_error error = {""};
    if (sortid_node_pool_parse(pool, text, strlen(text), &error) != SORTID_NODE_OK)
        report_usage("%s", error.text);
    pool->share_ids = options->share_ids;
}

void options_need_words(const struct options *options, const char *const *names, size_t count)
{
    struct quote quote;
    if (options->word_count < count)
        report_usage("%s is needed", names[options->word_count]);
    if (options->word_count > count)
        report_usage("unexpected argument %s", quote_string(&quote, options->words[count]));
    if (options->behind != NULL && strcmp(options->command->name, "run") != 0)
        report_usage("unexpected \"--\"");
}
