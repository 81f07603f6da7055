/* SPDX-License-Identifier: MIT */
/* system/stream.h: a stream of secure random bytes for one thread: ChaCha20, keyed by the kernel's
 * generator.
 *
 * A refill makes a buffer of key stream. The first 32 bytes are the next key, so a key does not
 * outlive its refill. Each of the other bytes is erased when it is drawn. A change of the fork
 * epoch voids the buffer; so does a draw whose time is not within the second after the last seed.
 * If the kernel's generator fails, the draw fails.
 *
 * A stream is wiped when its thread ends; a signal handler that draws meanwhile gets SORTID_BUSY.
 * Later draws, by other destructors of the thread, each use a new key from the kernel. */
#pragma once

#include "busy.h"
#include "epoch.h"
#include "system.h"
#include "thread_local.h"
#include "../text/inline.h"

#include <string.h>

#define STREAM_BLOCKS    16 /* what the widest SIMD implementation makes at once */
#define STREAM_BYTES     (64 * STREAM_BLOCKS)
#define STREAM_KEY_BYTES 32
#define RESEED_US        1000000

struct stream {
    uint8_t bytes[STREAM_BYTES]; /* the key, then bytes; the last `left` are unused */
    size_t left;
    uint64_t seeded_us;
    uint32_t epoch; /* of the seed; 0: never seeded */
    busy_flag busy;
    bool has_ended; /* wiped at the end of its thread, and never seeded again */
    struct thread_exit exit;
};

/* Fills `size` bytes, all or none, from a stream that was seeded in this process within the second
 * before `unix_us`. The statuses of sortid_random_secure. */
sortid_status sortid_system_stream_fill(struct stream *stream, void *bytes, size_t size,
                                        uint64_t unix_us);

/* Whether the buffer may be used at this time. For a time before the seed the difference wraps. */
static inline bool stream_is_fresh(const struct stream *s, uint32_t epoch, uint64_t unix_us)
{
    return s->epoch == epoch && unix_us - s->seeded_us < RESEED_US;
}

/* Moves up to 15 bytes and leaves zeros, by moves of fixed size, without calls. */
static inline void move_few(uint8_t *to, uint8_t *from, size_t size)
{
#define MOVE(count)                                                                                \
    if (size & (count)) {                                                                          \
        memcpy(to + done, from + done, (count));                                                   \
        memset(from + done, 0, (count));                                                           \
        done += (count);                                                                           \
    }
    size_t done = 0;
    MOVE(8)
    MOVE(4)
    MOVE(2)
    if (size & 1) {
        to[done] = from[done];
        from[done] = 0;
    }
#undef MOVE
}

/* Moves the next `size` bytes of the buffer, which must have them, and leaves zeros. */
static inline void stream_take(struct stream *s, void *bytes, size_t size)
{
    uint8_t *from = s->bytes + (sizeof s->bytes - s->left);
    if (size < 16) {
        move_few(bytes, from, size);
    } else {
        memcpy(bytes, from, size);
        memset(from, 0, size);
    }
    s->left -= size;
}

/* Takes `size` bytes from the buffer if it may be used, for a caller that has read `epoch` and
 * checks it again before it uses them. With a constant size it is a move or two. False: nothing was
 * taken. */
static INLINED bool stream_serve(struct stream *s, void *bytes, size_t size, uint64_t unix_us,
                                 uint32_t epoch)
{
    if (!busy_enter(&s->busy)) /* before the check: a signal handler may draw after it */
        return false;
    bool served = s->left >= size && stream_is_fresh(s, epoch, unix_us);
    if (served)
        stream_take(s, bytes, size);
    busy_leave(&s->busy);
    return served;
}

/* sortid_system_stream_fill for such a caller. */
static inline sortid_status stream_draw(struct stream *s, void *bytes, size_t size,
                                        uint64_t unix_us, uint32_t epoch)
{
    if (stream_serve(s, bytes, size, unix_us, epoch))
        return SORTID_OK;
    return sortid_system_stream_fill(s, bytes, size, unix_us);
}

/* The stream of this thread, and the function of the secure random source, which draws from it. A
 * generator with this function may draw inline. */
THREAD_LOCAL_EXTERN(struct stream, sortid_system_thread_stream)
sortid_status sortid_system_fill_of_thread(void *context, void *bytes, size_t size,
                                           uint64_t unix_us);

/* That stream. The assembly hides the origin of the pointer, as in generator/default.h. */
static INLINED struct stream *stream_of_thread(void)
{
    struct stream *stream = sortid_system_thread_stream();
#if defined(__GNUC__)
    __asm__("" : "+r"(stream));
#endif
    return stream;
}
