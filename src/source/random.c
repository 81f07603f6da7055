/* SPDX-License-Identifier: MIT */
/* source/random.c: the secure random source: a ChaCha20 stream for each thread,
 * keyed by the kernel's generator.
 *
 * A refill makes 512 bytes of key stream: the first 32 are the next key, so that
 * no key outlives its refill, the rest is given out, each byte erased as it goes.
 * A fork, or a draw whose time is not within the second after the last seed,
 * voids it all. Nothing weaker ever takes the kernel's place. */
#include "busy.h"
#include "chacha20.h"
#include "epoch.h"
#include "system.h"
#include "wipe.h"

#include <sortid/source.h>
#include <string.h>

#define KEY_WORDS    8
#define BLOCKS       8 /* a multiple of CHACHA20_LANES */
#define STREAM_WORDS (16 * BLOCKS)
#define RESEED_US    1000000

struct stream {
    uint32_t words[STREAM_WORDS]; /* key first, then bytes; the last `left` are unused */
    size_t left;
    uint64_t seeded_us;
    uint32_t epoch; /* of the seed; 0, which is no epoch: never seeded */
    busy_flag busy;
    struct wiped_memory exit;
};

static _Thread_local struct stream thread_stream;

/* At most as far past the seed as RESEED_US; a time before it wraps to a large
 * difference. */
static bool is_fresh(const struct stream *s, uint32_t epoch, uint64_t unix_us)
{
    return s->epoch == epoch && unix_us - s->seeded_us < RESEED_US;
}

/* On failure the old seed stays, as void as it was. */
static sortid_status seed(struct stream *s, uint32_t epoch, uint64_t unix_us)
{
    uint32_t key[KEY_WORDS];
    sortid_status status = wipe_at_exit(&s->exit, s, sizeof *s);
    if (status == SORTID_OK)
        status = sortid_source_system_random(key, sizeof key);
    if (status != SORTID_OK)
        return status;
    memcpy(s->words, key, sizeof key);
    wipe(key, sizeof key);
    s->left = 0;
    s->seeded_us = unix_us;
    s->epoch = epoch;
    return SORTID_OK;
}

static void refill(struct stream *s)
{
    uint32_t key[KEY_WORDS];
    memcpy(key, s->words, sizeof key);
    for (uint32_t block = 0; block < BLOCKS; block += CHACHA20_LANES)
        sortid_source_chacha20_blocks(s->words + 16 * block, key, block);
    wipe(key, sizeof key);
    s->left = sizeof s->words - sizeof key;
}

/* Moves up to 15 bytes, leaving zeros, by moves of fixed size: a draw of a few
 * bytes is the common case, and calls of memcpy and memset cost more than it. */
static inline void move_few(uint8_t *to, uint8_t *from, size_t size)
{
#define MOVE(count)                                                                                \
    if (size & (count)) {                                                                          \
        memcpy(to, from, (count));                                                                 \
        memset(from, 0, (count));                                                                  \
        to += (count);                                                                             \
        from += (count);                                                                           \
    }
    MOVE(8)
    MOVE(4)
    MOVE(2)
    MOVE(1)
#undef MOVE
}

static inline void move(uint8_t *to, uint8_t *from, size_t size)
{
    if (size < 16) {
        move_few(to, from, size);
    } else {
        memcpy(to, from, size);
        memset(from, 0, size);
    }
}

static void take(struct stream *s, uint8_t *bytes, size_t size)
{
    while (size > 0) {
        if (s->left == 0)
            refill(s);
        size_t part = size < s->left ? size : s->left;
        move(bytes, (uint8_t *)s->words + (sizeof s->words - s->left), part);
        s->left -= part;
        bytes += part;
        size -= part;
    }
}

/* A fork in the middle (by a signal handler) voids what was taken: again. */
static sortid_status fill(struct stream *s, void *bytes, size_t size, uint64_t unix_us)
{
    uint32_t epoch;
    do {
        sortid_status status = epoch_read(&epoch);
        if (status == SORTID_OK && !is_fresh(s, epoch, unix_us))
            status = seed(s, epoch, unix_us);
        if (status != SORTID_OK)
            return status;
        take(s, bytes, size);
    } while (!epoch_is(epoch));
    return SORTID_OK;
}

static sortid_status fill_of_thread(void *bytes, size_t size, uint64_t unix_us, void *context)
{
    struct stream *s = &thread_stream;
    (void)context;
    if (!busy_enter(&s->busy))
        return SORTID_BUSY;
    sortid_status status = fill(s, bytes, size, unix_us);
    busy_leave(&s->busy);
    return status;
}

void sortid_random_secure(sortid_random *out)
{
    *out = (sortid_random){fill_of_thread, NULL};
}
