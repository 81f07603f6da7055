/* SPDX-License-Identifier: MIT */
/* gist.h: what gist.c does for the GiST functions of a type. Needs sortid_pg.h. */
#pragma once

#include <access/gist.h>
#include <access/stratnum.h>

/* The entry of a leaf, with the key of an ID of `size` bytes. */
GISTENTRY *sortid_pg_gist_compress(GISTENTRY *entry, const uint8_t *id, size_t size);

/* The ID of a leaf. */
void sortid_pg_gist_fetch(uint8_t *id, const GISTENTRY *entry);

/* Whether an ID below the key may be less than `id`, equal to it and so on; exact in a leaf. */
bool sortid_pg_gist_consistent(const GISTENTRY *entry, const uint8_t *id, StrategyNumber strategy);
