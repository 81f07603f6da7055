/* SPDX-License-Identifier: MIT */
/* module.c: the buffers through which JavaScript and a module exchange texts and numbers. */
#include "module.h"

char module_text[TEXT_BYTES];
size_t module_result[RESULTS];

EXPORT("text") char *text_buffer(void)
{
    return module_text;
}

EXPORT("result") size_t *result_buffer(void)
{
    return module_result;
}

size_t *module_word(enum result which)
{
    module_result[which] = 0;
    return &module_result[which];
}
