/* SPDX-License-Identifier: MIT */
/* format_calls.h: the typed calls of a format, as X(f, RESULT, NAME, PARAMETERS, BODY): formats.h
 * makes members of its table from them, formats.c the functions. All calls of one name have the same
 * type; only the format f in the body differs. */
#pragma once

/* Of each format; next and fill: of a private or shared generator; new_...: of the default one. */
#define FORMAT_CALLS(X, f)                                                                         \
    X(f, sortid_status, parse, (void *id, const char *text, size_t length, size_t *position),      \
      return sortid_##f##_parse(id, text, length, position))                                       \
    X(f, sortid_status, parse_hex, (void *id, const char *text, size_t length, size_t *position),  \
      return sortid_##f##_parse_as(id, SORTID_ENCODING_HEX, text, length, position))               \
    X(f, sortid_status, parse_int, (void *id, const char *text, size_t length, size_t *position),  \
      return sortid_##f##_parse_as(id, SORTID_ENCODING_INT, text, length, position))               \
    X(f, sortid_status, from_bytes, (void *id, const uint8_t *bytes),                              \
      return sortid_##f##_parse_as(id, SORTID_ENCODING_BIN, (const char *)bytes,                   \
                                   sizeof(sortid_##f), NULL))                                      \
    X(f, size_t, print, (char *text, const void *id), return sortid_##f##_print(text, id))         \
    X(f, sortid_status, print_as,                                                                  \
      (char *text, size_t capacity, size_t *written, sortid_encoding encoding, const void *id),    \
      return sortid_##f##_print_as(text, capacity, written, encoding, id))                         \
    X(f, void, print_hex, (char *text, const void *id),                                            \
      print_by(f##_print_as, text, 2 * sizeof(sortid_##f) + 1, SORTID_ENCODING_HEX, id))           \
    X(f, size_t, print_int, (char *text, const void *id),                                          \
      return print_by(f##_print_as, text, SORTID_MAX_TEXT_SIZE, SORTID_ENCODING_INT, id))          \
    X(f, sortid_status, print_many,                                                                \
      (char *text, size_t capacity, size_t *written, const void *ids, size_t count,                \
       int separator),                                                                             \
      return sortid_##f##_print_many(text, capacity, written, ids, count, separator))              \
    X(f, sortid_status, parse_many,                                                                \
      (void *ids, size_t count, size_t *done, size_t *consumed, const char *text, size_t length,   \
       int separator, size_t *position),                                                           \
      return sortid_##f##_parse_many(ids, count, done, consumed, text, length, separator,          \
                                     position))                                                    \
    X(f, int, compare, (const void *a, const void *b), return sortid_##f##_compare(a, b))          \
    X(f, sortid_status, min_at, (void *id, uint64_t unix_ms),                                      \
      return sortid_##f##_min_at(id, unix_ms))                                                     \
    X(f, sortid_status, max_at, (void *id, uint64_t unix_ms),                                      \
      return sortid_##f##_max_at(id, unix_ms))                                                     \
    X(f, sortid_status, range, (void *first, void *last, uint64_t since_ms, uint64_t until_ms),    \
      return sortid_##f##_range(first, last, since_ms, until_ms))                                  \
    X(f, sortid_status, successor, (void *out, const void *id, bool *carried),                     \
      return sortid_##f##_successor(out, id, carried))                                             \
    X(f, sortid_status, predecessor, (void *out, const void *id, bool *carried),                   \
      return sortid_##f##_predecessor(out, id, carried))                                           \
    X(f, uint64_t, unix_ms, (const void *id), return sortid_##f##_unix_ms(id))                     \
    X(f, sortid_status, next, (void *generator, void *id, sortid_event *event),                    \
      return sortid_##f##_generator_next(generator, id, event))                                    \
    X(f, sortid_status, fill,                                                                      \
      (void *generator, void *ids, size_t count, size_t *done, sortid_event *event),               \
      return sortid_##f##_generator_fill(generator, ids, count, done, event))                      \
    X(f, sortid_status, fill_text,                                                                 \
      (void *generator, char *text, size_t capacity, size_t *written, size_t count, int separator, \
       sortid_event *event),                                                                       \
      return sortid_##f##_generator_fill_text(generator, text, capacity, written, count,           \
                                              separator, event))                                   \
    X(f, sortid_status, new_id, (void *id, sortid_event *event),                                   \
      return sortid_##f##_new(id, event))                                                          \
    X(f, sortid_status, new_text, (char *text, sortid_event *event),                               \
      return sortid_##f##_new_text(text, event))                                                   \
    X(f, sortid_status, new_fill, (void *ids, size_t count, size_t *done, sortid_event *event),    \
      return sortid_##f##_fill(ids, count, done, event))                                           \
    X(f, sortid_status, new_fill_text,                                                             \
      (char *text, size_t capacity, size_t *written, size_t count, int separator,                  \
       sortid_event *event),                                                                       \
      return sortid_##f##_fill_text(text, capacity, written, count, separator, event))

/* Of formats that are UUIDs. */
#define FORMAT_UUID_CALLS(X, f)                                                                    \
    X(f, sortid_status, parse_uuid, (void *id, const char *text, size_t length, size_t *position), \
      return sortid_##f##_parse_as(id, SORTID_ENCODING_UUID, text, length, position))              \
    X(f, void, print_uuid, (char *text, const void *id),                                           \
      print_by(f##_print_as, text, 37, SORTID_ENCODING_UUID, id))

/* With default options except the mode and the allowance (0: none); scru64: node 42/8. Machines and
 * generators step and close by sortid/generator.h. */
#define FORMAT_OPTIONS_CALLS(X, f)                                                                 \
    X(f, sortid_status, machine_init, (void *machine, sortid_mode mode, uint64_t allowance_ms),    \
      return sortid_machine_init(machine, sortid_##f##_format(), &options))                        \
    X(f, sortid_status, generator_init,                                                            \
      (void *generator, sortid_mode mode, uint64_t allowance_ms, const sortid_sources *sources),   \
      return sortid_##f##_generator_init(generator, &options, sources))                            \
    X(f, sortid_status, attach,                                                                    \
      (void *generator, sortid_shared_state *state, sortid_scope scope, sortid_mode mode,          \
       uint64_t allowance_ms, const sortid_sources *sources),                                      \
      return sortid_generator_attach(generator, sortid_##f##_format(), state, scope, &options,     \
                                     sources))                                                     \
    X(f, sortid_status, open,                                                                      \
      (void *generator, const char *path, const sortid_file_options *file, sortid_mode mode,       \
       uint64_t allowance_ms, const sortid_sources *sources),                                      \
      return sortid_generator_open(generator, sortid_##f##_format(), path, file, &options,         \
                                   sources))
