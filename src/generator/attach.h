/* SPDX-License-Identifier: MIT */
/* generator/attach.h: how a shared generator starts on a state, in memory or in a file: it is
 * prepared without the state, joins the state, and is then copied to the caller's storage. */
#pragma once

#include "shared.h"

/* What a generator is made from. */
struct init_parameters {
    const struct machine_ops *ops;
    sortid_options options; /* with the mode of shared generators as the default */
    const sortid_sources *sources;
};

static inline struct init_parameters init_parameters(const sortid_format *format,
                                                     const sortid_options *options,
                                                     const sortid_sources *sources)
{
    static const sortid_options defaults = {0};
    struct init_parameters init = {sortid_generate_ops_of(format),
                                   options != NULL ? *options : defaults, sources};
    if (init.options.mode == 0)
        init.options.mode = SORTID_MODE_ABORT;
    return init;
}

/* Checks the options and sets everything except the state. */
sortid_status sortid_generator_attach_prepare(struct shared_generator *g,
                                              const struct init_parameters *init);

/* What the state of such a generator belongs to. */
uint64_t sortid_generator_attach_identity(const struct shared_generator *g);

/* Reads the packed state and, if there was an ID, unpacks it. SORTID_STATE_DAMAGED if no generator
 * with these options can have made it. */
sortid_status sortid_generator_attach_read(struct packed_state *packed, struct state *state,
                                           struct shared_generator *g);

/* Makes the state at least as late as the last ID in the options, and starts the generator. */
sortid_status sortid_generator_attach_finish(sortid_generator *generator,
                                             struct shared_generator *started);
