/* SPDX-License-Identifier: MIT */
/* tests/install/main.c: a user's program that links the installed library.
 * tests/install.sh builds it in every supported way; it makes an ID, reads it, and checks that
 * header and library have the same version. */
#include <sortid.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[SORTID_ULID_TEXT_SIZE];
    char again[SORTID_ULID_TEXT_SIZE];
    sortid_ulid id;

    if (sortid_ulid_new_text(text, NULL) != SORTID_OK)
        return 1;
    if (sortid_ulid_parse(&id, text, strlen(text), NULL) != SORTID_OK)
        return 2;
    sortid_ulid_print(again, &id);
    if (strcmp(text, again) != 0)
        return 3;
    if (strcmp(sortid_version(), SORTID_VERSION) != 0)
        return 4;
    return puts(text) < 0;
}
