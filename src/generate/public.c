/* SPDX-License-Identifier: MIT */
/* generate/public.c: the public pure machine, for every format. A magic word identifies it. */
#include "ops.h"

#define MACHINE_MAGIC UINT64_C(0x736f727469644d31) /* "sortidM1" */

struct OPAQUE public_machine {
    uint64_t magic; /* its low byte is the format's number */
    struct machine machine;
};

_Static_assert(sizeof(struct public_machine) <= sizeof(sortid_machine),
               "a machine outgrew its storage");

#define PUBLIC_MACHINE_OF(words) ((struct public_machine *)(void *)(words)->opaque)

static uint64_t magic_of(const sortid_format *format)
{
    return (MACHINE_MAGIC & ~UINT64_C(0xff)) | format->number;
}

/* The operations of the machine's format; NULL if it was never prepared. */
static const struct machine_ops *ops_of_public(const struct public_machine *m)
{
    bool is_machine = (m->magic | 0xff) == (MACHINE_MAGIC | 0xff);
    return is_machine ? sortid_generate_ops_at(m->magic & 0xff) : NULL;
}

sortid_status sortid_machine_init(sortid_machine *machine, const sortid_format *format,
                                  const sortid_options *options)
{
    static const sortid_options defaults = {0};
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    struct public_machine prepared = {.magic = magic_of(format)};
    sortid_status status = configure_machine(sortid_generate_ops_of(format), &prepared.machine,
                                             options != NULL ? options : &defaults);
    if (status == SORTID_OK)
        *PUBLIC_MACHINE_OF(machine) = prepared;
    return status;
}

sortid_status sortid_machine_step(sortid_machine *machine, uint8_t *id, uint64_t unix_us,
                                  const sortid_random *random, sortid_event *event,
                                  uint64_t *wait_us)
{
    struct public_machine *m = PUBLIC_MACHINE_OF(machine);
    const struct machine_ops *ops = ops_of_public(m);
    if (ops == NULL)
        return SORTID_NOT_INITIALIZED;
    if (random->fill == NULL)
        return SORTID_BAD_OPTION;
    struct step step = first_step(&m->machine);
    sortid_status status = ops->next_slow(id, &step, &m->machine, unix_us, random);
    if (step.wait_us > 0 && wait_us != NULL)
        *wait_us = step.wait_us;
    if (status != SORTID_OK)
        return sortid_generate_failure(status);
    commit(&m->machine, &step);
    if (event != NULL)
        *event = step.event;
    return SORTID_OK;
}

sortid_status sortid_machine_after_fork(sortid_machine *machine)
{
    struct public_machine *m = PUBLIC_MACHINE_OF(machine);
    if (ops_of_public(m) == NULL)
        return SORTID_NOT_INITIALIZED;
    m->machine.state.flags |= STATE_FORKED;
    return SORTID_OK;
}
