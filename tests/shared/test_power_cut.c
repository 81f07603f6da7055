/* SPDX-License-Identifier: MIT */
/* test_power_cut.c: the system stops at a random moment, also during a sync, and the file becomes
 * what the disk had: of each sector of the state, and of each slot, what was last synced, what was
 * written since, or (of the slot being written) a torn mix. After the next boot, with a clock that
 * may have gone back, no ID is equal to or below one given out before. Some boots have no name and
 * leave trusted states. A thousand cuts for each format. */
#include "file.h"

enum { rounds = 1000, most_calls = 150, most_filled = 20 };

static struct {
    size_t syncs_left; /* the cut comes before this sync has ended; 0: between two calls */
    bool is_done;
    uint8_t left[FILE_BYTES]; /* the content after the cut */
} cut;

/* ---- The disk after the cut --------------------------------------------------------------- */

/* One sector: as last synced, or as in memory. */
static void keep_sectors(size_t page, const uint8_t *now)
{
    for (size_t at = page; at < page + FILE_PAGE; at += 512)
        memcpy(cut.left + at, (support_below(2) == 0 ? disk : now) + at, 512);
}

/* The page of a slot during its sync: some of its bytes are written. Disks do not split a word, but
 * the slot in force is safe even then. */
static void tear(size_t page, const uint8_t *now)
{
    size_t torn = (size_t)support_below(sizeof(struct bound_slot) + 1);
    memcpy(cut.left + page, disk + page, FILE_PAGE);
    memcpy(cut.left + page, now + page, torn);
}

static void cut_power(const uint8_t *now, size_t syncing)
{
    keep_sectors(0, now);
    for (size_t page = FILE_PAGE; page < FILE_BYTES; page += FILE_PAGE)
        if (page == syncing && support_below(2) == 0)
            tear(page, now);
        else
            memcpy(cut.left + page, (support_below(2) == 0 ? disk : now) + page, FILE_PAGE);
    cut.is_done = true;
}

static void before_sync(struct file *file, size_t offset)
{
    if (cut.syncs_left > 0 && --cut.syncs_left == 0)
        cut_power(file->map, offset / FILE_PAGE * FILE_PAGE);
}

/* ---- One run of the system ------------------------------------------------------------------ */

struct life {
    const support_format *format;
    support_world world;
    uint8_t last[SUPPORT_MAX_SIZE]; /* the greatest ID that was given out */
    size_t given, cuts_in_syncs;
};

static void move_clock(struct life *l)
{
    if (support_below(3) == 0)
        l->world.clock.now_us += support_below(3000);
    if (support_below(40) == 0)
        l->world.clock.now_us += support_below(1500000);
    if (support_below(100) == 0)
        l->world.clock.now_us -= support_below(5000000);
}

/* Makes one call; a call during which the power was cut gives out nothing. */
static void call(struct life *l, sortid_generator *generator)
{
    uint8_t ids[most_filled * SUPPORT_MAX_SIZE];
    size_t count = support_below(4) == 0 ? 1 + (size_t)support_below(most_filled) : 1, made = 0;
    EXPECT_STATUS(l->format->fill(generator, ids, count, &made, NULL), SORTID_OK, "%s",
                  l->format->name);
    EXPECT(made == count, "%s: made %zu of %zu", l->format->name, made, count);
    if (cut.is_done)
        return;
    EXPECT(memcmp(l->last, ids, l->format->size) < 0, "%s: after %zu IDs: not above the last ID",
           l->format->name, l->given);
    expect_increasing(ids, count, l->format, PLACE);
    memcpy(l->last, ids + (count - 1) * l->format->size, l->format->size);
    l->given += count;
}

static void open_both(struct life *l, sortid_generator *generators)
{
    for (size_t i = 0; i < 2; i++)
        EXPECT_STATUS(l->format->open(&generators[i], path, NULL, SORTID_MODE_WAIT, ALLOWANCE_MS,
                                      &l->world.sources),
                      SORTID_OK, "%s: open", l->format->name);
}

static void close_both(sortid_generator *generators)
{
    for (size_t i = 0; i < 2; i++)
        sortid_generator_close(&generators[i]);
}

/* Calls of two generators, which are closed and opened at times, until the power is cut. */
static void live(struct life *l)
{
    sortid_generator generators[2];
    size_t calls = (size_t)support_below(most_calls);
    cut.is_done = false;
    cut.syncs_left = (size_t)support_below(6);
    open_both(l, generators);
    for (size_t i = 0; i < calls && !cut.is_done; i++) {
        move_clock(l);
        call(l, &generators[support_below(2)]);
        if (!cut.is_done && support_below(100) == 0) {
            close_both(generators);
            open_both(l, generators);
        }
    }
    l->cuts_in_syncs += cut.is_done;
    if (!cut.is_done)
        cut_power(map_of(&generators[0]), 0);
    cut.syncs_left = 0;
    close_both(generators);
}

static void restart(struct life *l)
{
    write_content(path, cut.left, sizeof cut.left);
    memcpy(disk, cut.left, sizeof disk);
    boot_again();
    boot.has_name = support_below(4) != 0;
    l->world.clock.now_us += support_below(4000000);
    l->world.clock.now_us -= support_below(4000000);
}

static void cuts_of(const support_format *format)
{
    struct life l = {.format = format};
    sortid_generator generator;
    count_files(true);
    boot.has_name = true;
    support_world_init(&l.world, UINT64_C(1700000000123456), 0);
    l.world.draws.pattern =
        (uint8_t)support_below(0xff); /* with 0xff no further ulid would fit into the ms */
    open_with(&generator, format, &l.world.sources, PLACE);
    sortid_generator_close(&generator);
    read_content(path, disk, sizeof disk);
    for (int i = 0; i < rounds; i++) {
        live(&l);
        restart(&l);
    }
    EXPECT(l.given > rounds, "%zu IDs", l.given);
    EXPECT(l.cuts_in_syncs > rounds / 10, "%zu cuts in syncs", l.cuts_in_syncs);
    print_message("%s: %d cuts, %zu of them in syncs, %zu IDs\n", format->name, rounds,
                  l.cuts_in_syncs, l.given);
}

TEST(power_cuts)
{
    syncs.before = before_sync;
    syncs.is_model = true;
    support_each_format(cuts_of);
}

CASES_MAIN(make_folder, remove_folder)
