/* SPDX-License-Identifier: MIT */
/* input.h: the bytes of a file that JavaScript hands over: one file at a time is checked or
 * searched for IDs. */
#pragma once

/* The bytes of one call: what was kept of the one before, and more. */
#define INPUT_BYTES 262144

extern char page_input[INPUT_BYTES];
