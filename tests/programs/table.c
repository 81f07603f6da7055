/* SPDX-License-Identifier: MIT */
/* table.c: a table of UUIDv7s in which one row holds a UUIDv4. No old text is shown for that row,
 * the status says what is wrong, and the library says what the row is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sortid.h>

static const char *const rows[] = {
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "f81d4fae-7dec-4d0a-a765-00a0c91e6bf6",
    "01941f29-7c00-7aaa-aaaa-aaaaaaaaaaaa",
};

int main(void)
{
    const sortid_format *format = sortid_uuidv7_format();
    char text[SORTID_UUIDV7_TEXT_SIZE] = "";
    sortid_uuidv7 ids[3];
    int failures = 0;
    for (int i = 0; i < 3; i++) { /* as a database gives them: 16 bytes */
        size_t position;
        if (sortid_scru128_parse_as((sortid_scru128 *)&ids[i], SORTID_ENCODING_UUID, rows[i], 36,
                                    &position) != SORTID_OK)
            return EXIT_FAILURE;
    }
    for (int i = 0; i < 3; i++) {
        size_t length = sortid_uuidv7_print(text, &ids[i]);
        sortid_status status = sortid_format_check(format, ids[i].bytes);
        if (length > 0) {
            failures += strcmp(text, rows[i]) != 0 || status != SORTID_OK;
            continue;
        }
        sortid_reading reading;
        sortid_kind_info kind;
        size_t count = 0;
        failures += i != 1 || text[0] != '\0' || status != SORTID_BAD_VERSION;
        if (sortid_recognize(&reading, sizeof reading, 1, &count, rows[i], 36, NULL, NULL) !=
                SORTID_OK ||
            sortid_kind_describe(reading.kind, &kind, sizeof kind) != SORTID_OK)
            return EXIT_FAILURE;
        printf("row %d: %s: a %s\n", i, sortid_status_text(status), kind.title);
        failures += strcmp(kind.name, "uuid-v4") != 0;
    }
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
