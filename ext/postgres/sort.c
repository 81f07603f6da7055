/* SPDX-License-Identifier: MIT */
/* sort.c: sorting IDs of 16 and 20 bytes. The server compares abbreviated keys first: 64 bits in
 * the order of the IDs. The first 48 are those of the ID, in most formats its ms (in ksuid its
 * second and 16 bits of its counter); the other 16 separate the IDs of a ms. One generator counts
 * up within a ms, so its IDs differ little, in bits that depend on the format; IDs of several
 * generators differ in any bit. Therefore the 16 bits are the distance from the first ID of the
 * same ms that the sort has seen, as a code: exact for close IDs, a floating-point number for
 * distant ones. If very many IDs of a ms have equal keys, the sort gives up on keys. */
#include "sortid_pg.h"

#include <common/hashfn.h>
#include <lib/hyperloglog.h>
#include <port/pg_bitutils.h>
#include <utils/memutils.h>

/* Kinds of keys are counted in at least this number of IDs, until there are so many that they are
 * worth having in any case. */
#define JUDGE_FROM   10000
#define ENOUGH_KINDS 100000

/* Keys are given up if more than this number of IDs share one on average: a tie costs a comparison
 * of the IDs after that of the keys. */
#define IDS_PER_KEY 1000

/* The number of ms whose first ID is remembered, in 512 KiB at most. For later ms the 16 bits are
 * the next bits of the ID. */
#define REMEMBERED   16384
#define FIRST_PLACES 64 /* a power of two */

/* The first 16 bytes of the first ID of a ms. The lowest bit is set, so it differs from a free
 * place, which is 0: only distances matter, and they all change by the same. */
typedef struct first_of_ms {
    uint64 high; /* 48 bits of the ms, 16 of the rest */
    uint64 low;
} first_of_ms;

typedef struct abbreviation {
    first_of_ms *firsts; /* a hash table: an ID is in the first free place from its hash on */
    uint32 mask;         /* the number of its places, minus 1 */
    uint32 remembered;   /* the number of IDs in it */
    int64 seen;
    int64 counted; /* since kinds are counted */
    enum { NOT_YET, COUNTING, ENOUGH } judgement;
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

/* ---- The first IDs --------------------------------------------------------------------------- */

/* The place of the first ID of the ms of `high`, or a free one. Most of the time of a look-up is
 * that of a cache miss, so the table is half as large as a simplehash. */
static inline first_of_ms *find_first(const abbreviation *state, uint64 high)
{
    /* 2^64 divided by the golden ratio spreads consecutive ms over the table, four in each cache
     * line. Each bit from 40 on depends on the low 43 bits of the ms. */
    uint32 line = (uint32)((high >> 18) * UINT64CONST(0x9e3779b97f4a7c15) >> 40);
    uint32 i = line << 2 | (high >> 16 & 3);
    for (;; i++) {
        first_of_ms *place = &state->firsts[i & state->mask];
        if ((place->high ^ high) >> 16 == 0 || place->low == 0) {
            return place;
        }
    }
}

static void double_places(abbreviation *state)
{
    first_of_ms *old = state->firsts;
    uint32 places = state->mask + 1;
    state->firsts = MemoryContextAllocZero(GetMemoryChunkContext(old), 2 * places * sizeof(*old));
    state->mask = 2 * places - 1;
    for (uint32 i = 0; i < places; i++) {
        if (old[i].low != 0) {
            *find_first(state, old[i].high) = old[i];
        }
    }
    pfree(old);
}

/* At most three quarters of the places are taken. */
static pg_noinline first_of_ms *remember(abbreviation *state, uint64 high, uint64 low)
{
    first_of_ms *first;
    if (state->remembered >= (state->mask + 1) / 4 * 3) {
        double_places(state);
    }
    state->remembered += 1;
    first = find_first(state, high);
    first->high = high;
    first->low = low | 1;
    return first;
}

/* ---- Abbreviating ---------------------------------------------------------------------------- */

/* Floats whose exponents begin at `from` have so many bits after the first 1; codes begin at
 * `base`. */
typedef struct precision {
    int from;
    int bits;
    uint32 base;
} precision;

/* The precision for an exponent from 12 to 79. It is higher where the counter of scru128 and uuidv7
 * begins: a server makes about 2,000 IDs in a ms, and each gets a key of its own. A tie of keys
 * costs more than the rest of a comparison. */
static inline precision precision_of(int exponent)
{
    static const precision LOW = {12, 8, 4096}, MIDDLE = {32, 10, 4096 + (20 << 8)},
                           HIGH = {44, 8, 4096 + (20 << 8) + (12 << 10)};
    return exponent < MIDDLE.from ? LOW : exponent < HIGH.from ? MIDDLE : HIGH;
}

/* A number of 80 bits, of which `high` has 16, as a code in the order of the numbers, below 2^15:
 * itself up to 4095, else a float. */
static inline uint32 to_code(uint64 high, uint64 low)
{
    precision p;
    int exponent;
    int below;
    uint64 digits;
    if (high == 0 && low < 4096) {
        return (uint32)low;
    }
    exponent = high != 0 ? 64 + pg_leftmost_one_pos64(high) : pg_leftmost_one_pos64(low);
    p = precision_of(exponent);
    below = exponent - p.bits; /* 4 to 71 */
    digits = below >= 64 ? high >> (below - 64) : high << (64 - below) | low >> below;
    return p.base + ((uint32)(exponent - p.from) << p.bits) +
           ((uint32)digits & (((uint32)1 << p.bits) - 1));
}

/* How far an ID is from the first of its ms, as a code: about 0x8000 for a close one. There is no
 * branch on the sign, which a CPU cannot predict in shuffled rows. */
static inline uint64 code_of_distance(uint64 high, uint64 low, const first_of_ms *first)
{
    uint64 low_part = low - first->low;
    uint64 high_part = high - first->high - (low < first->low);
    uint64 minus = -(high_part >> 63); /* of a negative distance: all bits, which is also -1 */
    low_part = (low_part ^ minus) - minus;
    high_part = (high_part ^ minus) + (low_part == 0 ? -minus : 0);
    return 0x8000 + ((to_code(high_part, low_part) ^ minus) - minus);
}

/* 16 bits of the rest of an ID, in the order of the IDs of its ms. All IDs of a ms use the same
 * method in the whole sort: the distance to its first ID, or their next bits. */
static inline uint64 order_within_ms(abbreviation *state, uint64 high, uint64 low)
{
    const first_of_ms *first = find_first(state, high);
    if (unlikely(first->low == 0)) {
        if (state->remembered == REMEMBERED) {
            return high & 0xffff;
        }
        first = remember(state, high, low);
    }
    return code_of_distance(high, low, first);
}

static Datum abbreviate(Datum original, SortSupport sort)
{
    abbreviation *state = sort->ssup_extra;
    const char *id = DatumGetPointer(original);
    uint64 high = sortid_pg_load(id);
    uint64 key =
        (high & ~UINT64CONST(0xffff)) | order_within_ms(state, high, sortid_pg_load(id + 8));
    state->seen += 1;
    if (state->judgement == COUNTING) {
        state->counted += 1;
        addHyperLogLog(&state->kinds,
                       DatumGetUInt32(hash_uint32((uint32)key ^ (uint32)(key >> 32))));
    }
    return (Datum)key;
}

/* Each remembered ms has a key of its own, so kinds are only counted, which takes time for each ID,
 * if the IDs have few ms. */
static bool give_up(int count, SortSupport sort)
{
    abbreviation *state = sort->ssup_extra;
    double kinds;
    (void)count;
    if (state->judgement == NOT_YET && state->seen >= JUDGE_FROM &&
        (int64)state->remembered * IDS_PER_KEY < state->seen) {
        state->judgement = COUNTING;
    }
    if (state->judgement != COUNTING || state->counted < JUDGE_FROM) {
        return false;
    }
    kinds = estimateHyperLogLog(&state->kinds);
    if (kinds >= ENOUGH_KINDS) {
        state->judgement = ENOUGH;
    }
    return kinds * IDS_PER_KEY < (double)state->counted;
}

/* ---- Setting up a sort ----------------------------------------------------------------------- */

static abbreviation *new_abbreviation(MemoryContext context)
{
    MemoryContext before = MemoryContextSwitchTo(context);
    abbreviation *state = palloc(sizeof(*state));
    state->firsts = palloc0(FIRST_PLACES * sizeof(*state->firsts));
    state->mask = FIRST_PLACES - 1;
    state->remembered = 0;
    state->seen = 0;
    state->counted = 0;
    state->judgement = NOT_YET;
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
