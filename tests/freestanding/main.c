/* SPDX-License-Identifier: MIT */
/* freestanding/main.c: a program without C library: an entry point, two system calls, its own memcpy
 * and memset, and the layers text, simd, format and generate. Built by tests/freestanding.sh, and run
 * natively on Linux. It makes three ULIDs of a scripted time by the state machine of src/generate/,
 * whose public calls are in a layer above, and prints them, a line each. It never asks for time or
 * randomness. */
#include <sortid.h>

#include "../../src/generate/ulid.h"

/* Not for analysers, which read this file with the headers of a C library. */
#if defined(__STDC_HOSTED__) && !__STDC_HOSTED__

#undef memcpy /* macros of text/memory.h, which declares both functions */
#undef memset

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    volatile unsigned char *out = to; /* volatile: not taken for a memcpy, which calls itself */
    const unsigned char *in = from;
    for (size_t i = 0; i < size; i++)
        out[i] = in[i];
    return to;
}

void *memset(void *memory, int byte, size_t size)
{
    volatile unsigned char *out = memory;
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)byte;
    return memory;
}

#endif

/* Linux: write(1, text, size), exit(status); the numbers are the machine's. */
#if defined(__x86_64__)
static long call(long number, long a, long b, long c)
{
    __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return number;
}
enum { call_write = 1, call_exit = 60 };
#elif defined(__aarch64__)
static long call(long number, long a, long b, long c)
{
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b,
                     x2 __asm__("x2") = c;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}
enum { call_write = 64, call_exit = 93 };
#endif

static sortid_status count_up(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    unsigned char *next = context;
    (void)unix_us;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (*next)++;
    return SORTID_OK;
}

static sortid_status print_three(void)
{
    unsigned char next = 1;
    const sortid_random random = {count_up, &next};
    const sortid_options options = {0};
    struct machine machine;
    sortid_status status = ulid_configure(&machine, &options);
    for (int i = 0; i < 3 && status == SORTID_OK; i++) {
        sortid_ulid id;
        struct step step = first_step(&machine);
        char text[SORTID_ULID_TEXT_SIZE];
        status = ulid_next_slow(id.bytes, &step, &machine, UINT64_C(1700000000000000), &random);
        if (status != SORTID_OK)
            return status;
        commit(&machine, &step);
        sortid_ulid_print(text, &id);
        text[sizeof text - 1] = '\n';
        (void)call(call_write, 1, (long)text, sizeof text);
    }
    return status;
}

/* On x86-64 the stack at the entry is not as a call leaves it, which this corrects. */
#if defined(__x86_64__)
__attribute__((force_align_arg_pointer))
#endif
void _start(void);
void _start(void)
{
    (void)call(call_exit, (long)print_three(), 0, 0);
    for (;;) {
    }
}
