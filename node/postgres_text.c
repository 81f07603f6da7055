/* SPDX-License-Identifier: MIT */
/* node/postgres_text.c: see postgres_text.h. */
#include "postgres_text.h"

#include "fail.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Requests ----------------------------------------------------------------------------- */

static json_t *write_compare(const void *item)
{
    const struct store_compare *c = item;
    static const char *const names[] = {
        [STORE_CREATED_AT] = "created", [STORE_CHANGED_AT] = "changed", [STORE_VALUE] = "value"};
    if (c->what == STORE_VALUE)
        return json_pack("{s:s, s:s, s:s}", "key", c->key, "what", names[c->what], "value",
                         c->value);
    return json_pack("{s:s, s:s, s:I}", "key", c->key, "what", names[c->what], "revision",
                     (json_int_t)c->revision);
}

/* What the functions look for; NULL: left out. */
static json_t *flag(bool value)
{
    return value ? json_true() : NULL;
}

static json_t *write_operation(const void *item)
{
    const struct store_operation *o = item;
    static const char *const names[] = {[STORE_DELETE] = "delete", [STORE_RANGE] = "range"};
    if (o->kind == STORE_PUT)
        return json_pack("{s:s, s:s, s:s, s:I}", "do", "put", "key", o->key, "value", o->value,
                         "lease", (json_int_t)o->lease);
    return json_pack("{s:s, s:s, s:s*, s:o*, s:o*, s:o*, s:o*}", "do", names[o->kind], "key",
                     o->key, "end", o->end, "limit", o->limit != 0 ? json_integer(o->limit) : NULL,
                     "keys", flag(o->keys_only), "count", flag(o->count_only), "by_change",
                     flag(o->order == STORE_BY_CHANGE));
}

char *sortid_node_postgres_print(const struct store_transaction *t)
{
    json_t *object = sortid_node_store_pack(t, (const char *const[]){"compares", "then", "else"},
                                            write_compare, write_operation);
    bool whole = !t->confirm || json_object_set_new(object, "confirm", json_true()) == 0;
    char *text = whole ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return text;
}

/* ---- Replies ------------------------------------------------------------------------------ */

/* The columns of a line: see the type line_1 in postgres_schema.c. */
enum { RANGE, KEY, VALUE, CREATED, CHANGED, LEASE, TOTAL, COLUMNS };

static bool read_number(int64_t *out, const PGresult *rows, int row, int column)
{
    char *end;
    const char *text = PQgetvalue(rows, row, column);
    *out = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0';
}

/* A copy with 0x7f instead of bytes that no key or value of ours has. NULL: no memory. */
static char *copy_text(const PGresult *rows, int row, int column)
{
    char *copy = strdup(PQgetvalue(rows, row, column));
    if (copy != NULL)
        sortid_node_make_printable(copy, 0x7f);
    return copy;
}

bool sortid_node_postgres_read_head(struct postgres_head *head, const PGresult *rows)
{
    int64_t range = 0;
    if (PQnfields(rows) != COLUMNS || PQntuples(rows) < 1)
        return false;
    head->identity = PQgetvalue(rows, 0, KEY);
    return read_number(&range, rows, 0, RANGE) && range == -1 &&
           strlen(head->identity) < STORE_IDENTITY_SIZE &&
           read_number(&head->unix_ms, rows, 0, CREATED) && head->unix_ms > 0 &&
           read_number(&head->position, rows, 0, CHANGED) &&
           read_number(&head->succeeded, rows, 0, LEASE) &&
           read_number(&head->number, rows, 0, TOTAL);
}

static bool read_pair(struct store_pair *pair, const PGresult *rows, int row, bool *no_memory)
{
    pair->key = copy_text(rows, row, KEY);
    pair->value = copy_text(rows, row, VALUE);
    *no_memory = *no_memory || pair->key == NULL || pair->value == NULL;
    return !*no_memory && read_number(&pair->created_at, rows, row, CREATED) &&
           read_number(&pair->changed_at, rows, row, CHANGED) &&
           read_number(&pair->lease, rows, row, LEASE);
}

/* Reads the lines of one range, from *row on. */
static bool read_range(struct store_range *range, int *row, int64_t number, bool count_only,
                       const PGresult *rows, bool *no_memory)
{
    int first = *row;
    int64_t of = 0;
    while (*row < PQntuples(rows) && read_number(&of, rows, *row, RANGE) && of == number)
        ++*row;
    if (count_only)
        return *row == first + 1 && read_number(&range->total, rows, first, TOTAL);
    range->pairs = calloc((size_t)(*row - first) + 1, sizeof *range->pairs);
    *no_memory = range->pairs == NULL;
    for (int i = first; i < *row && !*no_memory; i++)
        if (!read_pair(&range->pairs[range->count++], rows, i, no_memory))
            return false;
    range->total = (int64_t)range->count;
    return !*no_memory;
}

static bool read_ranges(struct store_reply *reply, const struct store_operation *operations,
                        size_t count, const PGresult *rows, bool *no_memory)
{
    int row = 1;
    reply->ranges = calloc(count + 1, sizeof *reply->ranges);
    *no_memory = reply->ranges == NULL;
    for (size_t i = 0; i < count && !*no_memory; i++) {
        size_t number = reply->range_count;
        if (operations[i].kind != STORE_RANGE)
            continue;
        reply->range_count++;
        if (!read_range(&reply->ranges[number], &row, (int64_t)number, operations[i].count_only,
                        rows, no_memory))
            return false;
    }
    return !*no_memory && row == PQntuples(rows);
}

sortid_node_status sortid_node_postgres_read_reply(struct store_reply *reply,
                                                   const struct store_transaction *t,
                                                   const PGresult *rows)
{
    struct postgres_head head;
    bool no_memory = false;
    struct store_reply read = {.range_count = 0};
    if (!sortid_node_postgres_read_head(&head, rows))
        return SORTID_NODE_BAD_REPLY;
    read.succeeded = head.succeeded == 1;
    read.position = head.position;
    snprintf(read.identity, sizeof read.identity, "%s", head.identity);
    if (!read_ranges(&read, read.succeeded ? t->operations : t->otherwise,
                     read.succeeded ? t->operation_count : t->otherwise_count, rows, &no_memory)) {
        sortid_node_store_reply_free(&read);
        return no_memory ? SORTID_NODE_SYSTEM : SORTID_NODE_BAD_REPLY;
    }
    *reply = read;
    return SORTID_NODE_OK;
}
