/* SPDX-License-Identifier: MIT */
/* guard.h: memory between two inaccessible pages, so that a call that reads or writes one byte
 * outside its arguments crashes in the test that made it; and canaries, for the bytes around an
 * output inside. */
#pragma once

#include "support.h"

#include <sys/mman.h>
#include <unistd.h>

#define CANARY 0xa5

/* The bytes from `begin` to `end` are accessible, those before and after are not. */
struct guarded {
    uint8_t *begin, *end;
};

/* At least `size` bytes, full of CANARY. */
static inline struct guarded guarded_new(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = size / page + 1;
    uint8_t *map = mmap(NULL, (pages + 2) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT(map != MAP_FAILED, "mmap failed");
    EXPECT(mprotect(map + page, pages * page, PROT_READ | PROT_WRITE) == 0, "mprotect failed");
    memset(map + page, CANARY, pages * page);
    return (struct guarded){map + page, map + page + pages * page};
}

static inline void guarded_free(struct guarded *memory)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(memory->begin - page, (size_t)(memory->end - memory->begin) + 2 * page);
}

/* The address of `size` bytes that end at the guard page after them, or begin after the one before
 * them. */
static inline uint8_t *guarded_place(const struct guarded *memory, size_t size, bool at_end)
{
    return at_end ? memory->end - size : memory->begin;
}

/* Whether `size` bytes are all canaries. */
static inline bool is_untouched(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size > 0 && *at == CANARY)
        at++, size--;
    return size == 0;
}

/* Whether only [first, first + size) of a block of canaries has changed. */
static inline bool only_within(const uint8_t *block, size_t block_size, size_t first, size_t size)
{
    return is_untouched(block, first) &&
           is_untouched(block + first + size, block_size - first - size);
}
