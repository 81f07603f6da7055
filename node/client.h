/* SPDX-License-Identifier: MIT */
/* node/client.h: the struct of a client. */
#ifndef NODE_CLIENT_H
#define NODE_CLIENT_H

#include "realm.h"
#include "store.h"

#include <pthread.h>

/* How many realms a client remembers of which a store has lost writes; the oldest goes first. */
#define CLIENT_REWOUND 8

struct sortid_node_client {
    struct store *store; /* runs one request at a time */
    int64_t pid;         /* of the process that opened it */

    pthread_mutex_t lock;                     /* for the rest */
    char rewound[CLIENT_REWOUND][TOKEN_SIZE]; /* the incarnations that were noted last */
    unsigned rewound_count;                   /* of all that were noted */
};

/* Notes that a reservation of the client has noticed that the store lost writes. Any id of the
 * realm may have been used above the bound that the store shows. Raising the bounds draws another
 * incarnation. */
void sortid_node_client_note_rewound(struct sortid_node_client *client, const char *incarnation);

/* Whether that was noted, so that no id may be acquired. */
bool sortid_node_client_is_rewound(struct sortid_node_client *client, const char *incarnation);

/* Whether this is the process that opened it. */
bool sortid_node_client_is_own(const struct sortid_node_client *client);

#endif
