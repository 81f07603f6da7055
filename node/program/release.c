/* SPDX-License-Identifier: MIT */
/* release.c: `sortid node release`: ends the reservation of another holder; with --force also of an
 * id whose record cannot be read. */
#include "../../common/report.h"
#include "client.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>

/* ID/SIZE is a node spec. The form with an earlier ID, which `run` gives to its COMMAND, is
 * accepted too. */
static void read_id(sortid_scru64_node_spec *spec, const struct options *options)
{
    struct quote quote;
    const char *text = options->words[1];
    if (sortid_scru64_node_spec_parse(spec, text, strlen(text), NULL) != SORTID_OK)
        report_usage("%s: want a node id and its size, such as 5/4 or 0x5/4",
                     quote_string(&quote, text));
}

void run_release(struct options *options)
{
    static const char *const names[] = {"REALM", "ID/SIZE"};
    sortid_scru64_node_spec spec;
    sortid_node_error error = {""};
    uint64_t blocked_ms = 0; /* of a record that was replaced */
    options_need_words(options, names, 2);
    read_id(&spec, options);
    const char *realm = options->words[0];
    sortid_node_client *client = client_open(options);
    sortid_node_status status =
        options->force
            ? sortid_node_id_replace(client, realm, spec.node_id, spec.node_id_size, &blocked_ms,
                                     &error)
            : sortid_node_id_release(client, realm, spec.node_id, spec.node_id_size, &error);
    if (status != SORTID_NODE_OK) {
        client_report(status, &error);
    } else if (options->json) {
        show("{\"realm\":\"%s\",\"nodeId\":\"%" PRIu32 "\",\"nodeSize\":%" PRIu32
             ",\"released\":true",
             realm, spec.node_id, spec.node_id_size);
        if (options->force)
            show_time_json(",\"blockedUntilIso\":", blocked_ms);
        show("}\n");
    } else if (blocked_ms != 0) {
        show("the record of 0x%" PRIx32 "/%" PRIu32
             " of %s was replaced; the id is blocked until %s\n",
             spec.node_id, spec.node_id_size, realm, show_time(blocked_ms));
    } else {
        show("0x%" PRIx32 "/%" PRIu32 " of %s is no longer reserved\n", spec.node_id,
             spec.node_id_size, realm);
    }
}
