/* SPDX-License-Identifier: MIT */
/* time_form.h: the time of an ID in the forms that -e and --columns name. */
#pragma once

#include "../ids/encodings.h"
#include "../../common/time_text.h"

#define TIME_FORM_SIZE TIME_LOCAL_SIZE

/* Writes a time in a form other than TIME_FORM_NONE, and NUL; returns the length. `is_local`: ISO
 * in local time, or UTC where that is not known. */
size_t time_form_print(char text[TIME_FORM_SIZE], enum time_form form, int64_t unix_ms,
                       bool is_local);
