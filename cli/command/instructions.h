/* SPDX-License-Identifier: MIT */
/* instructions.h: which instruction set the library uses: chosen by the environment, and shown by --version -v.
 * main.c calls it. */
#ifndef CLI_INSTRUCTIONS_H
#define CLI_INSTRUCTIONS_H

/* Uses the instruction set that SORTID_SIMD names; without it the library's default. Exits with status 2 if
 * the name is none of this CPU. A program with more privileges than its caller ignores the variable. */
void instructions_choose(void);

/* Prints the version and the instruction sets; exits. */
_Noreturn void instructions_print(void);

#endif
