/* SPDX-License-Identifier: MIT */
/* id.h: the objects that IDs are, for base.c and formats.c. */
#pragma once

#include "module.h"

/* Only these lines know that the bytes follow the head. Python 3.15 has an ABI (abi3t) in which the
 * head is opaque: there they become PyObject_GetTypeData(). */
struct id_object {
    PyObject_HEAD uint8_t bytes[];
};
#define ID_OBJECT_SIZE(size) ((int)((offsetof(struct id_object, bytes) + (size) + 7) / 8 * 8))

static inline uint8_t *bytes_of(PyObject *id)
{
    return ((struct id_object *)id)->bytes;
}

static inline PyObject *id_allocate(PyTypeObject *type)
{
    return (PyObject *)PyObject_New(struct id_object, type);
}

static inline PyObject *id_new_object(PyTypeObject *type, const uint8_t *bytes, size_t size)
{
    PyObject *id = id_allocate(type);
    if (id != NULL)
        memcpy(bytes_of(id), bytes, size);
    return id;
}

static inline struct state *state_of_type(PyObject *type)
{
    return PyType_GetModuleState((PyTypeObject *)type);
}

/* The state of the type of an ID. */
static inline struct state *state_of_id(PyObject *id)
{
    return PyType_GetModuleState(Py_TYPE(id));
}

/* ---- base.c ---- */

extern PyType_Spec id_base_spec;
void id_free(PyObject *id);

/* Calls of the base type that a format's own function falls back to, or takes as they are. */
PyObject *id_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyObject *id_parse(PyObject *type, PyObject *args, PyObject *kwargs);
PyObject *id_is_valid(PyObject *type, PyObject *text);
PyObject *id_uuid(PyObject *self, void *closure);
/* Instead of `new`, for a format without a default generator. */
PyObject *id_new_refused(PyObject *type, PyObject *const *args, Py_ssize_t count);

#define TIME_DOC "The time of the timestamp: a datetime in UTC. OverflowError after the year 9999."
