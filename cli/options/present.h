/* SPDX-License-Identifier: MIT */
/* present.h: the present time, which relative times and ages are counted from. */
#ifndef CLI_PRESENT_H
#define CLI_PRESENT_H

#include <stdint.h>

/* The system's time in ms; a clock that fails ends the program with status 3. */
uint64_t present_ms(void);

#endif
