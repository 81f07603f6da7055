/* SPDX-License-Identifier: MIT */
/* loader.c: a bulk loader: 200,000 UUIDv7s as lines for COPY, in blocks, and read back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sortid.h>

enum { ROWS = 200000, BLOCK = 1000, LINE = SORTID_UUIDV7_TEXT_SIZE }; /* the NUL is a newline */

static char text[(size_t)ROWS * LINE];
static sortid_uuidv7 ids[ROWS];

int main(void)
{
    size_t done = 0, consumed = 0, position = 0, falls = 0;
    sortid_status status;
    for (size_t row = 0, length = 0; row < ROWS; row += BLOCK) {
        size_t written;
        status = sortid_uuidv7_fill_text(text + length, sizeof text - length, &written, BLOCK, '\n',
                                         NULL);
        length += written;
        if (status != SORTID_OK || written != (size_t)BLOCK * LINE) {
            printf("row %zu: %s\n", row, sortid_status_text(status));
            return EXIT_FAILURE;
        }
    }
    status =
        sortid_uuidv7_parse_many(ids, ROWS, &done, &consumed, text, sizeof text, '\n', &position);
    for (size_t i = 1; i < done; i++)
        falls += sortid_uuidv7_compare(&ids[i - 1], &ids[i]) >= 0;
    printf("%s: %zu rows, %zu out of order\n", sortid_status_text(status), done, falls);
    return status == SORTID_OK && done == ROWS && falls == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
