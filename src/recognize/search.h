/* SPDX-License-Identifier: MIT */
/* recognize/search.h: checks the options of a call, and tries to read a text as one kind. */
#pragma once

#include "list.h"

/* Prepares a query of this text without options. */
void sortid_recognize_begin(struct query *query, const char *text, size_t length);

/* The same with the options of a call, or NULL. SORTID_BAD_OPTION. */
sortid_status sortid_recognize_prepare(struct query *query, const char *text, size_t length,
                                       const sortid_recognize_options *options);

/* Reads the text of the query as a kind, in a form. *out is set on success; `position` is not
 * NULL. */
sortid_status sortid_recognize_try(sortid_reading *out, struct query *query,
                                   const sortid_kind *kind, uint32_t form, size_t *position);
