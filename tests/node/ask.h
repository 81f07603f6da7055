/* SPDX-License-Identifier: MIT */
/* ask.h: a POST to a server of the tests, with plain libcurl and not with the code under test. */
#ifndef SORTID_TESTS_NODE_ASK_H
#define SORTID_TESTS_NODE_ASK_H

#include "server.h"

#define ASK_ANSWER_SIZE 65536

/* The HTTP code, 0 if no reply came within a minute; the answer is cut to its size. */
long ask_server(char answer[ASK_ANSWER_SIZE], const struct servers *servers, size_t index,
                const char *path, const char *body);

#endif
