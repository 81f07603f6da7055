/* SPDX-License-Identifier: MIT */
/* texts.c: arguments that are texts, and names of encodings. */
#include "module.h"

bool text_bytes(PyObject *text, const char **bytes, size_t *length, PyObject **owner)
{
    Py_ssize_t size;
    *owner = NULL;
    *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (*bytes == NULL || size != PyUnicode_GetLength(text)) {
        PyErr_Clear(); // a surrogate
        *owner = PyUnicode_AsEncodedString(text, "ascii", "replace");
        *bytes = *owner != NULL ? PyBytes_AsString(*owner) : NULL;
        size = *owner != NULL ? PyBytes_Size(*owner) : 0;
    }
    *length = (size_t)size;
    return *bytes != NULL;
}

static const char *const encodings[] = {"text", "hex",    "int", "uuid",
                                        "bin",  "braces", "urn", "lenient"};
#define ENCODING_COUNT (sizeof encodings / sizeof *encodings)

const char *encoding_name(uint32_t encoding)
{
    return encoding < ENCODING_COUNT ? encodings[encoding] : "?";
}

int encoding_of(PyObject *word)
{
    for (int i = 0; i < (int)ENCODING_COUNT; i++) {
        if (i != SORTID_ENCODING_BIN && PyUnicode_CompareWithASCIIString(word, encodings[i]) == 0)
            return i;
    }
    return -1;
}

bool encoding_argument(PyObject *name, sortid_encoding *encoding)
{
    if (name == NULL)
        return true;
    int found = PyUnicode_Check(name) ? encoding_of(name) : -1;
    if (found >= 0)
        *encoding = (sortid_encoding)found;
    else
        PyErr_Format(PyExc_ValueError,
                     "encoding: %R is not one of text, hex, int, uuid, braces, urn, lenient", name);
    return found >= 0;
}
