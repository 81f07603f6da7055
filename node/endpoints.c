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

/* Skips a scheme; NULL: there is none. */
static const char *skip_scheme(const char *at)
{
    if (strncmp(at, "http://", 7) == 0)
        return at + 7;
    return strncmp(at, "https://", 8) == 0 ? at + 8 : NULL;
}

static const char *skip_host(const char *at)
{
    size_t length;
    if (*at != '[') {
        length = strspn(at, host_bytes);
        return length > 0 ? at + length : NULL;
    }
    length = strspn(at + 1, address_bytes);
    return length > 0 && at[1 + length] == ']' ? at + length + 2 : NULL;
}

static const char *skip_port(const char *at)
{
    if (*at != ':')
        return at;
    size_t length = strspn(++at, digit_bytes);
    unsigned long port = length < 6 ? strtoul(at, NULL, 10) : 0; /* < 10^5 */
    return port >= 1 && port <= 65535 ? at + length : NULL;
}

/* The end of the URL at the start of the text; NULL: not a URL. */
static const char *end_of_url(const char *from)
{
    const char *at = skip_scheme(from);
    if (at != NULL)
        at = skip_host(at);
    if (at != NULL)
        at = skip_port(at);
    return at != NULL && at - from < ENDPOINTS_URL_SIZE ? at : NULL;
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
