/* SPDX-License-Identifier: MIT */
/* Sorting IDs of 16 and 20 bytes. Sorts work on abbreviated keys, the first bytes of an ID as a
 * number: the timestamp and 16 bits more, which tell most IDs apart. Where they do not (very many
 * IDs of one ms), the sort is told to give up on them. Called for by the functions of the types. */
#include "sortid_pg.h"

#include <common/hashfn.h>
#include <lib/hyperloglog.h>
#include <port/pg_bswap.h>

/* Until this many IDs nothing is judged; beyond the other, no more. */
#define JUDGE_FROM  10000
#define JUDGE_UNTIL 1000000

/* Keys are given up where one stands for more than so many IDs: each tie costs a comparison of the
 * IDs on top of that of their keys. */
#define IDS_PER_KEY 1000

typedef struct abbreviation {
    int64 seen;
    bool judging;
    hyperLogLogState kinds;
} abbreviation;

static int compare_16(Datum a, Datum b, SortSupport sort)
{
    (void)sort;
    return memcmp(DatumGetPointer(a), DatumGetPointer(b), 16);
}

static int compare_20(Datum a, Datum b, SortSupport sort)
{
    (void)sort;
    return memcmp(DatumGetPointer(a), DatumGetPointer(b), 20);
}

/* 15 and later know this comparison, and sort by code made for it. */
#if PG_VERSION_NUM >= 150000
#define compare_keys ssup_datum_unsigned_cmp
#else
static int compare_keys(Datum a, Datum b, SortSupport sort)
{
    (void)sort;
    return a < b ? -1 : a > b;
}
#endif

static Datum abbreviate(Datum original, SortSupport sort)
{
    abbreviation *state = sort->ssup_extra;
    Datum key;
    memcpy(&key, DatumGetPointer(original), sizeof(key));
    key = DatumBigEndianToNative(key);
    state->seen += 1;
    if (state->judging) {
        uint64 bits = (uint64)key;
        addHyperLogLog(&state->kinds,
                       DatumGetUInt32(hash_uint32((uint32)bits ^ (uint32)(bits >> 32))));
    }
    return key;
}

static bool give_up(int count, SortSupport sort)
{
    abbreviation *state = sort->ssup_extra;
    double kinds;
    if (!state->judging || count < JUDGE_FROM || state->seen < JUDGE_FROM) {
        return false;
    }
    kinds = estimateHyperLogLog(&state->kinds);
    if (state->seen > JUDGE_UNTIL && kinds * IDS_PER_KEY > (double)state->seen) {
        state->judging = false;
    }
    return kinds * IDS_PER_KEY < (double)state->seen;
}

void sortid_pg_sort(SortSupport sort, size_t size)
{
    sort->comparator = size == 16 ? compare_16 : compare_20;
    if (sort->abbreviate) {
        MemoryContext before = MemoryContextSwitchTo(sort->ssup_cxt);
        abbreviation *state = palloc(sizeof(*state));
        state->seen = 0;
        state->judging = true;
        initHyperLogLog(&state->kinds, 10); /* 1,024 registers: off by 3 % */
        MemoryContextSwitchTo(before);
        sort->ssup_extra = state;
        sort->comparator = compare_keys;
        sort->abbrev_converter = abbreviate;
        sort->abbrev_abort = give_up;
        sort->abbrev_full_comparator = size == 16 ? compare_16 : compare_20;
    }
}
