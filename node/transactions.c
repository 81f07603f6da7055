/* SPDX-License-Identifier: MIT */
/* node/claim.c: see claim.h. */
#include "claim.h"

#include "fail.h"

#include <stdlib.h>
#include <string.h>

struct keys {
    char realm[KEY_SIZE], id[KEY_SIZE], holder[KEY_SIZE];
};

static void keys_of(struct keys *keys, const struct claim *claim)
{
    sortid_node_realm_key(keys->realm, claim->realm);
    sortid_node_realm_id_key(keys->id, claim->realm, KEY_ID, claim->node_id, claim->size);
    sortid_node_realm_id_key(keys->holder, claim->realm, KEY_HOLDER, claim->node_id, claim->size);
}

static struct etcd_operation range_of(const char *key)
{
    return (struct etcd_operation){.kind = ETCD_RANGE, .key = key};
}

/* ---- Looking ------------------------------------------------------------------------------ */

static sortid_node_status garbage(sortid_node_error *error, const char *key)
{
    return sortid_node_fail(error, SORTID_NODE_GARBAGE, "%s holds no record of sortid's", key);
}

static const struct etcd_pair *pair_of(const struct etcd_range *range)
{
    return range->count > 0 ? &range->pairs[0] : NULL;
}

static sortid_node_status understand_realm(struct claim *claim, const struct etcd_pair *pair,
                                           sortid_node_error *error)
{
    sortid_node_realm realm;
    if (pair == NULL)
        return sortid_node_fail(error, SORTID_NODE_NO_REALM, "there is no realm %s", claim->realm);
    if (!sortid_node_realm_read(&realm, claim->realm, pair->value))
        return garbage(error, pair->key);
    claim->realm_at = pair->changed_at;
    claim->floor = realm.floor;
    sortid_node_realm_free(&realm);
    return SORTID_NODE_OK;
}

/* Whose the id is, from its record and its holder's. */
static sortid_node_status understand_id(enum claim_state *state, struct claim *claim,
                                        const struct etcd_pair *holder, const struct etcd_pair *id,
                                        sortid_node_error *error)
{
    struct holder_record held;
    struct id_record record = {.bound = 0};
    if (holder != NULL && !sortid_node_realm_read_holder(&held, holder->value))
        return garbage(error, holder->key);
    if (id != NULL && !sortid_node_realm_read_id(&record, id->value))
        return garbage(error, id->key);
    *state = CLAIM_TAKEN;
    if (strcmp(record.token, claim->token) != 0 ||
        (holder != NULL && strcmp(held.token, claim->token) != 0))
        return SORTID_NODE_OK;
    *state = record.clean ? CLAIM_GIVEN : CLAIM_FREE;
    if (holder != NULL) {
        *state = CLAIM_OURS;
        claim->lease = holder->lease;
    }
    claim->created_at = holder != NULL ? holder->created_at : 0;
    claim->changed_at = id != NULL ? id->changed_at : 0;
    if (!record.clean && record.bound > claim->bound)
        claim->bound = record.bound;
    return SORTID_NODE_OK;
}

/* Ranges of holder and id, and, where it may have changed, of the realm. */
static sortid_node_status understand(enum claim_state *state, struct claim *claim,
                                     const struct etcd_reply *reply, size_t ranges_asked,
                                     sortid_node_error *error)
{
    const struct etcd_range *ranges = reply->ranges;
    struct claim seen = *claim;
    sortid_node_status status = SORTID_NODE_OK;
    if (reply->range_count != ranges_asked)
        return sortid_node_fail(error, SORTID_NODE_GARBAGE, "etcd answered %zu of %zu ranges",
                                reply->range_count, ranges_asked);
    if (ranges_asked > 2)
        status = understand_realm(&seen, pair_of(&ranges[2]), error);
    if (status == SORTID_NODE_OK)
        status = understand_id(state, &seen, pair_of(&ranges[0]), pair_of(&ranges[1]), error);
    if (status == SORTID_NODE_OK)
        *claim = seen;
    return status;
}

sortid_node_status sortid_node_claim_look(enum claim_state *state, struct claim *claim,
                                          struct etcd *etcd, sortid_node_error *error)
{
    struct keys keys;
    struct etcd_reply reply;
    keys_of(&keys, claim);
    const struct etcd_operation looks[] = {range_of(keys.holder), range_of(keys.id),
                                           range_of(keys.realm)};
    const struct etcd_transaction look = {.operations = looks, .operation_count = 3};
    sortid_node_status status = sortid_node_etcd_transact(&reply, etcd, &look, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = understand(state, claim, &reply, 3, error);
    sortid_node_etcd_reply_free(&reply);
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* The writes, one or two, then a look at holder and id, if all is as it was read; else a look at
 * these and the realm. */
static sortid_node_status write_all(enum claim_state *state, struct claim *claim, struct etcd *etcd,
                                    const struct etcd_operation *writes, size_t count,
                                    bool repeatable, sortid_node_error *error)
{
    struct keys keys;
    struct etcd_reply reply;
    keys_of(&keys, claim);
    const struct etcd_compare compares[] = {
        {.key = keys.holder, .what = ETCD_CREATED_AT, .revision = claim->created_at},
        {.key = keys.id, .what = ETCD_CHANGED_AT, .revision = claim->changed_at},
        {.key = keys.realm, .what = ETCD_CHANGED_AT, .revision = claim->realm_at}};
    const struct etcd_operation otherwise[] = {range_of(keys.holder), range_of(keys.id),
                                               range_of(keys.realm)};
    const struct etcd_operation operations[] = {writes[0], count > 1 ? writes[1] : otherwise[0],
                                                otherwise[count > 1 ? 0 : 1], otherwise[1]};
    const struct etcd_transaction transaction = {.compares = compares,
                                                 .compare_count = 3,
                                                 .operations = operations,
                                                 .operation_count = 2 + count,
                                                 .otherwise = otherwise,
                                                 .otherwise_count = 3};
    sortid_node_status status =
        sortid_node_etcd_transact(&reply, etcd, &transaction, repeatable, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = understand(state, claim, &reply, reply.succeeded ? 2 : 3, error);
    if (status == SORTID_NODE_OK && reply.succeeded)
        *state = CLAIM_DONE;
    sortid_node_etcd_reply_free(&reply);
    return status;
}

static char *id_text(const struct claim *claim, uint64_t bound, bool clean)
{
    struct id_record record = {
        .bound = bound, .clean = clean, .quarantine_ms = claim->quarantine_ms};
    memcpy(record.token, claim->token, sizeof record.token);
    memcpy(record.label, claim->label, sizeof record.label);
    return sortid_node_realm_print_id(&record);
}

static char *holder_text(const struct claim *claim)
{
    struct holder_record record = {.since_ms = claim->since_ms};
    memcpy(record.token, claim->token, sizeof record.token);
    memcpy(record.label, claim->label, sizeof record.label);
    return sortid_node_realm_print_holder(&record);
}

sortid_node_status sortid_node_claim_take(enum claim_state *state, struct claim *claim,
                                          struct etcd *etcd, int64_t lease, uint64_t bound,
                                          sortid_node_error *error)
{
    struct keys keys;
    keys_of(&keys, claim);
    char *id = id_text(claim, bound, false), *holder = holder_text(claim);
    sortid_node_status status = SORTID_NODE_SYSTEM;
    const struct etcd_operation writes[] = {
        {.kind = ETCD_PUT, .key = keys.id, .value = id},
        {.kind = ETCD_PUT, .key = keys.holder, .value = holder, .lease = lease}};
    claim->created_at = 0;
    if (id != NULL && holder != NULL)
        status = write_all(state, claim, etcd, writes, 2, false, error);
    else
        sortid_node_fail(error, status, "no memory");
    free(id);
    free(holder);
    return status;
}

sortid_node_status sortid_node_claim_raise(enum claim_state *state, struct claim *claim,
                                           struct etcd *etcd, uint64_t bound,
                                           sortid_node_error *error)
{
    struct keys keys;
    keys_of(&keys, claim);
    char *id = id_text(claim, bound, false);
    if (id == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    const struct etcd_operation write = {.kind = ETCD_PUT, .key = keys.id, .value = id};
    sortid_node_status status = write_all(state, claim, etcd, &write, 1, true, error);
    free(id);
    return status;
}

sortid_node_status sortid_node_claim_give(enum claim_state *state, struct claim *claim,
                                          struct etcd *etcd, uint64_t bound,
                                          sortid_node_error *error)
{
    struct keys keys;
    keys_of(&keys, claim);
    char *id = id_text(claim, bound, true);
    if (id == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    const struct etcd_operation writes[] = {{.kind = ETCD_PUT, .key = keys.id, .value = id},
                                            {.kind = ETCD_DELETE, .key = keys.holder}};
    sortid_node_status status = write_all(state, claim, etcd, writes, 2, true, error);
    free(id);
    return status;
}
