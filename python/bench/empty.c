/* SPDX-License-Identifier: MIT */
/* empty.c: an extension module with nothing in it: the least that the import of one takes. */
#include <Python.h>

static PyModuleDef_Slot slots[] = {{0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "empty", .m_slots = slots};

PyMODINIT_FUNC PyInit_empty(void)
{
    return PyModuleDef_Init(&module);
}
