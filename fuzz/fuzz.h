/* SPDX-License-Identifier: MIT */
/* fuzz.h: shared by the fuzz targets: a check that ends the process if it fails, and a reader of
 * the input. Each target is one file that defines LLVMFuzzerTestOneInput; libFuzzer, AFL++ or
 * replay.c call it. A target keeps no state between inputs. */
#pragma once

#include "tests/support/guard.h"
#include "tests/support/judge.h"

/* Reports the failed condition and a formatted message that says which case, and aborts. */
#define MUST(condition, ...)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);                                \
    } while (0)
_Noreturn void fuzz_fail(const char *file, int line, const char *condition, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Every input is valid: first bytes that choose what the target does, then the bytes for it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The rest of the input. */
struct fuzz_input {
    const uint8_t *at;
    size_t left;
};

/* The next byte; 0 at the end. */
uint8_t fuzz_byte(struct fuzz_input *input);

/* A number below `limit`, 1 to 256, from the next byte. */
unsigned fuzz_below(struct fuzz_input *input, unsigned limit);

/* Up to 8 bytes as a number, the first byte least significant. */
uint64_t fuzz_number(struct fuzz_input *input);

/* The next bytes, followed by zeros at the end of the input. */
void fuzz_bytes(void *out, size_t size, struct fuzz_input *input);

/* A copy in a block of exactly its size, which the caller frees: a sanitizer finds each access
 * outside it. At least one byte is allocated. */
void *fuzz_exact(const void *bytes, size_t size);

/* A block of CANARY of exactly this size, which the caller frees. */
uint8_t *fuzz_room(size_t size);
