/* SPDX-License-Identifier: MIT */
/* system/random.c: streams of random bytes, and the secure random source with one for each
 * thread. */
#include "../simd/simd.h"
#include "../text/wipe.h"
#include "stream.h"

#include <sortid/source.h>

#define KEY_WORDS (STREAM_KEY_BYTES / 4)

/* Draws of at least this size write blocks directly into the caller's memory. */
#define BULK_BYTES STREAM_BYTES

/* Blocks of one call of ChaCha20, whose counter has 32 bits. */
#define MOST_BLOCKS (UINT32_C(1) << 30)

/* At the end of the thread the stream is marked busy, then wiped: a signal handler finds a busy
 * stream or an empty one. This also resets the flag of a draw that never returned (pthread_exit in
 * a signal handler). */
static void end_stream(struct thread_exit *node)
{
    struct stream *s = (struct stream *)(void *)((char *)node - offsetof(struct stream, exit));
    s->busy = 1;
    atomic_signal_fence(memory_order_seq_cst);
    s->has_ended = true;
    s->epoch = 0;
    s->left = 0;
    s->seeded_us = 0;
    wipe(s->bytes, sizeof s->bytes);
    busy_leave(&s->busy);
}

/* After a failure the old seed stays void. */
static sortid_status seed(struct stream *s, uint32_t epoch, uint64_t unix_us)
{
    uint8_t key[STREAM_KEY_BYTES];
    sortid_status status = at_thread_exit(&s->exit, end_stream);
    if (status == SORTID_OK)
        status = sortid_system_random(key, sizeof key);
    if (status != SORTID_OK)
        return status;
    memcpy(s->bytes, key, sizeof key);
    wipe(key, sizeof key);
    s->left = 0;
    s->seeded_us = unix_us;
    s->epoch = epoch;
    return SORTID_OK;
}

static void refill(struct stream *s)
{
    uint32_t key[KEY_WORDS];
    memcpy(key, s->bytes, sizeof key);
    bulk()->chacha20(s->bytes, STREAM_BLOCKS, key, 0);
    wipe(key, sizeof key);
    s->left = sizeof s->bytes - STREAM_KEY_BYTES;
}

/* Whole blocks for the caller, by a key that is taken from the stream and erased after its only
 * use. To make a block for the key would cost as much as three of AVX2's blocks, or 16 of
 * AVX-512's. */
static void make_bulk(struct stream *s, uint8_t *bytes, size_t blocks)
{
    uint32_t key[KEY_WORDS];
    if (s->left < sizeof key)
        refill(s);
    stream_take(s, key, sizeof key);
    bulk()->chacha20(bytes, blocks, key, 0);
    wipe(key, sizeof key);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void take(struct stream *s, uint8_t *bytes, size_t size)
{
    while (size > 0) {
        size_t part;
        if (size >= BULK_BYTES) {
            size_t blocks = smaller(size / 64, MOST_BLOCKS);
            make_bulk(s, bytes, blocks);
            part = 64 * blocks;
        } else {
            if (s->left == 0)
                refill(s);
            part = smaller(size, s->left);
            stream_take(s, bytes, part);
        }
        bytes += part;
        size -= part;
    }
}

/* A draw with a new key that is wiped. */
static sortid_status take_once(void *bytes, size_t size)
{
    struct stream once = {.left = 0};
    sortid_status status = sortid_system_random(once.bytes, STREAM_KEY_BYTES);
    if (status == SORTID_OK)
        take(&once, bytes, size);
    wipe(&once, sizeof once);
    return status;
}

static sortid_status attempt_fill(struct stream *s, void *bytes, size_t size, uint64_t unix_us,
                                  uint32_t epoch)
{
    if (!stream_is_fresh(s, epoch, unix_us)) {
        if (s->has_ended)
            return take_once(bytes, size);
        sortid_status status = seed(s, epoch, unix_us);
        if (status != SORTID_OK)
            return status;
    }
    take(s, bytes, size);
    return SORTID_OK;
}

/* After a fork in the middle, by a signal handler, the bytes are drawn again. */
static sortid_status fill(struct stream *s, void *bytes, size_t size, uint64_t unix_us)
{
    uint32_t epoch;
    do {
        sortid_status status = epoch_read(&epoch);
        if (status == SORTID_OK)
            status = attempt_fill(s, bytes, size, unix_us, epoch);
        if (status != SORTID_OK)
            return status;
    } while (!epoch_is(epoch));
    return SORTID_OK;
}

sortid_status sortid_system_stream_fill(struct stream *stream, void *bytes, size_t size,
                                        uint64_t unix_us)
{
    if (!busy_enter(&stream->busy))
        return SORTID_BUSY;
    sortid_status status = fill(stream, bytes, size, unix_us);
    busy_leave(&stream->busy);
    return status;
}

THREAD_LOCAL_DEFINE(struct stream, sortid_system_thread_stream)

/* Draws again unless `epoch` is current. Out of line, because the word mostly shows the epoch. */
static sortid_status check_again(struct stream *s, void *bytes, size_t size, uint64_t unix_us,
                                 uint32_t epoch)
{
    return epoch_is(epoch) ? SORTID_OK : sortid_system_stream_fill(s, bytes, size, unix_us);
}

sortid_status sortid_system_fill_of_thread(void *context, void *bytes, size_t size,
                                           uint64_t unix_us)
{
    struct stream *s = sortid_system_thread_stream();
    uint32_t epoch;
    (void)context;
    sortid_status status = epoch_read(&epoch);
    if (status == SORTID_OK) /* 4: most IDs; one move because the size is constant */
        status = size == 4 ? stream_draw(s, bytes, 4, unix_us, epoch)
                           : stream_draw(s, bytes, size, unix_us, epoch);
    if (status == SORTID_OK && !epoch_word_is(epoch))
        status = check_again(s, bytes, size, unix_us, epoch);
    return status;
}

void sortid_random_secure(sortid_random *out)
{
    *out = (sortid_random){sortid_system_fill_of_thread, NULL};
}
