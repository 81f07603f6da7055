/* SPDX-License-Identifier: MIT */
/* generator/state_file.c: see state_file.h. A file that is not understood is never written. Openers
 * and closers pass the gate one at a time. Therefore a process that joins others finds a state that
 * is in use, and an exclusive holder of the use excludes newcomers. */
#include "state_file.h"
#include "../system/system.h"
#include "durable.h"
#include "trust.h"

#include <errno.h>

/* ---- A new file ---------------------------------------------------------- */

static sortid_status create(const struct opening *opening)
{
    _Alignas(64) uint8_t content[STATE_FILE_SIZE];
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
    sortid_generator_slots_init(&made);
    return sortid_system_file_create(opening->path, content, sizeof content,
                                     permissions != 0 ? permissions : 0600);
}

/* ---- Opening ------------------------------------------------------------- */

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

/* Opens the file again, for the lock of the use. If that fails, or the path now names another file,
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

/* Whether the redundant parts agree. */
static bool is_consistent(const struct state_file *f)
{
    const struct page *page = page_of(f);
    const struct file_head *head = &page->head;
    uint64_t joined = atomic_load(&page->state.identity);
    return head->check == check_of(head->identity) &&
           sortid_generator_state_scope(&page->state) == SORTID_SCOPE_PROCESSES &&
           (identity_method(head->identity) != METHOD_ATOMIC ||
            sortid_generator_state_lock_kind(&page->state) == 0) &&
           (joined == 0 || joined == head->identity) && sortid_generator_bound_is_possible(f);
}

/* Maps a complete state file. A shorter one is mapped to read its head. */
static sortid_status map(struct state_file *f)
{
    uint64_t size = f->file.size;
    if (size == 0)
        return SORTID_STATE_DAMAGED;
    f->file.size = size < STATE_FILE_SIZE ? (size_t)size : STATE_FILE_SIZE;
    sortid_status status = sortid_system_file_map(&f->file);
    if (status == SORTID_OK)
        status = sortid_generator_state_examine(&page_of(f)->state);
    if (status != SORTID_OK)
        return status;
    return size == STATE_FILE_SIZE && is_consistent(f) ? SORTID_OK : SORTID_STATE_DAMAGED;
}

/* Shares the use. The caller holds the gate, so no other process takes the use in between. */
static sortid_status share_use(struct state_file *f)
{
    if (!f->has_user)
        return sortid_system_file_lock(&f->file, FILE_USE, FILE_WITH_OTHERS);
    sortid_system_file_unlock(&f->file, FILE_USE);
    return sortid_system_file_lock(&f->user, FILE_USE, FILE_WITH_OTHERS);
}

/* Marks a trusted state as in use. One that was left on the disk gets a new lock and this boot as
 * its owner, on the disk, before an ID is made. */
static sortid_status put_in_use(struct state_file *f)
{
    bool was_left = !is_of_this_boot(f);
    atomic_store(&page_of(f)->head.rest_check, NOT_AT_REST);
    if (!was_left)
        return SORTID_OK;
    sortid_status status = sortid_generator_state_reset_lock(&page_of(f)->state);
    if (status != SORTID_OK)
        return status;
    set_owner(f, f->boot);
    return sortid_system_file_sync(&f->file, 0);
}

/* With exclusive locks of gate and use: shares the use of a trusted state, or finds it stale. */
static sortid_status enter_alone(struct state_file *f, bool *stale)
{
    struct page *page = page_of(f);
    *stale = !sortid_generator_file_is_current(f) ||
             state_commit_was_cut(&page->state, identity_method(page->head.identity));
    if (*stale)
        return SORTID_OK;
    if (!sortid_generator_file_agrees(f))
        return SORTID_STATE_DAMAGED;
    sortid_status status = put_in_use(f);
    return status == SORTID_OK ? share_use(f) : status;
}

/* Joins other users. They, or this process, may be in a sandbox that hides the name of the boot;
 * but the state of another boot belongs to another machine. If the state is not in use, the lock is
 * that of a program that does not follow these rules. */
static sortid_status enter_with_others(struct state_file *f)
{
    bool is_unused =
        is_owner(f, no_owner) || atomic_load(&page_of(f)->head.rest_check) != NOT_AT_REST;
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
static sortid_status prepare_state(struct state_file *f, uint64_t identity)
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
    status = prepare_state(&opened, opening->identity);
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
    status = prepare_state(&opened, 0);
    if (status == SORTID_OK)
        *file = opened;
    else
        sortid_system_file_close(&opened.file);
    return status;
}

/* ---- Starting after the bound -------------------------------------------- */

sortid_status sortid_generator_file_begin(struct state_file *file)
{
    struct page *page = page_of(file);
    uint64_t bound_ms = sortid_generator_file_bound(file);
    set_owner(file, no_owner);
    sortid_status status = sortid_generator_slots_restore(file, bound_ms);
    if (status != SORTID_OK)
        return status;
    atomic_store(&page->head.rest_check, NOT_AT_REST);
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

/* ---- Closing ------------------------------------------------------------- */

/* A closing process waits for the gate, at most about 0.1 s. */
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

/* With exclusive locks of gate and use. If the boot has no name, the disk has the state for one
 * opening. A state of an unnamed boot that a process of a named boot has joined gets no check
 * value: the next opener starts after the bound. */
static void store_check(struct state_file *f)
{
    bool is_named = names_boot(f);
    if (is_named && !is_owner(f, f->boot))
        return;
    if (!is_named)
        set_owner(f, f->boot);
    atomic_store(&page_of(f)->head.rest_check, sortid_generator_file_check(f));
    if (!is_named)
        (void)sortid_system_file_sync(&f->file, 0);
}

/* Stores the check value if no other process uses the state. A forked child has the second
 * descriptor and so its lock, which conflicts with that of the first descriptor. If anything fails,
 * the state gets no check value, as if this process was killed. */
static void leave_file(struct state_file *f)
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
        leave_file(file);
    close_both(file);
    errno = saved;
}
