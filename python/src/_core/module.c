/* SPDX-License-Identifier: MIT */
/* module.c: the module sortid._core. It is loaded once for each interpreter, in two phases (PEP
 * 489), so that each has types and state of its own. */
#include "module.h"

struct state *state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

PyObject *add_type(PyObject *module, PyType_Spec *spec, PyObject *base)
{
    PyObject *bases = base != NULL ? PyTuple_Pack(1, base) : NULL;
    if (base != NULL && bases == NULL)
        return NULL;
    PyObject *type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    if (type != NULL && PyModule_AddObjectRef(module, strrchr(spec->name, '.') + 1, type) < 0)
        Py_CLEAR(type);
    return type;
}

static int execute(PyObject *module)
{
    struct state *state = state_of(module);
    if (!errors_init(state, module) || !formats_init(state, module) ||
        !generators_init(state, module) || !readings_init(state, module) ||
        PyModule_AddFunctions(module, format_functions) < 0 ||
        PyModule_AddFunctions(module, reading_functions) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "__version__", sortid_version());
}

/* The references of a state, for the three functions that need them all. */
#define REFERENCES(state)                                                                          \
    {                                                                                              \
        &(state)->id_base, &(state)->kind, &(state)->reading, &(state)->generator,                 \
            &(state)->error, &(state)->parse_error, &(state)->generator_error,                     \
            &(state)->source_error, &(state)->datetime, &(state)->utc, &(state)->epoch,            \
            &(state)->uuid, &(state)->uuid_safety, &(state)->name_int, &(state)->name_is_safe      \
    }

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = state_of(module);
    PyObject **references[] = REFERENCES(state);
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        Py_VISIT(*references[i]);
    for (int i = 0; i < FORMAT_COUNT; i++)
        Py_VISIT(state->ids[i].type);
    return 0;
}

static int clear(PyObject *module)
{
    struct state *state = state_of(module);
    PyObject **references[] = REFERENCES(state);
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        Py_CLEAR(*references[i]);
    for (int i = 0; i < FORMAT_COUNT; i++)
        Py_CLEAR(state->ids[i].type);
    return 0;
}

static void release(void *module)
{
    clear(module);
}

/* The numbers of slots that Python 3.12 and 3.13 added; older Pythons refuse them. */
#define SLOT_INTERPRETERS 3 /* Py_mod_multiple_interpreters, and each may have a GIL of its own */
#define SLOT_GIL          4 /* Py_mod_gil, and it is not used */

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}, {0, NULL}, {0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "sortid._core",
    .m_doc = "The C library sortid. The package sortid exports what is public.",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = release,
};

PyMODINIT_FUNC PyInit__core(void); // Python's headers do not declare it

PyMODINIT_FUNC PyInit__core(void)
{
    long minor = strtol(Py_GetVersion() + 2, NULL, 10); // "3.12.1 (main, ..."
    if (minor >= 12)
        slots[1] = (PyModuleDef_Slot){SLOT_INTERPRETERS, (void *)2};
    if (minor >= 13)
        slots[2] = (PyModuleDef_Slot){SLOT_GIL, (void *)1};
    return PyModuleDef_Init(&definition);
}
