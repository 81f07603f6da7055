/* SPDX-License-Identifier: MIT */
/* time_form.c: see time_form.h. */
#include "time_form.h"
#include "../../common/text.h"

size_t time_form_print(char text[TIME_FORM_SIZE], enum time_form form, int64_t unix_ms,
                       bool is_local)
{
    uint64_t size = unix_ms < 0 ? 0 - (uint64_t)unix_ms : (uint64_t)unix_ms;
    struct text out = text_begin(text, TIME_FORM_SIZE);
    size_t length = 0;
    if (form == TIME_FORM_ISO && is_local)
        length = time_print_local(text, unix_ms);
    if (form == TIME_FORM_ISO)
        return length > 0 ? length : time_print_signed(text, unix_ms);
    if (unix_ms < 0)
        out = text_bytes(out, "-", 1);
    out = text_number(out, form == TIME_FORM_MS ? size : size / 1000);
    if (form == TIME_FORM_UNIX) {
        const char decimals[] = {'.', (char)('0' + size / 100 % 10), (char)('0' + size / 10 % 10),
                                 (char)('0' + size % 10)};
        out = text_bytes(out, decimals, sizeof decimals);
    }
    *out.at = '\0';
    return (size_t)(out.at - text);
}
