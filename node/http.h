/* SPDX-License-Identifier: MIT */
/* node/http.h: sends one POST of JSON to one endpoint, by libcurl. It does not follow redirects,
 * ignores the proxies of the environment (they would see the password), sends nothing twice, and
 * does not let executed programs inherit its sockets. One call at a time. */
#pragma once

#include "store.h"

#define HTTP_LARGEST_BODY ((size_t)64 << 20)
#define HTTP_WHY_SIZE     SORTID_NODE_ERROR_SIZE

struct http;

/* Certificates by the options, whose files can be read. SORTID_NODE_SYSTEM. */
sortid_node_status sortid_node_http_open(struct http **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);
void sortid_node_http_close(struct http *http); /* NULL is allowed. Not in a forked child. */

struct http_request {
    const char *url;
    const char *token; /* for Authorization; NULL: none */
    const char *body;
    uint32_t connect_ms, whole_ms; /* at least 1; `whole_ms` for everything */
    bool once;                     /* on a new connection: libcurl repeats a request that it sent on
                                    * an old one which the server had closed */
};

struct http_answer {
    long code;  /* 200 */
    char *body; /* with a NUL that `size` does not count; freed by sortid_node_http_answer_free */
    size_t size;
    bool sent; /* the endpoint may have received some of the request */
    struct store_times times;
    char why[HTTP_WHY_SIZE]; /* what failed; any bytes before a NUL */
};

/* SORTID_NODE_OK: an HTTP reply. SORTID_NODE_UNREACHABLE; _DENIED: one side refuses the other's
 * certificate; _BAD_REPLY: not HTTP, or a body that is too large; _SYSTEM. Free the answer in each
 * case. */
sortid_node_status sortid_node_http_post(struct http_answer *answer, struct http *http,
                                         const struct http_request *request);
void sortid_node_http_answer_free(struct http_answer *answer);
