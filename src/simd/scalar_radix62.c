/* SPDX-License-Identifier: MIT */
/* simd/scalar_radix62.c: the forms of base 62, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/radix62.h"

SCALAR_FORM(FORM_62X27, 62x27, sortid_text_print62x27, sortid_text_parse62x27)
