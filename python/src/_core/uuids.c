/* SPDX-License-Identifier: MIT */
/* uuids.c: objects of uuid.UUID, and ints of many bits, which the limited API cannot make at once. */
#include "module.h"

/* UUID and SafeUUID.unknown of the module uuid, whose import takes 4 ms: only once it is needed. */
static bool load_uuid(struct state *state)
{
    if (state->uuid != NULL)
        return true;
    PyObject *module = PyImport_ImportModule("uuid");
    PyObject *safety = module != NULL ? PyObject_GetAttrString(module, "SafeUUID") : NULL;
    PyObject *unknown = safety != NULL ? PyObject_GetAttrString(safety, "unknown") : NULL;
    PyObject *type = unknown != NULL ? PyObject_GetAttrString(module, "UUID") : NULL;
    Py_XDECREF(module);
    Py_XDECREF(safety);
    if (type == NULL || state->uuid != NULL) { // another thread was first
        Py_XDECREF(unknown);
        Py_XDECREF(type);
        return type != NULL;
    }
    state->uuid_safety = unknown;
    state->uuid = type;
    return true;
}

int is_uuid(struct state *state, PyObject *value)
{
    if (state->uuid == NULL) {
        PyObject *name = PyUnicode_FromString("uuid");
        PyObject *module = name != NULL ? PyImport_GetModule(name) : NULL;
        Py_XDECREF(name);
        Py_XDECREF(module);
        if (module == NULL) // nothing has imported it, so there is no such object
            return PyErr_Occurred() ? -1 : 0;
        if (!load_uuid(state))
            return -1;
    }
    return PyObject_IsInstance(value, state->uuid);
}

static inline uint64_t big_endian(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] << 56 | (uint64_t)bytes[1] << 48 | (uint64_t)bytes[2] << 40 |
           (uint64_t)bytes[3] << 32 | (uint64_t)bytes[4] << 24 | (uint64_t)bytes[5] << 16 |
           (uint64_t)bytes[6] << 8 | (uint64_t)bytes[7];
}

/* Words of 64 bits one after another, in a quarter of the time of a call of int.from_bytes. `size`
 * is 8 at least. */
PyObject *int_of(const uint8_t *bytes, size_t size)
{
    size_t done = (size - 1) % 8 + 1;
    PyObject *shift = PyLong_FromLong(64);
    PyObject *value =
        shift != NULL ? PyLong_FromUnsignedLongLong(big_endian(bytes) >> (64 - 8 * done)) : NULL;
    for (; value != NULL && done < size; done += 8) {
        PyObject *high = PyNumber_Lshift(value, shift);
        PyObject *low = high != NULL ? PyLong_FromUnsignedLongLong(big_endian(bytes + done)) : NULL;
        Py_DECREF(value);
        value = low != NULL ? PyNumber_Or(high, low) : NULL;
        Py_XDECREF(high);
        Py_XDECREF(low);
    }
    Py_XDECREF(shift);
    return value;
}

PyObject *uuid_object(struct state *state, const uint8_t bytes[16])
{
    if (!load_uuid(state))
        return NULL;
    /* As UUID.__init__, which refuses later changes by UUID.__setattr__, but without its checks of
     * six kinds of arguments. (CPython: Lib/uuid.py.) */
    PyObject *uuid = PyType_GenericAlloc((PyTypeObject *)state->uuid, 0);
    PyObject *value = uuid != NULL ? int_of(bytes, 16) : NULL;
    if (value == NULL || PyObject_GenericSetAttr(uuid, state->name_int, value) < 0 ||
        PyObject_GenericSetAttr(uuid, state->name_is_safe, state->uuid_safety) < 0)
        Py_CLEAR(uuid);
    Py_XDECREF(value);
    return uuid;
}
