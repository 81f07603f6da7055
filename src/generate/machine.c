/* SPDX-License-Identifier: MIT */
/* generate/machine.c: the check of the options that all formats share. */
#include "machine.h"

sortid_status sortid_generate_prepare(struct machine *machine, sortid_mode mode,
                                      uint64_t allowance_ms, const uint64_t zero[4],
                                      uint64_t unit_us)
{
    bool known = mode == SORTID_MODE_ABORT || mode == SORTID_MODE_RESET || mode == SORTID_MODE_WAIT;
    if (!known || (zero[0] | zero[1] | zero[2] | zero[3]) != 0)
        return SORTID_BAD_OPTION;
    *machine = (struct machine){.mode = (uint32_t)mode};
    machine->allowance =
        allowance_ms > UINT64_MAX / 1000 ? UINT64_MAX : allowance_ms * 1000 / unit_us;
    return SORTID_OK;
}
