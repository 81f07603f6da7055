/* SPDX-License-Identifier: MIT */
/* generator/state_file.c: see state_file.h. A file that is not understood is never written and never
 * started again. Openers and closers pass the gate one at a time. Therefore every process that joins
 * other users finds a state that is in use, and an exclusive holder of the use excludes newcomers. */
#include "state_file.h"
#include "../system/system.h"

#include <errno.h>

#define FILE_SIZE ((size_t)3 * FILE_PAGE)

_Static_assert(sizeof(struct page) <= FILE_PAGE, "the state outgrew its page");

/* FNV-1a: finds damage, not forgery. One changed byte always changes the result. */
#define CHECK_OF_NOTHING UINT64_C(0xcbf29ce484222325)

static uint64_t check_with(uint64_t check, uint64_t word)
{
    for (int shift = 0; shift < 64; shift += 8)
        check = (check ^ (word >> shift & 0xff)) * UINT64_C(0x100000001b3);
    return check;
}

static uint64_t check_of(uint64_t word)
{
    return check_with(CHECK_OF_NOTHING, word);
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
    return check_of(bound_ms) << BOUND_BITS | bound_ms;
}

static uint64_t bound_in(uint64_t word)
{
    return word & LAST_BOUND;
}

static bool is_whole(uint64_t word)
{
    return word == word_of(bound_in(word));
}

/* The greater bound of the whole slots; false if neither is whole. */
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

/* Writes the bound, or the greater one that the slot has. Always writes, because a page that the disk
 * has refused once counts as clean. */
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

/* Puts a bound on disk; any number of processes may do so at once. The slot of the bound in force, which
 * is on disk for sure, is not written, except by a process that another has overtaken: that writes one
 * word of 8 bytes, which no disk tears. */
static sortid_status set_slot(struct state_file *f, uint64_t bound_ms)
{
    uint64_t in_force = atomic_load(&page_of(f)->head.bound_ms);
    size_t index = atomic_load(&slot_at(f, 0)->word) == word_of(in_force) ? 1 : 0;
    raise_slot(slot_at(f, index), bound_ms);
    return sortid_system_file_sync(&f->file, (1 + index) * FILE_PAGE);
}

/* Puts a bound on disk, then in force. */
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
    (void)read_bound(&bound_ms, file); /* checked when the file was opened */
    return bound_ms;
}

sortid_status sortid_generator_file_extend(struct state_file *file, uint64_t since_ms)
{
    struct file_head *head = &page_of(file)->head;
    int saved = errno;
    uint64_t bound = atomic_load(&head->bound_ms), claimed = atomic_load(&head->claim);
    bool covered = since_ms < bound;
    if (covered && bound - since_ms >= BOUND_RENEW_MS)
        return SORTID_OK; /* renewed since the caller read it: a claim would keep others from it */
    if (covered &&
        (claimed == bound || !atomic_compare_exchange_strong(&head->claim, &claimed, bound)))
        return SORTID_OK;
    if (since_ms > LAST_BOUND - BOUND_AHEAD_MS - 1)
        return SORTID_CLOCK_OUT_OF_RANGE; /* never: beyond all formats */
    sortid_status status = set_bound(file, bound_for(since_ms));
    if (status == SORTID_OK || covered) {
        errno = saved;
        return SORTID_OK; /* the next mandatory write reports the error */
    }
    return status;
}

sortid_status sortid_generator_file_extend_first(struct state_file *file, uint64_t since_ms)
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

/* ---- The check value of a state at rest ---------------------------------------------------- */

/* Of all words of the state, its lock too, and of the bounds: a slot may have one that the disk has
 * refused. Never 0. */
static uint64_t check_of_state(const struct state_file *f)
{
    const struct page *page = page_of(f);
    const _Atomic uint64_t *words = (const _Atomic uint64_t *)(const void *)&page->state;
    uint64_t check = CHECK_OF_NOTHING;
    for (size_t i = 0; i < sizeof page->state / sizeof *words; i++)
        check = check_with(check, atomic_load_explicit(&words[i], memory_order_relaxed));
    check = check_with(check, sortid_generator_file_bound(f));
    check = check_with(check, atomic_load(&page->head.bound_ms));
    return check + (check == 0);
}

/* UNKNOWN: the state is in use, or its last user was killed. */
enum rest { REST_UNKNOWN, REST_INTACT, REST_DAMAGED };

/* A reader without a lock may see an opening: then the check value is gone when it is read again. */
static enum rest rest_of(const struct state_file *f)
{
    const struct file_head *head = &page_of(f)->head;
    uint64_t stored = atomic_load(&head->rest_check);
    if (stored == 0)
        return REST_UNKNOWN;
    uint64_t found = check_of_state(f);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(&head->rest_check) != stored)
        return REST_UNKNOWN;
    return found == stored ? REST_INTACT : REST_DAMAGED;
}

/* ---- What the state belongs to ------------------------------------------------------------- */

/* Instead of a boot. No name of a boot is that small. */
static const uint64_t no_owner[2] = {0, 0};     /* being started, or that process was killed */
static const uint64_t unnamed_boot[2] = {0, 1}; /* the system does not name its boot */

static bool is_owner(const struct state_file *f, const uint64_t owner[2])
{
    return memcmp(page_of(f)->head.owner, owner, sizeof f->boot) == 0;
}

static bool names_boot(const struct state_file *f)
{
    return memcmp(f->boot, unnamed_boot, sizeof f->boot) != 0;
}

/* Whether this process knows that the state is of this boot. */
static bool is_of_this_boot(const struct state_file *f)
{
    return names_boot(f) && is_owner(f, f->boot);
}

/* Whether the file is the one that the state was made in. A copy does not know what the original made
 * since. */
static bool is_in_place(const struct state_file *f)
{
    const uint64_t *place = page_of(f)->head.place;
    return memcmp(place, f->file.place, sizeof f->file.place) == 0;
}

/* Where the boot has no name, only a state that its last user left on disk is trusted. */
static bool is_trusted(const struct state_file *f)
{
    enum rest rest = rest_of(f);
    bool is_left = is_owner(f, unnamed_boot) && rest == REST_INTACT;
    return is_in_place(f) && ((is_of_this_boot(f) && rest != REST_DAMAGED) || is_left);
}

/* A process that sees the owner also sees what was written before. */
static void set_owner(struct state_file *f, const uint64_t owner[2])
{
    atomic_thread_fence(memory_order_seq_cst);
    memcpy(page_of(f)->head.owner, owner, sizeof f->boot);
}

bool sortid_generator_file_is_copy(const struct state_file *file)
{
    return sortid_generator_file_bound(file) > 0 && !is_in_place(file);
}

bool sortid_generator_file_is_current(const struct state_file *file)
{
    bool is_current = is_trusted(file);
    atomic_thread_fence(memory_order_seq_cst); /* see set_owner */
    return is_current;
}

bool sortid_generator_file_agrees(const struct state_file *file)
{
    const struct page *page = page_of(file);
    bool has_bound = file_has_bound(file);
    uint64_t first = atomic_load(&slot_at(file, 0)->word);
    return atomic_load(&page->state.identity) != 0 && is_whole(first) &&
           is_whole(atomic_load(&slot_at(file, 1)->word)) &&
           (has_bound || file_has_bound(file) || bound_in(first) == 0); /* set_slot: the second */
}

/* ---- A new file --------------------------------------------------------------------------- */

static sortid_status create(const struct opening *opening)
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
    head->check = check_of(head->identity);
    atomic_store(&slot_at(&made, 0)->word, word_of(0));
    atomic_store(&slot_at(&made, 1)->word, word_of(0));
    return sortid_system_file_create(opening->path, content, sizeof content,
                                     permissions != 0 ? permissions : 0600);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static sortid_status open_or_create(struct file *file, const struct opening *opening)
{
    bool anyone = opening->options->any_owner;
    int saved = errno;
    sortid_status status = sortid_system_file_open(file, opening->path, anyone);
    bool is_missing = status == SORTID_FILE_FAILED && errno == ENOENT;
    if (!is_missing || opening->options->must_exist)
        return status;
    errno = saved;
    status = create(opening);
    return status == SORTID_OK ? sortid_system_file_open(file, opening->path, anyone) : status;
}

/* Opens the file once more, for the lock of the use. If that fails, or another file has the path by now,
 * the first descriptor locks the use, and closing stores no check value. */
static void open_user(struct state_file *f, const struct opening *opening)
{
    int saved = errno;
    if (sortid_system_file_open(&f->user, opening->path, opening->options->any_owner) !=
        SORTID_OK) {
        errno = saved;
        return;
    }
    f->has_user = memcmp(f->user.place, f->file.place, sizeof f->file.place) == 0;
    if (!f->has_user)
        sortid_system_file_close(&f->user);
}

/* Whether what the file says twice is the same. The bound in force is read first: it is raised after the
 * bound of a slot. One above both slots was lost there, and IDs below it were given out. Atomic commits
 * have no kind of lock. */
static bool is_consistent(const struct state_file *f)
{
    const struct page *page = page_of(f);
    const struct file_head *head = &page->head;
    uint64_t joined = atomic_load(&page->state.identity), in_force = atomic_load(&head->bound_ms);
    uint64_t bound_ms;
    return head->check == check_of(head->identity) &&
           sortid_generator_state_scope(&page->state) == SORTID_SCOPE_PROCESSES &&
           (identity_method(head->identity) != METHOD_ATOMIC ||
            sortid_generator_state_lock_kind(&page->state) == 0) &&
           (joined == 0 || joined == head->identity) && read_bound(&bound_ms, f) &&
           in_force <= bound_ms;
}

/* Maps the file if it is a whole state file. Of a shorter one maps what there is: zeros follow it up to
 * the end of the page. */
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
    return size == FILE_SIZE && is_consistent(f) ? SORTID_OK : SORTID_STATE_DAMAGED;
}

/* Shares the use. The caller holds the gate, so nobody comes in between. */
static sortid_status share_use(struct state_file *f)
{
    if (!f->has_user)
        return sortid_system_file_lock(&f->file, FILE_USE, FILE_WITH_OTHERS);
    sortid_system_file_unlock(&f->file, FILE_USE);
    return sortid_system_file_lock(&f->user, FILE_USE, FILE_WITH_OTHERS);
}

/* Marks a trusted state as in use. One that was left on disk to be trusted once gets a new lock and this
 * boot as its owner, on disk, before it is stepped. */
static sortid_status put_in_use(struct state_file *f)
{
    bool was_left = !is_of_this_boot(f);
    atomic_store(&page_of(f)->head.rest_check, 0);
    if (!was_left)
        return SORTID_OK;
    sortid_status status = sortid_generator_state_reset_lock(&page_of(f)->state);
    if (status != SORTID_OK)
        return status;
    set_owner(f, f->boot);
    return sortid_system_file_sync(&f->file, 0);
}

/* With gate and use held alone: trusts the state and shares the use, or finds it stale. */
static sortid_status enter_alone(struct state_file *f, bool *stale)
{
    struct page *page = page_of(f);
    *stale =
        !is_trusted(f) || state_commit_was_cut(&page->state, identity_method(page->head.identity));
    if (*stale)
        return SORTID_OK;
    if (!sortid_generator_file_agrees(f))
        return SORTID_STATE_DAMAGED;
    sortid_status status = put_in_use(f);
    return status == SORTID_OK ? share_use(f) : status;
}

/* Joins others, who use the state. They, or this process, may be in a sandbox that hides the name of the
 * boot; but the state of another boot belongs to another machine. A state that no process uses is locked
 * by a program that does not follow these rules. */
static sortid_status enter_with_others(struct state_file *f)
{
    bool is_unused = is_owner(f, no_owner) || atomic_load(&page_of(f)->head.rest_check) != 0;
    if (is_unused || (names_boot(f) && !is_owner(f, f->boot) && !is_owner(f, unnamed_boot)))
        return SORTID_STATE_UNUSABLE;
    return sortid_generator_file_agrees(f) ? share_use(f) : SORTID_STATE_DAMAGED;
}

static sortid_status enter(struct state_file *f, bool *stale)
{
    sortid_status status = sortid_system_file_lock(&f->file, FILE_GATE, FILE_ALONE);
    if (status != SORTID_OK)
        return status;
    status = sortid_system_file_lock(&f->file, FILE_USE, FILE_ALONE);
    *stale = false;
    if (status == SORTID_WAIT)
        status = enter_with_others(f);
    else if (status == SORTID_OK)
        status = enter_alone(f, stale);
    if (status == SORTID_OK && !*stale)
        sortid_system_file_unlock(&f->file, FILE_GATE);
    return status;
}

/* Maps and checks the file, before any lock. */
static sortid_status prepare(struct state_file *f, uint64_t identity)
{
    if (!sortid_system_file_boot(f->boot))
        memcpy(f->boot, unnamed_boot, sizeof f->boot);
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
    struct state_file opened = {.has_user = false};
    sortid_status status = open_or_create(&opened.file, opening);
    if (status != SORTID_OK)
        return status;
    status = prepare(&opened, opening->identity);
    if (status == SORTID_OK) {
        open_user(&opened, opening);
        status = enter(&opened, stale);
    }
    /* The process that created the file may have been killed before it did this. */
    if (status == SORTID_OK && sortid_generator_file_bound(&opened) == 0)
        status = sortid_system_file_sync_name(opening->path);
    if (status == SORTID_OK)
        *file = opened;
    else
        sortid_generator_file_give_up(&opened);
    return status;
}

sortid_status sortid_generator_file_open_to_read(struct state_file *file, const char *path)
{
    struct state_file opened = {.has_user = false};
    sortid_status status = sortid_system_file_open_to_read(&opened.file, path);
    if (status != SORTID_OK)
        return status;
    status = prepare(&opened, 0);
    if (status == SORTID_OK)
        *file = opened;
    else
        sortid_system_file_close(&opened.file);
    return status;
}

/* ---- Starting after the bound ---------------------------------------------------------------- */

/* A slot that is damaged gets the bound of the other, on disk: a current state has two whole ones. */
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
    set_owner(file, no_owner);
    sortid_status status = restore_slots(file, bound_ms);
    if (status != SORTID_OK)
        return status;
    atomic_store(&page->head.rest_check, 0);
    atomic_store(&page->head.bound_ms, bound_ms);
    atomic_store(&page->head.claim, 0);
    return sortid_generator_state_reset(&page->state);
}

sortid_status sortid_generator_file_settle(struct state_file *file)
{
    memcpy(page_of(file)->head.place, file->file.place, sizeof file->file.place);
    set_owner(file, file->boot);
    sortid_status status = share_use(file);
    if (status == SORTID_OK)
        sortid_system_file_unlock(&file->file, FILE_GATE);
    return status;
}

/* ---- Closing ------------------------------------------------------------------------------- */

/* How long a closing process waits for the gate: at most about 0.1 s. */
#define CLOSE_WAIT_US 1000
#define CLOSE_WAITS   100

static bool lock_gate_to_close(struct state_file *f)
{
    sortid_status status = sortid_system_file_lock(&f->file, FILE_GATE, FILE_ALONE);
    for (int i = 0; i < CLOSE_WAITS && status == SORTID_WAIT; i++) {
        (void)sortid_system_sleep(CLOSE_WAIT_US); /* a failed sleep only makes the wait shorter */
        status = sortid_system_file_lock(&f->file, FILE_GATE, FILE_ALONE);
    }
    return status == SORTID_OK;
}

/* With gate and use held alone. Where the boot has no name, the state is left on disk, to be trusted
 * once. A state of an unnamed boot that a process joined by its named one gets no check value: the next
 * opener starts after the bound. */
static void store_check(struct state_file *f)
{
    bool is_named = names_boot(f);
    if (is_named && !is_owner(f, f->boot))
        return;
    if (!is_named)
        set_owner(f, f->boot);
    atomic_store(&page_of(f)->head.rest_check, check_of_state(f));
    if (!is_named)
        (void)sortid_system_file_sync(&f->file, 0);
}

/* Stores the check value if no other process uses the state. A forked child has a copy of the user's
 * descriptor and so its lock, which this descriptor's lock conflicts with. Where anything fails, the
 * state has no check value, as if this process was killed. */
static void leave(struct state_file *f)
{
    if (!lock_gate_to_close(f))
        return;
    sortid_system_file_close(&f->user);
    f->has_user = false;
    if (sortid_system_file_lock(&f->file, FILE_USE, FILE_ALONE) == SORTID_OK) {
        store_check(f);
        sortid_system_file_unlock(&f->file, FILE_USE);
    }
    sortid_system_file_unlock(&f->file, FILE_GATE);
}

static void close_both(struct state_file *f)
{
    if (f->has_user)
        sortid_system_file_close(&f->user);
    sortid_system_file_close(&f->file);
}

void sortid_generator_file_give_up(struct state_file *file)
{
    if (file->has_user)
        sortid_system_file_unlock(&file->user, FILE_USE);
    sortid_system_file_unlock(&file->file, FILE_USE);
    sortid_system_file_unlock(&file->file, FILE_GATE);
    close_both(file);
}

void sortid_generator_file_close(struct state_file *file)
{
    int saved = errno;
    if (file->has_user && epoch_is(file->epoch))
        leave(file);
    close_both(file);
    errno = saved;
}
