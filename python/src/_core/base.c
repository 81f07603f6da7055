/* SPDX-License-Identifier: MIT */
/* base.c: the base type Id, with all that is written once for the types of IDs. It finds the format
 * by the type. Calls of which each microsecond counts are in formats.c. */
#include "id.h"

PyObject *id_make(PyTypeObject *type, const uint8_t *bytes, size_t size)
{
    return id_new_object(type, bytes, size);
}

void id_free(PyObject *id)
{
    PyTypeObject *type = Py_TYPE(id);
    PyObject_Free(id);
    Py_DECREF(type);
}

struct id_type *id_type_of(PyObject *type)
{
    struct state *state = PyType_Check(type) ? PyType_GetModuleState((PyTypeObject *)type) : NULL;
    if (state != NULL) {
        for (struct id_type *id = state->ids; id < state->ids + FORMAT_COUNT; id++) {
            if ((PyObject *)id->type == type)
                return id;
        }
    }
    PyErr_Format(PyExc_TypeError, "%R is not a type of IDs, such as sortid.Ulid", type);
    return NULL;
}

/* The format of an ID, whose type has one. */
static const struct id_type *type_of(PyObject *id)
{
    struct state *state = PyType_GetModuleState(Py_TYPE(id));
    const struct id_type *type = state->ids;
    while (type->type != Py_TYPE(id))
        type++;
    return type;
}

/* Raises ParseError for a value that is not an ID of the format. Always returns NULL. */
static void *refuse(const struct id_type *id, sortid_status status, PyObject *value,
                    size_t position, size_t length)
{
    return raise_not_id(state_of_type((PyObject *)id->type), status, position, id->info.name, value,
                        length);
}

/* ---- Reading ------------------------------------------------------------- */

static PyObject *parse_text(const struct id_type *id, PyObject *text, sortid_encoding encoding)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    const char *chars;
    size_t length, position = 0;
    PyObject *owner;
    if (!text_bytes(text, &chars, &length, &owner))
        return NULL;
    sortid_status status = SORTID_BAD_OPTION;
    if (encoding != ENCODING_LENIENT)
        status = sortid_format_parse(id->format, bytes, encoding, chars, length, &position);
    else if (id->format == sortid_ulid_format())
        status = sortid_ulid_parse_lenient((sortid_ulid *)bytes, chars, length, &position, NULL);
    Py_XDECREF(owner);
    if (status == SORTID_OK)
        return id_make(id->type, bytes, id->info.size);
    if (status == SORTID_BAD_OPTION) {
        PyErr_Format(PyExc_ValueError, "%s does not have the encoding %s", id->info.name,
                     encoding_name((uint32_t)encoding));
        return NULL;
    }
    return refuse(id, status, text, position,
                  encoding == SORTID_ENCODING_TEXT ? id->info.text_length : 0);
}

/* An ID of a bytes object. */
static PyObject *parse_bytes(const struct id_type *id, PyObject *bytes)
{
    if (PyBytes_Size(bytes) != (Py_ssize_t)id->info.size)
        return refuse(id, SORTID_BAD_LENGTH, bytes, 0, id->info.size);
    const uint8_t *data = (const uint8_t *)PyBytes_AsString(bytes);
    sortid_status status = sortid_format_check(id->format, data);
    return status == SORTID_OK ? id_make(id->type, data, id->info.size)
                               : refuse(id, status, bytes, 0, 0);
}
PyObject *id_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *value;
    const struct id_type *id = id_type_of((PyObject *)type);
    if (id == NULL)
        return NULL;
    if (kwargs != NULL && PyDict_Size(kwargs) > 0) {
        PyErr_Format(PyExc_TypeError, "%s takes one argument without a name", id->name);
        return NULL;
    }
    if (!PyArg_UnpackTuple(args, id->name, 1, 1, &value))
        return NULL;
    if (PyUnicode_Check(value))
        return parse_text(id, value, SORTID_ENCODING_TEXT);
    if (PyBytes_Check(value))
        return parse_bytes(id, value);
    if (Py_TYPE(value) == type)
        return Py_NewRef(value);
    PyObject *bytes = NULL;
    if (PyByteArray_Check(value) || PyMemoryView_Check(value)) {
        bytes = PyBytes_FromObject(value);
    } else {
        int uuid = is_uuid(state_of_type((PyObject *)type), value);
        if (uuid == 0)
            PyErr_Format(PyExc_TypeError,
                         "%s takes a str, bytes%s or an ID of its own type, not %R", id->name,
                         id->info.size == 16 ? ", uuid.UUID" : "", value);
        else if (uuid > 0)
            bytes = PyObject_GetAttrString(value, "bytes");
    }
    PyObject *made = bytes != NULL && PyBytes_Check(bytes) ? parse_bytes(id, bytes) : NULL;
    Py_XDECREF(bytes);
    return made;
}

PyObject *id_parse(PyObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"text", "encoding", NULL};
    PyObject *text, *name = NULL;
    sortid_encoding encoding = SORTID_ENCODING_TEXT;
    const struct id_type *id = id_type_of(type);
    if (id == NULL ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "U|O:parse", names, &text, &name) ||
        !encoding_argument(name, &encoding))
        return NULL;
    return parse_text(id, text, encoding);
}

PyObject *id_is_valid(PyObject *type, PyObject *text)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    const char *chars;
    size_t length;
    PyObject *owner;
    const struct id_type *id = id_type_of(type);
    if (id == NULL)
        return NULL;
    if (!PyUnicode_Check(text))
        return Py_NewRef(Py_False);
    if (!text_bytes(text, &chars, &length, &owner))
        return NULL;
    sortid_status status =
        sortid_format_parse(id->format, bytes, SORTID_ENCODING_TEXT, chars, length, NULL);
    Py_XDECREF(owner);
    return PyBool_FromLong(status == SORTID_OK);
}

static PyObject *id_from_int(PyObject *type, PyObject *value)
{
    const struct id_type *id = id_type_of(type);
    if (id == NULL)
        return NULL;
    if (!PyLong_Check(value)) {
        PyErr_Format(PyExc_TypeError, "from_int takes an int, not %R", value);
        return NULL;
    }
    PyObject *bytes = PyObject_CallMethod(value, "to_bytes", "Is", id->info.size, "big");
    if (bytes == NULL && PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        return refuse(id, SORTID_OUT_OF_RANGE, value, 0, 0);
    }
    PyObject *made = bytes != NULL ? parse_bytes(id, bytes) : NULL;
    Py_XDECREF(bytes);
    return made;
}

/* ---- Times --------------------------------------------------------------- */

typedef sortid_status bound_of(const sortid_format *format, uint8_t *id, uint64_t unix_ms);

static PyObject *id_of_time(PyObject *type, PyObject *time, bound_of *call, const char *name)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    uint64_t unix_ms;
    const struct id_type *id = id_type_of(type);
    if (id == NULL || !time_ms(state_of_type(type), time, name, &unix_ms))
        return NULL;
    sortid_status status = call(id->format, bytes, unix_ms);
    if (status == SORTID_OK)
        return id_make(id->type, bytes, id->info.size);
    if (status == SORTID_OUT_OF_RANGE) {
        PyErr_Format(PyExc_ValueError, "%s: IDs of %s do not have the time %S", name, id->info.name,
                     time);
        return NULL;
    }
    return raise_status(state_of_type(type), status, name);
}

static PyObject *id_min_at(PyObject *type, PyObject *time)
{
    return id_of_time(type, time, sortid_format_min_at, "min_at");
}

static PyObject *id_max_at(PyObject *type, PyObject *time)
{
    return id_of_time(type, time, sortid_format_max_at, "max_at");
}

static PyObject *refuse_default(const struct id_type *id)
{
    PyErr_Format(PyExc_TypeError,
                 "%s needs a node, so it does not have a default generator: use Generator(%s, "
                 "node=\"42/8\")",
                 id->name, id->name);
    return NULL;
}

static bool has_default(const struct id_type *id)
{
    return (id->info.traits & SORTID_TRAIT_NEEDS_NODE) == 0;
}

static PyObject *id_at(PyObject *type, PyObject *time)
{
    const struct id_type *id = id_type_of(type);
    if (id != NULL && !has_default(id))
        return refuse_default(id);
    return id_of_time(type, time, sortid_new_at, "at");
}

static PyObject *id_range(PyObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"since", "until", NULL};
    PyObject *since = Py_None, *until = Py_None;
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t from = 0, to = UINT64_MAX;
    const struct id_type *id = id_type_of(type);
    struct state *state = id != NULL ? state_of_type(type) : NULL;
    if (state == NULL ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:range", names, &since, &until) ||
        (since != Py_None && !time_ms_up(state, since, "since", &from)) ||
        (until != Py_None && !time_ms_up(state, until, "until", &to)))
        return NULL;
    if (sortid_format_range(id->format, first, last, from, to) != SORTID_OK) {
        PyErr_Format(PyExc_ValueError,
                     "range: it is empty: %s has no timestamp from %S until %S, excluded",
                     id->info.name, since, until);
        return NULL;
    }
    PyObject *low = id_make(id->type, first, id->info.size);
    PyObject *high = low != NULL ? id_make(id->type, last, id->info.size) : NULL;
    PyObject *pair = high != NULL ? PyTuple_Pack(2, low, high) : NULL;
    Py_XDECREF(low);
    Py_XDECREF(high);
    return pair;
}

static PyObject *id_unix_ms(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(
        sortid_format_unix_ms(type_of(self)->format, bytes_of(self)));
}

static PyObject *id_time(PyObject *self, void *closure)
{
    (void)closure;
    const struct id_type *id = type_of(self);
    return time_object(state_of_id(self),
                       (int64_t)sortid_format_unix_ms(id->format, bytes_of(self)));
}

/* ---- Values ------------------------------------------------------------- */

PyObject *id_uuid(PyObject *self, void *closure)
{
    (void)closure;
    return uuid_object(state_of_id(self), bytes_of(self));
}

static PyObject *id_bytes(PyObject *self, void *closure)
{
    (void)closure;
    return PyBytes_FromStringAndSize((const char *)bytes_of(self), type_of(self)->info.size);
}

static PyObject *id_bytes_call(PyObject *self, PyObject *unused)
{
    return id_bytes(self, unused);
}

static PyObject *id_int(PyObject *self)
{
    return int_of(bytes_of(self), type_of(self)->info.size);
}

static PyObject *id_text(PyObject *self, void *closure)
{
    (void)closure;
    return PyObject_Str(self);
}

static PyObject *id_fields(PyObject *self, void *closure)
{
    (void)closure;
    const struct id_type *id = type_of(self);
    PyObject *fields = PyDict_New();
    for (uint32_t i = 0; fields != NULL && i < id->info.field_count; i++) {
        sortid_field_info field;
        uint8_t bytes[SORTID_MAX_SIZE];
        PyObject *value = NULL;
        if (sortid_format_field(id->format, &field, sizeof field, i) == SORTID_OK &&
            sortid_format_field_value(id->format, bytes, sizeof bytes, bytes_of(self), i) ==
                SORTID_OK)
            value = int_of(bytes, sizeof bytes);
        if (value == NULL || PyDict_SetItemString(fields, field.name, value) < 0)
            Py_CLEAR(fields);
        Py_XDECREF(value);
    }
    return fields;
}

static PyObject *id_repr(PyObject *self)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__name__");
    PyObject *text = name != NULL ? PyUnicode_FromFormat("%U('%S')", name, self) : NULL;
    Py_XDECREF(name);
    return text;
}

static PyObject *id_format(PyObject *self, PyObject *spec)
{
    const struct id_type *id = type_of(self);
    if (!PyUnicode_Check(spec))
        return PyErr_Format(PyExc_TypeError, "__format__ takes a str, not %R", spec);
    if (PyUnicode_GetLength(spec) == 0) // f"{id}"
        return PyObject_Str(self);
    int encoding = encoding_of(spec);
    if (encoding < 0 || encoding == (int)ENCODING_LENIENT) {
        PyObject *text = PyObject_Str(self);
        PyObject *formatted = text != NULL ? PyObject_Format(text, spec) : NULL;
        Py_XDECREF(text);
        return formatted;
    }
    char text[SORTID_MAX_TEXT_SIZE];
    size_t length;
    if (sortid_format_print(id->format, text, sizeof text, &length, (sortid_encoding)encoding,
                            bytes_of(self)) != SORTID_OK)
        return PyErr_Format(PyExc_ValueError, "%s does not have the encoding %U", id->info.name,
                            spec);
    return PyUnicode_DecodeASCII(text, (Py_ssize_t)length, NULL);
}

typedef sortid_status neighbor_of(const sortid_format *format, uint8_t *out, const uint8_t *id,
                                  bool *carried);

static PyObject *neighbor(PyObject *self, neighbor_of *call)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    const struct id_type *id = type_of(self);
    if (call(id->format, bytes, bytes_of(self), NULL) != SORTID_OK)
        return Py_NewRef(Py_None);
    return id_make(id->type, bytes, id->info.size);
}

static PyObject *id_successor(PyObject *self, PyObject *unused)
{
    (void)unused;
    return neighbor(self, sortid_format_successor);
}

static PyObject *id_predecessor(PyObject *self, PyObject *unused)
{
    (void)unused;
    return neighbor(self, sortid_format_predecessor);
}

static PyObject *id_self(PyObject *self, PyObject *unused)
{
    (void)unused;
    return Py_NewRef(self);
}

static PyObject *id_reduce(PyObject *self, PyObject *unused)
{
    PyObject *bytes = id_bytes(self, unused);
    return bytes == NULL ? NULL : Py_BuildValue("(O(N))", Py_TYPE(self), bytes);
}

/* pydantic 2 asks a type how to validate it; sortid/pydantic.py knows. */
static PyObject *id_pydantic(PyObject *type, PyObject *args)
{
    PyObject *source, *handler;
    if (id_type_of(type) == NULL || !PyArg_UnpackTuple(args, "schema", 2, 2, &source, &handler))
        return NULL;
    PyObject *module = PyImport_ImportModule("sortid.pydantic");
    PyObject *schema =
        module != NULL ? PyObject_CallMethod(module, "schema", "OOO", type, source, handler) : NULL;
    Py_XDECREF(module);
    return schema;
}

/* ---- New IDs ------------------------------------------------------------ */

static PyObject *id_new_many(PyObject *type, PyObject *count)
{
    const struct id_type *id = id_type_of(type);
    if (id != NULL && !has_default(id))
        return refuse_default(id);
    return id != NULL ? make_many(id, false, count, fill_default, NULL) : NULL;
}

/* Scru64.new and Id.new; the other types have faster ones. */
PyObject *id_new_refused(PyObject *type, PyObject *const *args, Py_ssize_t count)
{
    (void)args;
    (void)count;
    const struct id_type *id = id_type_of(type);
    return id != NULL ? refuse_default(id) : NULL;
}

/* ---- Types and functions ------------------------------------------------- */

static PyMethodDef id_methods[] = {
    {"new_many", id_new_many, METH_O | METH_CLASS,
     "new_many($type, count, /)\n--\n\nThe next `count` new IDs, in order."},
    {"at", id_at, METH_O | METH_CLASS,
     "at($type, time, /)\n--\n\nA random ID of a time, for data that is older than its IDs; "
     "without order."},
    {"from_int", id_from_int, METH_O | METH_CLASS,
     "from_int($type, value, /)\n--\n\nThe ID of an int from 0, as int() gives it."},
    {"min_at", id_min_at, METH_O | METH_CLASS,
     "min_at($type, time, /)\n--\n\nThe smallest ID of the timestamp that contains the time."},
    {"max_at", id_max_at, METH_O | METH_CLASS,
     "max_at($type, time, /)\n--\n\nThe largest ID of the timestamp that contains the time."},
    {"range", FUNCTION(id_range), METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "range($type, since=None, until=None)\n--\n\nThe first and the last ID with since <= time < "
     "until, for queries. None: no limit."},
    {"successor", id_successor, METH_NOARGS,
     "successor($self, /)\n--\n\nThe next larger ID; None after the last one."},
    {"predecessor", id_predecessor, METH_NOARGS,
     "predecessor($self, /)\n--\n\nThe next smaller ID; None before the first one."},
    {"__bytes__", id_bytes_call, METH_NOARGS, NULL},
    {"__format__", id_format, METH_O,
     "__format__($self, spec, /)\n--\n\nspec: an encoding (hex, int, uuid, braces, urn), or that "
     "of a str."},
    {"__copy__", id_self, METH_NOARGS, NULL},
    {"__deepcopy__", id_self, METH_O, NULL},
    {"__reduce__", id_reduce, METH_NOARGS, NULL},
    // pydantic before 2.4 reads the signature.
    {"__get_pydantic_core_schema__", id_pydantic, METH_VARARGS | METH_CLASS,
     "__get_pydantic_core_schema__($type, source, handler, /)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef id_properties[] = {
    {"text", id_text, NULL, "The canonical text, as str() gives it.", NULL},
    {"bytes", id_bytes, NULL, "The bytes, most significant first.", NULL},
    {"unix_ms", id_unix_ms, NULL, "The Unix time of the timestamp in ms.", NULL},
    {"time", id_time, NULL, TIME_DOC, NULL},
    {"fields", id_fields, NULL, "The values of all fields by their names.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot id_slots[] = {
    {Py_tp_doc,
     "What the types of IDs share. IDs never change; they are compared within one type."},
    {Py_tp_new, id_new},
    {Py_tp_dealloc, id_free},
    {Py_tp_repr, id_repr},
    {Py_nb_int, id_int},
    {Py_tp_methods, id_methods},
    {Py_tp_getset, id_properties},
    {0, NULL},
};

PyType_Spec id_base_spec = {"sortid.Id", sizeof(PyObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, id_slots};
