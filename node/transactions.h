/* SPDX-License-Identifier: MIT */
/* node/transactions.h: the transactions of one holder on the records of one id. Called by acquire.c,
 * renew.c and reservation.c. It reads no clock and does not know what bounds are for.
 *
 * Each write compares the revisions of what its writer has read, the id's record included. So of two
 * writes that are based on the same reading at most one is done, whatever is lost, repeated or late:
 * a raise that reaches the store long after it was given up cannot lower a bound. After a write whose
 * reply was lost the records are read again; the token tells whether they are this holder's. */
#ifndef NODE_TRANSACTIONS_H
#define NODE_TRANSACTIONS_H

#include "store.h"
#include "realm.h"

/* What a holder knows of the records of its id. */
struct records {
    char realm[SORTID_NODE_NAME_SIZE];
    uint32_t node_id, size;
    char token[TOKEN_SIZE]; /* of this holder: 128 random bits in hex */
    char label[SORTID_NODE_LABEL_SIZE];
    uint64_t since_ms;
    uint64_t quarantine_ms; /* above 0 if external */

    int64_t created_at; /* revision of our holder record, */
    int64_t changed_at; /* of the id's record (0: none), */
    int64_t realm_at;   /* and of the realm's */
    int64_t lease;      /* of our holder record */
    uint64_t floor;     /* of the realm, at `realm_at` */
    uint64_t bound;     /* the greatest that was read or written */
};

/* Whose the id is, by its records. */
enum ownership {
    OWNERSHIP_WRITTEN,  /* ours: the write was done */
    OWNERSHIP_OURS,     /* not written: the holder record is ours, and all revisions are known */
    OWNERSHIP_LAPSED,   /* it has no holder, and had none after us */
    OWNERSHIP_RELEASED, /* it has no holder, and we released it */
    OWNERSHIP_LOST      /* another holder has it, or had it after us */
};

/* Reads the records. */
sortid_node_status sortid_node_records_read(enum ownership *state, struct records *records,
                                            struct store *store, sortid_node_error *error);

/* Acquires the id with this bound, if it has no holder, its record is that of `changed_at` and the
 * realm's that of `realm_at`. If not written: OWNERSHIP_OURS, OWNERSHIP_LAPSED or OWNERSHIP_LOST. */
sortid_node_status sortid_node_records_acquire(enum ownership *state, struct records *records,
                                               struct store *store, int64_t lease, uint64_t bound,
                                               sortid_node_error *error);

/* Writes a higher bound, if all three records are as they were read. */
sortid_node_status sortid_node_records_raise(enum ownership *state, struct records *records,
                                             struct store *store, uint64_t bound,
                                             sortid_node_error *error);

/* Writes the bound, marked clean, and deletes the holder record, if all three records are as they were
 * read. There may be no holder record (`created_at` 0). */
sortid_node_status sortid_node_records_release(enum ownership *state, struct records *records,
                                               struct store *store, uint64_t bound,
                                               sortid_node_error *error);

#endif
