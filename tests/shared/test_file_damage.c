/* SPDX-License-Identifier: MIT */
/* test_file_damage.c: damaged state files: other heads, versions, methods and identities, files that
 * are cut short or longer, damaged slots, bounds and packed states that contradict the rest, other
 * content. For each format and option that a packed state depends on; of a file that was closed,
 * whose last user was killed, or that was never used; in this boot and in another, with and without
 * a name. The fuzz target state_file judges what opening and examining say, that a refused file is
 * not changed, and where IDs continue. */
#include "fuzz/target/state_file.c" // NOLINT(bugprone-suspicious-include)
#include "version_1.h"

/* The file, and how it was used. */
static struct scenario used;

/* Changes the content in way number `i`. */
typedef void change_content(struct content *c, size_t i);

static void flip_bit(struct content *c, size_t offset, size_t bit)
{
    c->bytes[offset + bit / 8] ^= (uint8_t)(1U << bit % 8);
}

/* ---- The head, the identity, the size -------------------------------------------------------- */

static void change_head(struct content *c, size_t bit)
{
    flip_bit(c, 0, bit);
}

/* The identity, then its check value. */
static void change_identity(struct content *c, size_t bit)
{
    flip_bit(c, AT_HEAD, bit);
}

/* That of the joined state: one bit, or none has joined. */
static void change_joined(struct content *c, size_t i)
{
    if (i < 64)
        flip_bit(c, AT_IDENTITY, i);
    else
        put_word(c, AT_IDENTITY, 0);
}

static void change_version(struct content *c, size_t i)
{
    put_word(c, 0, head_word(i + (i >= HEAD_VERSION), SORTID_SCOPE_PROCESSES, HEAD_READY, 0));
}

/* A file of version 1 of the layout, used or cut short. */
static void be_version_1(struct content *c, size_t i)
{
    memset(c->bytes, 0, sizeof c->bytes);
    put_version_1(c->bytes, file_of_version_1, COUNT_OF(file_of_version_1));
    c->size = i == 0 ? FILE_BYTES : FILE_PAGE;
}

/* Its creator was killed while it set up the lock. No generator leaves such a file, because a file
 * gets its name after that. */
static void be_unfinished(struct content *c, size_t i)
{
    (void)i;
    const uint64_t head = word_at(c, 0) & ~(UINT64_C(15) << 32);
    put_word(c, 0, head | (uint64_t)HEAD_SETTING_UP << 32);
}

/* The users of another machine commit by the other method. */
static void change_method(struct content *c, size_t i)
{
    const uint64_t identity = used.identity ^ UINT64_C(3) << METHOD_SHIFT;
    const bool wide = used.way.format != SUPPORT_SCRU64;
    (void)i;
    put_word(c, 0,
             head_word(HEAD_VERSION, SORTID_SCOPE_PROCESSES, HEAD_READY,
                       is_locked(wide) ? 0 : sortid_system_lock_kind()));
    put_word(c, AT_HEAD, identity);
    put_word(c, AT_HEAD + 8, check_of_word(identity));
    put_word(c, AT_IDENTITY, identity);
}

static void change_lock_kind(struct content *c, size_t i)
{
    (void)i;
    put_word(c, 0, (word_at(c, 0) & ~UINT64_C(0xffffffff)) | 0x77);
}

static const size_t short_sizes[] = {
    8,    12,   20,   23,   24,   25,   63,   64,   100,  511,   512,   4000,          4095,
    4096, 4097, 8191, 8192, 8193, 8200, 8215, 8216, 9000, 12000, 12286, FILE_BYTES - 1};

static void cut(struct content *c, size_t i)
{
    c->size = short_sizes[i];
    memset(c->bytes + c->size, 0, sizeof c->bytes - c->size);
}

static void cut_head(struct content *c, size_t i)
{
    c->size = 1 + i;
    memset(c->bytes + c->size, 0, sizeof c->bytes - c->size);
}

static void be_empty(struct content *c, size_t i)
{
    (void)i;
    c->size = 0;
    memset(c->bytes, 0, sizeof c->bytes);
}

static void lengthen(struct content *c, size_t i)
{
    c->size = i == 0 ? FILE_BYTES + 1 : sizeof c->bytes;
}

/* A text, zeros, random bytes. */
static void be_other(struct content *c, size_t i)
{
    static const char text[] = "scru128 is not a state\n";
    memset(c->bytes, 0, sizeof c->bytes);
    c->size = i == 0 ? sizeof text - 1 : FILE_BYTES;
    if (i == 0)
        memcpy(c->bytes, text, sizeof text);
    else if (i > 1)
        support_random_bytes(c->bytes, c->size);
    c->bytes[6] = c->bytes[7] = 'x'; // not the magic number of a state, by chance
}

/* ---- The bound and the packed state ---------------------------------------------------------- */

/* A bit of the first slot, of the second, or of both. */
static void change_slots(struct content *c, size_t i)
{
    for (size_t slot = 0; slot < 2; slot++)
        if (i % 3 == slot || i % 3 == 2)
            flip_bit(c, FILE_PAGE * (1 + slot), support_below(64));
}

/* A bound in force that was never on disk. */
static void raise_bound(struct content *c, size_t i)
{
    put_word(c, AT_BOUND, slot_word(bound_of(c->bytes) + (UINT64_C(1) << i)));
}

/* A packed state of a timestamp around the bound, or of no timestamp; of scru160 also one that has a
 * bit too many, which would be lost in the conversion to a time. */
static void change_state(struct content *c, size_t i)
{
    const struct way *way = &used.way;
    const size_t offset = words_offset(way, c);
    uint64_t timestamp = (bound_of(c->bytes) * 1000 - 1 - way->zero_us) / way->unit_us + i - 2;
    if (way->format == SUPPORT_SCRU64)
        timestamp = timestamp << 24 | way->node.node_id << (24 - way->node.node_id_size);
    else if (way->format == SUPPORT_UUIDV7)
        timestamp = timestamp << 1 | 1;
    else if (way->format != SUPPORT_SCRU160)
        timestamp <<= 64 - way->format->timestamp_bits;
    if (i < 5)
        put_word(c, offset, timestamp);
    else
        put_word(c, offset, i == 5 ? UINT64_MAX : word_at(c, offset) | UINT64_C(1) << 61);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static const struct damage {
    const char *name;
    change_content *change;
    size_t count;
    sortid_status status; /* of each opening; SORTID_OK: it depends */
} damages[] = {
    {"head", change_head, 64, SORTID_OK},
    {"identity", change_identity, 128, SORTID_STATE_DAMAGED},
    {"joined", change_joined, 65, SORTID_OK},
    {"version", change_version, 16, SORTID_STATE_UNUSABLE},
    {"version 1", be_version_1, 2, SORTID_STATE_UNUSABLE},
    {"unfinished", be_unfinished, 1, SORTID_STATE_DAMAGED},
    {"method", change_method, 1, SORTID_STATE_UNUSABLE},
    {"kind of lock", change_lock_kind, 1, SORTID_OK},
    {"cut", cut, COUNT_OF(short_sizes), SORTID_STATE_DAMAGED},
    {"cut head", cut_head, 7, SORTID_STATE_UNRECOGNIZED},
    {"empty", be_empty, 1, SORTID_STATE_DAMAGED},
    {"longer", lengthen, 2, SORTID_STATE_DAMAGED},
    {"other", be_other, 20, SORTID_STATE_UNRECOGNIZED},
    {"slots", change_slots, 30, SORTID_OK},
    {"bound", raise_bound, BOUND_BITS - 1, SORTID_STATE_DAMAGED},
    {"state", change_state, 7, SORTID_OK},
};

/* How the file was left, and what follows the damage, as bits. */
enum { NEVER_USED = 1, KILLED_USER = 2, OTHER_BOOT = 4, UNNAMED = 8, HOWS = 16 };

static void use_up(struct scenario *s, unsigned way, unsigned how)
{
    const uint8_t data[] = {(uint8_t)way, 0};
    begin(s, data, sizeof data);
    boot.has_name = (how & UNNAMED) == 0;
    if ((how & NEVER_USED) == 0)
        use_file(s, 2 + ((how & KILLED_USER) != 0 ? 16 : 0));
}

static void try_damage(const struct damage *damage, size_t i, unsigned way, unsigned how)
{
    struct scenario *s = &used;
    struct content c;
    use_up(s, way, how);
    read_file(&c);
    damage->change(&c, i);
    write_file(&c);
    if ((how & OTHER_BOOT) != 0)
        boot_again();
    const struct verdict verdict =
        judge_open(&s->way, &c, s->identity, false, s->world.clock.now_us);
    EXPECT(damage->status == SORTID_OK || verdict.status == damage->status,
           "%s %zu: %s, %u: the judge says %s", damage->name, i, s->way.format->name, how,
           sortid_status_name(verdict.status));
    use_file(s, 2);
}

TEST(damages)
{
    syncs.is_model = true;
    for (size_t d = 0; d < COUNT_OF(damages); d++)
        for (unsigned way = 0; way < WAYS; way++)
            for (size_t i = 0; i < damages[d].count; i++)
                for (int tries = 0; tries < 2; tries++)
                    try_damage(&damages[d], i, way, (unsigned)support_below(HOWS));
    syncs.is_model = false;
}

/* The file of another format or of other options. */
TEST(other_ways)
{
    syncs.is_model = true;
    for (unsigned i = 0; i < WAYS * WAYS; i++) {
        struct content c;
        use_up(&used, i % WAYS, 0);
        read_file(&c);
        use_up(&used, i / WAYS, 0);
        write_file(&c);
        if (i % WAYS == i / WAYS)
            continue;
        read_file(&c); // the place is that of the new file
        EXPECT_STATUS(judge_open(&used.way, &c, used.identity, false, now_us).status,
                      SORTID_STATE_MISMATCH, "ways %u and %u", i % WAYS, i / WAYS);
        use_file(&used, 2);
    }
    syncs.is_model = false;
}

CASES_MAIN(NULL, NULL)
