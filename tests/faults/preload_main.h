/* SPDX-License-Identifier: MIT */
/* preload_main.h: whether the program's main has begun, and not ended. Calls before and after it do
 * not count as calls of the command: those of a program that counts its own coverage map the file
 * of the counters. Each object that tests/faults/ preloads to make calls fail includes it once. */
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

typedef int program_main(int count, char **arguments, char **environment);

static program_main *main_of_program;
static bool is_in_main;

static void leave_main(void)
{
    is_in_main = false;
}

/* What the program registers for its end in main is called before leave_main, the rest after it. */
static int begin_main(int count, char **arguments, char **environment)
{
    is_in_main = atexit(leave_main) == 0;
    return main_of_program(count, arguments, environment);
}

/* What a program's first instructions call with main. Its parameters are those of glibc. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
int __libc_start_main(program_main *begin, int count, char **arguments, void (*prepare)(void),
                      void (*finish)(void), void (*unload)(void), void *stack_end);

int __libc_start_main(program_main *begin, int count, char **arguments, void (*prepare)(void),
                      void (*finish)(void), void (*unload)(void), void *stack_end)
{
    __typeof__(&__libc_start_main) start =
        (__extension__(__typeof__(&__libc_start_main)) dlsym(RTLD_NEXT, "__libc_start_main"));
    main_of_program = begin;
    return start(begin_main, count, arguments, prepare, finish, unload, stack_end);
}
/* NOLINTEND(bugprone-reserved-identifier) */
