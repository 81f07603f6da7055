/* SPDX-License-Identifier: MIT */
/* tests/install/node/main.c: a program of somebody else's that links the installed
 * libsortid-node and libsortid. tests/install.sh builds it in each way there is. It opens a client,
 * which connects at its first request only, and makes an ID. */
#include <sortid.h>
#include <sortid/node.h>

#include <stdio.h>

int main(void)
{
    char text[SORTID_ULID_TEXT_SIZE];
    sortid_node_client *client = NULL;
    const sortid_node_client_options options = {.store = "http://127.0.0.1:1"};
    sortid_node_error error;

    if (sortid_node_client_open(&client, &options, &error) != SORTID_NODE_OK)
        return 1;
    sortid_node_client_close(client);
    if (sortid_ulid_new_text(text, NULL) != SORTID_OK)
        return 2;
    return puts(text) < 0;
}
