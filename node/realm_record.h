/* SPDX-License-Identifier: MIT */
/* node/realm_record.h: reads and changes the record of a realm, if it is as it was read. */
#pragma once

#include "client.h"
#include "realm.h"

struct realm_record {
    sortid_node_client *client; /* of a change */
    struct store *store;
    const char *name;
    char key[KEY_SIZE];
    sortid_node_realm realm; /* as it was read, to be changed by the caller */
    char *value;             /* as it was read; NULL: it does not exist */
    int64_t revision;
    bool is_claim;      /* it is not written if another realm claimed ids since */
    int64_t claimed_at; /* when that was done last */
    char store_name[STORE_IDENTITY_SIZE];
    struct store_times times;
};

/* Whether the store of a reply is not the one for which the realm's bounds were last raised, or has
 * lost writes since as far as the client knows. */
bool sortid_node_realm_is_restored(const sortid_node_realm *realm, struct store *store,
                                   const struct store_reply *reply);

/* Reads the record of a name. `confirm`: see struct store_transaction. If it is not a record of
 * sortid: SORTID_NODE_BAD_REPLY, and `value` is set. Free it also after a failure. */
sortid_node_status sortid_node_realm_record_read(struct realm_record *out, struct store *store,
                                                 const char *name, bool confirm,
                                                 sortid_node_error *error);

/* Writes the realm of the record; *done is false if another client has changed it since. */
sortid_node_status sortid_node_realm_record_write(bool *done, const struct realm_record *record,
                                                  sortid_node_error *error);

/* Before the write of a record with new pools: SORTID_NODE_REALM_DIFFERS if another realm of the
 * store has ids of one that does not share them. The realm's floor becomes at least that of the
 * others, up to now, because one of them may have had the ids until its floor. */
sortid_node_status sortid_node_realm_record_claim(struct realm_record *record,
                                                  const sortid_node_pool *pools, size_t count,
                                                  sortid_node_error *error);

/* Deletes keys of the realm while its record is as it was read: *same. */
sortid_node_status sortid_node_realm_record_delete(bool *same, const struct realm_record *record,
                                                   const struct store_operation *keys,
                                                   sortid_node_error *error);

void sortid_node_realm_record_free(struct realm_record *record);

/* One step of a change: changes and writes the record that was read; *done: it was the last. */
typedef sortid_node_status realm_step(bool *done, struct realm_record *record, void *context,
                                      sortid_node_error *error);

/* Reads the record and takes a step, again until nothing is left to do. SORTID_NODE_BAD_OPTION: a
 * bad name; _STORE_FAILED: others change the record each time. */
sortid_node_status sortid_node_realm_record_change(sortid_node_client *client, const char *name,
                                                   realm_step *step, void *context,
                                                   sortid_node_error *error);

/* ---- The other records of a realm ------------------------------------------------------------
 * A range of keys is read a page at a time, because a realm may have millions of ids. The pages may
 * be of different moments. Other programs can write keys of any bytes and length into the range:
 * these are passed like the others. */

/* Takes one pair; another result than SORTID_NODE_OK ends the reading. */
typedef sortid_node_status pages_take(void *context, const struct store_pair *pair,
                                      sortid_node_error *error);

struct pages {
    struct store *store;
    struct key_range keys;
    bool keys_only; /* the values are "" */
    bool confirm;   /* see struct store_transaction */
    pages_take *take;
    void *context;
};

/* Calls `take` for each pair, ordered by key. SORTID_NODE_BAD_REPLY also if a whole page has no key
 * of a program that writes keys as sortid does. */
sortid_node_status sortid_node_pages_read(const struct pages *pages, sortid_node_error *error);

/* Makes or repairs the keys of free ids of each large pool of a realm. They are only a hint, so
 * holders may write meanwhile. */
sortid_node_status sortid_node_free_ids_repair(struct store *store, const sortid_node_realm *realm,
                                               sortid_node_error *error);

/* Deletes the keys of free ids of a pool; with `record` while that is as it was read, *same. */
sortid_node_status sortid_node_free_ids_delete(bool *same, struct store *store,
                                               const struct realm_record *record, const char *realm,
                                               const char *pool, sortid_node_error *error);

/* The Unix ms after which no IDs are made by any bound of the realm that the store has: the latest
 * bound, with its quarantine unless released cleanly; 0: none. Records that cannot be read are left
 * out. */
sortid_node_status sortid_node_find_last(uint64_t *last_ms, struct store *store, const char *realm,
                                         sortid_node_error *error);
