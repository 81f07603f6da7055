/* SPDX-License-Identifier: MIT */
/* generator/state.c: the head of a shared state, and commits by a lock. */
#include "state.h"
#include "../system/system.h"

/* The head: magic 16 | version 8 | scope 4 | phase 4 | kind of lock 32, which is 0 for
 * METHOD_ATOMIC. One word, so that one compare-and-swap sets it up, and another byte order is
 * detected. */
#define MAGIC         UINT64_C(0x7353)
#define VERSION       3
#define VERSION_1     UINT64_C(0x736f727469645331) /* the first word of version 1 */
#define MAGIC_SHIFT   48
#define VERSION_SHIFT 40
#define SCOPE_SHIFT   36
#define PHASE_SHIFT   32
enum phase { PHASE_SETTING_UP = 1, PHASE_READY = 2 };

/* How long a joiner waits until the lock is made. */
#define SET_UP_WAIT_US    1000
#define SET_UP_WAITS_MOST 1000

_Static_assert(sizeof(struct shared_state) + 64 - 8 <= sizeof(sortid_shared_state),
               "the state outgrew its storage");

static uint64_t head_of(sortid_scope scope, enum phase phase, uint32_t lock_kind)
{
    return MAGIC << MAGIC_SHIFT | (uint64_t)VERSION << VERSION_SHIFT |
           (uint64_t)scope << SCOPE_SHIFT | (uint64_t)phase << PHASE_SHIFT | lock_kind;
}

static enum phase phase_in(uint64_t head)
{
    return (enum phase)(head >> PHASE_SHIFT & 15);
}

sortid_scope sortid_generator_state_scope(const struct shared_state *state)
{
    return (sortid_scope)(atomic_load_explicit(&state->head, memory_order_relaxed) >> SCOPE_SHIFT &
                          15);
}

uint32_t sortid_generator_state_lock_kind(const struct shared_state *state)
{
    return (uint32_t)atomic_load(&state->head);
}

uint32_t sortid_generator_state_version(const struct shared_state *state)
{
    uint64_t head = atomic_load(&state->head);
    return head == VERSION_1 ? 1 : (uint32_t)(head >> VERSION_SHIFT & 0xff);
}

/* ---- Setting up ---------------------------------------------------------- */

/* Whether the words from the offset `first` to `end` are zero. All writers write atomically. */
static bool are_zeros(const struct shared_state *state, size_t first, size_t end)
{
    const _Atomic uint64_t *words = (const _Atomic uint64_t *)(const void *)state;
    uint64_t seen = 0;
    for (size_t i = first / sizeof *words; i < end / sizeof *words; i++)
        seen |= atomic_load_explicit(&words[i], memory_order_relaxed);
    return seen == 0;
}

/* The same for the lock and the cells, which only the maker or holder of the lock writes. */
static bool has_blank_lock(const struct shared_state *state)
{
    return are_zeros(state, offsetof(struct shared_state, lock), sizeof *state);
}

static sortid_status make_lock(struct shared_state *state)
{
    if (!has_blank_lock(state))
        return SORTID_STATE_UNRECOGNIZED;
    sortid_status status = sortid_system_lock_init(&state->lock);
    if (status != SORTID_OK)
        memset(&state->lock, 0, sizeof state->lock);
    return status;
}

/* For a head of 0: sets up the state, with its lock if it needs one. Another process may be
 * quicker. */
static sortid_status set_up(struct shared_state *state, sortid_scope scope, enum method method)
{
    uint64_t none = 0;
    uint32_t kind = method == METHOD_LOCK ? sortid_system_lock_kind() : 0;
    if (method == METHOD_ATOMIC) {
        (void)atomic_compare_exchange_strong(&state->head, &none, head_of(scope, PHASE_READY, 0));
        return SORTID_OK;
    }
    if (kind == 0)
        return SORTID_STATE_UNUSABLE;
    if (!atomic_compare_exchange_strong(&state->head, &none,
                                        head_of(scope, PHASE_SETTING_UP, kind)))
        return SORTID_OK;
    sortid_status status = make_lock(state);
    atomic_store(&state->head, status == SORTID_OK ? head_of(scope, PHASE_READY, kind) : 0);
    return status;
}

static bool is_possible(sortid_scope scope)
{
    return scope == SORTID_SCOPE_THREADS || scope == SORTID_SCOPE_PROCESSES;
}

sortid_status sortid_generator_state_create(struct shared_state *state, sortid_scope scope,
                                            enum method method)
{
    if (ATOMIC_LLONG_LOCK_FREE != 2) /* atomics by a lock that other processes do not see */
        return SORTID_STATE_UNUSABLE;
    return set_up(state, scope, method);
}

/* The same if others may be setting up the state. SORTID_STATE_UNRECOGNIZED if it is not zeros. */
static sortid_status set_up_zeros(struct shared_state *state, sortid_scope scope,
                                  enum method method)
{
    bool is_blank = are_zeros(state, sizeof state->head, offsetof(struct shared_state, lock)) &&
                    (method == METHOD_LOCK || has_blank_lock(state));
    if (!is_blank && atomic_load(&state->head) == 0)
        return SORTID_STATE_UNRECOGNIZED;
    return set_up(state, scope, method);
}

static bool is_being_set_up(uint64_t head)
{
    return head >> VERSION_SHIFT == (MAGIC << 8 | VERSION) && phase_in(head) == PHASE_SETTING_UP;
}

/* Returns when the state is set up, or is not zeros. Waits while another generator makes the
 * lock. */
static sortid_status set_up_once(struct shared_state *state, sortid_scope scope, enum method method)
{
    sortid_status status = SORTID_OK;
    for (unsigned i = 0; i < SET_UP_WAITS_MOST && status == SORTID_OK; i++) {
        if (atomic_load(&state->head) == 0)
            status = set_up_zeros(state, scope, method);
        uint64_t head = atomic_load(&state->head);
        if (status == SORTID_OK && head != 0 && !is_being_set_up(head))
            return SORTID_OK;
        if (status == SORTID_OK)
            status = sortid_system_sleep(SET_UP_WAIT_US);
    }
    return status == SORTID_OK ? SORTID_STATE_DAMAGED : status;
}

sortid_status sortid_generator_state_attach(struct shared_state **out, sortid_shared_state *storage,
                                            sortid_scope scope, enum method method)
{
    uint8_t *bytes = (uint8_t *)storage->opaque;
    bytes += (64 - (uintptr_t)bytes % 64) % 64; /* fits: see the assertion */
    struct shared_state *state = (struct shared_state *)(void *)bytes;
    if (!is_possible(scope))
        return SORTID_BAD_OPTION;
    if (ATOMIC_LLONG_LOCK_FREE != 2)
        return SORTID_STATE_UNUSABLE;
    sortid_status status = set_up_once(state, scope, method);
    if (status == SORTID_OK)
        status = sortid_generator_state_examine(state);
    if (status == SORTID_OK && sortid_generator_state_scope(state) != scope)
        status = SORTID_STATE_MISMATCH;
    if (status == SORTID_OK)
        *out = state;
    return status;
}

sortid_status sortid_generator_state_reset(struct shared_state *state)
{
    atomic_store(&state->cell.high, 0);
    atomic_store(&state->cell.low, 0);
    memset(state->cells, 0, sizeof state->cells);
    atomic_store(&state->turn, 0);
    return sortid_generator_state_reset_lock(state);
}

static bool has_our_lock(const struct shared_state *state)
{
    uint32_t kind = sortid_generator_state_lock_kind(state);
    return kind != 0 && kind == sortid_system_lock_kind();
}

sortid_status sortid_generator_state_reset_lock(struct shared_state *state)
{
    return has_our_lock(state) ? sortid_system_lock_init(&state->lock) : SORTID_OK;
}

/* ---- Joining ------------------------------------------------------------- */

sortid_status sortid_generator_state_examine(const struct shared_state *state)
{
    uint64_t head = atomic_load(&state->head);
    if (head >> MAGIC_SHIFT != MAGIC)
        return head == VERSION_1 ? SORTID_STATE_UNUSABLE : SORTID_STATE_UNRECOGNIZED;
    if (sortid_generator_state_version(state) != VERSION)
        return SORTID_STATE_UNUSABLE;
    bool is_whole =
        phase_in(head) == PHASE_READY && is_possible(sortid_generator_state_scope(state));
    return is_whole ? SORTID_OK : SORTID_STATE_DAMAGED;
}

sortid_status sortid_generator_identity_agrees(uint64_t found, uint64_t wanted)
{
    const uint64_t method = UINT64_C(0xff) << METHOD_SHIFT;
    if (found == wanted)
        return SORTID_OK;
    return (found & ~method) == (wanted & ~method) ? SORTID_STATE_UNUSABLE : SORTID_STATE_MISMATCH;
}

sortid_status sortid_generator_state_can_commit(const struct shared_state *state, uint64_t identity)
{
    bool can = identity_method(identity) != METHOD_LOCK || has_our_lock(state);
    return can ? SORTID_OK : SORTID_STATE_UNUSABLE;
}

/* Whether there is a packed state although no generator has joined. It is read first, because a
 * generator joins before it makes one. */
static bool is_orphaned(const struct shared_state *state)
{
    uint64_t packed =
        atomic_load(&state->cell.high) | atomic_load(&state->cell.low) | atomic_load(&state->turn);
    return packed != 0 && atomic_load(&state->identity) == 0;
}

sortid_status sortid_generator_state_join(struct shared_state *state, uint64_t identity)
{
    uint64_t found = atomic_load(&state->identity);
    sortid_status status = sortid_generator_state_examine(state);
    if (status == SORTID_OK && found != 0)
        status = sortid_generator_identity_agrees(found, identity);
    if (status == SORTID_OK)
        status = sortid_generator_state_can_commit(state, identity);
    if (status == SORTID_OK && is_orphaned(state))
        status = SORTID_STATE_DAMAGED;
    if (status != SORTID_OK)
        return status;
    found = 0;
    if (atomic_compare_exchange_strong(&state->identity, &found, identity))
        return SORTID_OK;
    return sortid_generator_identity_agrees(found, identity);
}

/* ---- By the lock --------------------------------------------------------- */

static struct packed_state *current(struct shared_state *state, uint32_t turn)
{
    return &state->cells[turn % 2];
}

static struct packed_state peek_without_lock(const struct shared_state *state)
{
    struct packed_state packed;
    uint32_t turn, again = atomic_load(&state->turn);
    do {
        turn = again;
        packed = state->cells[turn % 2];
        atomic_thread_fence(memory_order_seq_cst);
        again = atomic_load(&state->turn);
    } while (again != turn);
    return packed;
}

struct packed_state sortid_generator_state_peek(const struct shared_state *state,
                                                enum method method, bool wide)
{
    return method == METHOD_LOCK ? peek_without_lock(state) : state_read_atomic(state, wide);
}

sortid_status sortid_generator_locked_read(struct packed_state *packed, struct shared_state *state)
{
    sortid_status status = sortid_system_lock_take(&state->lock);
    if (status != SORTID_OK)
        return status;
    *packed = *current(state, atomic_load(&state->turn));
    sortid_system_lock_leave(&state->lock);
    return SORTID_OK;
}

sortid_status sortid_generator_locked_commit(bool *done, struct shared_state *state,
                                             struct packed_state from, struct packed_state to)
{
    sortid_status status = sortid_system_lock_take(&state->lock);
    if (status != SORTID_OK)
        return status;
    uint32_t turn = atomic_load(&state->turn);
    const struct packed_state *now = current(state, turn);
    *done = now->high == from.high && now->low == from.low;
    if (*done) {
        *current(state, turn + 1) = to;
        atomic_store(&state->turn, turn + 1); /* now it is the current cell */
    }
    sortid_system_lock_leave(&state->lock);
    return SORTID_OK;
}
