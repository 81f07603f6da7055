/* SPDX-License-Identifier: MIT */
/* node/http.h: one POST of JSON to one endpoint, by libcurl. Called by etcd.c, which chooses
 * endpoints and reads answers. It follows no redirect, uses no proxy (the environment's are not
 * asked: etcd is a neighbour, and a proxy would see the password), sends nothing twice, and
 * keeps its sockets from programs that are executed. One call at a time. */
#ifndef NODE_HTTP_H
#define NODE_HTTP_H

#include "etcd.h"

#define HTTP_LARGEST_BODY ((size_t)64 << 20)
#define HTTP_WHY_SIZE     SORTID_NODE_ERROR_SIZE

struct http;

/* Certificates by the options. SORTID_NODE_BAD_OPTION for a file that cannot be read,
 * SORTID_NODE_SYSTEM. */
sortid_node_status sortid_node_http_open(struct http **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);
void sortid_node_http_close(struct http *http); /* NULL is allowed. Not in a forked child. */

struct http_request {
    const char *url;
    const char *token; /* for Authorization; NULL: none */
    const char *body;
    uint32_t connect_ms, whole_ms; /* at least 1; the time is over all there is to do */
    bool once;                     /* by a connection of its own: libcurl sends again by itself what
                                    * an old one swallowed, since that was closed meanwhile */
};

struct http_answer {
    long code; /* 200 */
    char
        *body; /* ended by a NUL that is not counted; to be freed by sortid_node_http_answer_free */
    size_t size;
    bool sent; /* the endpoint may have got some of the request */
    struct etcd_times times;
    char why[HTTP_WHY_SIZE]; /* what failed; bytes of any kind before a NUL */
};

/* SORTID_NODE_OK: something answered in HTTP. SORTID_NODE_UNREACHABLE; _DENIED: the
 * certificate of one side, to the other; _BAD_REPLY: no HTTP, a body beyond the largest; _SYSTEM. The
 * answer is to be freed in each case. */
sortid_node_status sortid_node_http_post(struct http_answer *answer, struct http *http,
                                         const struct http_request *request);
void sortid_node_http_answer_free(struct http_answer *answer);

#endif
