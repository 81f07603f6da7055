/* SPDX-License-Identifier: MIT */
/* node/postgres_schema.h: the SQL of the schema sortid_node. Its names end with the version of what they
 * do: a later version of sortid adds its own functions, and those of this version stay for programs that
 * use them. Called by postgres_call.c. */
#ifndef NODE_POSTGRES_SCHEMA_H
#define NODE_POSTGRES_SCHEMA_H

/* Statements that create the schema, NULL after the last one. */
extern const char *const sortid_node_postgres_schema[];

#endif
