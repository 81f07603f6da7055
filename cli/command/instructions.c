/* SPDX-License-Identifier: MIT */
/* instructions.c: implements instructions.h. */
#include "instructions.h"

#include "../../common/output.h"
#include "../../common/report.h"

#include <sortid.h>
#include <stdio.h>
#include <stdlib.h>

/* The names have at most 6 letters, and a machine has at most 4 of them. */
#define LIST_SIZE 64

/* The names of the instruction sets of this CPU, separated by spaces. */
static void list(char out[LIST_SIZE])
{
    int length = 0;
    out[0] = '\0';
    for (size_t i = 0; sortid_simd_at(i) != NULL; i++)
        length += snprintf(out + length, LIST_SIZE - (size_t)length, "%s%s", i > 0 ? " " : "",
                           sortid_simd_at(i));
}

void instructions_choose(void)
{
    char names[LIST_SIZE];
    struct quote quote;
    if (sortid_simd_use(NULL) == SORTID_OK)
        return;
    list(names);
    report_usage(NULL, "SORTID_SIMD=%s: must be an instruction set that this machine can run: %s",
                 quote_string(&quote, getenv("SORTID_SIMD")), names);
}

_Noreturn void instructions_print(void)
{
    char names[LIST_SIZE], text[2 * LIST_SIZE + sizeof SORTID_VERSION];
    list(names);
    (void)snprintf(text, sizeof text, "sortid %s\nsimd: %s\nsimd of this machine: %s\n",
                   sortid_version(), sortid_simd_name(), names);
    output_answer(text);
}
