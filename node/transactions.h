/* SPDX-License-Identifier: MIT */
/* node/claim.h: the transactions of one holder on one id. Called by acquire.c, tend.c and hold.c;
 * it asks no clock and does not know what a bound is good for.
 *
 * Each write compares the revisions of what was read before it, of the id's record too. So of two
 * writes that rest on the same reading one at most is done, whatever is lost, repeated or late: a
 * raise that comes to etcd long after it was given up cannot lower a bound. After a write whose
 * reply was lost the claim is looked at, and known again by its token. */
#ifndef NODE_CLAIM_H
#define NODE_CLAIM_H

#include "etcd.h"
#include "realm.h"

struct claim {
    char realm[SORTID_NODE_NAME_SIZE];
    uint32_t node_id, size;
    char token[TOKEN_SIZE]; /* of this holder: 128 random bits in hex */
    char label[SORTID_NODE_LABEL_SIZE];
    uint64_t since_ms;
    uint64_t quarantine_ms; /* foreign: above 0 */

    int64_t created_at; /* revisions: of the own holder's record, */
    int64_t changed_at; /* the id's (0: there is none) */
    int64_t realm_at;   /* and the realm's */
    int64_t lease;      /* on which the own holder's record hangs */
    uint64_t floor;     /* of the realm, as it was at `realm_at` */
    uint64_t bound;     /* the greatest that was read or written: ticks below are this holder's */
};

enum claim_state {
    CLAIM_DONE,  /* the write was done */
    CLAIM_OURS,  /* not done: the holder's record is ours, and all revisions are known again */
    CLAIM_FREE,  /* nobody holds it, and nobody has since we did */
    CLAIM_GIVEN, /* nobody holds it, and it was we who gave it back */
    CLAIM_TAKEN  /* somebody else has it, or had */
};

/* Where the claim stands. */
sortid_node_status sortid_node_claim_look(enum claim_state *state, struct claim *claim,
                                          struct etcd *etcd, sortid_node_error *error);

/* Takes the id, which nobody holds and whose record is the one of `changed_at`, in a realm as of
 * `realm_at`, and puts its bound. Not done: CLAIM_OURS, CLAIM_FREE or CLAIM_TAKEN. */
sortid_node_status sortid_node_claim_take(enum claim_state *state, struct claim *claim,
                                          struct etcd *etcd, int64_t lease, uint64_t bound,
                                          sortid_node_error *error);

/* Puts a higher bound, while the holder's record is ours and all stands as it was read. */
sortid_node_status sortid_node_claim_raise(enum claim_state *state, struct claim *claim,
                                           struct etcd *etcd, uint64_t bound,
                                           sortid_node_error *error);

/* Puts the bound, clean, and deletes the holder's record, if it is there: its revision, or 0 for
 * none, and the id's must be those that are known. */
sortid_node_status sortid_node_claim_give(enum claim_state *state, struct claim *claim,
                                          struct etcd *etcd, uint64_t bound,
                                          sortid_node_error *error);

#endif
