/* SPDX-License-Identifier: MIT */
/* many.c: lists of new IDs and of their texts. */
#include "module.h"

#define CHUNK 256 /* IDs that one call makes: their buffer is on the stack */

/* Puts IDs into a list, from a place on. */
static bool set_items(PyObject *list, Py_ssize_t place, const struct id_type *id, bool as_text,
                      const char *ids, size_t count)
{
    const size_t size = as_text ? id->info.text_length : id->info.size;
    for (size_t i = 0; i < count; i++, ids += size) {
        PyObject *item = as_text ? PyUnicode_DecodeASCII(ids, (Py_ssize_t)size, NULL)
                                 : id_make(id->type, (const uint8_t *)ids, size);
        if (item == NULL)
            return false;
        PyList_SetItem(list, place + (Py_ssize_t)i, item);
    }
    return true;
}

PyObject *make_many(const struct id_type *id, bool as_text, PyObject *count_argument,
                    fill_function *fill, void *context)
{
    char buffer[CHUNK * SORTID_UUIDV7_TEXT_SIZE]; // the longest text
    Py_ssize_t count = PyNumber_AsSsize_t(count_argument, PyExc_OverflowError);
    if (count < 0) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "count: %zd is negative", count);
        return NULL;
    }
    if (count > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(PyObject *))
        return PyErr_NoMemory(); // PyList_New of CPython 3.13 without a GIL crashes
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list != NULL && i < count;) {
        size_t most = count - i < CHUNK ? (size_t)(count - i) : CHUNK, done = 0;
        sortid_status status = fill(context, id, as_text, buffer, most, &done);
        if (status != SORTID_OK)
            raise_status(PyType_GetModuleState(id->type), status, id->info.name);
        if (status != SORTID_OK || !set_items(list, i, id, as_text, buffer, done))
            Py_CLEAR(list);
        i += (Py_ssize_t)done;
    }
    return list;
}

sortid_status fill_default(void *context, const struct id_type *id, bool as_text, void *buffer,
                           size_t count, size_t *done)
{
    (void)context;
    const size_t length = id->info.text_length;
    sortid_event event = 0;
    sortid_status status = as_text ? sortid_fill_text(id->format, buffer, count * length, done,
                                                      count, SORTID_NO_SEPARATOR, &event)
                                   : sortid_fill(id->format, buffer, count, done, &event);
    *done = as_text ? *done / length : *done;
    return status == SORTID_OK && !keeps_order(event) ? RAISED : status;
}
