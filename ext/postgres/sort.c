/* SPDX-License-Identifier: MIT */
/* sort.c: sorting IDs of 16 and 20 bytes. The server compares abbreviated keys first: 64 bits in the
 * order of the IDs. The first 48 are those of the ID, in most formats its ms (in ksuid its second and 16 bits of
 * its counter); the other 16 separate the IDs of a ms. One generator counts up within a ms, so its IDs differ
 * little, in bits that depend on the format; IDs of several generators differ in any bit. Therefore the 16 bits
 * are the distance from the first ID of the same ms that the sort has seen, as a code: exact for close IDs,
 * a floating-point number for distant ones. If very many IDs of a ms have equal keys, the sort gives up on keys. Called by the
 * sortsupport functions of the types. */
#include "sortid_pg.h"

#include <common/hashfn.h>
#include <lib/hyperloglog.h>
#include <port/pg_bitutils.h>

/* Keys are judged from this number of IDs on, until there are so many kinds of keys that they are worth
 * having in any case. */
#define JUDGE_FROM   10000
#define ENOUGH_KINDS 100000

/* Keys are given up if more than this number of IDs share one on average: a tie costs a comparison of the IDs
 * after that of the keys. */
#define IDS_PER_KEY 1000

/* The number of ms whose first ID is remembered, in 1 MiB at most. For later ms the 16 bits are the next
 * bits of the ID. */
#define REMEMBERED 16384

/* The bytes 6 to 15 of an ID as a number of 80 bits. */
typedef struct uint80 {
    uint64 high; /* 16 bits */
    uint64 low;
} uint80;

typedef struct first_of_ms {
    uint64 ms; /* the first 48 bits of IDs */
    uint80 rest;
    char status; /* used by simplehash.h */
} first_of_ms;

#define SH_PREFIX         table
#define SH_ELEMENT_TYPE   first_of_ms
#define SH_KEY_TYPE       uint64
#define SH_KEY            ms
#define SH_HASH_KEY(t, k) murmurhash32((uint32)(k) ^ (uint32)((k) >> 32))
#define SH_EQUAL(t, a, b) ((a) == (b))
#define SH_SCOPE          static inline
#define SH_DECLARE
#define SH_DEFINE
#include <lib/simplehash.h>

typedef struct abbreviation {
    table_hash *firsts;
    int64 seen;
    bool judging;
    hyperLogLogState kinds;
} abbreviation;

/* ---- Comparing ------------------------------------------------------------------------------- */

static int compare_16(Datum a, Datum b, SortSupport sort)
{
    (void)sort;
    return sortid_pg_compare(a, b, 16);
}

static int compare_20(Datum a, Datum b, SortSupport sort)
{
    (void)sort;
    return sortid_pg_compare(a, b, 20);
}

/* Servers from 15 on have specialized sorting code for this comparison. */
#if PG_VERSION_NUM >= 150000
#define compare_keys ssup_datum_unsigned_cmp
#else
static int compare_keys(Datum a, Datum b, SortSupport sort)
{
    (void)sort;
    return a < b ? -1 : a > b;
}
#endif

/* ---- Abbreviating ---------------------------------------------------------------------------- */

static inline bool is_less(uint80 a, uint80 b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* a - b, for a >= b. */
static inline uint80 minus(uint80 a, uint80 b)
{
    uint80 difference = {a.high - b.high - (a.low < b.low), a.low - b.low};
    return difference;
}

/* Floats whose exponents begin at `from` have this many bits after the first 1, and codes from `base` on. */
typedef struct precision {
    int from;
    int bits;
    uint32 base;
} precision;

/* The precision for an exponent from 12 to 79. It is higher where the counter of scru128 and uuidv7 begins: a
 * server makes about 2,000 IDs in a ms, and each gets a key of its own. A tie of keys costs more than the
 * rest of a comparison. */
static inline precision precision_of(int exponent)
{
    static const precision LOW = {12, 8, 4096}, MIDDLE = {32, 10, 4096 + (20 << 8)},
                           HIGH = {44, 8, 4096 + (20 << 8) + (12 << 10)};
    return exponent < MIDDLE.from ? LOW : exponent < HIGH.from ? MIDDLE : HIGH;
}

/* A number as a code in the order of the numbers, below 2^15: itself up to 4095, else a float. */
static inline uint32 to_code(uint80 number)
{
    precision p;
    int exponent;
    int below;
    uint64 digits;
    if (number.high == 0 && number.low < 4096) {
        return (uint32)number.low;
    }
    exponent = number.high != 0 ? 64 + pg_leftmost_one_pos64(number.high)
                                : pg_leftmost_one_pos64(number.low);
    p = precision_of(exponent);
    below = exponent - p.bits; /* 4 to 71 */
    digits = below >= 64 ? number.high >> (below - 64)
                         : number.high << (64 - below) | number.low >> below;
    return p.base + ((uint32)(exponent - p.from) << p.bits) +
           ((uint32)digits & (((uint32)1 << p.bits) - 1));
}

/* 16 bits of the rest of an ID, in the order of the IDs of its ms. All IDs of a ms use the same method in
 * the whole sort: the distance to its first ID, or their next bits. */
static inline uint64 order_within_ms(abbreviation *state, uint64 ms, uint80 rest)
{
    first_of_ms *first;
    if (state->firsts->members < REMEMBERED) {
        bool found;
        first = table_insert(state->firsts, ms, &found);
        if (!found) {
            first->rest = rest;
        }
    } else {
        first = table_lookup(state->firsts, ms);
    }
    if (first == NULL) {
        return rest.high;
    }
    return is_less(rest, first->rest) ? 0x8000 - to_code(minus(first->rest, rest))
                                      : 0x8000 + to_code(minus(rest, first->rest));
}

static Datum abbreviate(Datum original, SortSupport sort)
{
    abbreviation *state = sort->ssup_extra;
    const char *id = DatumGetPointer(original);
    uint64 word = sortid_pg_load(id);
    uint80 rest = {word & 0xffff, sortid_pg_load(id + 8)};
    uint64 key = (word & ~UINT64CONST(0xffff)) | order_within_ms(state, word >> 16, rest);
    state->seen += 1;
    if (state->judging) {
        addHyperLogLog(&state->kinds,
                       DatumGetUInt32(hash_uint32((uint32)key ^ (uint32)(key >> 32))));
    }
    return (Datum)key;
}

static bool give_up(int count, SortSupport sort)
{
    abbreviation *state = sort->ssup_extra;
    double kinds;
    if (!state->judging || count < JUDGE_FROM || state->seen < JUDGE_FROM) {
        return false;
    }
    kinds = estimateHyperLogLog(&state->kinds);
    state->judging = kinds < ENOUGH_KINDS;
    return state->judging && kinds * IDS_PER_KEY < (double)state->seen;
}

/* ---- Setting up a sort ----------------------------------------------------------------------- */

static abbreviation *new_abbreviation(MemoryContext context)
{
    MemoryContext before = MemoryContextSwitchTo(context);
    abbreviation *state = palloc(sizeof(*state));
    state->firsts = table_create(context, 64, NULL);
    state->seen = 0;
    state->judging = true;
    initHyperLogLog(&state->kinds, 10); /* 1,024 registers: an error of 3 % */
    MemoryContextSwitchTo(before);
    return state;
}

void sortid_pg_sort(SortSupport sort, size_t size)
{
    sort->comparator = size == 16 ? compare_16 : compare_20;
#if SIZEOF_DATUM == 8 /* holds a key of 64 bits */
    if (sort->abbreviate) {
        sort->ssup_extra = new_abbreviation(sort->ssup_cxt);
        sort->abbrev_converter = abbreviate;
        sort->abbrev_abort = give_up;
        sort->abbrev_full_comparator = sort->comparator;
        sort->comparator = compare_keys;
    }
#endif
}
