/* SPDX-License-Identifier: MIT */
/* node/pages.c: see pages.h. */
#include "pages.h"

#include "fail.h"

#include <stdio.h>
#include <string.h>

#define PAGE 1000

/* Whether the next page can begin behind this key. A byte that was read as 0x7f was another one. */
static bool is_exact(const char *key)
{
    return strlen(key) + 1 < KEY_SIZE && strchr(key, 0x7f) == NULL;
}

/* Of a full page, takes up to the last pair behind which another page can begin. */
static sortid_node_status take_page(char key[KEY_SIZE], bool *more, const struct pages *pages,
                                    const struct store_range *page, sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    *more = page->count == PAGE;
    size_t count = page->count;
    while (*more && count > 0 && !is_exact(page->pairs[count - 1].key))
        count--;
    if (*more && count == 0)
        return sortid_node_fail_record(error, page->pairs[0].key);
    for (size_t i = 0; i < count && status == SORTID_NODE_OK; i++)
        status = pages->take(pages->context, &page->pairs[i], error);
    if (*more)
        snprintf(key, KEY_SIZE, "%s ", page->pairs[count - 1].key);
    return status;
}

sortid_node_status sortid_node_pages_read(const struct pages *pages, sortid_node_error *error)
{
    struct key_range rest = pages->keys;
    bool more = true;
    sortid_node_status status = SORTID_NODE_OK;
    while (status == SORTID_NODE_OK && more) {
        struct store_reply reply;
        const struct store_operation get = {
            .kind = STORE_RANGE, KEYS(rest), .keys_only = pages->keys_only, .limit = PAGE};
        status = sortid_node_store_read(&reply, pages->store, &get, 1, pages->confirm, error);
        if (status != SORTID_NODE_OK)
            return status;
        status = take_page(rest.first, &more, pages, &reply.ranges[0], error);
        sortid_node_store_reply_free(&reply);
    }
    return status;
}
