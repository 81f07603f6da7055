/* SPDX-License-Identifier: MIT */
/* module.h: what the files of the extension share. docs/python.md describes the module.
 *
 * module.c  the module: its state, its slots, which Python it runs on
 * errors.c  exceptions
 * times.c   datetime and Unix times
 * texts.c   arguments that are texts, names of encodings
 * uuids.c   uuid.UUID, and ints of many bits
 * many.c    lists of new IDs and of their texts
 * base.c    the base type Id: what is written once for all types of IDs
 * formats.c the types of IDs and the functions that return texts: one macro for each format
 * generators.c  Generator: options, and sources that are callables
 * readings.c    inspect(), kinds(), TypeIDs
 *
 * Only the limited API of Python 3.10 is used: setup.py defines Py_LIMITED_API, except for
 * free-threaded builds, which lack one.
 * Nothing is static but tables: each interpreter has a state of its own. Functions return NULL, or
 * false, with an exception set. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "sortid.h"
#include <stdbool.h>
#include <string.h>

/* The formats: name in C, type in Python, function that makes a text, length of a text. */
#define FORMATS_WITH_DEFAULT(X)                                                                    \
    X(scru128, Scru128, scru128, 25)                                                               \
    X(scru128v1, Scru128v1, scru128v1, 26)                                                         \
    X(scru160, Scru160, scru160, 32)                                                               \
    X(ulid, Ulid, ulid, 26)                                                                        \
    X(uuidv7, Uuid7, uuid7, 36)                                                                    \
    X(ksuid, Ksuid, ksuid, 27)
#define FORMATS(X) FORMATS_WITH_DEFAULT(X) X(scru64, Scru64, scru64, 12)

#define FORMAT_INDEX(name, Name, function, length) INDEX_##name,
enum { FORMATS(FORMAT_INDEX) FORMAT_COUNT };

struct id_type {
    PyTypeObject *type;
    const char *name; /* that of the type */
    const sortid_format *format;
    sortid_format_info info;
};

struct state {
    struct id_type ids[FORMAT_COUNT];
    PyObject *id_base, *kind, *reading, *generator;
    PyObject *error, *parse_error, *generator_error, *source_error;
    PyObject *datetime, *utc, *epoch;  /* of the module datetime; NULL until a call needs them */
    newfunc datetime_new;              /* the constructor of datetime */
    PyObject *uuid, *uuid_safety;      /* UUID and SafeUUID.unknown; NULL until a call needs them */
    PyObject *name_int, *name_is_safe; /* names of what a uuid.UUID has */
    uint64_t hash_key;                 /* as random as the hashes of str: PYTHONHASHSEED */
};

/* ---- module.c ---- */

struct state *state_of(PyObject *module);
/* Adds a type to the module, whose name is the last part of that of the type. */
PyObject *add_type(PyObject *module, PyType_Spec *spec, PyObject *base);

/* ---- errors.c ---- */

bool errors_init(struct state *state, PyObject *module);
/* Raises for a status of a call that makes IDs or prepares a generator. Always returns NULL.
 * `what` begins the message. */
void *raise_status(struct state *state, sortid_status status, const char *what);
/* What a function returns that the library calls, after an exception. */
#define RAISED ((sortid_status)SORTID_STATUS_USER_FIRST)
/* After a call of a default generator with this event: warns if the order of its IDs broke, which
 * otherwise nothing would tell. False: the warning is an exception. */
bool warn_of_reset(void);
static inline bool keeps_order(sortid_event event)
{
    return (event & SORTID_EVENT_RESET) == 0 || warn_of_reset();
}
/* Raises ParseError. `position` counts characters; -1: there is none. */
void *raise_parse(struct state *state, sortid_status status, Py_ssize_t position,
                  PyObject *message);
/* Raises ParseError for a text, bytes or int that is not a valid `what`. `length` is that of a text
 * or of bytes; 0: it may vary. */
void *raise_not_id(struct state *state, sortid_status status, size_t position, const char *what,
                   PyObject *value, size_t length);

/* ---- times.c ---- */

/* The Unix time of an aware datetime, or of an int in ms; `name` is that of the argument. */
bool time_us(struct state *state, PyObject *time, const char *name, int64_t *unix_us);
/* The same in ms, rounded down; a time before 1970 is a ValueError. */
bool time_ms(struct state *state, PyObject *time, const char *name, uint64_t *unix_ms);
/* The same, rounded up: the ends of a range, so that no ID of an earlier time is in it. */
bool time_ms_up(struct state *state, PyObject *time, const char *name, uint64_t *unix_ms);
/* An aware datetime; OverflowError where datetime has no such year. */
PyObject *time_object(struct state *state, int64_t unix_ms);

/* ---- texts.c ---- */

/* A text as bytes, one for each character: '?' for those that are not ASCII, which no ID has. So
 * positions in bytes are positions in characters. *owner is released by the caller. */
bool text_bytes(PyObject *text, const char **bytes, size_t *length, PyObject **owner);
/* By sortid_encoding, and one more: a ULID as sortid_ulid_parse_lenient reads it. */
#define ENCODING_LENIENT ((sortid_encoding)7)
const char *encoding_name(uint32_t encoding);
/* The encoding of a word; -1: it is not one for texts. */
int encoding_of(PyObject *word);
/* The encoding of an argument; *encoding is unchanged if `name` is NULL. */
bool encoding_argument(PyObject *name, sortid_encoding *encoding);

/* ---- uuids.c ---- */

/* Whether an object is a uuid.UUID: 1, 0 or, with an exception, -1. */
int is_uuid(struct state *state, PyObject *value);
/* A uuid.UUID of 16 bytes, and an int of 8 bytes or more. */
PyObject *uuid_object(struct state *state, const uint8_t bytes[16]);
PyObject *int_of(const uint8_t *bytes, size_t size);

/* ---- many.c ---- */

/* A list of new IDs, or of their texts. `fill` writes up to `count` of them one after another into
 * the buffer, and says how many. If it fails, the IDs that were made are lost. */
typedef sortid_status fill_function(void *context, const struct id_type *id, bool as_text,
                                    void *buffer, size_t count, size_t *done);
PyObject *make_many(const struct id_type *id, bool as_text, PyObject *count_argument,
                    fill_function *fill, void *context);
/* For make_many: IDs of the default generator. */
fill_function fill_default;

/* ---- base.c, formats.c ---- */

bool formats_init(struct state *state, PyObject *module);
/* The format of a type of IDs; NULL with TypeError: it is another object. */
struct id_type *id_type_of(PyObject *type);
/* A new ID of these bytes, which must be valid. */
PyObject *id_make(PyTypeObject *type, const uint8_t *bytes, size_t size);

/* ---- generators.c, readings.c ---- */

bool generators_init(struct state *state, PyObject *module);
bool readings_init(struct state *state, PyObject *module);
extern PyMethodDef format_functions[], reading_functions[];

/* Converts a function of other parameters to the type that tables have. */
#define FUNCTION(function) ((PyCFunction)(void (*)(void))(function))
