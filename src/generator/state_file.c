/* SPDX-License-Identifier: MIT */
/* generator/state_file.c: see file.h. A file that is not understood is never touched, and never started
 * afresh. Whoever opens or leaves goes through the gate one by one, so that everyone who has
 * the use has a state in force, and who is alone with it knows that nobody comes. */
#include "state_file.h"

#include <errno.h>

#define FILE_SIZE ((size_t)3 * FILE_PAGE)

_Static_assert(sizeof(struct page) <= FILE_PAGE, "the state outgrew its page");

/* FNV-1a: against damage, not against forgery. */
static uint64_t check_of(const uint64_t *words, size_t count)
{
    uint64_t check = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < 8 * count; i++)
        check = (check ^ (words[i / 8] >> 8 * (i % 8) & 0xff)) * UINT64_C(0x100000001b3);
    return check;
}

/* ---- The two slots ---------------------------------------------------------------------- */

#define BOUND_BITS 50
#define LAST_BOUND ((UINT64_C(1) << BOUND_BITS) - 1)

static struct bound_slot *slot_at(const struct state_file *f, size_t index)
{
    return (struct bound_slot *)(void *)(f->file.map + (1 + index) * FILE_PAGE);
}

static uint64_t word_of(uint64_t bound_ms)
{
    return check_of(&bound_ms, 1) << BOUND_BITS | bound_ms;
}

static uint64_t bound_in(uint64_t word)
{
    return word & LAST_BOUND;
}

static bool is_whole(uint64_t word)
{
    return word == word_of(bound_in(word));
}

/* The greater bound of those that are whole; false if neither is. */
static bool read_bound(uint64_t *bound_ms, const struct state_file *f)
{
    uint64_t a = atomic_load(&slot_at(f, 0)->word), b = atomic_load(&slot_at(f, 1)->word);
    *bound_ms = 0;
    if (is_whole(a))
        *bound_ms = bound_in(a);
    if (is_whole(b) && bound_in(b) > *bound_ms)
        *bound_ms = bound_in(b);
    return is_whole(a) || is_whole(b);
}

/* Writes the bound, or the greater one that is there: writes in any case, since a page that the
 * disk has refused once counts as clean. */
static void raise_slot(struct bound_slot *slot, uint64_t bound_ms)
{
    uint64_t word = atomic_load(&slot->word), next;
    do
        next = is_whole(word) && bound_in(word) > bound_ms ? word : word_of(bound_ms);
    while (!atomic_compare_exchange_weak(&slot->word, &word, next));
}

static void raise_bound(_Atomic uint64_t *bound, uint64_t bound_ms)
{
    uint64_t now = atomic_load(bound);
    while (now < bound_ms && !atomic_compare_exchange_weak(bound, &now, bound_ms)) {
    }
}

/* Puts a bound on disk, then in force; any number may be at it at once. The slot whose bound is
 * in force, which the disk is sure to have, is not touched, but by one that another has overtaken
 * in between: a word of 8 bytes, which no disk tears. */
static sortid_status set_slot(struct state_file *f, uint64_t bound_ms)
{
    uint64_t in_force = atomic_load(&page_of(f)->head.bound_ms);
    size_t index = atomic_load(&slot_at(f, 0)->word) == word_of(in_force) ? 1 : 0;
    raise_slot(slot_at(f, index), bound_ms);
    return sortid_system_file_sync(&f->file, (1 + index) * FILE_PAGE);
}

static sortid_status set_bound(struct state_file *f, uint64_t bound_ms)
{
    sortid_status status = set_slot(f, bound_ms);
    if (status == SORTID_OK)
        raise_bound(&page_of(f)->head.bound_ms, bound_ms);
    return status;
}

/* The bound that is set for a timestamp of this ms. */
static uint64_t bound_for(uint64_t since_ms)
{
    return since_ms + 1 + BOUND_AHEAD_MS;
}

uint64_t sortid_generator_file_bound(const struct state_file *file)
{
    uint64_t bound_ms;
    (void)read_bound(&bound_ms, file); /* has been examined */
    return bound_ms;
}

sortid_status sortid_generator_file_extend(struct state_file *file, uint64_t since_ms)
{
    struct file_head *head = &page_of(file)->head;
    int saved = errno;
    uint64_t bound = atomic_load(&head->bound_ms), claimed = atomic_load(&head->claim);
    bool covered = since_ms < bound;
    if (covered && bound - since_ms >= BOUND_RENEW_MS)
        return SORTID_OK; /* set anew since the caller looked: to claim it would keep others from it */
    if (covered &&
        (claimed == bound || !atomic_compare_exchange_strong(&head->claim, &claimed, bound)))
        return SORTID_OK;
    if (since_ms > LAST_BOUND - BOUND_AHEAD_MS - 1)
        return SORTID_CLOCK_OUT_OF_RANGE; /* never: beyond all formats */
    sortid_status status = set_bound(file, bound_for(since_ms));
    if (status == SORTID_OK || covered) {
        errno = saved;
        return SORTID_OK; /* what failed fails again where it must not */
    }
    return status;
}

sortid_status sortid_generator_file_cover_first(struct state_file *file, uint64_t since_ms)
{
    int saved = errno;
    if (file_has_bound(file)) /* another process made the first ID meanwhile */
        return sortid_generator_file_extend(file, since_ms);
    if (since_ms > LAST_BOUND - BOUND_AHEAD_MS - 1)
        return SORTID_CLOCK_OUT_OF_RANGE;
    sortid_status status = set_slot(file, bound_for(since_ms));
    if (status == SORTID_OK)
        errno = saved;
    return status;
}

void sortid_generator_file_confirm(struct state_file *file, uint64_t since_ms)
{
    raise_bound(&page_of(file)->head.bound_ms, bound_for(since_ms));
}

/* ---- Whose the state is ------------------------------------------------------------------- */

/* In place of a boot. No name of one is that small. */
static const uint64_t nobody[2] = {0, 0}; /* it is being made, or was when that was killed */
static const uint64_t untold[2] = {0, 1}; /* in use; the system has no name for its boot */
#define LEFT 2                            /* {LEFT, check}: on disk as the last one left it */

static bool is_owner(const struct state_file *f, const uint64_t owner[2])
{
    return memcmp(page_of(f)->head.owner, owner, sizeof f->boot) == 0;
}

static bool tells(const struct state_file *f)
{
    return memcmp(f->boot, untold, sizeof f->boot) != 0;
}

/* Whether the file is the one that the state was made in: what a copy went on from is not
 * known here. */
static bool is_in_place(const struct state_file *f)
{
    const uint64_t *place = page_of(f)->head.place;
    return memcmp(place, f->file.place, sizeof f->file.place) == 0;
}

/* Of all that the state is in, but the lock, and of the bounds: a slot may hold one that the disk
 * has refused. */
static uint64_t check_of_state(const struct state_file *f)
{
    const struct shared_state *state = &page_of(f)->state;
    const uint64_t words[] = {atomic_load(&state->cell.high),
                              atomic_load(&state->cell.low),
                              atomic_load(&state->turn),
                              state->cells[0].high,
                              state->cells[0].low,
                              state->cells[1].high,
                              state->cells[1].low,
                              sortid_generator_file_bound(f),
                              atomic_load(&page_of(f)->head.bound_ms)};
    return check_of(words, sizeof words / sizeof *words);
}

static bool is_left(const struct state_file *f)
{
    const uint64_t left[2] = {LEFT, check_of_state(f)};
    return is_owner(f, left);
}

static bool is_trusted(const struct state_file *f)
{
    return is_in_place(f) && ((tells(f) && is_owner(f, f->boot)) || is_left(f));
}

/* What was written before is there for every process that sees the owner. */
static void own(struct state_file *f, const uint64_t owner[2])
{
    atomic_thread_fence(memory_order_seq_cst);
    memcpy(page_of(f)->head.owner, owner, sizeof f->boot);
}

bool sortid_generator_file_is_copy(const struct state_file *file)
{
    return sortid_generator_file_bound(file) > 0 && !is_in_place(file);
}

bool sortid_generator_file_is_in_force(const struct state_file *file)
{
    bool is_in_force = is_trusted(file);
    atomic_thread_fence(memory_order_seq_cst); /* see own */
    return is_in_force;
}

bool sortid_generator_file_agrees_in_force(const struct state_file *file)
{
    const struct page *page = page_of(file);
    bool has_bound = file_has_bound(file);
    uint64_t first = atomic_load(&slot_at(file, 0)->word);
    return atomic_load(&page->state.identity) != 0 && is_whole(first) &&
           is_whole(atomic_load(&slot_at(file, 1)->word)) &&
           (has_bound || file_has_bound(file) || bound_in(first) == 0); /* set_slot: the second */
}

/* ---- A new file --------------------------------------------------------------------------- */

static sortid_status make(const struct opening *opening)
{
    _Alignas(64) uint8_t content[FILE_SIZE];
    struct state_file made = {.file = {.map = content, .size = sizeof content}};
    unsigned permissions = opening->options->permissions;
    memset(content, 0, sizeof content);
    sortid_status status = sortid_generator_state_create(
        &page_of(&made)->state, SORTID_SCOPE_PROCESSES, identity_method(opening->identity));
    if (status != SORTID_OK)
        return status;
    struct file_head *head = &page_of(&made)->head;
    head->identity = opening->identity;
    head->check = check_of(&head->identity, 1);
    atomic_store(&slot_at(&made, 0)->word, word_of(0));
    atomic_store(&slot_at(&made, 1)->word, word_of(0));
    return sortid_system_file_create(opening->path, content, sizeof content,
                                     permissions != 0 ? permissions : 0600);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static sortid_status open_or_make(struct file *file, const struct opening *opening)
{
    bool anyone = opening->options->any_owner;
    int saved = errno;
    sortid_status status = sortid_system_file_open(file, opening->path, anyone);
    bool is_missing = status == SORTID_FILE_FAILED && errno == ENOENT;
    if (!is_missing || opening->options->must_exist)
        return status;
    errno = saved;
    status = make(opening);
    return status == SORTID_OK ? sortid_system_file_open(file, opening->path, anyone) : status;
}

/* Opens it once more, where the state is to be left. What has come in its place meanwhile is
 * none to have locks on: nothing is left then. */
static void open_user(struct state_file *f, const struct opening *opening)
{
    int saved = errno;
    if (tells(f) || sortid_system_file_open(&f->user, opening->path, opening->options->any_owner) !=
                        SORTID_OK) {
        errno = saved;
        return;
    }
    f->may_leave = memcmp(f->user.place, f->file.place, sizeof f->file.place) == 0;
    if (!f->may_leave)
        sortid_system_file_close(&f->user);
}

/* Whether what the file says twice is the same. The bound in force is read first: it goes up
 * behind that of a slot. One above both slots was lost there, and IDs below it were given out. */
static bool agrees(const struct state_file *f)
{
    const struct page *page = page_of(f);
    const struct file_head *head = &page->head;
    uint64_t joined = atomic_load(&page->state.identity), in_force = atomic_load(&head->bound_ms);
    uint64_t bound_ms;
    return head->check == check_of(&head->identity, 1) &&
           sortid_generator_state_scope(&page->state) == SORTID_SCOPE_PROCESSES &&
           (joined == 0 || joined == head->identity) && read_bound(&bound_ms, f) &&
           in_force <= bound_ms;
}

/* Maps the file, if it is one of ours, and whole. A shorter one is mapped for as much as it has:
 * zeros follow it to the page's end. */
static sortid_status map(struct state_file *f)
{
    uint64_t size = f->file.size;
    if (size == 0)
        return SORTID_STATE_DAMAGED;
    f->file.size = size < FILE_SIZE ? (size_t)size : FILE_SIZE;
    sortid_status status = sortid_system_file_map(&f->file);
    if (status == SORTID_OK)
        status = sortid_generator_state_examine(&page_of(f)->state);
    if (status != SORTID_OK)
        return status;
    return size == FILE_SIZE && agrees(f) ? SORTID_OK : SORTID_STATE_DAMAGED;
}

/* Takes the use with others; in the gate, so that nobody comes in between. */
static sortid_status take_use(struct state_file *f)
{
    if (!f->may_leave)
        return sortid_system_file_lock(&f->file, FILE_USE, FILE_WITH_OTHERS);
    sortid_system_file_unlock(&f->file, FILE_USE);
    return sortid_system_file_lock(&f->user, FILE_USE, FILE_WITH_OTHERS);
}

/* Alone in the gate: takes the use, and finds out whether the state may be trusted. What is
 * trusted only once is made an ordinary state, on disk, before it is gone on from. */
static sortid_status enter_alone(struct state_file *f, bool *stale)
{
    struct page *page = page_of(f);
    *stale =
        !is_trusted(f) || state_commit_was_cut(&page->state, identity_method(page->head.identity));
    if (*stale)
        return SORTID_OK;
    if (!sortid_generator_file_agrees_in_force(f))
        return SORTID_STATE_DAMAGED;
    if (is_left(f)) {
        sortid_status status = sortid_generator_state_reset_lock(&page->state);
        own(f, f->boot);
        if (status == SORTID_OK)
            status = sortid_system_file_sync(&f->file, 0);
        if (status != SORTID_OK)
            return status;
    }
    return take_use(f);
}

/* Beside others, who have a state in force. One of them, or this process, may be in a box that
 * hides the name of the boot; but the state of another boot is one of another machine. */
static sortid_status enter_with_others(struct state_file *f)
{
    if (tells(f) && !is_owner(f, f->boot) && !is_owner(f, untold))
        return SORTID_STATE_UNUSABLE;
    /* No process uses such a state: the lock is not one of a user of the file. */
    if (is_owner(f, nobody) || page_of(f)->head.owner[0] == LEFT)
        return SORTID_STATE_UNUSABLE;
    return sortid_generator_file_agrees_in_force(f) ? take_use(f) : SORTID_STATE_DAMAGED;
}

static sortid_status enter(struct state_file *f, bool *stale, bool at_once)
{
    sortid_status status =
        sortid_system_file_lock(&f->file, FILE_GATE, at_once ? FILE_ALONE_AT_ONCE : FILE_ALONE);
    if (status != SORTID_OK)
        return status;
    status = sortid_system_file_lock(&f->file, FILE_USE, FILE_ALONE_AT_ONCE);
    *stale = false;
    if (status == SORTID_WAIT)
        status = enter_with_others(f);
    else if (status == SORTID_OK)
        status = enter_alone(f, stale);
    if (status == SORTID_OK && !*stale)
        sortid_system_file_unlock(&f->file, FILE_GATE);
    return status;
}

/* What there is to know before others matter. */
static sortid_status prepare(struct state_file *f, uint64_t identity)
{
    if (!sortid_system_file_boot(f->boot))
        memcpy(f->boot, untold, sizeof f->boot);
    sortid_status status = map(f);
    if (status == SORTID_OK && identity != 0)
        status = sortid_generator_identity_agrees(page_of(f)->head.identity, identity);
    if (status == SORTID_OK && identity != 0)
        status = sortid_generator_state_can_commit(&page_of(f)->state, identity);
    return status == SORTID_OK ? epoch_read(&f->epoch) : status;
}

sortid_status sortid_generator_file_open(struct state_file *file, bool *stale,
                                         const struct opening *opening)
{
    struct state_file opened = {.may_leave = false};
    sortid_status status = open_or_make(&opened.file, opening);
    if (status != SORTID_OK)
        return status;
    status = prepare(&opened, opening->identity);
    if (status == SORTID_OK) {
        open_user(&opened, opening);
        status = enter(&opened, stale, opening->at_once);
    }
    /* Whoever made it may not have come to that. */
    if (status == SORTID_OK && sortid_generator_file_bound(&opened) == 0)
        status = sortid_system_file_sync_name(opening->path);
    if (status == SORTID_OK)
        *file = opened;
    else
        sortid_generator_file_give_up(&opened);
    return status;
}

sortid_status sortid_generator_file_look(struct state_file *file, const char *path)
{
    struct state_file opened = {.may_leave = false};
    sortid_status status = sortid_system_file_open_to_look(&opened.file, path);
    if (status != SORTID_OK)
        return status;
    status = prepare(&opened, 0);
    if (status == SORTID_OK)
        *file = opened;
    else
        sortid_system_file_close(&opened.file);
    return status;
}

/* ---- Beginning anew ------------------------------------------------------------------------- */

/* A slot that a crash has cut gets the bound of the other, on disk: a state in force has both. */
static sortid_status restore_slots(struct state_file *f, uint64_t bound_ms)
{
    sortid_status status = SORTID_OK;
    for (size_t i = 0; i < 2 && status == SORTID_OK; i++)
        if (!is_whole(atomic_load(&slot_at(f, i)->word))) {
            raise_slot(slot_at(f, i), bound_ms);
            status = sortid_system_file_sync(&f->file, (1 + i) * FILE_PAGE);
        }
    return status;
}

sortid_status sortid_generator_file_begin(struct state_file *file)
{
    struct page *page = page_of(file);
    uint64_t bound_ms = sortid_generator_file_bound(file);
    own(file, nobody);
    sortid_status status = restore_slots(file, bound_ms);
    if (status != SORTID_OK)
        return status;
    atomic_store(&page->head.bound_ms, bound_ms);
    atomic_store(&page->head.claim, 0);
    return sortid_generator_state_reset(&page->state);
}

sortid_status sortid_generator_file_settle(struct state_file *file)
{
    memcpy(page_of(file)->head.place, file->file.place, sizeof file->file.place);
    own(file, file->boot);
    sortid_status status = take_use(file);
    if (status == SORTID_OK)
        sortid_system_file_unlock(&file->file, FILE_GATE);
    return status;
}

/* ---- Leaving ------------------------------------------------------------------------------- */

/* Leaves the state on disk, for the next to trust, if nobody goes on with it; where anything
 * fails the next begins behind the bound, which is no worse than later. Of forked children that
 * go on the user tells: they have its lock as well, and this file's comes beside it. */
static void leave(struct state_file *f)
{
    if (sortid_system_file_lock(&f->file, FILE_GATE, FILE_ALONE) != SORTID_OK)
        return;
    sortid_system_file_close(&f->user);
    f->may_leave = false;
    if (sortid_system_file_lock(&f->file, FILE_USE, FILE_ALONE_AT_ONCE) == SORTID_OK) {
        const uint64_t left[2] = {LEFT, check_of_state(f)};
        own(f, left);
        (void)sortid_system_file_sync(&f->file, 0);
        sortid_system_file_unlock(&f->file, FILE_USE);
    }
    sortid_system_file_unlock(&f->file, FILE_GATE);
}

static void close_both(struct state_file *f)
{
    if (f->may_leave)
        sortid_system_file_close(&f->user);
    sortid_system_file_close(&f->file);
}

void sortid_generator_file_give_up(struct state_file *file)
{
    if (file->may_leave)
        sortid_system_file_unlock(&file->user, FILE_USE);
    sortid_system_file_unlock(&file->file, FILE_USE);
    sortid_system_file_unlock(&file->file, FILE_GATE);
    close_both(file);
}

void sortid_generator_file_close(struct state_file *file)
{
    int saved = errno;
    if (file->may_leave && epoch_is(file->epoch))
        leave(file);
    close_both(file);
    errno = saved;
}
