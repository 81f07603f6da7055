/* SPDX-License-Identifier: MIT */
/* main.c: a program of a project that contains sortid. It prints one ULID. */
#include <sortid.h>
#include <stdio.h>

int main(void)
{
    char text[SORTID_ULID_TEXT_SIZE];
    if (sortid_ulid_new_text(text, NULL) != SORTID_OK)
        return 1;
    return puts(text) < 0;
}
