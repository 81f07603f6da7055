/* SPDX-License-Identifier: MIT */
/* ulid.h: the lists of the module that has only ULID: its formats (src/format/list.h, module.c).
 * The compiler reads this before each file. */
#ifndef SORTID_WASM_ULID_H
#define SORTID_WASM_ULID_H

#define SORTID_NO_WRAPPED
#define EACH_FORMAT(X) X(sortid_format_ulid, FORMAT_ULID, 5, sortid_generator_ops_ulid, ulid)

#define EACH_NAME(X) X(ulid, ULID)

#endif
