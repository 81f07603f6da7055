/* SPDX-License-Identifier: MIT */
/* test_file_damage.c: state files whose parts are valid and contradict each other. Opening and
 * examining refuse them as damaged and do not change them; with this boot of the system and
 * another. A bound in force that is in no slot, a state of no ID, a file with the identity of
 * another format; and, where commits need a lock, a lock of another kind. */
#include "file.h"

/* A valid file with two IDs, whose last user was killed. */
static void make_killed(uint8_t *content, const support_format *format)
{
    make_content(content, format);
    mark_in_use(content);
}

static uint64_t word_at(const uint8_t *content, size_t offset)
{
    uint64_t word;
    memcpy(&word, content + offset, sizeof word);
    return word;
}

static void put_word(uint8_t *content, size_t offset, uint64_t word)
{
    memcpy(content + offset, &word, sizeof word);
}

/* Expects that opening refuses the file with this status, and that examining does if `looks`. */
static void expect_refused(const support_format *format, const uint8_t *content,
                           sortid_status status, bool looks, const char *place)
{
    sortid_generator generator;
    sortid_state_report report, untouched;
    uint8_t after[FILE_BYTES];
    memset(&report, 0xa5, sizeof report);
    untouched = report;
    write_content(path, content, FILE_BYTES);
    EXPECT_STATUS(try_to_open(&generator, format), status, "%s: %s", place, format->name);
    if (looks) {
        EXPECT_STATUS(sortid_state_examine(path, &report, sizeof report), status, "%s: %s: examine",
                      place, format->name);
        EXPECT_BYTES(&report, &untouched, sizeof report, "%s: %s", place, format->name);
    }
    EXPECT(read_content(path, after, sizeof after) == FILE_BYTES, "%s: size", place);
    EXPECT_BYTES(after, content, FILE_BYTES, "%s: %s: changed", place, format->name);
}

/* The file is accepted: a refusal in these tests has its damage as the only reason. */
static void expect_accepted(const support_format *format, const uint8_t *content, const char *place)
{
    sortid_generator generator;
    write_content(path, content, FILE_BYTES);
    open_file(&generator, format, place);
    sortid_generator_close(&generator);
}

/* ---- The bound ------------------------------------------------------------------------------- */

#define AT_BOUND (offsetof(struct page, head) + offsetof(struct file_head, bound))

/* The slot with the bound in force is lost: IDs below the bound were given out, and the other slot
 * has a lower bound. */
TEST_FORMATS(lost_slot)
{
    uint8_t content[FILE_BYTES];
    make_killed(content, format);
    size_t slot = FILE_PAGE * (1 + (size_t)slot_of(content));
    EXPECT(word_at(content, AT_BOUND) == slot_word(bound_of(content)), "%s: the test's bound",
           format->name);
    content[slot + support_below(8)] ^= (uint8_t)(1U << support_below(8));
    expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    boot_again();
    expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
}

/* The same contradiction: a bound in force that was never on disk. */
TEST_FORMATS(high_bound)
{
    uint8_t content[FILE_BYTES];
    make_killed(content, format);
    for (uint64_t above = 1; above <= BOUND_MASK / 2; above *= 2) {
        put_word(content, AT_BOUND, slot_word(bound_of(content) + above));
        expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    }
    put_word(content, AT_BOUND, slot_word(bound_of(content)));
    expect_accepted(format, content, PLACE);
}

/* ---- The packed state ------------------------------------------------------------------------ */

static size_t words_offset(const support_format *format, const uint8_t *content)
{
    uint32_t turn;
    memcpy(&turn, content + offsetof(struct shared_state, turn), sizeof turn);
    return is_locked(format != SUPPORT_SCRU64)
               ? offsetof(struct shared_state, cells) + turn % 2 * 16
               : offsetof(struct shared_state, cell);
}

/* The packed state of a timestamp, without a counter; for scru64 with the node of the tests,
 * 42/8. */
static uint64_t packed_state_of(const support_format *format, uint64_t timestamp)
{
    if (format == SUPPORT_SCRU64)
        return timestamp << 24 | UINT64_C(42) << 16;
    if (format == SUPPORT_UUIDV7)
        return timestamp << 1 | 1;
    return format == SUPPORT_SCRU160 ? timestamp : timestamp << (64 - format->timestamp_bits);
}

static void state_beyond_of(const support_format *format)
{
    uint8_t content[FILE_BYTES];
    make_killed(content, format);
    size_t offset = words_offset(format, content);
    uint64_t after = timestamp_after_bound(format, bound_of(content));
    put_word(content, offset, packed_state_of(format, after));
    expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    put_word(content, offset, packed_state_of(format, after + 1000));
    expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    put_word(content, offset, UINT64_MAX);
    expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    put_word(content, offset,
             packed_state_of(format, timestamp_at(format, bound_of(content) * 1000 - 1)));
    expect_accepted(format, content, PLACE);
    put_word(content, offset, packed_state_of(format, after));
    boot_again(); /* the state is not of this boot */
    expect_accepted(format, content, PLACE);
}

/* For scru160 the packed state has more bits than a timestamp needs: bit 61 would be lost in the
 * conversion to a time. */
TEST(words)
{
    uint8_t content[FILE_BYTES];
    support_each_format(state_beyond_of);
    make_killed(content, SUPPORT_SCRU160);
    size_t offset = words_offset(SUPPORT_SCRU160, content);
    put_word(content, offset, word_at(content, offset) | UINT64_C(1) << 61);
    expect_refused(SUPPORT_SCRU160, content, SORTID_STATE_DAMAGED, true, PLACE);
}

/* ---- The identity of the joined state -------------------------------------------------------- */

TEST_FORMATS(joined)
{
    const size_t offset = offsetof(struct shared_state, identity);
    uint8_t content[FILE_BYTES];
    make_killed(content, format);
    uint64_t identity = word_at(content, offset);
    for (int i = 0; i < 2; i++) {
        put_word(content, offset, identity ^ UINT64_C(1) << support_below(64));
        expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
        boot_again();
        expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    }
    make_killed(content, format);
    put_word(content, offset, 0); /* no format has joined, though the state is in force */
    expect_refused(format, content, SORTID_STATE_DAMAGED, true, PLACE);
    boot_again(); /* the process that created it was killed before that */
    expect_accepted(format, content, PLACE);
}

/* Writes another kind of lock into the lower half of the head. */
static void put_lock_kind(uint8_t *content, uint32_t kind)
{
    put_word(content, 0, (word_at(content, 0) & ~UINT64_C(0xffffffff)) | kind);
}

TEST_FORMATS(lock_kind)
{
    uint8_t content[FILE_BYTES];
    make_killed(content, format);
    put_lock_kind(content, UINT32_C(0x77));
    bool has_lock = is_locked(format != SUPPORT_SCRU64);
    sortid_status status = has_lock ? SORTID_STATE_UNUSABLE : SORTID_STATE_DAMAGED;
    expect_refused(format, content, status, !has_lock, PLACE);
    boot_again();
    expect_refused(format, content, status, !has_lock, PLACE);
}

CASES_MAIN(make_folder, remove_folder)
