/* SPDX-License-Identifier: MIT */
/* client.h: shared by the tests of node/: expectations of a status and its error; clients of a store
 * with short options, and transactions of one operation. */
#pragma once

#include "support/cases.h"

#include "node/platform.h"
#include "node/store.h"

/* The time for calls that must succeed, on a machine with other work; no test waits until it has
 * passed. */
enum { PATIENT_MS = 60000 };

sortid_node_client_options client_options(const char *endpoints, uint32_t timeout_ms);

struct store *client_open_with(const sortid_node_client_options *options);

struct store *client_open(const char *endpoints, uint32_t timeout_ms);

void client_close(struct store *store); /* NULL is allowed */

extern sortid_node_error error; /* of the last call */

/* Expects SORTID_NODE_##status, and an error if that is not OK. */
#define EXPECT_NODE(call, status) EXPECT_NODE_IS(call, SORTID_NODE_##status)
#define EXPECT_NODE_IS(call, expected)                                                             \
    do {                                                                                           \
        error.text[0] = '\0';                                                                      \
        client_expect((call), (expected), PLACE);                                                  \
    } while (0)
void client_expect(sortid_node_status actual, sortid_node_status expected, const char *place);

/* Expects words in the message of the last call. */
#define EXPECT_WORDS(words)                                                                        \
    EXPECT(strstr(error.text, words) != NULL, PLACE ": \"%s\" lacks \"%s\"", error.text, words)

/* Expects that the error has a text, with an end, of printable bytes. */
void client_check_error(const char *place);

/* One operation without a condition. Free the reply, unless it is NULL. */
sortid_node_status client_do(struct store_reply *reply, struct store *etcd,
                             const struct store_operation *operation, bool repeatable,
                             sortid_node_error *of_call);

sortid_node_status client_put(struct store *etcd, const char *key, const char *value);

/* How many keys there are from `key` to before `end` (NULL: that key only). */
sortid_node_status client_count(int64_t *total, struct store *etcd, const char *key,
                                const char *end);

uint64_t client_now(void);
