/* SPDX-License-Identifier: MIT */
/* state_judge.h: what the bytes of a state file mean, according to generator/state_file.h and
 * sortid/state.h: whether it is refused and how, where IDs continue, what the next call returns at
 * a given clock. Only for target/state_file.c, which includes the tests' file.h first. It reads
 * bytes; from the product it takes only structs and whether this machine has atomic commits. */
#pragma once

#include "fuzz.h"

/* The bytes of a file; zeros after its size, as in a mapping of it. */
struct content {
    _Alignas(64) uint8_t bytes[2 * FILE_BYTES];
    size_t size;
    uint64_t place[2];
};

/* A format with the options that its packed state depends on, and its times. */
struct way {
    const support_format *format;
    bool fraction;                /* SORTID_OPTION_FRACTION */
    sortid_scru64_node_spec node; /* scru64 */
    uint64_t unit_us, zero_us, first, last;
};

static inline struct way way_of(unsigned number)
{
    const support_format *f = number < SUPPORT_FORMATS        ? &support_formats[number]
                              : number == SUPPORT_FORMATS     ? SUPPORT_SCRU160
                              : number == SUPPORT_FORMATS + 1 ? SUPPORT_SCRU64
                                                              : SUPPORT_UUIDV7;
    struct way way = {.format = f,
                      .node = {.node_id = 42, .node_id_size = 8},
                      .unit_us = f->timestamp_unit * 1000,
                      .zero_us = f->timestamp_zero * 1000,
                      .first = f->reserves_ends ? 1 : 0,
                      .last = f->timestamp_max - (f->reserves_ends ? 1 : 0)};
    if (number == SUPPORT_FORMATS) {
        way.fraction = true;
        way.unit_us = 1;
        way.first = 1000;
        way.last = f->timestamp_max * 1000 - 1;
    } else if (number == SUPPORT_FORMATS + 1) {
        way.node = (sortid_scru64_node_spec){.node_id = 0x3ffff, .node_id_size = 23};
    } else if (number > SUPPORT_FORMATS + 1) {
        way.fraction = true;
    }
    return way;
}
#define WAYS (SUPPORT_FORMATS + 3)

/* ---- Bytes ----------------------------------------------------------------------------------- */

#define AT_IDENTITY offsetof(struct shared_state, identity)
#define AT_CELL     offsetof(struct shared_state, cell)
#define AT_CELLS    offsetof(struct shared_state, cells)
#define AT_HEAD     offsetof(struct page, head)
#define AT_OWNER    (AT_HEAD + offsetof(struct file_head, owner))
#define AT_PLACE    (AT_HEAD + offsetof(struct file_head, place))
#define AT_REST     (AT_HEAD + offsetof(struct file_head, rest_check))
#define AT_BOUND    (AT_HEAD + offsetof(struct file_head, bound))

static inline uint64_t word_at(const struct content *c, size_t offset)
{
    uint64_t word;
    memcpy(&word, c->bytes + offset, sizeof word);
    return word;
}

static inline uint32_t half_at(const struct content *c, size_t offset)
{
    uint32_t half;
    memcpy(&half, c->bytes + offset, sizeof half);
    return half;
}

/* The fields of the head: tests/shared/state.h. */
static inline uint64_t version_in(uint64_t head)
{
    return head >> 40 & 0xff;
}

static inline uint32_t lock_kind_in(uint64_t head)
{
    return (uint32_t)head;
}

/* Ready, with scope processes. */
static inline bool is_ready(uint64_t head)
{
    return head >> 32 == head_word(HEAD_VERSION, SORTID_SCOPE_PROCESSES, HEAD_READY, 0) >> 32;
}

static inline void put_word(struct content *c, size_t offset, uint64_t word)
{
    memcpy(c->bytes + offset, &word, sizeof word);
}

/* The greater bound of the undamaged slots; false: both are damaged. */
static inline bool judge_bound(uint64_t *bound_ms, const struct content *c)
{
    uint64_t bounds[2];
    bool first = read_slot(&bounds[0], c->bytes, 0), second = read_slot(&bounds[1], c->bytes, 1);
    *bound_ms = first ? bounds[0] : 0;
    if (second && bounds[1] > *bound_ms)
        *bound_ms = bounds[1];
    return first || second;
}

static inline uint64_t bound_in_force(const struct content *c)
{
    return word_at(c, AT_BOUND) & BOUND_MASK;
}

/* FNV-1a of 64 bits of the whole shared state, and of the bounds; never the mark of a state in
 * use. */
static inline uint64_t check_of_state(const struct content *c)
{
    uint64_t bound_ms, check = UINT64_C(14695981039346656037);
    judge_bound(&bound_ms, c);
    const uint64_t bounds[] = {bound_ms, word_at(c, AT_BOUND)};
    for (size_t i = 0; i < sizeof(struct shared_state) + sizeof bounds; i++) {
        size_t at = i / 8 * 8, of_bounds = at - sizeof(struct shared_state);
        uint64_t word = at < sizeof(struct shared_state) ? word_at(c, at) : bounds[of_bounds / 8];
        check = (check ^ (word >> 8 * (i % 8) & 0xff)) * UINT64_C(1099511628211);
    }
    return check + (check == IN_USE_MARK);
}

/* ---- The packed state ------------------------------------------------------------------------ */

static inline size_t words_offset(const struct way *way, const struct content *c)
{
    if (!is_locked(way->format != SUPPORT_SCRU64))
        return AT_CELL;
    return AT_CELLS + half_at(c, offsetof(struct shared_state, turn)) % 2 * 16;
}

/* The fields of a packed state by which IDs are ordered: without age and node. */
static inline struct packed_state ordered(const struct way *way, struct packed_state words)
{
    unsigned counter_bits = 24 - (unsigned)way->node.node_id_size;
    uint64_t nodes = UINT64_C(0xffffff) >> counter_bits << counter_bits;
    if (way->format == SUPPORT_SCRU64)
        return (struct packed_state){words.high & ~nodes, 0};
    if (way->format == SUPPORT_SCRU128 || way->format == SUPPORT_SCRU128V1)
        words.low &= ~UINT64_C(0xffffffff);
    return words;
}

/* The packed state in force in a file. */
static inline struct packed_state judge_words(const struct way *way, const struct content *c)
{
    size_t offset = words_offset(way, c);
    return ordered(way, (struct packed_state){word_at(c, offset), word_at(c, offset + 8)});
}

static inline bool has_words(const struct way *way, const struct content *c)
{
    const size_t offset = words_offset(way, c);
    const bool is_narrow = way->format == SUPPORT_SCRU64 && offset == AT_CELL;
    return (word_at(c, offset) | (is_narrow ? 0 : word_at(c, offset + 8))) != 0;
}

/* The same for an ID. */
static inline struct packed_state packed_state_of_id(const struct way *way, const uint8_t *id)
{
    struct packed_state words = {oracle_bits(id, 0, 64), 0};
    uint64_t counter = words.high & 0xffff;
    if (way->format == SUPPORT_SCRU160 && way->fraction)
        return (struct packed_state){(words.high >> 16) * 1000 + (counter >> 6), counter & 0x3f};
    if (way->format == SUPPORT_SCRU160)
        return (struct packed_state){words.high >> 16, counter};
    if (way->format == SUPPORT_UUIDV7)
        return (struct packed_state){words.high >> 15 | 1,
                                     way->fraction
                                         ? oracle_bits(id, 52, 12)
                                         : oracle_bits(id, 52, 12) << 30 | oracle_bits(id, 66, 30)};
    if (way->format != SUPPORT_SCRU64)
        words.low = oracle_bits(id, 64, 64);
    return ordered(way, words);
}

static inline bool is_below(struct packed_state a, struct packed_state b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static inline uint64_t judge_timestamp(const struct way *way, struct packed_state words)
{
    if (way->format == SUPPORT_SCRU160)
        return words.high;
    if (way->format == SUPPORT_UUIDV7)
        return words.high >> 1;
    return words.high >> (64 - way->format->timestamp_bits);
}

/* Whether the format can have this packed state. In another one the damage cannot be detected. */
static inline bool are_possible(const struct way *way, struct packed_state words)
{
    unsigned counter_bits = way->fraction ? 6 : 16;
    uint64_t timestamp = judge_timestamp(way, words);
    if (way->format == SUPPORT_UUIDV7)
        counter_bits = way->fraction ? 12 : 42;
    else if (way->format != SUPPORT_SCRU160)
        return timestamp >= way->first && timestamp <= way->last;
    return timestamp >= way->first && timestamp <= way->last && words.low >> counter_bits == 0;
}

/* Whether the fixed bits of the packed state in a file are those of the format. */
static inline bool are_packed(const struct way *way, const struct content *c)
{
    const size_t offset = words_offset(way, c);
    uint64_t high = word_at(c, offset), low = word_at(c, offset + 8);
    unsigned counter_bits = 24 - (unsigned)way->node.node_id_size;
    if (way->format == SUPPORT_SCRU64)
        return (high & 0xffffff) >> counter_bits == way->node.node_id &&
               (offset == AT_CELL || low == 0);
    if (way->format == SUPPORT_SCRU128 || way->format == SUPPORT_SCRU128V1)
        return (low & 0xffffffff) <= 1000;
    return way->format == SUPPORT_UUIDV7 ? high % 2 == 1 : high != 0;
}

/* Whether a timestamp is below a bound. */
static inline bool is_covered(const struct way *way, uint64_t timestamp, uint64_t bound_ms)
{
    return timestamp <= way->last && (timestamp * way->unit_us + way->zero_us) / 1000 < bound_ms;
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Whether it is a complete state file. */
static inline sortid_status judge_examine(const struct content *c)
{
    const uint64_t identity = word_at(c, AT_HEAD), known = word_at(c, AT_IDENTITY);
    uint64_t bound_ms;
    if (c->size == 0)
        return SORTID_STATE_DAMAGED;
    const uint64_t head = word_at(c, 0);
    if (head == UINT64_C(0x736f727469645331)) /* version 1 */
        return SORTID_STATE_UNUSABLE;
    if (head >> 48 != HEAD_MAGIC)
        return SORTID_STATE_UNRECOGNIZED;
    if (version_in(head) != HEAD_VERSION)
        return SORTID_STATE_UNUSABLE;
    const bool is_atomic = (identity >> METHOD_SHIFT & 0xff) == METHOD_ATOMIC;
    bool whole =
        c->size == FILE_BYTES && is_ready(head) && (!is_atomic || lock_kind_in(head) == 0) &&
        word_at(c, AT_HEAD + 8) == check_of_word(identity) && (known == 0 || known == identity) &&
        judge_bound(&bound_ms, c) && word_at(c, AT_BOUND) == slot_word(bound_in_force(c)) &&
        bound_in_force(c) <= bound_ms;
    return whole ? SORTID_OK : SORTID_STATE_DAMAGED;
}

/* Whether the packed state can be that of an ID: below the bound in force, or, if no bound is in
 * force yet, below that of the slots; zeros if and only if there was no ID. */
static inline bool may_be_words(const struct way *way, const struct content *c)
{
    uint64_t bound_ms = bound_in_force(c);
    struct packed_state words = judge_words(way, c);
    if (!has_words(way, c))
        return bound_ms == 0;
    if (bound_ms == 0)
        judge_bound(&bound_ms, c);
    return are_possible(way, words) && are_packed(way, c) &&
           is_covered(way, judge_timestamp(way, words), bound_ms);
}

/* Whether the other parts of a file agree with its state in force. The second slot is written
 * first. */
static inline bool agrees_in_force(const struct content *c)
{
    uint64_t first, second;
    return word_at(c, AT_IDENTITY) != 0 && read_slot(&first, c->bytes, 0) &&
           read_slot(&second, c->bytes, 1) && (bound_in_force(c) > 0 || first == 0);
}

/* Whether a commit with the lock ended after it wrote its cell and before its number. */
static inline bool was_cut(const struct way *way, const struct content *c)
{
    const size_t turn = half_at(c, offsetof(struct shared_state, turn)) % 2;
    const size_t now = AT_CELLS + turn * 16, other = AT_CELLS + (1 - turn) * 16;
    const struct packed_state in_force = {word_at(c, now), word_at(c, now + 8)};
    const struct packed_state next = {word_at(c, other), word_at(c, other + 8)};
    return is_locked(way->format != SUPPORT_SCRU64) && is_below(in_force, next);
}

static inline bool is_owned(const struct content *c, uint64_t high, uint64_t low)
{
    return word_at(c, AT_OWNER) == high && word_at(c, AT_OWNER + 8) == low;
}

/* Whether an exclusive opener trusts the state: it is of this boot, and matches the check value if
 * its last user stored one; or, if the boot has no name, its last user closed it. */
static inline bool judge_trust(const struct content *c)
{
    const uint64_t rest = word_at(c, AT_REST);
    const bool is_intact = rest == check_of_state(c);
    return memcmp(c->bytes + AT_PLACE, c->place, sizeof c->place) == 0 &&
           ((boot.has_name && is_owned(c, boot.id[0], boot.id[1]) &&
             (rest == IN_USE_MARK || is_intact)) ||
            (is_owned(c, 0, 1) && is_intact));
}

/* In mode abort: a first ID, or one after this timestamp (`of_others`: not in it). A uuidv7 with
 * the fraction is behind by microseconds, rounded up. */
static inline sortid_status judge_clock(const struct way *way, const uint64_t *last,
                                        uint64_t fraction, bool of_others, uint64_t clock_us)
{
    const bool in_us = way->fraction && way->format == SUPPORT_UUIDV7;
    uint64_t allowance = ALLOWANCE_MS * 1000 / way->unit_us;
    uint64_t now = (clock_us - way->zero_us) / way->unit_us;
    if (clock_us < way->zero_us || now < way->first || now > way->last)
        return SORTID_CLOCK_OUT_OF_RANGE;
    if (last == NULL || now > *last)
        return SORTID_OK;
    if (in_us ? (*last - now) * 1000 + (fraction * 1000 + 4095) / 4096 >
                    ALLOWANCE_MS * 1000 + clock_us % 1000
              : *last - now > allowance)
        return SORTID_ROLLBACK;
    return of_others && *last >= way->last ? SORTID_EXHAUSTED : SORTID_OK;
}

/* IDs may begin after the bound: in the first timestamp that begins at or after it. */
static inline sortid_status judge_after_bound(const struct way *way, uint64_t bound_ms,
                                              uint64_t clock_us)
{
    if (bound_ms == 0)
        return SORTID_OK;
    uint64_t last = (bound_ms * 1000 - 1 - way->zero_us) / way->unit_us;
    if (bound_ms * 1000 <= way->zero_us) /* not a bound that the format sets: far ahead */
        last = UINT64_MAX;
    return judge_clock(way, &last, 4095, true, clock_us);
}

struct verdict {
    sortid_status status;
    bool continues; /* with the state in the file; otherwise after the bound */
};

static inline struct verdict judge_open(const struct way *way, const struct content *c,
                                        uint64_t identity, bool has_others, uint64_t clock_us)
{
    const uint64_t method = UINT64_C(0xff) << METHOD_SHIFT, found = word_at(c, AT_HEAD);
    uint64_t bound_ms;
    struct verdict verdict = {.status = judge_examine(c)};
    if (verdict.status != SORTID_OK)
        return verdict;
    const bool is_unused = is_owned(c, 0, 0) || word_at(c, AT_REST) != IN_USE_MARK;
    const bool is_elsewhere =
        is_unused || (boot.has_name && !is_owned(c, boot.id[0], boot.id[1]) && !is_owned(c, 0, 1));
    const bool is_unlockable = is_locked(way->format != SUPPORT_SCRU64) &&
                               lock_kind_in(word_at(c, 0)) != sortid_system_lock_kind();
    if ((found & ~method) != (identity & ~method))
        verdict.status = SORTID_STATE_MISMATCH;
    else if (found != identity || is_unlockable || (has_others && is_elsewhere))
        verdict.status = SORTID_STATE_UNUSABLE;
    if (verdict.status != SORTID_OK)
        return verdict;
    verdict.continues = has_others || (judge_trust(c) && !was_cut(way, c));
    judge_bound(&bound_ms, c);
    if (!verdict.continues)
        verdict.status = judge_after_bound(way, bound_ms, clock_us);
    else if (!agrees_in_force(c) || !may_be_words(way, c))
        verdict.status = SORTID_STATE_DAMAGED;
    return verdict;
}
