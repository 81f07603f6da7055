/* SPDX-License-Identifier: MIT */
/* reservation.pml: how node ids are reserved in etcd (docs/node-design.md), as a model for spin: one
 * id, NODES processes that want it, and all that clocks, network, pauses and operators can do. The
 * claim: no tick is used twice, by two processes or by one. With COPY a process is copied once;
 * with LOSE the store goes back to an earlier state and nobody is told. Then the claim is: no tick
 * at or above `shared_until` is used twice, which is the highest bound known or requested when that
 * happened. With POSITIONS clients reach a store that went back before its floor is raised, but only
 * those that have seen it at a later position; each client remembers that while its process lives,
 * and the store does not reach that position again. Then no tick is used twice. With REMOVE an
 * operator removes the pool of the id and adds it again, any number of
 * times. With SHARE other processes use the ticks of a reservation by a state that they share with
 * its owner, and the owner may die. With OTHERS a client ends the reservations of others, and
 * another program overwrites the record of the id, which a client then replaces. A second claim: no
 * process takes its own write for that of another. tests/node/model.sh lets spin visit every state,
 * then breaks the protocol by the BREAK_ macros, and must find each break.
 *
 * The model has no time. A clock may show anything at each reading, which includes every offset and
 * step of a clock; every step may be delayed forever, which is a pause. The model is small because:
 *   - A reply that arrives is read in the step of its request: while a node waits for one it does
 *     nothing that others see.
 *   - A request whose reply does not arrive becomes a late one, and is done at once (the reply
 *     was lost), after other steps (it was delayed) or never (it was lost itself).
 *   - Nonces are only compared for equality: a new one is the smallest number that nothing knows. A
 *     writer draws it for each request. The revision of the holder's record is such a number, too.
 *   - Tokens are numbers in the same way. The token of a reservation that has ended is no node's.
 *   - What can no longer have an effect is removed: a late request that never fits again, a lease that
 *     nothing uses. So reservations may start and end without limit. */

#ifndef NODES
#define NODES 2
#endif
#ifndef TICKS /* 0 to TICKS - 1, bounds to TICKS; at most 5 */
#define TICKS 3
#endif
#ifdef PROMPT /* no request is late: for cases that would have too many states */
#define GRANTS 2
#else
#define GRANTS 3 /* leases of a node: its reservation's, and those of forgotten tries */
#endif
#define LEASES (NODES * GRANTS)

/* Options of a choice, one for each value. */
#define EACH(STEP)       STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5)
#define EACH_LEASE(STEP) EACH(STEP) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11)

/* 1 if spin was given -DNAME, otherwise 0. The value of NAME, 1, selects a macro with a comma, so
 * that 1 is the second argument instead of 0. */
#define IS(name)                      IS_VALUE(name)
#define IS_VALUE(value)               IS_COMMA(COMMA_FOR_##value)
#define IS_COMMA(comma)               IS_SECOND(comma 1, 0)
#define IS_SECOND(first, second, ...) second
#define COMMA_FOR_1                   0,

/* ---- The state ----------------------------------------------------------------------------- */

/* In etcd. 0: no such record; for a token: no current reservation. */
byte id_bound, id_token, id_nonce; /* of the id */
byte id_writer;                    /* the process that wrote this; 0: none, or the store went back */
byte holder_lease, holder_created; /* of the holder: its lease, its create_revision */
byte realm_floor, realm_nonce = 1; /* of the realm */
byte live[LEASES + 1];

#define NONE    0
#define ACQUIRE 1
#define RAISE   2
#define RELEASE 3
typedef request {
    byte kind; byte writer; byte token; byte nonce; byte lease; byte bound;
    byte created; byte base; byte realm /* compared with the records */
};
request late; /* a further one takes its place */

#define OUT    0 /* has no reservation, and may want one */
#define CHOSEN 1 /* has read the records */
#define ASKED  2 /* has sent an acquire, without a reply yet */
#define RESERVED  3
#define UNKNOWNS  2 /* requests of a process whose outcome is unknown */
typedef memory {
    byte state; byte token; byte lease; byte created; byte nonce; byte realm; byte bound;
    byte next;             /* the first tick that it may use */
    byte unknown[UNKNOWNS] /* nonces of requests without a reply since its last acknowledged write */
#ifdef NOTICED
    ; byte suspended /* it was told that it was copied, and has raised no bound since then */
#endif
};
memory nodes[NODES];
#define MY nodes[node]

/* The ticks of a reservation rise, and in its last one it may continue without end. So if a tick is
 * started twice, two reservations use it. */
bit used[TICKS];

/* The state that the users of a reservation share. While the owner lives, its words are `next` and
 * `bound` of the owner; `next` and `end` are those that a dead owner has left. A user looks and
 * picks a tick, and commits it later, if the word that it has seen did not change. Closed is part
 * of that word. */
#ifdef SHARE
typedef users_ { byte next; byte end; byte picked /* tick + 1; 0: nobody has picked */; byte seen };
users_ users[NODES];
#define OURS          users[node]
#define NEXT_OF_STATE (MY.state == RESERVED -> MY.next : OURS.next)
#define END_OF_STATE  (MY.state == RESERVED -> MY.bound : OURS.end)
#define NEW_STATE(n)                                                                               \
    if (now.nodes[n].state != RESERVED)                                                            \
        memset(&now.users[n], 0, sizeof now.users[n]);
#define LEAVE_STATE                                                                                \
    if                                                                                             \
    :: MY.state == RESERVED -> OURS.next = MY.next; OURS.end = MY.bound                            \
    :: else                                                                                        \
    fi;
#ifdef BREAK_CLOSED /* in a word of its own, which a user has read before */
#define CLOSE_STATE OURS.next = MY.next;
#define IS_OPEN     1
#else
#define CLOSE_STATE OURS.picked = 0; OURS.seen = 0;
#define IS_OPEN     (END_OF_STATE != 0)
#endif
#else
#define NEW_STATE(n)
#define LEAVE_STATE
#define CLOSE_STATE
#endif

#if defined(COPY) || defined(LOSE)
byte shared_until;
#define SHARED_UNTIL shared_until
#else
#define SHARED_UNTIL 0
#endif
#ifdef COPY
bit copied;
#endif
#ifdef NOTICED
#define SUSPENDED    MY.suspended
#define ACKNOWLEDGED now.nodes[q.writer - 1].suspended = 0;
#else
#define SUSPENDED    0
#define ACKNOWLEDGED
#endif

/* A backup of etcd, and the highest bound that was ever given. */
#ifdef RESTORE
byte backups; /* 1: made, 2: restored, 3: floor raised */
byte old_bound, old_token, old_nonce, old_lease, old_created;
byte old_live[LEASES + 1];
byte highest;
#define BACKUPS      now.backups
#define OLD(what)    now.old_##what
#define END_OLD_TOKEN                                                                              \
    if (now.old_token == token)                                                                    \
        now.old_token = 0;
#define NOTE_HIGHEST if (q.bound > now.highest) now.highest = q.bound;
#else
#define BACKUPS      0
#define OLD(what)    0
#define NOTE_HIGHEST
#define END_OLD_TOKEN
#endif

/* Something was written since the backup, and these processes have had a reply after it: a status,
 * say. A reply of the store that went back shows such a process the loss. Broken: an acquire does not
 * compare the position with that of the reservation before; a reservation does not. */
#ifdef POSITIONS
bit later, seen[NODES];
#define IN_WINDOW  (backups == 2)
#define SHOWS_LOSS (IN_WINDOW && seen[node] && !IS(BREAK_COMPARE))
#define MAY_READ   (!IN_WINDOW || IS(BREAK_FORGET) && seen[node])
#define BEGIN_READ                                                                                 \
    if                                                                                             \
    :: IN_WINDOW -> seen[node] = 0                                                                 \
    :: else                                                                                        \
    fi;
#define SEE       :: d_step { backups == 1 && later && !seen[node] -> seen[node] = 1 }
#define IS_NEW(n) seen[n] = 0;
#define NOTE_WRITE                                                                                 \
    if (now.backups == 1)                                                                          \
        now.later = 1;
#else
#define SHOWS_LOSS false
#define MAY_READ   true
#define BEGIN_READ
#define SEE
#define IS_NEW(n)
#define NOTE_WRITE
#endif

/* A client that ends the reservation of another has read its records, and writes later. A record
 * that another program has overwritten fits nothing, and nobody acquires the id before it is
 * replaced, by one with the highest bound that was ever given. */
#ifdef OTHERS
byte seen_nonce, seen_created, seen_bound; /* of the records; 0: nothing was read */
bit damaged;
byte highest;
#undef NOTE_HIGHEST
#define NOTE_HIGHEST if (q.bound > now.highest) now.highest = q.bound;
#define SEEN(number) (now.seen_nonce == number || now.seen_created == number)
#define READABLE     (!damaged)
#else
#define SEEN(number) 0
#define READABLE     true
#endif

/* The pool of the id is removed: OPEN, then CLOSING in the realm's record, CHECKED: the operator
 * has seen that nobody has the id, then REMOVED from the realm's record, with the floor raised to
 * the bound of the id. The id's record is deleted later, or stays, and the pool may be added
 * again. */
#define OPEN    0
#define CLOSING 1
#define CHECKED 2
#define REMOVED 3
#ifdef REMOVE
byte pool, last_bound;
#define POOL pool
#else
#define POOL OPEN
#endif
#ifdef RESTORE
#define FENCED(n) (now.nodes[n].realm != now.realm_nonce && SEES_FLOOR)
#define FORGET_REALM(n)
#else
#define FENCED(n) 0
#define FORGET_REALM(n) /* all that have changed are equal */                                      \
    if (now.nodes[n].realm != now.realm_nonce)                                                     \
        now.nodes[n].realm = 0;
#endif
#define MAY_TAKE       (POOL == OPEN || IS(BREAK_CLOSING_ACQUIRE) && POOL != REMOVED)
#define MAY_TAKE_AGAIN (POOL == OPEN || IS(BREAK_CLOSING_RESUME))

/* Temporary, not part of the state: a step sets these before it reads them. */
hidden request q;
hidden byte fits, i, j;

/* ---- Goals --------------------------------------------------------------------------------- */

/* What must be reachable, so that the claim is not empty: the assertion of a goal must fail. */
#ifdef REACH_TAKEOVER /* IDs of a second node, whose predecessor did not release the id */
byte user;
#define GOAL_USE(t)                                                                                \
    assert(user == 0 || user == node + 1);                                                         \
    user = node + 1;
#define GOAL_RELEASE user = 0;
#else
#define GOAL_RELEASE
#endif
#if defined(REACH_RAISE) || defined(REACH_RESUME) /* IDs at or above the earlier bound */
byte before[NODES];
#define GOAL_USE(t) assert(before[node] == 0 || t < before[node]);
#define GOAL_LEAVE  before[node] = 0;
#else
#define GOAL_LEAVE
#endif
#if defined(REACH_RESTORED) || defined(REACH_REMOVED) /* IDs that began at the floor */
#define GOAL_USE(t) assert(realm_floor == 0 || t < realm_floor);
#endif
#ifdef REACH_WINDOW /* IDs after the store went back, before the floor was raised */
#define GOAL_USE(t) assert(!IN_WINDOW);
#endif
#ifndef GOAL_USE
#define GOAL_USE(t)
#endif
#ifdef REACH_RAISE
#define GOAL_RAISE before[node] = MY.bound;
#else
#define GOAL_RAISE
#endif
#ifdef REACH_RESUME
#define GOAL_RESUME before[node] = MY.bound;
#else
#define GOAL_RESUME
#endif

/* ---- etcd ---------------------------------------------------------------------------------- */

#define RECORD_FITS (IS(BREAK_ACQUIRE_RECORD) || q.base == now.id_nonce)
/* BY_RECORD_ALONE is not broken: safety needs no more. */
#define RAISE_FITS                                                                                 \
    ((IS(BY_RECORD_ALONE) || q.created == now.holder_created) &&                                   \
     (IS(BREAK_RAISE_REALM) || q.realm == now.realm_nonce) &&                                      \
     (IS(BREAK_RAISE_RECORD) || q.base == now.id_nonce))
#define SEES_FLOOR   (!IS(BREAK_RAISE_REALM))
#define FLOOR_COUNTS (SEES_FLOOR && !IS(BREAK_FLOOR)) /* otherwise it continues where it was */
/* After a restore every copy begins at the floor. */
#define TWIN_COUNTS                                                                                \
    (SEES_FLOOR && !IS(BREAK_TWIN) && !IS(BREAK_NONCE) && !IS(BREAK_RESUME_RECORD))
#define LOST_FOR_GOOD (!IS(BREAK_RESUME_RECORD))

/* In C, which is some twenty times as fast. `now` is the state. */
c_code {
/* Whether q fits as things are, or once there is no holder. A put on a lease that has run out is an
 * error, and nothing is done. */
static int may_fit(void)
{
    if (q.kind == ACQUIRE)
        return RECORD_FITS && q.realm == now.realm_nonce && now.live[q.lease];
    return q.kind != NONE && RAISE_FITS;
}

static int has_unknown(int n, int number)
{
    int u;
    for (u = 0; u < UNKNOWNS; u++)
        if (now.nodes[n].unknown[u] == number)
            return 1;
    return 0;
}

static int is_known(int number)
{
    int n;
    for (n = 0; n < NODES; n++)
        if (now.nodes[n].created == number || now.nodes[n].nonce == number ||
            now.nodes[n].realm == number || has_unknown(n, number))
            return 1;
    return now.late.created == number || now.late.base == number || now.late.realm == number ||
           now.late.nonce == number || number == now.id_nonce || number == now.holder_created ||
           number == now.realm_nonce || number == OLD(nonce) || number == OLD(created) ||
           SEEN(number);
}

static int new_number(int besides)
{
    int number = 1;
    while (is_known(number) || number == besides)
        number++;
    return number;
}

static int new_token(void)
{
    int n, token = 0;
    do {
        token++;
        for (n = 0; n < NODES && now.nodes[n].token != token; n++)
            ;
    } while (n < NODES || now.late.token == token || now.id_token == token || OLD(token) == token);
    return token;
}

/* Whether the record is one that this process knows as its own. */
static int accepts(int n)
{
    if (now.id_token == 0 || now.id_token != now.nodes[n].token)
        return 0;
    return IS(BREAK_NONCE) || /* its token is enough */
           now.id_nonce == now.nodes[n].nonce || has_unknown(n, now.id_nonce) ||
           FENCED(n); /* after a restore */
}

/* Notes that the outcome of q is unknown. */
static void note_unknown(int n)
{
    int u;
    for (u = 0; u < UNKNOWNS && now.nodes[n].unknown[u] != 0; u++)
        ;
    now.nodes[n].unknown[u % UNKNOWNS] = q.nonce;
}

static void forget_unknown(int n)
{
    memset(now.nodes[n].unknown, 0, sizeof now.nodes[n].unknown);
}

/* The transaction q; fits is whether its compares were true. */
static void transact(void)
{
    fits = may_fit() && (q.kind != ACQUIRE || now.holder_lease == 0);
    if (!fits)
        return;
    now.id_bound = q.bound;
    now.id_token = q.kind == RELEASE ? 0 : q.token;
    now.id_nonce = q.nonce;
    now.id_writer = q.writer;
    NOTE_HIGHEST
    NOTE_WRITE
    if (q.kind == RAISE)
        return;
    now.holder_lease = q.kind == ACQUIRE ? q.lease : 0;
    now.holder_created = q.kind == ACQUIRE ? new_number(0) : 0;
}

static void take_late(void)
{
    q = now.late;
    memset(&now.late, 0, sizeof q);
}

/* Whether anything uses a lease, or may. */
static int is_wanted(int lease)
{
    int n;
    for (n = 0; n < NODES; n++)
        if (now.nodes[n].lease == lease)
            return 1;
    return now.late.lease == lease || now.holder_lease == lease || OLD(lease) == lease;
}

static int may_appear(int nonce)
{
    return now.late.nonce == nonce || now.id_nonce == nonce || OLD(nonce) == nonce;
}

/* Removes nonces that no record has or will have. */
static void tidy_unknown(int n)
{
    int u, kept = 0;
    for (u = 0; u < UNKNOWNS; u++) {
        int nonce = now.nodes[n].unknown[u];
        now.nodes[n].unknown[u] = 0;
        if (nonce != 0 && nonce != now.nodes[n].nonce && may_appear(nonce))
            now.nodes[n].unknown[kept++] = nonce;
    }
}

/* Removes what can no longer have an effect: a request that never fits (between backup and restore
 * there is none), what a reservation knows whose record others have changed (it may use up its
 * ticks), and a lease that nothing uses. */
static void tidy(void)
{
    int n;
    for (n = 0; n < NODES; n++) {
        FORGET_REALM(n)
    }
    for (n = 0; n < NODES; n++)
        if (LOST_FOR_GOOD && now.nodes[n].state == RESERVED && !accepts(n) &&
            (OLD(token) == 0 || OLD(token) != now.nodes[n].token)) {
            now.nodes[n].lease = now.nodes[n].created = now.nodes[n].nonce = 0;
            forget_unknown(n);
        }
    q = now.late;
    if (!may_fit() && BACKUPS != 1)
        memset(&now.late, 0, sizeof q);
    for (n = 1; n <= LEASES; n++)
        if (!is_wanted(n))
            now.live[n] = 0;
    for (n = 0; n < NODES; n++)
        tidy_unknown(n);
}

/* A process has ended: its token belongs to none, except to a copy. */
static void end_token(int node, int token)
{
    int n;
    if (now.id_writer == node + 1)
        now.id_writer = 0;
    if (now.late.writer == node + 1)
        now.late.writer = 0;
    for (n = 0; n < NODES; n++)
        if (now.nodes[n].token == token)
            return;
    if (now.late.token == token)
        now.late.token = 0;
    if (now.id_token == token)
        now.id_token = 0;
    END_OLD_TOKEN
}

/* The record is the reservation's own: that counts, and not what was requested. A floor above the
 * bound that it knew means that etcd was restored: others may have used the ticks between. If the
 * record is of another nonce, so was a copy of this process: it begins at the bound of the
 * record. */
static void reserve(int node)
{
    int known = now.nodes[node].state == RESERVED ? now.nodes[node].bound : now.id_bound;
    int own = now.id_nonce == now.nodes[node].nonce || has_unknown(node, now.id_nonce) ||
              now.id_writer == node + 1;
    if (FLOOR_COUNTS && now.realm_floor > known && now.realm_floor > now.nodes[node].next)
        now.nodes[node].next = now.realm_floor;
    if (TWIN_COUNTS && !own && now.id_bound > now.nodes[node].next)
        now.nodes[node].next = now.id_bound;
    NEW_STATE(node)
    now.nodes[node].state = RESERVED;
    now.nodes[node].bound = known > now.id_bound ? known : now.id_bound;
    now.nodes[node].nonce = now.id_nonce;
    now.nodes[node].created = now.holder_created;
    now.nodes[node].realm = now.realm_nonce;
    tidy();
}

/* q was acknowledged: the outcome of each earlier request is known. */
static void acknowledge(void)
{
    forget_unknown(q.writer - 1);
    now.nodes[q.writer - 1].nonce = q.nonce; /* so that reserve() knows it */
    ACKNOWLEDGED
}

/* An unused lease of a node; 0: it must wait. */
static int free_lease(int node)
{
    int lease;
    for (lease = node * GRANTS + 1; lease <= (node + 1) * GRANTS; lease++)
        if (!now.live[lease] && !is_wanted(lease))
            return lease;
    return 0;
}
}

inline do_late()
{
    c_code { take_late(); transact(); };
    assert(!IS(REACH_LATE) || !fits);
    c_code { tidy(); }
}

/* The holder's record goes with its lease. */
inline run_out(l)
{
    live[l] = 0;
    if
    :: holder_lease == l ->
        holder_lease = 0;
        holder_created = 0;
#ifdef BREAK_LEASED_BOUND /* the bound is in the holder's record */
        id_bound = 0;
        id_token = 0;
        id_nonce = 0;
        id_writer = 0;
#endif
    :: else
    fi;
    c_code { tidy(); }
}

/* ---- Backup and restore -------------------------------------------------------------------- */

/* A backup at some time. Later etcd goes back to it and to its leases; the floor is raised to the
 * highest bound that was ever given before clients reach it or, broken, some time later. */
#ifdef RESTORE
inline backup()
{
    backups = 1;
    old_bound = id_bound; old_token = id_token; old_nonce = id_nonce;
    old_lease = holder_lease; old_created = holder_created;
    c_code { memcpy(now.old_live, now.live, sizeof now.live); }
}

inline restore()
{
    backups = 2;
    id_bound = old_bound; id_token = old_token; id_nonce = old_nonce; id_writer = 0;
    holder_lease = old_lease; holder_created = old_created;
    old_bound = 0; old_token = 0; old_nonce = 0; old_lease = 0; old_created = 0;
    c_code { memcpy(now.live, now.old_live, sizeof now.live); };
    c_code { memset(now.old_live, 0, sizeof now.live); }
}

inline raise_floor()
{
    backups = 3;
    realm_floor = highest;
#ifdef POSITIONS
    later = 0;
    c_code { memset(now.seen, 0, sizeof now.seen); };
#endif
    c_code { now.realm_nonce = new_number(0); };
    c_code { tidy(); }
}

#ifdef LOSE /* nobody raises a floor: a standby without the last commits was promoted, say */
#define OPERATOR                                                                                   \
    :: d_step { backups == 0 -> backup() }                                                         \
    :: d_step {                                                                                    \
        backups == 1 ->                                                                            \
        if                                                                                         \
        :: highest > shared_until -> shared_until = highest                                        \
        :: else                                                                                    \
        fi;                                                                                        \
        restore();                                                                                 \
        c_code { tidy(); }                                                                         \
    }
#elif defined(BREAK_RESTORE_OPEN) || defined(POSITIONS)
#ifdef POSITIONS
#define HAS_SEEN(n) (nodes[n].state == OUT || seen[n])
#define MAY_RESTORE (HAS_SEEN(0) && HAS_SEEN(1))
#else
#define MAY_RESTORE true
#endif
#define OPERATOR                                                                                   \
    :: d_step { backups == 0 -> backup() }                                                         \
    :: d_step { backups == 1 && MAY_RESTORE -> restore(); c_code { tidy(); } }                     \
    :: d_step { backups == 2 -> raise_floor() }
#else
#define OPERATOR                                                                                   \
    :: d_step { backups == 0 -> backup() }                                                         \
    :: d_step { backups == 1 -> restore(); raise_floor() }
#endif
#else
#define OPERATOR
#endif

/* ---- Removal of the pool --------------------------------------------------------------------- */

#ifdef REMOVE
inline change_realm(to)
{
    pool = to;
    last_bound = 0;
    c_code { now.realm_nonce = new_number(0); };
    c_code { tidy(); }
}
#define IS_LEFT    (IS(BREAK_REMOVE_HELD) || holder_lease == 0)
#define KEPT       (IS(BREAK_REMOVE_FLOOR) -> 0 : last_bound) /* by the realm, of the id */
/* Broken: also when the pool was added again. */
#define MAY_DELETE                                                                                 \
    (id_nonce != 0 && (IS(BREAK_REMOVE_DELETE) -> realm_floor != 0 : pool == REMOVED))
#define REMOVER                                                                                    \
    :: d_step { pool == OPEN && id_bound != 0 -> change_realm(CLOSING) }                           \
    :: d_step { pool == CLOSING -> change_realm(OPEN) }                                            \
    :: d_step { pool == CLOSING && IS_LEFT -> pool = CHECKED; last_bound = id_bound }              \
    :: d_step {                                                                                    \
        pool == CHECKED ->                                                                         \
        realm_floor = (realm_floor > KEPT -> realm_floor : KEPT);                                  \
        change_realm(REMOVED)                                                                      \
    }                                                                                              \
    :: d_step {                                                                                    \
        MAY_DELETE ->                                                                              \
        id_bound = 0; id_token = 0; id_nonce = 0; id_writer = 0;                                   \
        c_code { tidy(); }                                                                         \
    }                                                                                              \
    :: d_step { pool == REMOVED -> change_realm(OPEN) }
#else
#define REMOVER
#endif

/* ---- What other clients and programs do ------------------------------------------------------ */

#ifdef OTHERS
inline write_record(bound)
{
    id_bound = bound;
    id_token = 0;
    id_writer = 0;
    c_code { now.id_nonce = new_number(0); };
}
inline end_holder()
{
    holder_lease = 0;
    holder_created = 0;
}
/* Broken: does not compare the records with those that it has read; or begins at the floor, as an
 * id without a record. */
#define AS_SEEN                                                                                    \
    (IS(BREAK_OTHERS) -> holder_lease != 0 && !damaged                                             \
                      : seen_nonce == id_nonce && seen_created == holder_created)
#define LATEST (IS(BREAK_REPLACE) -> realm_floor : highest)
#ifdef REACH_REPLACED /* IDs of a reservation that began after the record was replaced */
byte replaced;
#undef GOAL_USE
#define GOAL_USE(t)   assert(replaced == 0 || t < replaced);
#define GOAL_REPLACED replaced = id_bound;
#else
#define GOAL_REPLACED
#endif
#define OTHER                                                                                      \
    :: d_step {                                                                                    \
        seen_nonce == 0 && holder_lease != 0 && !damaged ->                                        \
        seen_nonce = id_nonce; seen_created = holder_created; seen_bound = id_bound                \
    }                                                                                              \
    :: d_step {                                                                                    \
        seen_nonce != 0 ->                                                                         \
        if                                                                                         \
        :: AS_SEEN -> write_record(seen_bound); end_holder()                                       \
        :: else                                                                                    \
        fi;                                                                                        \
        seen_nonce = 0; seen_created = 0; seen_bound = 0;                                          \
        c_code { tidy(); }                                                                         \
    }                                                                                              \
    :: d_step { id_nonce != 0 && !damaged -> damaged = 1; write_record(0); c_code { tidy(); } }    \
    :: d_step {                                                                                    \
        damaged ->                                                                                 \
        damaged = 0; write_record(0); id_bound = LATEST; end_holder();                             \
        GOAL_REPLACED                                                                              \
        c_code { tidy(); }                                                                         \
    }
#else
#define OTHER
#endif

#ifdef BREAK_LEASE_ONLY
byte present; /* one clock for all that is always right; a new holder waits for the next tick, too */
bit checked[NODES];
#define CLOCK :: d_step { present < TICKS - 1 -> present++ }
#else
#define CLOCK
#endif

#define LATE     :: d_step { late.kind != NONE -> do_late() }
#define LEASE(l) :: d_step { l < LEASES && live[1 + l % LEASES] -> run_out(1 + l % LEASES) }

active proctype etcd()
{
end:
    do
    LATE
    EACH_LEASE(LEASE)
    OPERATOR
    OTHER
    REMOVER
    CLOCK
    od
}

/* ---- Steps of a node ------------------------------------------------------------------------ */

inline store()
{
    c_code { now.late = q; note_unknown(q.writer - 1); }
}

inline compose(what, to)
{
    q.kind = what; q.writer = node + 1; q.token = MY.token; q.lease = MY.lease;
    q.created = MY.created; q.base = MY.nonce; q.realm = MY.realm; q.bound = to;
    c_code { q.nonce = new_number(0); }
}

#define MAY_ASK     (MY.unknown[UNKNOWNS - 1] == 0)
#define MAY_BE_LATE (MAY_ASK && !IS(PROMPT))

/* Takes a new lease, if there is one: i. */
inline grant()
{
    i = node;
    c_code { i = free_lease(i); };
    if
    :: i != 0 -> MY.lease = i; live[i] = 1
    :: else
    fi
}

/* Ends what it did, also by a crash: it knows nothing afterwards. */
inline leave()
{
    GOAL_LEAVE
    i = node;
    c_code {
        int token = now.nodes[i].token;
        memset(&now.nodes[i], 0, sizeof now.nodes[i]);
        end_token(i, token);
        tidy();
    }
}

inline reserve_it()
{
    i = node;
    c_code { reserve(i); }
}

#if defined(BREAK_TAKER_BEGIN) /* a new holder starts at its clock */
#define BEGIN 0
#elif defined(BREAK_LEASE_ONLY)
#define BEGIN (present + 1)
#else
#define BEGIN MY.bound
#endif
#define READ                                                                                       \
    :: d_step {                                                                                    \
        MY.state == OUT && holder_lease == 0 && MAY_TAKE && READABLE && MAY_READ ->                \
        BEGIN_READ                                                                                 \
        grant();                                                                                   \
        if                                                                                         \
        :: i != 0 ->                                                                               \
            MY.state = CHOSEN;                                                                     \
            j = node;                                                                              \
            c_code { now.nodes[j].token = new_token(); };                                          \
            MY.nonce = id_nonce;                                                               \
            MY.realm = realm_nonce;                                                              \
            MY.bound = (id_bound > realm_floor -> id_bound : realm_floor);                         \
            MY.next = BEGIN                                                                        \
        :: else                                                                                    \
        fi;                                                                                        \
        skip                                                                                       \
    }

/* Its bound is anything above the old one: its clock and the horizon are in that. */
#define MAY_ACQUIRE(to)                                                                            \
    ((MY.state == CHOSEN || MY.state == ASKED) && MY.bound < to && to <= TICKS)
/* The reply to q. Nothing of it counts if it shows that the store went back. */
#define REPLY(done, refused)                                                                       \
    c_code { transact(); };                                                                        \
    if                                                                                             \
    :: SHOWS_LOSS -> CLOSE_STATE leave()                                                           \
    :: !SHOWS_LOSS && fits -> done                                                                 \
    :: else -> refused                                                                             \
    fi;                                                                                            \
    skip
#define COUNTS c_code { acknowledge(); }; reserve_it()
/* After a refusal an earlier try may have come through: LOOK. */
#define GIVE_UP                                                                                    \
    if                                                                                             \
    :: MY.state == CHOSEN -> leave()                                                               \
    :: else                                                                                        \
    fi
#define ACQUIRE_NOW(to)                                                                            \
    :: d_step { MAY_ACQUIRE(to) -> compose(ACQUIRE, to); REPLY(COUNTS, GIVE_UP) }
#define ACQUIRE_LATE(to)                                                                           \
    :: d_step {                                                                                    \
        MAY_ACQUIRE(to) && MAY_BE_LATE ->                                                          \
        compose(ACQUIRE, to); store(); MY.state = ASKED;                                           \
        c_code { tidy(); }                                                                         \
    }

/* Reads again after a lost or negative reply. A record of its own nonces is its own. */
#ifdef BREAK_NOTICE /* a read is enough after a notice */
#define LOOKED MY.suspended = 0
#else
#define LOOKED skip
#endif
#define LOOK                                                                                       \
    :: d_step {                                                                                    \
        (MY.state == ASKED || MY.state == RESERVED) && id_token != 0 && id_token == MY.token &&    \
            (MY.nonce != id_nonce || MY.realm != realm_nonce) ->                                   \
        i = node;                                                                                  \
        c_code { fits = accepts(i); };                                                             \
        if                                                                                         \
        :: SHOWS_LOSS -> CLOSE_STATE leave()                                                       \
        :: !SHOWS_LOSS && fits && holder_lease != 0 -> reserve_it(); LOOKED                        \
        :: !SHOWS_LOSS && fits && holder_lease == 0 -> skip /* resume */                           \
        :: !SHOWS_LOSS && !fits -> assert(id_writer != node + 1); CLOSE_STATE leave()                                         \
        fi;                                                                                        \
        skip                                                                                       \
    }

/* Makes IDs of a tick: any below the bound and above those that it made before. */
inline use(t)
{
    assert(!used[t] || t < SHARED_UNTIL);
    used[t] = 1;
    GOAL_USE(t)
    MY.next = t + 1
}
#ifdef BREAK_LEASE_ONLY /* asks whether its lease lives, then what time it is */
#define USE(t)                                                                                     \
    :: d_step { t == 0 && MY.state == RESERVED && !checked[node] && live[MY.lease] ->                 \
                checked[node] = 1 }                                                                \
    :: d_step { checked[node] && MY.state == RESERVED && t == present && t >= MY.next && t < TICKS -> \
                checked[node] = 0; use((t) % TICKS) }
#else
#define USE(t)                                                                                     \
    :: d_step { MY.state == RESERVED && !SUSPENDED && MY.next <= t && t < MY.bound && t < TICKS -> \
                use((t) % TICKS) }
#endif

/* Raises its bound, which counts when that has succeeded; else LOOK finds the truth. */
#define EARLY(to) MY.bound = (IS(BREAK_USED_EARLY) -> to : MY.bound)
#define MAY_RAISE(to) (MY.state == RESERVED && MY.bound < to && to <= TICKS)
#define RAISE_NOW(to)                                                                              \
    :: d_step { MAY_RAISE(to) -> compose(RAISE, to); REPLY(GOAL_RAISE COUNTS, skip) }
/* The transport sends it twice; the second attempt fails because the first one has succeeded. So a
 * negative reply after a repeated request says nothing of its outcome. */
#define REPEATED c_code { if (!IS(BREAK_REPEATED)) note_unknown(q.writer - 1); tidy(); }
#define RAISE_TWICE(to)                                                                            \
    :: d_step { MAY_RAISE(to) && MAY_ASK -> compose(RAISE, to); REPLY(REPEATED, skip) }
#define RAISE_LATE(to)                                                                             \
    :: d_step {                                                                                    \
        MAY_RAISE(to) && MAY_BE_LATE ->                                                            \
        compose(RAISE, to); store(); EARLY(to);                                                    \
        c_code { tidy(); }                                                                         \
    }

/* Its lease has run out, and the record still has its token: acquires again, because nobody did in
 * between, and continues. */
#define RESUMABLE                                                                                  \
    (holder_lease == 0 && (IS(BREAK_RESUME_RECORD) || id_token != 0 && id_token == MY.token))
#define MAY_RESUME(to)                                                                             \
    (MY.state == RESERVED && RESUMABLE && MAY_TAKE_AGAIN && MY.bound < to && to <= TICKS)
#define RESUME(to, may, send)                                                                      \
    :: d_step {                                                                                    \
        MAY_RESUME(to) && may ->                                                                   \
        i = node;                                                                                  \
        c_code { fits = !LOST_FOR_GOOD || accepts(i); };                                           \
        if                                                                                         \
        :: SHOWS_LOSS -> CLOSE_STATE leave()                                                       \
        :: !SHOWS_LOSS && fits && id_bound < to -> /* it reads the records before */               \
            j = node;                                                                              \
            c_code { reserve(j); };                                                                \
            grant();                                                                               \
            compose(ACQUIRE, to);                                                                  \
            send                                                                                   \
        :: else                                                                                    \
        fi;                                                                                        \
        skip                                                                                       \
    }
#define ANSWERED                                                                                   \
    c_code { transact(); };                                                                        \
    if                                                                                             \
    :: fits -> GOAL_RESUME COUNTS                                                                  \
    :: else                                                                                        \
    fi
#define RESUME_NOW(to)  RESUME(to, true, ANSWERED)
#define RESUME_LATE(to) RESUME(to, MAY_BE_LATE, store(); c_code { tidy(); })

/* Releases the id with the first tick that it has not used. */
#define FIRST_LEFT MY.next - (IS(BREAK_RELEASE_LAST) && MY.next > 0)
#define RELEASE_IT(may, send)                                                                      \
    :: d_step {                                                                                    \
        MY.state == RESERVED && may ->                                                             \
        compose(RELEASE, FIRST_LEFT);                                                              \
        send;                                                                                      \
        GOAL_RELEASE                                                                               \
        CLOSE_STATE                                                                                \
        leave()                                                                                    \
    }
#define RELEASE_NOW  RELEASE_IT(true, c_code { transact(); })
#define RELEASE_LATE RELEASE_IT(MAY_BE_LATE, store())

/* Becomes another process, too, with all that this one knows and has requested. */
#ifdef COPY
c_code {
static void copy(int from, int to)
{
    int shared = now.nodes[from].bound;
    now.nodes[to] = now.nodes[from];
    now.copied = 1;
    if (now.id_writer == from + 1) /* either may take it for its own */
        now.id_writer = 0;
    if (now.late.writer == from + 1) {
        now.late.writer = 0;
        if (now.late.bound > shared)
            shared = now.late.bound;
    }
    if (now.nodes[from].token == now.id_token && now.id_bound > shared)
        shared = now.id_bound;
#ifdef NOTICED /* both were told, so they share nothing */
    now.nodes[from].suspended = now.nodes[to].suspended = 1;
#else
    if (shared > now.shared_until)
        now.shared_until = shared;
#endif
}
}
#define COPY_TO(to)                                                                                \
    :: d_step {                                                                                    \
        !copied && to < NODES && MY.state == RESERVED && nodes[to % NODES].state == OUT ->         \
        i = node; j = to;                                                                          \
        c_code { copy(i, j); }                                                                     \
    }
#else
#define COPY_TO(to)
#endif

#define CRASH :: d_step { MY.state != OUT -> LEAVE_STATE IS_NEW(node) leave() }

/* Users of the state: one is between its look and its commit, others make IDs meanwhile. */
#ifdef SHARE
#define ORPHANED assert(!IS(REACH_ORPHANED)); /* IDs without an owner */
inline use_shared(t)
{
    assert(!used[t]);
    used[t] = 1;
    if
    :: MY.state == RESERVED -> MY.next = t + 1
    :: else -> ORPHANED OURS.next = t + 1
    fi
}
#define PICK(t)                                                                                    \
    :: d_step {                                                                                    \
        OURS.picked == 0 && NEXT_OF_STATE <= t && t < END_OF_STATE && t < TICKS ->                 \
        OURS.picked = t + 1;                                                                       \
        OURS.seen = NEXT_OF_STATE                                                                  \
    }
#define COMMIT(t)                                                                                  \
    :: d_step {                                                                                    \
        OURS.picked == t + 1 && t < TICKS ->                                                       \
        if                                                                                         \
        :: IS_OPEN && NEXT_OF_STATE == OURS.seen -> use_shared((t) % TICKS)                        \
        :: else                                                                                    \
        fi;                                                                                        \
        OURS.picked = 0;                                                                           \
        OURS.seen = 0                                                                              \
    }
#define USE_SHARED(t)                                                                              \
    :: d_step {                                                                                    \
        MY.state != RESERVED && OURS.next <= t && t < OURS.end && t < TICKS ->                     \
        use_shared((t) % TICKS)                                                                    \
    }
#else
#define PICK(t)
#define COMMIT(t)
#define USE_SHARED(t)
#endif

active [NODES] proctype node_()
{
    byte node = _pid - 1;
end:
    do
    READ
    SEE
    EACH(ACQUIRE_NOW)
    EACH(ACQUIRE_LATE)
    LOOK
    EACH(USE)
    EACH(PICK)
    EACH(COMMIT)
    EACH(USE_SHARED)
    EACH(RAISE_NOW)
    EACH(RAISE_TWICE)
    EACH(RAISE_LATE)
    EACH(RESUME_NOW)
    EACH(RESUME_LATE)
    RELEASE_NOW
    RELEASE_LATE
    COPY_TO(0)
    COPY_TO(1)
    CRASH
    od
}
