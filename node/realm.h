/* SPDX-License-Identifier: MIT */
/* node/realm.h: keys and values of a realm in its store, written and read; pools that do not
 * overlap. Pure. These forms are permanent: other versions of the library read them.
 *
 *   sortid/REALM/realm   {"version": 2, "floor": TICK, "maxAheadMs": N, "maxQuarantineMs": N,
 *           "incarnation": 32 HEX DIGITS, "store": TEXT, "nonce": 32 HEX DIGITS, "pools": [{"name",
 *           "first", "last", "size"}]}. Versions of sortid that know only version 1 refuse it. A
 *           pool of which ids are being removed has "openFirst" and "openLast", too: those that
 *           remain; 1 and 0 if none does
 *   sortid/REALM/id/SS/HHHHHH   {"bound": TICK, "clean": BOOL, "quarantineMs": N, "token": 32 HEX
 *           DIGITS, "nonce": 32 HEX DIGITS, "label": TEXT}; no lease. The token is that of the last
 *           holder, "" after sortid_node_id_release; the nonce is that of the write: by both a
 *           holder recognizes its record, also if it did not get the reply
 *   sortid/REALM/holder/SS/HHHHHH   {"token": 32 HEX DIGITS, "sinceMs": N, "label": TEXT}; on the
 *           holder's lease
 *   sortid/REALM/free/POOL/LL/TTTTTTTTTTT/HHHHHH   {}; one for each used id of a large pool. TT:
 *           the tick until which nobody can acquire it: its bound, and its quarantine unless clean;
 *           11 hex digits. LL: the low 8 bits of the id. So the ids of one part of a pool that are
 *           free are in one range
 *   sortid/REALM/free/POOL/-/HHHHHH   6 HEX DIGITS; ids of a large pool that were never used, from
 *           the value to the key's
 *   sortid/REALM/released/POOL/X   6 HEX DIGITS; of the ids of a large pool whose last hex digit is
 *           X, the one that was released last. Waiting clients read these keys instead of all
 *           shards
 *
 * SS: the size, 2 decimal digits; HHHHHH: the id, 6 hex digits. Keys are ordered by size and id. */
#pragma once

#include <sortid/node.h>

#define REALM_PREFIX "sortid/"
#define REALM_CLAIMS "sortid/claims" /* 32 HEX DIGITS; changed whenever ids are added to a realm */
#define KEY_SIZE     (sizeof REALM_PREFIX + 2 * SORTID_NODE_NAME_SIZE + 32)
#define TOKEN_SIZE   33

#define REALM_MAX_POOLS   256
#define ID_VALUE_SIZE     1024 /* of an id's value, with NUL: a longer one is not ours */
#define MAX_AHEAD_MS      (UINT64_C(1) << 40) /* 34 years: the most that maxAheadMs can be */
#define MAX_QUARANTINE_MS (UINT64_C(1) << 44) /* 557 years: sums with it do not overflow */

bool sortid_node_realm_name_is_good(const char *name);

/* SORTID_NODE_BAD_OPTION unless the name is good; `what` it names: "realm" or "pool". */
sortid_node_status sortid_node_name_check(const char *what, const char *name,
                                          sortid_node_error *error);

/* Whether no id of one is a prefix of an id of the other. */
bool sortid_node_realm_pools_exclude(const sortid_node_pool *a, const sortid_node_pool *b);

/* Adds the pools that the realm lacks. SORTID_NODE_REALM_DIFFERS, _BAD_OPTION, _SYSTEM. */
sortid_node_status sortid_node_realm_add_pools(sortid_node_realm *realm,
                                               const sortid_node_pool *pools, size_t count,
                                               sortid_node_error *error);
const sortid_node_pool *sortid_node_realm_find_pool(const sortid_node_realm *realm,
                                                    const char *name);
/* Whether a pool has an id. The pool of an id; NULL: none. Whether its ids have keys of free ids. */
static inline bool sortid_node_realm_pool_has(const sortid_node_pool *pool, uint32_t node_id,
                                              uint32_t size)
{
    return pool->size == size && pool->first <= node_id && node_id <= pool->last;
}
const sortid_node_pool *sortid_node_realm_pool_of(const sortid_node_realm *realm, uint32_t node_id,
                                                  uint32_t size);
bool sortid_node_realm_pool_is_large(const sortid_node_pool *pool);
void sortid_node_realm_free(sortid_node_realm *realm); /* its pools, not the struct */

/* Replaces pool number `i` by one that may share ids with it, but with no other pool; `pool` NULL:
 * removes it. SORTID_NODE_REALM_DIFFERS, _BAD_OPTION, _SYSTEM. */
sortid_node_status sortid_node_realm_replace_pool(sortid_node_realm *realm, size_t i,
                                                  const sortid_node_pool *pool,
                                                  sortid_node_error *error);
/* The ids of pool number `i` that can be reserved, and a change of that; `open` NULL: all. False:
 * no memory. */
sortid_node_pool sortid_node_realm_open_part(const sortid_node_realm *realm, size_t i);
bool sortid_node_realm_set_open(sortid_node_realm *realm, size_t i, const sortid_node_pool *open);
/* Whether the realm has a pool with this id, from which it can be reserved. */
bool sortid_node_realm_is_open(const sortid_node_realm *realm, uint32_t node_id, uint32_t size);

/* ---- Keys ------------------------------------------------------------------------------- */

/* Keys >= `first` and < `end`. KEYS are two members of a struct store_operation. */
struct key_range {
    char first[KEY_SIZE], end[KEY_SIZE];
};
#define KEYS(range) .key = (range).first, .end = (range).end

enum sortid_node_realm_key { KEY_ID, KEY_HOLDER };
void sortid_node_realm_key(char key[KEY_SIZE], const char *realm);
void sortid_node_realm_id_key(char key[KEY_SIZE], const char *realm,
                              enum sortid_node_realm_key kind, uint32_t node_id, uint32_t size);
/* The keys of the ids of a pool or of a part of one; of all ids of a realm. */
struct key_range sortid_node_realm_range_keys(const char *realm, enum sortid_node_realm_key kind,
                                              const sortid_node_pool *range);
struct key_range sortid_node_realm_all_keys(const char *realm, enum sortid_node_realm_key kind);
/* Pools with more ids have keys of free ids, which are a hint where to search: what counts is the
 * record of the id. */
#define LARGE_POOL  256
#define FREE_SHARDS 256
/* The key of an id, used until a tick; the first key of a shard for the ids that are used until a
 * tick or longer; the key of ids that were never used; all keys of a pool, or its keys of never
 * used ids. */
void sortid_node_realm_free_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                uint32_t node_id, uint64_t until);
void sortid_node_realm_shard_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                 uint32_t shard, uint64_t until);
void sortid_node_realm_span_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                uint32_t last);
struct key_range sortid_node_realm_free_keys(const char *realm, const char *pool, bool spans_only);
/* The last 6 digits of such a key, or of the value of a span or of a released id. */
bool sortid_node_realm_read_free(uint32_t *node_id, const char *text);
/* The tick of a key of a free id. */
bool sortid_node_realm_read_until(uint64_t *until, const char *key);
/* The key under which the release of an id is noted; all such keys of a pool; the number of one. */
#define RELEASE_SLOTS 16
void sortid_node_realm_released_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                    uint32_t node_id);
struct key_range sortid_node_realm_released_keys(const char *realm, const char *pool);
bool sortid_node_realm_read_slot(uint32_t *slot, const char *key);
/* The tick until which an id with this record is used. */
struct id_record;
uint64_t sortid_node_realm_until(const struct id_record *record);
bool sortid_node_realm_id_of_key(uint32_t *node_id, uint32_t *size, const char *key);

/* ---- Values ---------------------------------------------------------------------------------
 * print: the caller frees the text; NULL: no memory. read: false if it is not a record of
 * sortid. */

struct id_record {
    uint64_t bound;
    bool clean;
    uint64_t quarantine_ms;
    char token[TOKEN_SIZE];
    char nonce[TOKEN_SIZE];
    char label[SORTID_NODE_LABEL_SIZE];
};
struct holder_record {
    char token[TOKEN_SIZE];
    uint64_t since_ms;
    char label[SORTID_NODE_LABEL_SIZE];
};

char *sortid_node_realm_print(const sortid_node_realm *realm, const char *nonce);
bool sortid_node_realm_read(sortid_node_realm *out, const char *name, const char *value);
char *sortid_node_realm_print_id(const struct id_record *record);
bool sortid_node_realm_read_id(struct id_record *out, const char *value);
char *sortid_node_realm_print_holder(const struct holder_record *record);
bool sortid_node_realm_read_holder(struct holder_record *out, const char *value);
