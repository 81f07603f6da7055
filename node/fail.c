/* SPDX-License-Identifier: MIT */
/* node/fail.c: see fail.h. */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define RAISE                                                                                      \
    "after a restore stop the old one for good, then run sortid node init %s --raise-bounds auto"

bool sortid_node_is_zero(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    unsigned used = 0;
    while (size-- > 0)
        used |= *at++;
    return used == 0;
}

void sortid_node_make_printable(char *text, char replacement)
{
    for (; *text != '\0'; text++)
        if (*text < 0x20 || *text > 0x7e)
            *text = replacement;
}

sortid_node_status sortid_node_fail(sortid_node_error *error, sortid_node_status status,
                                    const char *format, ...)
{
    if (error == NULL)
        return status;
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(error->text, sizeof error->text, format, arguments) < 0)
        error->text[0] = '\0';
    va_end(arguments);
    sortid_node_make_printable(error->text, '?');
    return status;
}

sortid_node_status sortid_node_fail_forked(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                            "a forked child cannot use the client and the reservations of its "
                            "parent: open a client in the child");
}

sortid_node_status sortid_node_fail_changing(sortid_node_error *error, const char *realm)
{
    return sortid_node_fail(error, SORTID_NODE_STORE_FAILED,
                            "the records of realm %s change faster than they can be written: try "
                            "again",
                            realm);
}

sortid_node_status sortid_node_fail_no_realm(sortid_node_error *error, const char *realm)
{
    return sortid_node_fail(error, SORTID_NODE_NO_REALM,
                            "realm %s is not in this store: check --store, or create it with "
                            "sortid node init %s --pool NAME=FIRST-LAST/SIZE; if it ever existed, "
                            "add --raise-bounds auto, or it repeats IDs",
                            realm, realm);
}

/* Also a record of a later version of sortid. */
sortid_node_status sortid_node_fail_record(sortid_node_error *error, const char *key)
{
    return sortid_node_fail(
        error, SORTID_NODE_BAD_REPLY,
        "%s in the store is not a record that this version of sortid can read: update "
        "sortid, or find the program that wrote it",
        key);
}

sortid_node_status sortid_node_fail_id(sortid_node_error *error, const char *realm,
                                       uint32_t node_id, uint32_t size)
{
    return sortid_node_fail(error, SORTID_NODE_BAD_REPLY,
                            "the record of %u/%u of realm %s cannot be read: update sortid, or "
                            "replace it by sortid node release %s %u/%u --force",
                            (unsigned)node_id, (unsigned)size, realm, realm, (unsigned)node_id,
                            (unsigned)size);
}

sortid_node_status sortid_node_fail_store(sortid_node_error *error, const char *realm,
                                          const char *expected, const char *found)
{
    if (strcmp(expected, found) == 0)
        return sortid_node_fail_rewound(error, SORTID_NODE_RESTORED, realm);
    return sortid_node_fail(error, SORTID_NODE_RESTORED,
                            "realm %s is of store %s, and this is %s: " RAISE, realm, expected,
                            found, realm);
}

sortid_node_status sortid_node_fail_rewound(sortid_node_error *error, sortid_node_status status,
                                            const char *realm)
{
    return sortid_node_fail(error, status, "the store has lost writes of realm %s: " RAISE, realm,
                            realm);
}

sortid_node_status sortid_node_fail_ranges(sortid_node_error *error, size_t found, size_t asked)
{
    return sortid_node_fail(
        error, SORTID_NODE_BAD_REPLY,
        "the store's reply has %zu of the %zu ranges asked for: check what answers there", found,
        asked);
}
