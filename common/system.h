/* SPDX-License-Identifier: MIT */
/* system.h: all that sortid asks of the operating system besides the C library: streams by
 * descriptors, a clock for the progress line, the local time, the folder of state files, running
 * another program. A call that fails sets errno; interrupted reads and writes are repeated, unless
 * a signal asked the program to end. No other file of cli/ and common/ depends on the system. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Descriptors of the standard streams. */
enum { STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR };

/* ---- Streams --------------------------------------------------------------------------------- */

/* Call it first: a closed standard stream is made to fail when used; a write to a closed pipe or
 * past a limit on file size returns an error, EPIPE or EFBIG, instead of a signal. */
void system_start(void);

/* Opens a file for reading; -1 if it fails. */
int system_open(const char *path);

/* Connects to a program that serves a Unix socket; -1 if it fails. On Windows it fails: ENOSYS. */
int system_connect(const char *path);
void system_close(int descriptor);

/* Whether a path leads to nothing: no file, or a path that no file can have. It opens nothing:
 * opening a named pipe would wait for its writer. */
bool system_is_missing(const char *path);

/* Whether a path leads to something that is not a folder. It opens nothing. */
bool system_is_file(const char *path);

/* Return the number of bytes, 0 at the end of the input, -1 on failure. They wait for a stream that
 * another program has left non-blocking. */
ptrdiff_t system_read(int descriptor, void *bytes, size_t size);
ptrdiff_t system_write(int descriptor, const void *bytes, size_t size);

/* Waits until a read would not wait; false after `ms` milliseconds. On Windows it waits for pipes
 * only. */
bool system_wait_input(int descriptor, unsigned ms);

/* Closes a stream that was written; false if a write turns out to have failed. */
bool system_finish(int descriptor);

bool system_is_terminal(int descriptor);

/* The columns of a terminal, or what the variable COLUMNS says if the terminal does not tell; 80 if
 * neither does. */
unsigned system_columns(int descriptor);

/* The variable TERM; "" if it is not set, except for the console of Windows, which has 256 colors and
 * sets none. */
const char *system_terminal_name(void);

/* Opens a temporary file for writing and reading that has no name, and ends with its descriptor; -1
 * if it fails. It is in the folder that system_temporary_folder() names: TMPDIR, or the
 * system's. */
int system_open_temporary(void);
const char *system_temporary_folder(void);

/* Moves to the start of a file; false if it fails. */
bool system_rewind(int descriptor);

/* Whether writes of `size` bytes suit the stream: not a pipe that is smaller than two of them and
 * cannot be enlarged, not a terminal that refuses them. */
bool system_takes(int descriptor, size_t size);

/* Milliseconds of a clock that cannot be set; 0 if there is none. */
uint64_t system_monotonic_ms(void);

/* The local time of Unix seconds; false if the system does not know it, as for years too far
 * away. */
bool system_local_time(struct tm *local, int64_t unix_seconds);

/* ---- Signals that end it --------------------------------------------------------------------- */

/* Catches the signals that ask a program to end (SIGINT, SIGTERM, SIGHUP, SIGALRM; an ignored one
 * stays ignored). Outside of system_defer_end() each ends the program at once, as if it were not
 * caught. On Windows, and in a program that does not call this, signals keep their default
 * action. */
void system_catch_end(void);

/* From `true` to `false` the first such signal is only noted, and later ones do nothing. A write
 * that it interrupts, even before the first byte, returns; later writes wait some seconds at most
 * for a stream that accepts nothing, and then fail with ETIMEDOUT. */
void system_defer_end(bool defer);

/* Whether a signal was noted. */
bool system_end_asked(void);

/* Ends the program by the signal that was noted. */
_Noreturn void system_end(void);

/* ---- The folder of state files --------------------------------------------------------------- */

/* The folder of this user for state: an absolute path from the environment, and the path below it.
 * False if there is none; system_no_state_home is the message that says what was looked for. */
bool system_state_home(const char **folder, const char **below);
extern const char system_no_state_home[];

/* Creates a folder, given by an absolute path, for its owner only, unless it exists. */
bool system_make_folder(const char *path);

/* ---- Another program ------------------------------------------------------------------------- */

/* Replaces this process by the program `name`: the one in the folder of this program's file, else
 * the one on PATH; argv[0] is its name. `called` is this program's own argv[0], used where no /proc
 * is mounted. Returns only on failure: ENOENT, there is none. Call it before system_start, whose
 * changes the program would inherit. */
void system_become(const char *name, char *const *argv, const char *called);
