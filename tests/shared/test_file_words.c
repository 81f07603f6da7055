/* SPDX-License-Identifier: MIT */
/* test_file_words.c: damage of a state file: a word of 8 bytes, a pair of words, or a page becomes
 * all bits 0 or all bits 1; in closed files any two words; or one bit of the packed state changes.
 * For each format; closed by its last user, after its last user was killed, while another process
 * uses it, after the system was started again, and closed on a system that does not name its boot.
 * An opening must refuse the file, or continue without a repeated ID, above all IDs that were given
 * out; sortid_state_examine must refuse what an opening refuses as damaged. The same for memory
 * that threads share. The scripted clock does not move, so repeated IDs would show; random draws
 * are zeros. */
#include "file.h"

enum { before = 300, after = 300 };

static uint8_t ids[(before + after) * SUPPORT_MAX_SIZE];

/* The state of the file when the damage happens. */
enum use { AT_REST, KILLED, IN_USE, AFTER_BOOT, UNNAMED_BOOT, uses };
static const char *const use_names[] = {"at rest", "after a kill", "in use", "after a boot",
                                        "without a boot"};

/* ---- Damage that cannot be detected ---------------------------------------------------------- */

/* Words whose loss leaves a possible state, after which IDs repeat or lose their order. A closed
 * file has a check value, which finds the loss; a file in use, or whose last user was killed, has
 * none:
 * - The low word of a state of 16 bytes. It has the low bits of the counter, which are random.
 * - With a lock, the number of the current cell while the file is in use: the other cell may be one
 *   that a killed process has written. An exclusive opener starts after the bound. */
static bool cannot_be_detected(const support_format *format, enum use use, size_t offset)
{
    const size_t low = is_locked(format != SUPPORT_SCRU64)
                           ? offsetof(struct shared_state, cells) + 8
                           : offsetof(struct shared_state, cell) + 8;
    const size_t turn = offsetof(struct shared_state, turn) / 8 * 8;
    bool is_locked_here = is_locked(format != SUPPORT_SCRU64);
    bool is_trusted = use == KILLED || use == IN_USE; /* without a check value */
    if (is_locked_here && use == IN_USE && offset == turn)
        return true;
    return is_trusted && format != SUPPORT_SCRU64 &&
           (offset == low || (is_locked_here && offset == low + 16));
}

/* ---- One damage ------------------------------------------------------------------------------ */

struct loss {
    size_t offset, size;
    uint8_t bits; /* the new value of all damaged bytes */
    uint8_t flip; /* if not 0: one byte changes in these bits */
    size_t other; /* if not 0: the offset of another damaged word */
    uint8_t other_bits;
};

static bool has_such_word(const struct loss *loss, const support_format *format, enum use use)
{
    bool found = loss->other != 0 && cannot_be_detected(format, use, loss->other);
    for (size_t at = loss->offset; at < loss->offset + loss->size; at += 8)
        found = found || cannot_be_detected(format, use, at);
    return found;
}

static void make_ids(const support_format *format, sortid_generator *generator, size_t first,
                     size_t count)
{
    size_t made = 0;
    EXPECT_OK(format->fill(generator, ids + first * format->size, count, &made, NULL));
    EXPECT(made == count, "%zu IDs", made);
}

/* The file after the IDs that were given out. */
static uint8_t content[FILE_BYTES];

/* Changes the mapped file, as other writers of its pages do. */
static void lose(const struct loss *loss)
{
    uint8_t bytes[FILE_PAGE];
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    memset(bytes, loss->bits, sizeof bytes);
    if (loss->flip != 0)
        bytes[0] = content[loss->offset] ^ loss->flip;
    EXPECT(descriptor >= 0, "no file");
    EXPECT(pwrite(descriptor, bytes, loss->size, (off_t)loss->offset) == (ssize_t)loss->size,
           "cannot write");
    memset(bytes, loss->other_bits, 8);
    EXPECT(loss->other == 0 || pwrite(descriptor, bytes, 8, (off_t)loss->other) == 8,
           "cannot write");
    close(descriptor);
}

/* sortid_state_examine takes no lock, so it does not notice a damaged one. */
static bool is_of_lock(const struct loss *loss)
{
    const size_t lock = offsetof(struct shared_state, lock);
    return loss->offset >= lock && loss->offset < lock + sizeof(struct lock);
}

/* sortid_state_examine may accept a file whose state an opening finds stale. */
static void expect_examine(enum use use, const struct loss *loss, sortid_status opened)
{
    sortid_state_report report;
    sortid_status examined = sortid_state_examine(path, &report, sizeof report);
    if (opened == SORTID_STATE_DAMAGED || opened == SORTID_STATE_UNRECOGNIZED)
        EXPECT(examined == opened || use == IN_USE || is_of_lock(loss),
               "%s: %zu bytes %02x at %zu: examine: %s", use_names[use], loss->size, loss->bits,
               loss->offset, sortid_status_name(examined));
}

static void make_content_in(const support_format *format, enum use use)
{
    sortid_generator generator;
    start_empty();
    boot.has_name = use != UNNAMED_BOOT;
    open_file(&generator, format, PLACE);
    make_ids(format, &generator, 0, before);
    sortid_generator_close(&generator);
    EXPECT(read_content(path, content, FILE_BYTES) == FILE_BYTES, "size");
    if (use == KILLED)
        mark_in_use(content);
}

/* Whether the opening succeeded. */
static bool opens(const support_format *format, enum use use, const struct loss *loss)
{
    sortid_generator user, generator;
    support_world_init(&world, now_us, 0);
    write_content(path, content, FILE_BYTES); /* the same file, because a new one would be a copy */
    if (use == IN_USE)
        open_file(&user, format, PLACE);
    lose(loss);
    const uint64_t before_boot[2] = {boot.id[0], boot.id[1]};
    if (use == AFTER_BOOT)
        boot_again();
    sortid_status status = try_to_open(&generator, format);
    expect_examine(use, loss, status);
    if (status == SORTID_OK) {
        size_t made;
        status = format->fill(&generator, ids + before * format->size, after, &made, NULL);
        sortid_generator_close(&generator);
    }
    if (status != SORTID_OK) { /* a damaged lock is noticed when it is taken */
        EXPECT(status == SORTID_STATE_DAMAGED || status == SORTID_STATE_UNRECOGNIZED ||
                   (use == IN_USE && status == SORTID_STATE_UNUSABLE),
               "%s: %zu bytes %02x at %zu: %s", use_names[use], loss->size, loss->bits,
               loss->offset, sortid_status_name(status));
    }
    if (use == IN_USE)
        sortid_generator_close(&user);
    memcpy(boot.id, before_boot, sizeof before_boot);
    return status == SORTID_OK;
}

/* Whether the opening succeeded; IDs then continue above all that were given out. */
static bool lose_once(const support_format *format, enum use use, const struct loss *loss)
{
    if (!opens(format, use, loss))
        return false;
    const bool is_undetected = has_such_word(loss, format, use);
    for (size_t i = 1; i < before + after && !is_undetected; i++)
        EXPECT(memcmp(ids + (i - 1) * format->size, ids + i * format->size, format->size) < 0,
               "%s: %zu bytes %02x at %zu, a word %02x at %zu: ID %zu is not above the one "
               "before",
               use_names[use], loss->size, loss->bits, loss->offset, loss->other_bits, loss->other,
               i);
    return true;
}

static void each_format_in_model(void (*test)(const support_format *format))
{
    syncs.is_model = true;
    support_each_format(test);
    syncs.is_model = false;
}

/* ---- All damages ----------------------------------------------------------------------------- */

/* To 64 bytes past the used part of page 0, to show that nothing depends on the rest. */
#define USED ((sizeof(struct page) + 64) / 64 * 64)

TEST_EACH(losses, each_format_in_model, const support_format *format)
{
    for (enum use use = 0; use < uses; use++) {
        size_t refused = 0;
        make_content_in(format, use);
        for (int ones = 0; ones < 2; ones++) {
            uint8_t bits = ones != 0 ? 0xff : 0;
            for (size_t size = 8; size <= 16; size += 8)
                for (size_t at = 0; at < USED; at += size)
                    refused += !lose_once(format, use, &(struct loss){at, size, .bits = bits});
            for (size_t page = 0; page < FILE_BYTES; page += FILE_PAGE) {
                refused += !lose_once(format, use, &(struct loss){page, 8, .bits = bits});
                refused += !lose_once(format, use, &(struct loss){page, FILE_PAGE, .bits = bits});
            }
        }
        EXPECT(refused > 20, "%s: %zu refused", use_names[use], refused);
    }
    boot.has_name = true;
}

/* ---- Two words ------------------------------------------------------------------------------- */

#define AT_STATE(member) offsetof(struct shared_state, member)
#define AT_HEAD(member)  (offsetof(struct page, head) + offsetof(struct file_head, member))

/* All words that have a meaning, but of the lock only the first and the last. */
static const size_t file_words[] = {
    AT_STATE(head),         AT_STATE(identity), AT_STATE(epoch),     AT_STATE(cell),
    AT_STATE(cell) + 8,     AT_STATE(end),      AT_STATE(boot),      AT_STATE(lock),
    AT_STATE(turn) / 8 * 8, AT_STATE(cells),    AT_STATE(cells) + 8, AT_STATE(cells) + 16,
    AT_STATE(cells) + 24,   AT_HEAD(identity),  AT_HEAD(check),      AT_HEAD(owner),
    AT_HEAD(owner) + 8,     AT_HEAD(place),     AT_HEAD(place) + 8,  AT_HEAD(rest_check),
    AT_HEAD(bound),         AT_HEAD(claim),     FILE_PAGE,           2 * FILE_PAGE};

/* Any two words of a closed file: each of them becomes all bits 0 or all bits 1. */
TEST_EACH(pairs, each_format_in_model, const support_format *format)
{
    static const enum use closed[] = {AT_REST, AFTER_BOOT, UNNAMED_BOOT};
    for (size_t u = 0; u < COUNT_OF(closed); u++) {
        make_content_in(format, closed[u]);
        for (size_t i = 0; i < 4 * COUNT_OF(file_words) * COUNT_OF(file_words); i++) {
            const size_t first = file_words[i / 4 % COUNT_OF(file_words)],
                         second = file_words[i / 4 / COUNT_OF(file_words)];
            const uint8_t bits = i % 2 != 0 ? 0xff : 0, other_bits = i % 4 / 2 != 0 ? 0xff : 0;
            if (first < second)
                lose_once(format, closed[u], &(struct loss){first, 8, bits, 0, second, other_bits});
        }
    }
    boot.has_name = true;
}

/* ---- One bit --------------------------------------------------------------------------------- */

/* A bit of the packed state in a closed file: an opening finds it, and starts after the bound. */
static void flip_once(const support_format *format, enum use use, size_t bit)
{
    const struct loss loss = {.offset = bit / 8, .size = 1, .flip = (uint8_t)(1U << bit % 8)};
    EXPECT(opens(format, use, &loss), "%s: bit %zu: refused", use_names[use], bit);
    for (size_t i = before; i < before + after; i++)
        EXPECT(memcmp(ids + (i - 1) * format->size, ids + i * format->size, format->size) < 0,
               "%s: bit %zu: ID %zu is not above the one before", use_names[use], bit, i);
    uint64_t first = support_timestamp(format, ids + before * format->size);
    EXPECT(first == timestamp_after_bound(format, bound_of(content)),
           "%s: bit %zu: not after the bound", use_names[use], bit);
}

TEST_EACH(flips, each_format_in_model, const support_format *format)
{
    static const size_t parts[][2] = {
        {offsetof(struct shared_state, cell), 16},
        {offsetof(struct shared_state, turn), sizeof(uint32_t)},
        {offsetof(struct shared_state, cells), 2 * sizeof(struct packed_state)},
        {offsetof(struct page, head) + offsetof(struct file_head, rest_check), 8},
    };
    static const enum use closed[] = {AT_REST, UNNAMED_BOOT};
    for (size_t u = 0; u < COUNT_OF(closed); u++) {
        make_content_in(format, closed[u]);
        for (size_t i = 0; i < COUNT_OF(parts); i++)
            for (size_t bit = parts[i][0] * 8; bit < (parts[i][0] + parts[i][1]) * 8; bit++)
                flip_once(format, closed[u], bit);
    }
    boot.has_name = true;
}

/* The packed state is cleared although the bound says that there was an ID: a generator that has
 * the file open notices at its next timestamp. */
TEST_FORMATS(no_words)
{
    const bool is_locked_here = is_locked(format != SUPPORT_SCRU64);
    sortid_generator user;
    uint8_t id[SUPPORT_MAX_SIZE];
    start_empty();
    open_file(&user, format, PLACE);
    make_ids(format, &user, 0, before);
    struct loss loss = {.offset = offsetof(struct shared_state, cell), .size = 16};
    if (is_locked_here)
        loss = (struct loss){.offset = offsetof(struct shared_state, cells), .size = 32};
    lose(&loss);
    EXPECT_GIVES(format->next(&user, id, NULL), SORTID_STATE_DAMAGED);
    sortid_generator_close(&user);
}

/* A process is killed between the sync of the first bound and the first ID, another one before it
 * puts that bound in force: neither leaves a file that is refused. */
static uint8_t cut_content[FILE_BYTES];

static void keep_content(struct file *file, size_t offset)
{
    (void)offset;
    memcpy(cut_content, file->map, FILE_BYTES);
}

TEST_FORMATS(first_cut)
{
    const uint64_t no_bound = slot_word(0);
    sortid_generator generator;
    sortid_state_report report;
    start_empty();
    open_file(&generator, format, PLACE);
    syncs.before = keep_content;
    make_ids(format, &generator, 0, 1);
    syncs.before = NULL;
    sortid_generator_close(&generator);
    for (int confirmed = 0; confirmed < 2; confirmed++) {
        if (confirmed != 0) { /* the state of the first ID, and its bound in the slot only */
            read_content(path, cut_content, FILE_BYTES);
            memcpy(cut_content + AT_HEAD(bound), &no_bound, sizeof no_bound);
            mark_in_use(cut_content);
        }
        write_content(path, cut_content, FILE_BYTES);
        EXPECT_OK(sortid_state_examine(path, &report, sizeof report));
        EXPECT(report.started == (confirmed != 0) && report.current, "report");
        open_file(&generator, format, PLACE);
        make_ids(format, &generator, 1, 1);
        if (confirmed != 0)
            expect_increasing(ids, 2, format, PLACE);
        EXPECT_OK(sortid_state_examine(path, &report, sizeof report));
        sortid_generator_close(&generator);
    }
}

/* A process of another program that locks the use does not make a state one that is in use. */
TEST_ALL_BOOTS(stranger)
{
    sortid_generator generator;
    use_once(format);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct flock use = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = FILE_USE, .l_len = 1};
    EXPECT(descriptor >= 0 && fcntl(descriptor, F_OFD_SETLK, &use) == 0, "no lock");
    EXPECT_GIVES(try_to_open(&generator, format), SORTID_STATE_UNUSABLE);
    close(descriptor);
    expect_once(format, stamp(format), 2, PLACE);
}

/* ---- In memory ------------------------------------------------------------------------------- */

static void put_high(struct shared_state *memory, const support_format *format, uint64_t word)
{
    if (is_locked(format != SUPPORT_SCRU64))
        memory->cells[atomic_load(&memory->turn) % 2].high = word;
    else
        atomic_store(&memory->cell.high, word);
}

/* Memory has no bound: a cleared packed state is that of a state without an ID. */
TEST_FORMATS(memory)
{
    static _Alignas(64) sortid_shared_state memory;
    struct shared_state *head = (struct shared_state *)(void *)memory.opaque;
    const bool is_locked_here = is_locked(format != SUPPORT_SCRU64);
    sortid_generator generator;
    support_world_init(&world, now_us, 0);
    for (int part = 0; part < 3; part++) {
        clear_state(&memory);
        init_shared(&generator, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                    &world.sources);
        make_ids(format, &generator, 0, before);
        if (part == 0)
            atomic_store(&head->identity, 0); /* an unknown format */
        else
            put_high(head, format, part == 1 ? UINT64_MAX : 0); /* no timestamp of the format */
        /* Of ulid and ksuid all bits of 1 are a timestamp. Of scru64 there is no low word. */
        bool is_lost = (part == 1 && (format == SUPPORT_ULID || format == SUPPORT_KSUID)) ||
                       (part == 2 && format == SUPPORT_SCRU64);
        sortid_shared_state untouched = memory;
        EXPECT_STATUS(format->attach(&generator, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                     ALLOWANCE_MS, &world.sources),
                      is_lost ? SORTID_OK : SORTID_STATE_DAMAGED, "part %d", part);
        if (!is_locked_here && !is_lost)
            EXPECT_BYTES(&memory, &untouched, sizeof memory, "part %d", part);
    }
}

CASES_MAIN(make_folder, remove_folder)
