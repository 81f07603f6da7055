/* SPDX-License-Identifier: MIT */
/* node/transactions.h: the transactions of one holder on the records of one id. It reads no clock
 * and does not know what bounds are for.
 *
 * Each write compares what its writer has read with the records: their revisions and their values,
 * which have a fresh nonce for each write. So of two writes that are based on the same reading at
 * most one is done, whatever is lost, repeated or late: a raise that reaches the store long after
 * it was given up cannot lower a bound. A restored store gives out revisions again, but never a
 * value.
 *
 * A holder takes a record for its own only if it has its token, and the nonce that it knew or one
 * of a request of its own whose outcome is unknown. A copy of the process knows the token, too; so
 * as soon as one of them has written, the others have lost the id. No write is sent twice: a
 * repeated request can fail because its first attempt has succeeded, which would leave its outcome
 * unknown. */
#pragma once

#include "realm.h"
#include "store.h"

/* Writes without a reply that are remembered. If there are more before one is acknowledged, the
 * oldest is forgotten, and if that one was done the id is lost. */
#define UNKNOWN_WRITES 16

/* What a holder knows of the records of its id. */
struct records {
    char realm[SORTID_NODE_NAME_SIZE];
    uint32_t node_id, size;
    char token[TOKEN_SIZE]; /* of this holder: 128 random bits in hex */
    char label[SORTID_NODE_LABEL_SIZE];
    uint64_t since_ms;
    uint64_t quarantine_ms; /* above 0 if external */

    int64_t created_at;    /* revision of our holder record, */
    int64_t changed_at;    /* of the id's record (0: none), */
    int64_t realm_at;      /* and of the realm's */
    int64_t lease;         /* of our holder record */
    uint64_t bound;        /* the greatest that was read or written, */
    uint64_t acknowledged; /* and of those writes the last that succeeded for certain */
    uint64_t begin;        /* no tick before: after a restore, or one that a copy may have used */

    char id_value[ID_VALUE_SIZE]; /* of the id's record, at `changed_at` */
    char *realm_value; /* of the realm's, at `realm_at`; freed by sortid_node_records_free */
    uint64_t floor;    /* of that realm */
    uint64_t max_ahead_ms;
    struct history_realm age;
    char store[STORE_IDENTITY_SIZE];

    char nonce[TOKEN_SIZE]; /* of the id's record when it was last known as ours */
    char unknown[UNKNOWN_WRITES][TOKEN_SIZE]; /* nonces of our writes of unknown outcome */
    unsigned unknown_count;
    /* Of an id of a large pool, otherwise "": the pool, the key by which others find the id ("";
     * none), and what an acquire of an id that was never used leaves of its span: a key and a first
     * id, "" if nothing is left. */
    char pool[SORTID_NODE_NAME_SIZE];
    char free_key[KEY_SIZE], span_key[KEY_SIZE];
    char span_first[7];
    bool rewound; /* the store has lost writes, and the realm's bounds were not raised since */
    bool closed;  /* no pool has the id, or it is being removed: do not acquire it */
};

/* Whose the id is, by its records. */
enum ownership {
    OWNERSHIP_WRITTEN,  /* ours: the write was done */
    OWNERSHIP_OURS,     /* not written: the holder record is ours, and all revisions are known */
    OWNERSHIP_LAPSED,   /* it has no holder, and had none after us */
    OWNERSHIP_RELEASED, /* it has no holder, and we released it */
    OWNERSHIP_LOST,     /* another holder has it, or had it after us */
    OWNERSHIP_COPIED,   /* the record has our token, but a copy of this process wrote it */
    OWNERSHIP_REWOUND /* the store has lost writes, and the realm's bounds were not raised since */
};

/* The keys of the records of an id. */
struct record_keys {
    char holder[KEY_SIZE], id[KEY_SIZE], realm[KEY_SIZE];
    struct store_operation reads[3]; /* of the three, in this order; they point into the struct */
};
void sortid_node_records_keys(struct record_keys *keys, const char *realm, uint32_t node_id,
                              uint32_t size);

void sortid_node_records_free(struct records *records); /* what it points to */

/* Draws a token or a nonce; false: the system's random source or clock failed. */
bool sortid_node_records_draw(char hex[TOKEN_SIZE]);

/* Takes over the realm's record from a reply: SORTID_NODE_NO_REALM, SORTID_NODE_RESTORED if the
 * store is not the one for which its bounds were last raised, SORTID_NODE_BAD_REPLY. After success
 * free the realm, unless it is NULL. */
sortid_node_status sortid_node_records_take_realm(struct records *records, sortid_node_realm *out,
                                                  const struct store_reply *reply,
                                                  const struct store_range *range,
                                                  sortid_node_error *error);

/* Reads the records. */
sortid_node_status sortid_node_records_read(enum ownership *state, struct records *records,
                                            struct store *store, sortid_node_error *error);

/* Writes the id's record, if all is as it was read, with this bound. */
enum records_write {
    RECORDS_ACQUIRE, /* on `lease`, if the id has no holder. If not written: OWNERSHIP_OURS,
                      * OWNERSHIP_LAPSED or OWNERSHIP_LOST */
    RECORDS_RAISE,   /* to a higher bound */
    RECORDS_RELEASE  /* marked clean, and deletes the holder record; there may be none (`created_at`
                      * 0) */
};
sortid_node_status sortid_node_records_write(enum ownership *state, struct records *records,
                                             struct store *store, enum records_write kind,
                                             int64_t lease, uint64_t bound,
                                             sortid_node_error *error);
