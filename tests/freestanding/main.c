/* SPDX-License-Identifier: MIT */
/* freestanding/main.c: a program without a C library: an entry point, two system calls, its own
 * memcpy and memset, and the layers text, simd, format and generate. Built by
 * tests/freestanding.sh, and run on Linux. It makes three IDs of each format with the public
 * machine, from a scripted time and scripted random bytes, and prints them, one per line. It reads
 * no clock and no system randomness. */
#include <sortid.h>

/* Hidden from analyzers, which read this file with the headers of a C library. */
#if defined(__STDC_HOSTED__) && !__STDC_HOSTED__

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    volatile unsigned char *out =
        to; /* volatile: otherwise the compiler turns the loop into a call of memcpy */
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

/* Linux: write(1, text, size), exit(status); the numbers depend on the machine. */
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

/* A clock value in microseconds: 2023-11-14. */
#define NOW_US UINT64_C(1700000000000000)

/* Prints three IDs of a format, made by the public machine, one per line. */
static sortid_status print_three(const sortid_format *format, const sortid_options *options)
{
    unsigned char next = 1;
    const sortid_random random = {count_up, &next};
    sortid_machine machine;
    sortid_status status = sortid_machine_init(&machine, format, options);
    for (int i = 0; i < 3 && status == SORTID_OK; i++) {
        uint8_t id[SORTID_MAX_SIZE];
        char text[SORTID_MAX_TEXT_SIZE];
        size_t length;
        status = sortid_machine_step(&machine, id, NOW_US, &random, NULL, NULL);
        if (status == SORTID_OK)
            status =
                sortid_format_print(format, text, sizeof text, &length, SORTID_ENCODING_TEXT, id);
        if (status != SORTID_OK)
            return status;
        text[length] = '\n';
        (void)call(call_write, 1, (long)text, (long)length + 1);
    }
    return status;
}

/* The same for each format. */
static sortid_status print_all(void)
{
    static const sortid_options on_node = {.node = {.node_id = 42, .node_id_size = 8}};
    sortid_status status = SORTID_OK;
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL && status == SORTID_OK; i++) {
        status = print_three(format, format == sortid_scru64_format() ? &on_node : NULL);
    }
    return status;
}

/* At the entry point of x86-64 the stack is not aligned as in a function; this corrects it. */
#if defined(__x86_64__)
__attribute__((force_align_arg_pointer))
#endif
void _start(void);
void _start(void)
{
    (void)call(call_exit, (long)print_all(), 0, 0);
    for (;;) {
    }
}
