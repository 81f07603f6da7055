/* SPDX-License-Identifier: MIT */
/* text/compare.c: the order of texts. All alphabets of the house ascend in ASCII
 * (digits, then letters), so one comparison without case serves every format. */
#include <sortid/base.h>

static int fold(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

int sortid_compare_text(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        int difference = fold(a[i]) - fold(b[i]);
        if (difference != 0)
            return difference;
    }
    return 0;
}
