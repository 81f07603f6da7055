/* SPDX-License-Identifier: MIT */
/* client.h: shared by the tests of node/etcd.c: clients with short options, transactions of one
 * operation, checks that apply to every error. */
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

/* Expects that an error has a text, with an end, of printable bytes. */
void client_check_error(const sortid_node_error *error, const char *place);

#define EXPECT_NODE(actual, expected, error) client_expect((actual), (expected), (error), PLACE)
void client_expect(sortid_node_status actual, sortid_node_status expected,
                   const sortid_node_error *error, const char *place);

/* One operation without a condition. Free the reply, unless it is NULL. */
sortid_node_status client_do(struct store_reply *reply, struct store *etcd,
                             const struct store_operation *operation, bool repeatable,
                             sortid_node_error *error);

sortid_node_status client_put(struct store *etcd, const char *key, const char *value,
                              sortid_node_error *error);

/* How many keys there are from `key` to before `end` (NULL: that key only). */
sortid_node_status client_count(int64_t *total, struct store *etcd, const char *key,
                                const char *end, sortid_node_error *error);

uint64_t client_now(void);
