/* SPDX-License-Identifier: MIT */
/* recognize.c: fuzz target: the input is options and a text, read as all kinds or as one. Readings,
 * their order, status and position must be the judge's; ways, the nearest kinds, canonical texts
 * and fields must agree with them. TypeIDs are read and written by their own calls too. */
#include "../fuzz.h"

#include "tests/support/compare_kinds.h"

static void read_typeid(const char *text, size_t length)
{
    uint8_t uuid[16];
    char print[SORTID_TYPEID_TEXT_SIZE];
    size_t prefix = SIZE_MAX, judged = SIZE_MAX, position = SIZE_MAX, written;
    judgement wanted = judge_typeid(&judged, text, length);
    memset(uuid, CANARY, sizeof uuid);
    sortid_status status = sortid_typeid_parse(uuid, &prefix, text, length, &position);
    MUST(status == wanted.status && prefix == judged, "status %d, not %d", status, wanted.status);
    if (status != SORTID_OK) {
        MUST(position == wanted.position, "position %zu, not %zu", position, wanted.position);
        MUST(is_untouched(uuid, sizeof uuid), "output touched");
        return;
    }
    MUST(memcmp(uuid, wanted.id, sizeof uuid) == 0, "other bytes");
    status = sortid_typeid_print(print, sizeof print, &written, text, prefix, uuid, NULL);
    MUST(status == SORTID_OK && written == length && memcmp(print, text, length) == 0,
         "another text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    judge_request request = {.kind = NULL};
    unsigned choice = fuzz_below(&input, 64);
    unsigned flags = fuzz_below(&input, 8);
    int64_t epoch_ms = (int64_t)(fuzz_number(&input) >> 11) * (flags >= 4 ? -1 : 1);
    size_t kinds = 0;
    while (judge_kind_name(kinds) != NULL)
        kinds++;
    request.kind = choice < kinds ? judge_kind_name(choice) : NULL;
    request.lenient = (flags & 1) != 0;
    request.epoch_ms = (flags & 2) != 0 ? &epoch_ms : NULL;
    request.plausible_until_ms = (flags & 5) == 4 ? -epoch_ms : 0;
    char *text = fuzz_exact(input.at, input.left);
    const char *wrong = compare_kinds(&request, text, input.left, NULL);
    MUST(wrong == NULL, "%s", wrong);
    read_typeid(text, input.left);
    free(text);
    return 0;
}
