/* SPDX-License-Identifier: MIT */
/* readings.c: what a text may be: inspect() and kinds(). Also the two calls on TypeIDs from which
 * sortid/typeid.py makes its type. */
#include "module.h"

static PyStructSequence_Field kind_fields[] = {
    {"name", "such as 'ulid', 'uuid-v4', 'snowflake-discord'"},
    {"title", "such as 'UUID version 4 (RFC 9562)'"},
    {"family", "kinds that differ by version or preset; else the name"},
    {"format", "the format of this name; None: the kind is only read"},
    {"size", "bytes of an ID"},
    {"is_vague", "words and names may look like its texts"},
    {NULL, NULL},
};

static PyStructSequence_Desc kind_description = {
    "sortid.Kind", "A type of ID that inspect() recognizes.", kind_fields, 6};

static PyStructSequence_Field reading_fields[] = {
    {"kind", "the name of the kind: 'ulid', 'uuid-v4', 'snowflake-discord'"},
    {"title", "that of the kind"},
    {"family", "that of the kind"},
    {"form", "how the text writes it: text, hex, int, uuid, braces, urn"},
    {"confidence", "how sure it is: low, medium, high"},
    {"why", "a tuple of prefix, version, alphabet, time, length"},
    {"text", "the canonical text"},
    {"bytes", "the bytes, most significant first"},
    {"unix_ms", "the Unix time in ms, rounded down; None if the kind has no time"},
    {"time", "the same as a datetime in UTC; None also outside its years"},
    {"fields", "a dict of the fields as texts, by name"},
    {"prefix", "of a TypeID; else ''"},
    {NULL, NULL},
};

static PyStructSequence_Desc reading_description = {
    "sortid.Reading", "One way to understand a text.", reading_fields, 12};

/* Sets the fields of a new sequence to the values, which are released. */
static PyObject *sequence(PyObject *type, PyObject **values, Py_ssize_t count)
{
    PyObject *made = PyStructSequence_New((PyTypeObject *)type);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (values[i] == NULL)
            Py_CLEAR(made);
        else if (made != NULL)
            PyStructSequence_SetItem(made, i, Py_NewRef(values[i]));
    }
    for (Py_ssize_t i = 0; i < count; i++)
        Py_XDECREF(values[i]);
    return made;
}

static bool describe(const sortid_kind *kind, sortid_kind_info *info)
{
    if (sortid_kind_describe(kind, info, sizeof *info) == SORTID_OK)
        return true;
    PyErr_SetString(PyExc_SystemError, "sortid_kind_describe failed");
    return false;
}

static PyObject *kind_object(struct state *state, const sortid_kind *kind)
{
    sortid_kind_info info;
    if (!describe(kind, &info))
        return NULL;
    PyObject *values[] = {
        PyUnicode_FromString(info.name),
        PyUnicode_FromString(info.title),
        PyUnicode_FromString(info.family),
        info.format != NULL ? PyUnicode_FromString(info.name) : Py_NewRef(Py_None),
        PyLong_FromUnsignedLong(info.size),
        PyBool_FromLong(info.is_vague != 0),
    };
    return sequence(state->kind, values, sizeof values / sizeof *values);
}

static PyObject *kinds(PyObject *module, PyObject *unused)
{
    (void)unused;
    const sortid_kind *kind;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && (kind = sortid_kind_at(i)) != NULL; i++) {
        PyObject *one = kind_object(state_of(module), kind);
        if (one == NULL || PyList_Append(list, one) < 0)
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    PyObject *all = list != NULL ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return all;
}

static PyObject *why_object(uint32_t why)
{
    static const char *const words[] = {"prefix", "version", "alphabet", "time", "length"};
    Py_ssize_t count = 0;
    for (int i = 0; i < 5; i++)
        count += why >> i & 1;
    PyObject *tuple = PyTuple_New(count);
    for (int i = 4; tuple != NULL && i >= 0; i--) {
        if ((why >> i & 1) == 0)
            continue;
        PyObject *word = PyUnicode_FromString(words[i]);
        if (word == NULL || PyTuple_SetItem(tuple, --count, word) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *fields_object(const sortid_reading *reading)
{
    PyObject *fields = PyDict_New();
    const char *name;
    char text[SORTID_READING_TEXT_SIZE];
    size_t length;
    for (size_t i = 0;
         fields != NULL &&
         sortid_reading_print_field(reading, &name, text, sizeof text, &length, i) == SORTID_OK;
         i++) {
        PyObject *value = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
        if (value == NULL || PyDict_SetItemString(fields, name, value) < 0)
            Py_CLEAR(fields);
        Py_XDECREF(value);
    }
    return fields;
}

/* The time of a reading, or None where it has none or datetime has not its year. */
static PyObject *reading_time(struct state *state, const sortid_reading *reading)
{
    PyObject *time = reading->has_time ? time_object(state, reading->unix_ms) : NULL;
    if (time != NULL || (reading->has_time && !PyErr_ExceptionMatches(PyExc_OverflowError)))
        return time;
    PyErr_Clear();
    return Py_NewRef(Py_None);
}

static PyObject *reading_object(struct state *state, const sortid_reading *reading)
{
    static const char *const sure[] = {"", "low", "medium", "high"};
    sortid_kind_info info;
    char text[SORTID_READING_TEXT_SIZE];
    size_t length = 0;
    if (!describe(reading->kind, &info))
        return NULL;
    if (sortid_reading_print(reading, text, sizeof text, &length) != SORTID_OK)
        return PyErr_Format(PyExc_SystemError, "sortid_reading_print failed");
    PyObject *time = reading_time(state, reading); // first: it may clear an exception
    if (time == NULL)
        return NULL;
    PyObject *values[] = {
        PyUnicode_FromString(info.name),
        PyUnicode_FromString(info.title),
        PyUnicode_FromString(info.family),
        PyUnicode_FromString(encoding_name(reading->form)),
        PyUnicode_FromString(sure[reading->confidence & 3]),
        why_object(reading->why),
        PyUnicode_FromStringAndSize(text, (Py_ssize_t)length),
        PyBytes_FromStringAndSize((const char *)reading->id, reading->size),
        reading->has_time ? PyLong_FromLongLong(reading->unix_ms) : Py_NewRef(Py_None),
        time,
        fields_object(reading),
        PyUnicode_FromString(reading->prefix),
    };
    return sequence(state->reading, values, sizeof values / sizeof *values);
}

/* A Unix time in ms that may be before 1970; None leaves it. */
static bool ms_argument(struct state *state, PyObject *time, const char *name, int64_t *unix_ms)
{
    int64_t us;
    if (time == Py_None)
        return true;
    if (!time_us(state, time, name, &us))
        return false;
    *unix_ms = us / 1000 - (us % 1000 < 0);
    return true;
}

static PyObject *inspect(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"text", "kind", "lenient", "epoch", "plausible_until", NULL};
    struct state *state = state_of(module);
    PyObject *text, *epoch = Py_None, *until = Py_None, *owner;
    const char *kind = NULL, *chars;
    int lenient = 0;
    size_t length, count = 0, position = 0;
    sortid_recognize_options options = {0};
    sortid_reading readings[SORTID_READINGS_MAX];
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|$zpOO:inspect", names, &text, &kind, &lenient,
                                     &epoch, &until) ||
        !ms_argument(state, epoch, "epoch", &options.epoch_ms) ||
        !ms_argument(state, until, "plausible_until", &options.plausible_until_ms))
        return NULL;
    options.flags =
        (lenient ? SORTID_RECOGNIZE_LENIENT : 0) | (epoch != Py_None ? SORTID_RECOGNIZE_EPOCH : 0);
    if (kind != NULL && (options.kind = sortid_kind_find(kind)) == NULL)
        return PyErr_Format(PyExc_ValueError, "kind: '%s' is not one of kinds()", kind);
    if (!text_bytes(text, &chars, &length, &owner))
        return NULL;
    sortid_status status = sortid_recognize(readings, sizeof *readings, SORTID_READINGS_MAX, &count,
                                            chars, length, &options, &position);
    Py_XDECREF(owner);
    if (status == SORTID_BAD_OPTION)
        return PyErr_Format(PyExc_ValueError,
                            "inspect: epoch or plausible_until is out of range, or lenient with "
                            "another kind than ulid");
    if (status != SORTID_OK)
        return raise_not_id(state, status, position, kind != NULL ? kind : "ID of a known kind",
                            text, 0);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *one = reading_object(state, &readings[i]);
        if (one == NULL || PyList_SetItem(list, (Py_ssize_t)i, one) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *typeid_parse(PyObject *module, PyObject *text)
{
    const char *chars;
    size_t length, prefix_length, position = 0;
    PyObject *owner;
    uint8_t uuid[16];
    if (!PyUnicode_Check(text))
        return PyErr_Format(PyExc_TypeError, "a TypeID is a str, not %R", text);
    if (!text_bytes(text, &chars, &length, &owner))
        return NULL;
    sortid_status status = sortid_typeid_parse(uuid, &prefix_length, chars, length, &position);
    PyObject *parts = NULL;
    if (status != SORTID_OK)
        raise_not_id(state_of(module), status, position, "typeid", text, 0);
    else
        parts = Py_BuildValue("(s#y#)", chars, (Py_ssize_t)prefix_length, (const char *)uuid,
                              (Py_ssize_t)sizeof uuid);
    Py_XDECREF(owner);
    return parts;
}

static PyObject *typeid_print(PyObject *module, PyObject *args)
{
    char text[SORTID_TYPEID_TEXT_SIZE];
    const char *chars, *uuid;
    size_t length, written, position = 0;
    Py_ssize_t uuid_size;
    PyObject *prefix, *owner;
    if (!PyArg_ParseTuple(args, "Uy#:typeid_print", &prefix, &uuid, &uuid_size) ||
        !text_bytes(prefix, &chars, &length, &owner))
        return NULL;
    sortid_status status = uuid_size != 16
                               ? SORTID_BAD_ARGUMENT
                               : sortid_typeid_print(text, sizeof text, &written, chars, length,
                                                     (const uint8_t *)uuid, &position);
    Py_XDECREF(owner);
    if (status == SORTID_OK)
        return PyUnicode_FromStringAndSize(text, (Py_ssize_t)written);
    if (status == SORTID_BAD_ARGUMENT)
        return PyErr_Format(PyExc_ValueError, "a TypeID has 16 bytes, not %zd", uuid_size);
    return raise_not_id(state_of(module), status, position, "prefix of a TypeID", prefix, 0);
}

static PyObject *snapshot_resumed(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    sortid_snapshot_resumed();
    return Py_NewRef(Py_None);
}

PyMethodDef reading_functions[] = {
    {"inspect", FUNCTION(inspect), METH_VARARGS | METH_KEYWORDS,
     "inspect(text, *, kind=None, lenient=False, epoch=None, plausible_until=None)\n--\n\n"
     "All readings of a text, the most likely first; ParseError if there is none."},
    {"kinds", kinds, METH_NOARGS, "kinds()\n--\n\nThe kinds that inspect() recognizes."},
    {"snapshot_resumed", snapshot_resumed, METH_NOARGS,
     "snapshot_resumed()\n--\n\nTells that this process continues from a snapshot, which may be "
     "resumed more than once."},
    {"_typeid_parse", typeid_parse, METH_O, NULL},
    {"_typeid_print", typeid_print, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

bool readings_init(struct state *state, PyObject *module)
{
    state->kind = (PyObject *)PyStructSequence_NewType(&kind_description);
    state->reading = (PyObject *)PyStructSequence_NewType(&reading_description);
    return state->kind != NULL && state->reading != NULL &&
           PyModule_AddObjectRef(module, "Kind", state->kind) == 0 &&
           PyModule_AddObjectRef(module, "Reading", state->reading) == 0;
}
