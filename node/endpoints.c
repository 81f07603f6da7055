/* SPDX-License-Identifier: MIT */
/* node/endpoints.c: see endpoints.h. */
#include "endpoints.h"

#include "fail.h"

#include <stdlib.h>
#include <string.h>

static const char host_bytes[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
static const char address_bytes[] = "0123456789abcdefABCDEF:.";
static const char digit_bytes[] = "0123456789";

/* The end of the URL at the start of the text; NULL: not a URL. */
static const char *end_of_url(const char *from)
{
    const char *at = from + (strncmp(from, "https", 5) == 0 ? 5 : 4);
    if (strncmp(from, "http", 4) != 0 || strncmp(at, "://", 3) != 0)
        return NULL;
    at += 3;
    size_t bracket = *at == '[' ? 1 : 0;
    size_t length = strspn(at + bracket, bracket == 1 ? address_bytes : host_bytes);
    if (length == 0 || (bracket == 1 && at[1 + length] != ']'))
        return NULL;
    at += length + 2 * bracket;
    if (*at == ':') {
        length = strspn(++at, digit_bytes);
        unsigned long port = length < 6 ? strtoul(at, NULL, 10) : 0; /* < 10^5 */
        if (port < 1 || port > 65535)
            return NULL;
        at += length;
    }
    return at - from < ENDPOINTS_URL_SIZE ? at : NULL;
}

/* Adds the URL at *at, and moves *at behind its comma; NULL after the last one. */
static sortid_node_status take(struct endpoints *out, const char **at, sortid_node_error *error)
{
    const char *from = *at, *end = end_of_url(from), *next = end;
    if (out->count == ENDPOINTS_MAX)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "more than 16 endpoints: give at most 16");
    if (next != NULL && *next == '/')
        next++;
    if (next == NULL || (*next != ',' && *next != '\0'))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "endpoint %zu: want http://HOST:PORT or https://HOST:PORT of etcd, "
                                "or one URL of PostgreSQL, postgresql://...",
                                out->count + 1);
    *at = *next == ',' ? next + 1 : NULL;
    memcpy(out->urls[out->count], from, (size_t)(end - from));
    out->urls[out->count++][end - from] = '\0';
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_endpoints_read(struct endpoints *out, const char *text,
                                              sortid_node_error *error)
{
    struct endpoints read = {0};
    sortid_node_status status = SORTID_NODE_OK;
    while (text != NULL && status == SORTID_NODE_OK)
        status = take(&read, &text, error);
    if (status == SORTID_NODE_OK)
        *out = read;
    return status;
}
