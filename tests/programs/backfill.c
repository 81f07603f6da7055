/* SPDX-License-Identifier: MIT */
/* backfill.c: gives the rows of an old table IDs of the times at which they were created. */
#include <stdio.h>
#include <stdlib.h>

#include <sortid.h>

static const uint64_t created_ms[] = {
    UINT64_C(1104537600000),
    UINT64_C(1104537600000),
    UINT64_C(1469918176385),
    UINT64_C(1795176000000),
};
enum { ROWS = sizeof created_ms / sizeof *created_ms };

int main(void)
{
    sortid_ulid ids[ROWS], now, last;
    sortid_status status = sortid_ulid_new(&last, NULL);
    for (int i = 0; i < ROWS && status == SORTID_OK; i++) {
        status = sortid_ulid_new_at(&ids[i], created_ms[i]);
        if (sortid_ulid_unix_ms(&ids[i]) != created_ms[i])
            return EXIT_FAILURE;
    }
    if (status != SORTID_OK || sortid_ulid_new(&now, NULL) != SORTID_OK)
        return EXIT_FAILURE;
    /* The IDs of one time differ, those of other times are in order, and new IDs are later. */
    int differ = sortid_ulid_compare(&ids[0], &ids[1]) != 0;
    int in_order = sortid_ulid_compare(&ids[1], &ids[2]) < 0 &&
                   sortid_ulid_compare(&ids[2], &ids[3]) < 0 &&
                   sortid_ulid_compare(&last, &now) < 0;
    int refused = sortid_ulid_new_at(&now, UINT64_C(1) << 48) == SORTID_OUT_OF_RANGE;
    printf("differ %d, in order %d, refused %d\n", differ, in_order, refused);
    return differ && in_order && refused ? EXIT_SUCCESS : EXIT_FAILURE;
}
