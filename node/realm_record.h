/* SPDX-License-Identifier: MIT */
/* node/realm_record.h: reads and writes the record of a realm. It is written only if it is as it was read.
 * Called by init.c and pool_change.c. */
#ifndef NODE_REALM_RECORD_H
#define NODE_REALM_RECORD_H

#include "realm.h"
#include "store.h"

struct realm_record {
    struct store *store;
    const char *name;
    char key[KEY_SIZE];
    sortid_node_realm realm; /* as it was read, to be changed by the caller */
    char *value;             /* as it was read; NULL: it does not exist */
    int64_t revision;
    char store_name[STORE_IDENTITY_SIZE];
    uint64_t store_ms; /* the store's clock, at most */
};

/* Reads the record of a name. Free it also after a failure. */
sortid_node_status sortid_node_realm_record_read(struct realm_record *out, struct store *store,
                                                 const char *name, sortid_node_error *error);

/* Writes the realm of the record; *done is false if another client has changed it since. */
sortid_node_status sortid_node_realm_record_write(bool *done, const struct realm_record *record,
                                                  sortid_node_error *error);

/* Compares that the record is as it was read, in 2 elements; returns how many. */
size_t sortid_node_realm_record_compare(struct store_compare compares[2],
                                        const struct realm_record *record);

void sortid_node_realm_record_free(struct realm_record *record);

#endif
