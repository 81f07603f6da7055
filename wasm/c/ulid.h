/* SPDX-License-Identifier: MIT */
/* ulid.h: the list of formats of the module that has ULID alone; the compiler reads it before each file. See
 * src/format/list.h. */
#ifndef SORTID_WASM_ULID_H
#define SORTID_WASM_ULID_H

#define EACH_FORMAT(X) X(sortid_format_ulid, FORMAT_ULID, 5, sortid_generator_ops_ulid, ULID_OPS)

#endif
