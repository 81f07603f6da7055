/* SPDX-License-Identifier: MIT */
/* source/own.h: variables of which every thread has its own, zero when it starts:
 *     OWN(struct cache, thread_cache)      then thread_cache() points to it
 * _Thread_local, except by gcc for Windows, which only emulates it: on the heap, with
 * abort() where there is none left. There the linker and the loader are asked
 * directly, in the way of all other compilers for Windows: the variable stands in
 * section .tls, of which the loader gives each thread a copy, and is found through the
 * thread's array of such copies, one for each module. */
#ifndef SORTID_SOURCE_OWN_H
#define SORTID_SOURCE_OWN_H

#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)

#if !defined(__x86_64__)
#error "by gcc only 64-bit Windows on x86: the lines below say where such variables are"
#endif

/* TEB + 0x58 is ThreadLocalStoragePointer. The C library's start-up code defines
 * _tls_index. What it finds stays the same for a thread: not volatile. */
#define OWN(type, name)                                                                            \
    static type name##_at_start __attribute__((section(".tls$")));                                 \
    static inline type *name(void)                                                                 \
    {                                                                                              \
        type *own;                                                                                 \
        unsigned long long index;                                                                  \
        __asm__("movq %%gs:0x58, %0\n\t"                                                           \
                "movl _tls_index(%%rip), %k1\n\t"                                                  \
                "movq (%0,%1,8), %0\n\t"                                                           \
                "leaq %c2@SECREL32(%0), %0"                                                        \
                : "=&r"(own), "=&r"(index)                                                         \
                : "i"(&name##_at_start));                                                          \
        return own;                                                                                \
    }

#else

#define OWN(type, name)                                                                            \
    static _Thread_local type name##_variable;                                                     \
    static inline type *name(void)                                                                 \
    {                                                                                              \
        return &name##_variable;                                                                   \
    }

#endif
#endif
