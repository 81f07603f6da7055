/* SPDX-License-Identifier: MIT */
/* system/thread_local.h: thread-local variables, zero when a thread starts:
 *     THREAD_LOCAL(struct cache, thread_cache)         of one file; thread_cache() points to it
 *     THREAD_LOCAL_EXTERN(struct cache, thread_cache)  the same in a header, for several files,
 *     THREAD_LOCAL_DEFINE(struct cache, thread_cache)  and in the one that defines it
 * They use _Thread_local, except with gcc for Windows, which emulates it on the heap and calls
 * abort() when the heap is full. There the macros do what other compilers for Windows do: the
 * variable is in section .tls, which the loader copies for each thread, and is found through the
 * thread's array of such copies. */
#pragma once

#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)

#if !defined(__x86_64__)
#error                                                                                             \
    "with gcc only 64-bit Windows on x86 is supported: add the access to thread-local storage below"
#endif

/* TEB + 0x58 is ThreadLocalStoragePointer. The C library's start-up code defines _tls_index. Not
 * volatile, because the result is constant for a thread. `symbol` is an operand, or for a variable
 * of another file its name, because gcc takes such an address from a table. */
#define THREAD_LOCAL_ACCESS(type, name, symbol, ...)                                               \
    static inline type *name(void)                                                                 \
    {                                                                                              \
        type *copy;                                                                                \
        unsigned long long index;                                                                  \
        __asm__("movq %%gs:0x58, %0\n\t"                                                           \
                "movl _tls_index(%%rip), %k1\n\t"                                                  \
                "movq (%0,%1,8), %0\n\t"                                                           \
                "leaq " symbol "@SECREL32(%0), %0"                                                 \
                : "=&r"(copy), "=&r"(index)                                                        \
                : __VA_ARGS__);                                                                    \
        return copy;                                                                               \
    }
#define THREAD_LOCAL(type, name)                                                                   \
    static type name##_at_start __attribute__((section(".tls$")));                                 \
    THREAD_LOCAL_ACCESS(type, name, "%c2", "i"(&name##_at_start))
#define THREAD_LOCAL_EXTERN(type, name)                                                            \
    extern type name##_at_start;                                                                   \
    THREAD_LOCAL_ACCESS(type, name, #name "_at_start", )
#define THREAD_LOCAL_DEFINE(type, name)                                                            \
    type name##_at_start __attribute__((section(".tls$"), used));

#else

#define THREAD_LOCAL_ACCESS(type, name)                                                            \
    static inline type *name(void)                                                                 \
    {                                                                                              \
        return &name##_variable;                                                                   \
    }
#define THREAD_LOCAL(type, name)                                                                   \
    static _Thread_local type name##_variable;                                                     \
    THREAD_LOCAL_ACCESS(type, name)
#if defined(__GNUC__) && !defined(_WIN32)
#define THREAD_LOCAL_EXTERN(type, name)                                                            \
    extern _Thread_local type name##_variable __attribute__((visibility("hidden")));               \
    THREAD_LOCAL_ACCESS(type, name)
#else
#define THREAD_LOCAL_EXTERN(type, name)                                                            \
    extern _Thread_local type name##_variable;                                                     \
    THREAD_LOCAL_ACCESS(type, name)
#endif
#define THREAD_LOCAL_DEFINE(type, name) _Thread_local type name##_variable;

#endif
