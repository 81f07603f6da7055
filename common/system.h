/* SPDX-License-Identifier: MIT */
/* system.h: what the command asks of an operating system beside the C library: streams
 * by descriptors, a clock for the progress line, the folder of state files, the program
 * beside this one.
 * One implementation per system: system_posix.c, system_windows.c. A call that fails
 * sets errno; reads and writes that are interrupted are tried again, unless the program is
 * to end. No other file of
 * the command knows the system, but for arguments.c's getopt. */
#ifndef COMMON_SYSTEM_H
#define COMMON_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Descriptors of the standard streams. */
enum { STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR };

/* ---- Streams ------------------------------------------------------------------ */

/* Before all else: a standard stream that is closed stays useless, and none is changed
 * on its way; a reader that went away, or a file that may not grow, is an error of a
 * write: EPIPE, EFBIG. */
void system_start(void);

/* A file to be read; -1. */
int system_open(const char *path);
void system_close(int descriptor);

/* The number of bytes, 0 at the end of what is read; -1. They wait for a stream that
 * another program has left non-blocking. */
ptrdiff_t system_read(int descriptor, void *bytes, size_t size);
ptrdiff_t system_write(int descriptor, const void *bytes, size_t size);

/* Closes what was written to; false if only then it is known that it failed. */
bool system_finish(int descriptor);

bool system_is_terminal(int descriptor);

/* Whether writes of `size` bytes go well there: no pipe that is smaller than two of them
 * and cannot be made larger, no terminal that refuses them. */
bool system_takes(int descriptor, size_t size);

/* A clock that nobody sets; 0 if there is none. */
uint64_t system_monotonic_ms(void);

/* ---- The end by a signal -------------------------------------------------------- */

/* Catches the signals that ask a program to end (SIGINT, SIGTERM, SIGHUP, SIGALRM; one that is
 * ignored stays so). Outside of system_defer_end() each ends it at once, as if it had not been
 * caught. Windows, and a program that does not call this: all as the system has it. */
void system_catch_end(void);

/* From `true` to `false` the first such signal is only noted, and more do nothing. A write that it
 * interrupts, even before the first byte, returns; later writes wait some seconds at most for a
 * stream that takes nothing, and then fail with ETIMEDOUT. */
void system_defer_end(bool defer);

/* Whether a signal was noted. */
bool system_end_asked(void);

/* Ends the program by the signal that was noted. */
_Noreturn void system_end(void);

/* ---- The folder of state files ----------------------------------------------------- */

/* The folder of this user for state: an absolute path from the environment, and what
 * stands below it. False if there is none: the words say what was looked for. */
bool system_state_home(const char **folder, const char **below);
extern const char system_no_state_home[];

/* Makes a folder, of an absolute path, for its owner alone, unless it is there. */
bool system_make_folder(const char *path);

/* ---- Another program --------------------------------------------------------------- */

/* Becomes the program `name`: the one in the folder of this program's own file, else the
 * one that PATH finds; argv[0] is for it. Returns where that cannot be: ENOENT, there is
 * none. Before system_start, whose changes would be handed on. */
void system_become(const char *name, char *const *argv);

#endif
