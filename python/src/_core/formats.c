/* SPDX-License-Identifier: MIT */
/* formats.c: the types of IDs and the functions that return new texts. What is called for each of
 * many IDs (new, parse, str, hash, order) is a function for each format, made by one macro; the
 * base type has the rest. */
#include "id.h"

static inline uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Bits of all bytes, mixed with a key that nobody outside knows, so that IDs with equal hashes
 * cannot be made on purpose without trying. -1 means an exception, so it is not a hash. */
static inline Py_hash_t hash_of(PyObject *id, size_t size)
{
    const uint8_t *bytes = bytes_of(id);
    uint64_t hash = state_of_id(id)->hash_key;
    for (size_t i = 0; i < size; i += 8) {
        hash = (hash ^ word_at(bytes + (i + 8 <= size ? i : size - 8))) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (Py_hash_t)hash == -1 ? -2 : (Py_hash_t)hash;
}

static inline PyObject *compare(PyObject *a, PyObject *b, int op, size_t size)
{
    if (Py_TYPE(a) != Py_TYPE(b))
        return Py_NewRef(Py_NotImplemented);
    int order = memcmp(bytes_of(a), bytes_of(b), size);
    bool is = op == Py_EQ   ? order == 0
              : op == Py_NE ? order != 0
              : op == Py_LT ? order < 0
              : op == Py_LE ? order <= 0
              : op == Py_GT ? order > 0
                            : order >= 0;
    return Py_NewRef(is ? Py_True : Py_False);
}

/* id_parse for all that the fast path of parse does not do: names, encodings, errors. */
static PyObject *parse_slowly(PyObject *type, PyObject *const *args, Py_ssize_t count,
                              PyObject *names)
{
    Py_ssize_t named = names != NULL ? PyTuple_Size(names) : 0;
    PyObject *values = PyTuple_New(count), *kwargs = PyDict_New(), *id = NULL;
    for (Py_ssize_t i = 0; values != NULL && i < count; i++)
        PyTuple_SetItem(values, i, Py_NewRef(args[i]));
    bool ok = values != NULL && kwargs != NULL;
    for (Py_ssize_t i = 0; ok && i < named; i++)
        ok = PyDict_SetItem(kwargs, PyTuple_GetItem(names, i), args[count + i]) == 0;
    if (ok)
        id = id_parse(type, values, kwargs);
    Py_XDECREF(values);
    Py_XDECREF(kwargs);
    return id;
}

/* The getters `text`, `bytes`, `unix_ms` and `time` are those of the base type Id, but need not look
 * for the format. name##_read returns NULL, perhaps without an exception, for what it does not
 * read. */
#define FORMAT_FUNCTIONS(name, Name, function, length)                                             \
    static PyObject *name##_str(PyObject *self)                                                    \
    {                                                                                              \
        char text[(length) + 1];                                                                   \
        size_t written = sortid_##name##_print(text, (const sortid_##name *)bytes_of(self));       \
        return PyUnicode_DecodeASCII(text, (Py_ssize_t)written, NULL);                             \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_get_text(PyObject *self, void *closure)                                \
    {                                                                                              \
        (void)closure;                                                                             \
        return name##_str(self);                                                                   \
    }                                                                                              \
                                                                                                   \
    static inline PyObject *name##_read(PyTypeObject *type, PyObject *text)                        \
    {                                                                                              \
        sortid_##name id;                                                                          \
        Py_ssize_t size;                                                                           \
        if (Py_TYPE(text) != &PyUnicode_Type)                                                      \
            return NULL;                                                                           \
        const char *chars = PyUnicode_AsUTF8AndSize(text, &size);                                  \
        if (chars == NULL || sortid_##name##_parse(&id, chars, (size_t)size, NULL) != SORTID_OK)   \
            return NULL;                                                                           \
        return id_new_object(type, id.bytes, sizeof id.bytes);                                     \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_parse(PyObject *type, PyObject *const *args, Py_ssize_t count,         \
                                  PyObject *names)                                                 \
    {                                                                                              \
        PyObject *id =                                                                             \
            count == 1 && names == NULL ? name##_read((PyTypeObject *)type, args[0]) : NULL;       \
        if (id == NULL) {                                                                          \
            PyErr_Clear();                                                                         \
            id = parse_slowly(type, args, count, names);                                           \
        }                                                                                          \
        return id;                                                                                 \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_construct(PyTypeObject *type, PyObject *args, PyObject *kwargs)        \
    {                                                                                              \
        PyObject *id = kwargs == NULL && PyTuple_Size(args) == 1                                   \
                           ? name##_read(type, PyTuple_GetItem(args, 0))                           \
                           : NULL;                                                                 \
        if (id == NULL) {                                                                          \
            PyErr_Clear();                                                                         \
            id = id_new(type, args, kwargs);                                                       \
        }                                                                                          \
        return id;                                                                                 \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_bytes(PyObject *self, void *closure)                                   \
    {                                                                                              \
        (void)closure;                                                                             \
        return PyBytes_FromStringAndSize((const char *)bytes_of(self), sizeof(sortid_##name));     \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_unix_ms(PyObject *self, void *closure)                                 \
    {                                                                                              \
        (void)closure;                                                                             \
        return PyLong_FromUnsignedLongLong(                                                        \
            sortid_##name##_unix_ms((const sortid_##name *)bytes_of(self)));                       \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_time(PyObject *self, void *closure)                                    \
    {                                                                                              \
        (void)closure;                                                                             \
        return time_object(state_of_id(self), (int64_t)sortid_##name##_unix_ms(                    \
                                                  (const sortid_##name *)bytes_of(self)));         \
    }                                                                                              \
                                                                                                   \
    static Py_hash_t name##_hash(PyObject *self)                                                   \
    {                                                                                              \
        return hash_of(self, sizeof(sortid_##name));                                               \
    }                                                                                              \
                                                                                                   \
    static PyObject *name##_compare(PyObject *a, PyObject *b, int op)                              \
    {                                                                                              \
        return compare(a, b, op, sizeof(sortid_##name));                                           \
    }

/* What makes one ID takes no arguments, but is METH_FASTCALL: an interpreter of bytecode calls such
 * functions by a faster way than METH_NOARGS. */
static bool has_arguments(Py_ssize_t count)
{
    if (count != 0)
        PyErr_Format(PyExc_TypeError, "expected 0 arguments, got %zd", count);
    return count != 0;
}

#define DEFAULT_FUNCTIONS(name, Name, function, length)                                            \
    static PyObject *name##_new(PyObject *type, PyObject *const *args, Py_ssize_t count)           \
    {                                                                                              \
        (void)args;                                                                                \
        sortid_##name id;                                                                          \
        sortid_event event;                                                                        \
        if (has_arguments(count))                                                                  \
            return NULL;                                                                           \
        sortid_status status = sortid_##name##_new(&id, &event);                                   \
        if (status != SORTID_OK || !keeps_order(event))                                            \
            return raise_status(state_of_type(type), status, #name);                               \
        return id_new_object((PyTypeObject *)type, id.bytes, sizeof id.bytes);                     \
    }                                                                                              \
                                                                                                   \
    static PyObject *function##_text(PyObject *module, PyObject *const *args, Py_ssize_t count)    \
    {                                                                                              \
        (void)args;                                                                                \
        char text[(length) + 1];                                                                   \
        sortid_event event;                                                                        \
        if (has_arguments(count))                                                                  \
            return NULL;                                                                           \
        sortid_status status = sortid_##name##_new_text(text, &event);                             \
        if (status != SORTID_OK || !keeps_order(event))                                            \
            return raise_status(state_of(module), status, #name);                                  \
        return PyUnicode_DecodeASCII(text, (length), NULL);                                        \
    }                                                                                              \
                                                                                                   \
    static PyObject *function##_many(PyObject *module, PyObject *count)                            \
    {                                                                                              \
        return make_many(&state_of(module)->ids[INDEX_##name], true, count, fill_default, NULL);   \
    }

FORMATS(FORMAT_FUNCTIONS)
FORMATS_WITH_DEFAULT(DEFAULT_FUNCTIONS)
#define scru64_new id_new_refused

/* sortid.uuid.uuid7: a new UUIDv7 as a uuid.UUID. */
static PyObject *uuid7_object(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)args;
    sortid_uuidv7 id;
    sortid_event event;
    if (has_arguments(count))
        return NULL;
    sortid_status status = sortid_uuidv7_new(&id, &event);
    if (status != SORTID_OK || !keeps_order(event))
        return raise_status(state_of(module), status, "uuidv7");
    return uuid_object(state_of(module), id.bytes);
}

#define FORMAT_TYPE(name, Name, function, length)                                                  \
    static PyMethodDef name##_functions[] = {                                                      \
        {"new", FUNCTION(name##_new), METH_FASTCALL,                                               \
         "new($type, /)\n--\n\nA new ID, larger than all before in this thread."},                 \
        {"parse", FUNCTION(name##_parse), METH_FASTCALL | METH_KEYWORDS,                           \
         "parse($type, text, encoding='text')\n--\n\n"                                             \
         "Reads an ID; ParseError tells what is wrong."},                                          \
        {"is_valid", id_is_valid, METH_O,                                                          \
         "is_valid($type, text, /)\n--\n\n"                                                        \
         "Whether a value is the text of an ID. Raises nothing."},                                 \
        {NULL, NULL, 0, NULL},                                                                     \
    };                                                                                             \
    static PyGetSetDef name##_properties[] = {                                                     \
        {"text", name##_get_text, NULL, "The canonical text, as str() gives it.", NULL},           \
        {"bytes", name##_bytes, NULL, "The bytes, most significant first.", NULL},                 \
        {"unix_ms", name##_unix_ms, NULL, "The Unix time of the timestamp in ms.", NULL},          \
        {"time", name##_time, NULL, TIME_DOC, NULL},                                               \
        {sizeof(sortid_##name) == 16 ? "uuid" : NULL, id_uuid, NULL,                               \
         "The same 128 bits as a uuid.UUID.", NULL},                                               \
        {NULL, NULL, NULL, NULL, NULL},                                                            \
    };                                                                                             \
    static PyType_Slot name##_slots[] = {                                                          \
        {Py_tp_doc,                                                                                \
         #Name "(value, /)\n--\n\nAn ID of the format " #name ", of a str, bytes or UUID."},       \
        {Py_tp_str, name##_str},                                                                   \
        {Py_tp_hash, name##_hash},                                                                 \
        {Py_tp_richcompare, name##_compare},                                                       \
        {Py_tp_new, name##_construct},                                                             \
        {Py_tp_dealloc, id_free},                                                                  \
        {Py_tp_getset, name##_properties},                                                         \
        {0, NULL},                                                                                 \
    };                                                                                             \
    static PyType_Spec name##_spec = {"sortid." #Name, ID_OBJECT_SIZE(sizeof(sortid_##name)), 0,   \
                                      Py_TPFLAGS_DEFAULT, name##_slots};
FORMATS(FORMAT_TYPE)

#define FUNCTIONS(name, Name, function, length)                                                    \
    {#function, FUNCTION(function##_text), METH_FASTCALL,                                          \
     #function                                                                                     \
     "($module, /)\n--\n\nThe text of a new ID, larger than all before in this thread."},          \
        {#function "_many", function##_many, METH_O,                                               \
         #function                                                                                 \
         "_many($module, count, /)\n--\n\nThe texts of the next `count` new IDs, in order."},
PyMethodDef format_functions[] = {
    FORMATS_WITH_DEFAULT(FUNCTIONS){"_uuid7_object", FUNCTION(uuid7_object), METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL}};

static const struct {
    PyType_Spec *spec;
    const sortid_format *(*format)(void);
    PyMethodDef *functions;
} rows[] = {
#define ROW(name, Name, function, length) {&name##_spec, sortid_##name##_format, name##_functions},
    FORMATS(ROW)};

/* Sets an attribute of a type to a value, which is released. */
static bool set_attribute(struct id_type *id, const char *name, PyObject *value)
{
    int status = value != NULL ? PyObject_SetAttrString((PyObject *)id->type, name, value) : -1;
    Py_XDECREF(value);
    return status == 0;
}

/* The functions are bound to the type. Class methods would do the same, but the interpreter calls
 * them by a slower way, and makes an object at each access. */
static bool init_type(struct id_type *id, PyMethodDef *functions)
{
    for (; functions->ml_name != NULL; functions++) {
        PyObject *function = PyCFunction_New(functions, (PyObject *)id->type);
        if (!set_attribute(id, functions->ml_name, function))
            return false;
    }
    uint8_t least[SORTID_MAX_SIZE], most[SORTID_MAX_SIZE];
    return sortid_format_min(id->format, least) == SORTID_OK &&
           sortid_format_max(id->format, most) == SORTID_OK &&
           set_attribute(id, "MIN", id_new_object(id->type, least, id->info.size)) &&
           set_attribute(id, "MAX", id_new_object(id->type, most, id->info.size)) &&
           set_attribute(id, "format", PyUnicode_FromString(id->info.name)) &&
           set_attribute(id, "size", PyLong_FromUnsignedLong(id->info.size)) &&
           set_attribute(id, "text_length", PyLong_FromUnsignedLong(id->info.text_length)) &&
           set_attribute(id, "__match_args__", Py_BuildValue("(s)", "text"));
}

bool formats_init(struct state *state, PyObject *module)
{
    PyObject *word = PyUnicode_FromString("sortid");
    state->hash_key = word != NULL ? (uint64_t)PyObject_Hash(word) : 0;
    Py_XDECREF(word);
    state->name_int = PyUnicode_InternFromString("int");
    state->name_is_safe = PyUnicode_InternFromString("is_safe");
    if (word == NULL || state->name_int == NULL || state->name_is_safe == NULL)
        return false;
    state->id_base = add_type(module, &id_base_spec, NULL);
    for (int i = 0; state->id_base != NULL && i < FORMAT_COUNT; i++) {
        struct id_type *id = &state->ids[i];
        id->format = rows[i].format();
        id->name = strrchr(rows[i].spec->name, '.') + 1;
        if (sortid_format_describe(id->format, &id->info, sizeof id->info) != SORTID_OK)
            return false;
        id->type = (PyTypeObject *)add_type(module, rows[i].spec, state->id_base);
        if (id->type == NULL || !init_type(id, rows[i].functions))
            return false;
    }
    return state->id_base != NULL;
}
