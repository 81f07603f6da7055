/* SPDX-License-Identifier: MIT */
/* gin.h: what gin.c does for the GIN functions of a type. type.h includes it after sortid_pg.h. */
#pragma once

#include <access/gin.h>
#include <access/stratnum.h>

/* What a search of an index needs: the compared ID and how an entry is compared with it. */
struct sortid_pg_gin_query {
    uint8_t id[SORTID_MAX_SIZE];
    StrategyNumber strategy; /* of btree */
};

/* Answers extractQuery with the entry to begin at: `value`, or `first` to search smaller IDs. */
Datum *sortid_pg_gin_begin(FunctionCallInfo fcinfo, Datum value, Datum first, const uint8_t *id,
                           size_t size);

/* Answers comparePartial for an entry of the index: 0 if it matches, negative if the scan continues
 * without it, positive if the scan ends. */
int32 sortid_pg_gin_judge(const struct sortid_pg_gin_query *query, const uint8_t *entry,
                          size_t size);
