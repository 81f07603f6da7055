/* SPDX-License-Identifier: MIT */
/* fuzz.c: see fuzz.h. Linked into every target; it calls no function of the product. */
#include "fuzz.h"

_Noreturn void fuzz_fail(const char *file, int line, const char *condition, const char *format, ...)
{
    va_list list;
    fprintf(stderr, "%s:%d: failed: %s: ", file, line, condition);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    abort();
}

uint8_t fuzz_byte(struct fuzz_input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->at++;
}

unsigned fuzz_below(struct fuzz_input *input, unsigned limit)
{
    return fuzz_byte(input) % limit;
}

uint64_t fuzz_number(struct fuzz_input *input)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++)
        number |= (uint64_t)fuzz_byte(input) << 8 * i;
    return number;
}

void fuzz_bytes(void *out, size_t size, struct fuzz_input *input)
{
    uint8_t *bytes = out;
    for (size_t i = 0; i < size; i++)
        bytes[i] = fuzz_byte(input);
}

static void *allocate(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    MUST(block != NULL, "no memory for %zu bytes", size);
    return block;
}

void *fuzz_exact(const void *bytes, size_t size)
{
    void *block = allocate(size);
    if (size > 0)
        memcpy(block, bytes, size);
    return block;
}

uint8_t *fuzz_room(size_t size)
{
    uint8_t *block = allocate(size);
    memset(block, CANARY, size);
    return block;
}
