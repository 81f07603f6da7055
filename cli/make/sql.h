/* SPDX-License-Identifier: MIT */
/* sql.h: the IDs of a range as an SQL condition, to be pasted into a query. */
#ifndef CLI_SQL_H
#define CLI_SQL_H

#include "../options/options.h"

/* Ends with status 2 if the options ask for a condition that the dialect cannot have. Call it
 * before the next. */
void sql_check(const struct options *options);

/* Writes "COLUMN" BETWEEN FIRST AND LAST and a newline; both IDs are included. COLUMN may be
 * TABLE.COLUMN. */
void sql_write_condition(const struct options *options, const uint8_t *first, const uint8_t *last);

#endif
