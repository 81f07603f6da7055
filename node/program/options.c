/* SPDX-License-Identifier: MIT */
/* options.c: see options.h. One table of all options of sortid-node, with one setter each. It opens no
 * file and sends no request. Every refusal is a report_usage() that says what would be right. It
 * reads SORTID_STORE from the environment. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include "../../common/arguments.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/time_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Durations ------------------------------------------------------------------ */

/* Reads seconds, or a span of time such as 90s or 1h30m, as ms. */
static bool read_duration(uint64_t *ms, const char *text)
{
    if (*text == '\0' || strspn(text, "0123456789") != strlen(text))
        return time_parse_span(ms, text);
    if (strlen(text) > 9)
        return false;
    *ms = strtoull(text, NULL, 10) * 1000;
    return true;
}

/* The range of a duration; `words` is how people write it. */
struct limits {
    const char *option;
    uint64_t least, most, step;
    const char *words;
};

static uint64_t take_duration(const struct options *options, const struct limits *limits,
                              const char *text)
{
    struct quote quote;
    uint64_t ms;
    if (read_duration(&ms, text) && ms >= limits->least && ms <= limits->most &&
        ms % limits->step == 0)
        return ms;
    report_usage(options->command->title,
                 "%s %s: want a duration of %s, such as 15, 500ms, 2min, 1h or 1d", limits->option,
                 quote_string(&quote, text), limits->words);
}

#define HOUR UINT64_C(3600000)
#define YEAR (365 * 24 * HOUR)

static void set_timeout(struct options *options, const char *text)
{
    static const struct limits limits = {"--timeout", 1, 600000, 1, "1 ms to 10 min"};
    options->client.timeout_ms = (uint32_t)take_duration(options, &limits, text);
}

static void set_horizon(struct options *options, const char *text)
{
    static const struct limits limits = {"--horizon", 1000, 24 * HOUR, 1, "1 s to 24 h"};
    options->reservation.horizon_ms = (uint32_t)take_duration(options, &limits, text);
    options->horizon_given = true;
}

static void set_lease(struct options *options, const char *text)
{
    static const struct limits limits = {"--lease", 2000, HOUR, 1000,
                                         "2 s to 1 h in whole seconds"};
    options->reservation.lease_s = (uint32_t)(take_duration(options, &limits, text) / 1000);
}

static void set_max_skew(struct options *options, const char *text)
{
    static const struct limits limits = {"--max-skew", 1000, 24 * HOUR, 1, "1 s to 24 h"};
    options->reservation.max_skew_ms = (uint32_t)take_duration(options, &limits, text);
}

static void set_wait(struct options *options, const char *text)
{
    static const struct limits limits = {"--wait", 0, YEAR, 1, "0 to 8760 h"};
    options->reservation.wait_ms = take_duration(options, &limits, text);
}

static void set_quarantine(struct options *options, const char *text)
{
    static const struct limits limits = {"--quarantine", 1, YEAR, 1, "1 ms to 8760 h"};
    options->reservation.quarantine_ms = take_duration(options, &limits, text);
}

/* ---- The other setters ---------------------------------------------------------------- */

static void set_store(struct options *options, const char *text)
{
    options->client.store = text;
}

static void set_user(struct options *options, const char *text)
{
    options->client.user = text;
}

static void set_password_file(struct options *options, const char *text)
{
    options->password_file = text;
}

static void set_cacert(struct options *options, const char *text)
{
    options->client.ca_file = text;
}

static void set_cert(struct options *options, const char *text)
{
    options->client.cert_file = text;
}

static void set_key(struct options *options, const char *text)
{
    options->client.key_file = text;
}

static void add_pool(struct options *options, const char *text)
{
    if (options->pool_count == POOLS_MAX)
        report_usage(options->command->title,
                     "more than %d pools, which is the most a realm can have", POOLS_MAX);
    options->pools[options->pool_count++] = text;
}

static void set_label(struct options *options, const char *text)
{
    options->reservation.label = text;
}

static void set_raise_bounds(struct options *options, const char *text)
{
    options->raise_bounds = text;
}

static void set_max_ahead(struct options *options, const char *text)
{
    static const struct limits limits = {"--max-ahead", 1000, YEAR, 1, "1 s to 8760 h"};
    options->max_ahead_ms = take_duration(options, &limits, text);
}

static void set_clock_error(struct options *options, const char *text)
{
    static const struct limits limits = {"--clock-error", 1, YEAR, 1, "1 ms to 8760 h"};
    options->clock_error_ms = take_duration(options, &limits, text);
}

static void set_external(struct options *options, const char *text)
{
    (void)text;
    options->external = true;
}

static void set_force(struct options *options, const char *text)
{
    (void)text;
    options->force = true;
}

static void set_far(struct options *options, const char *text)
{
    (void)text;
    options->far = true;
}

/* metrics_file.c appends up to 21. */
#define METRICS_PATH_MOST 4000

/* The longest path of a Unix socket is 107 bytes; listener.c appends up to 11. */
#define SOCKET_PATH_MOST 96

static void set_socket(struct options *options, const char *text)
{
    size_t size = strlen(text);
    if (size == 0 || size > SOCKET_PATH_MOST)
        report_usage(options->command->title, "--socket: want a path of 1 to %d bytes",
                     SOCKET_PATH_MOST);
    options->socket = text;
}

/* Reads digits of a base up to 10; false if there are none, or others. */
static bool read_number(unsigned *number, const char *text, unsigned base)
{
    *number = 0;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit >= base || *number > 100000)
            return false;
        *number = *number * base + digit;
    }
    return *text != '\0';
}

static void set_socket_mode(struct options *options, const char *text)
{
    struct quote quote;
    if (!read_number(&options->socket_mode, text, 8) || options->socket_mode > 0777 ||
        (options->socket_mode & 0600) != 0600)
        report_usage(options->command->title, "--mode %s: want 600, 660 or 666",
                     quote_string(&quote, text));
}

static void set_reservations(struct options *options, const char *text)
{
    struct quote quote;
    if (!read_number(&options->reservations, text, 10) || options->reservations < 1 ||
        options->reservations > RESERVATIONS_MAX)
        report_usage(options->command->title, "--reservations %s: want 1 to %d",
                     quote_string(&quote, text), RESERVATIONS_MAX);
}

static void set_json(struct options *options, const char *text)
{
    (void)text;
    options->json = true;
}

static void set_metrics(struct options *options, const char *text)
{
    (void)text;
    options->metrics = true;
}

static void set_metrics_file(struct options *options, const char *text)
{
    size_t size = strlen(text);
    if (size == 0 || size > METRICS_PATH_MOST)
        report_usage(options->command->title, "--metrics-file: want a path of 1 to %d bytes",
                     METRICS_PATH_MOST);
    options->metrics_file = text;
}

static void set_min_free(struct options *options, const char *text)
{
    struct quote quote;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 7 || text[digits] != '\0')
        report_usage(options->command->title, "--min-free %s: want a number from 0 to 9999999",
                     quote_string(&quote, text));
    options->min_free = (uint32_t)strtoul(text, NULL, 10);
}

static void print_help(struct options *options, const char *text)
{
    (void)text;
    output_answer(options->command->help);
}

/* ---- The table of options --------------------------------------------------------------- */

/* `letter` is the option in command->accepts; only -h can be typed. */
static const struct row {
    char letter;
    const char *option;
    bool takes_value;
    void (*set)(struct options *options, const char *text);
} rows[] = {
    {'E', "--store", true, set_store},
    {'U', "--user", true, set_user},
    {'F', "--password-file", true, set_password_file},
    {'A', "--cacert", true, set_cacert},
    {'C', "--cert", true, set_cert},
    {'K', "--key", true, set_key},
    {'T', "--timeout", true, set_timeout},
    {'P', "--pool", true, add_pool},
    {'R', "--raise-bounds", true, set_raise_bounds},
    {'D', "--max-ahead", true, set_max_ahead},
    {'X', "--external", false, set_external},
    {'B', "--clock-error", true, set_clock_error},
    {'O', "--force", false, set_force},
    {'Y', "--far", false, set_far},
    {'J', "--json", false, set_json},
    {'I', "--metrics", false, set_metrics},
    {'_', "--metrics-file", true, set_metrics_file},
    {'N', "--min-free", true, set_min_free},
    {'L', "--label", true, set_label},
    {'H', "--horizon", true, set_horizon},
    {'S', "--lease", true, set_lease},
    {'M', "--max-skew", true, set_max_skew},
    {'W', "--wait", true, set_wait},
    {'Q', "--quarantine", true, set_quarantine},
    {'Z', "--socket", true, set_socket},
    {'V', "--mode", true, set_socket_mode},
    {'G', "--reservations", true, set_reservations},
    {'h', "--help", false, print_help},
};
#define ROW_COUNT (sizeof rows / sizeof *rows)
_Static_assert(ROW_COUNT <= ARGUMENTS_MAX, "more options than a line may have");

static void set_option(struct options *options, char letter)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].letter == letter)
            rows[i].set(options, optarg);
}

static void read_arguments(struct options *options, int argc, char **argv)
{
    struct arguments arguments;
    char letter;
    arguments_begin(&arguments, options->command->title, argc, argv);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strchr(options->command->accepts, rows[i].letter) != NULL)
            arguments_accept(&arguments, rows[i].letter, rows[i].option + 2, rows[i].takes_value);
    while ((letter = arguments_next(&arguments)) != '\0')
        set_option(options, letter);
    options->words = arguments.operands;
    options->word_count = arguments.operand_count;
    options->behind = arguments.after_dashes;
}

/* ---- The subcommand --------------------------------------------------------------------- */

/* The option of a word such as --store or --store=URL; a beginning of its name is enough, as in getopt_long.
 * NULL: unknown. */
static const struct row *row_of(const char *word)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < ROW_COUNT && length > 2; i++)
        if (strncmp(rows[i].option, word, length) == 0)
            return &rows[i];
    return NULL;
}

bool options_is_known(const char *word)
{
    return strncmp(word, "--", 2) == 0 && row_of(word) != NULL;
}

const char *options_similar(const char *word)
{
    const char *nearest = NULL;
    for (size_t i = 0; i < ROW_COUNT; i++)
        nearest = similar_word(word, rows[i].option, nearest);
    return nearest;
}

/* Whether a word comes first: the command, or an option that no subcommand has, whose value cannot be told from the
 * command. */
static bool is_first(const char *word)
{
    return word[0] != '-' || (word[1] == '-' && word[2] != '\0' && row_of(word) == NULL);
}

void options_put_command_first(int argc, char **argv)
{
    int at = 1;
    for (; at < argc && !is_first(argv[at]) && strcmp(argv[at], "--") != 0; at++) {
        const struct row *row = row_of(argv[at]);
        if (row != NULL && row->takes_value && strchr(argv[at], '=') == NULL)
            at++;
    }
    if (at >= argc || !is_first(argv[at]))
        return;
    char *first = argv[at];
    memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
    argv[1] = first;
}

/* ---- Combinations ------------------------------------------------------------------ */

static void check_client(struct options *options)
{
    const char *title = options->command->title;
    const sortid_node_client_options *client = &options->client;
    if (client->store == NULL)
        options->client.store = getenv("SORTID_STORE");
    if (client->store == NULL || *client->store == '\0')
        report_usage(title, "no store: give --store URL[,URL...], or set SORTID_STORE");
    if (options->password_file != NULL && client->user == NULL)
        report_usage(title, "--password-file FILE needs --user NAME");
    if ((client->cert_file == NULL) != (client->key_file == NULL))
        report_usage(title, "--cert FILE and --key FILE are needed together");
}

void options_read(struct options *options, const struct command *command, int argc, char **argv)
{
    *options =
        (struct options){.command = command, .min_free = 1, .socket_mode = 0600, .reservations = 1};
    options->reservation.lease_s = SORTID_NODE_DEFAULT_LEASE_S;
    options->reservation.horizon_ms = SORTID_NODE_DEFAULT_HORIZON_MS;
    options->reservation.max_skew_ms = SORTID_NODE_DEFAULT_MAX_SKEW_MS;
    options->reservation.allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS;
    read_arguments(options, argc, argv);
    check_client(options);
}

const char *options_join_pools(const struct options *options)
{
    static char joined[16 * SORTID_NODE_NAME_SIZE]; // as many as the library takes
    size_t length = 0;
    for (size_t i = 0; i < options->pool_count; i++) {
        int added = snprintf(joined + length, sizeof joined - length, "%s%s", i > 0 ? "," : "",
                             options->pools[i]);
        length += (size_t)added;
        if (length >= sizeof joined)
            report_usage(options->command->title, "the names of the pools are too long");
    }
    return joined;
}

void options_need_words(const struct options *options, const char *const *names, size_t count)
{
    struct quote quote;
    const char *title = options->command->title;
    if (options->word_count < count)
        report_usage(title, "%s is needed", names[options->word_count]);
    if (options->word_count > count)
        report_usage(title, "unexpected argument %s", quote_string(&quote, options->words[count]));
    if (options->behind != NULL && options->command->run != run_run)
        report_usage(title, "unexpected \"--\"");
}
