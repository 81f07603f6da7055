/* SPDX-License-Identifier: MIT */
/* ids.c: the types of IDs, and the functions that return new texts.
 *
 * An ID is an object with its bytes, which never change and are always a valid ID. What is called
 * for each of many IDs (new, parse, str, hash, order) is a function for each format, made by one
 * macro; all else is written once, in the base type Id, which finds the format by the type. */
#include "module.h"

/* ---- Objects ------------------------------------------------------------- */

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

PyObject *id_make(PyTypeObject *type, const uint8_t *bytes, size_t size)
{
    PyObject *id = id_allocate(type);
    if (id != NULL)
        memcpy(bytes_of(id), bytes, size);
    return id;
}

static void id_free(PyObject *id)
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

static struct state *state_of_type(PyObject *type)
{
    return PyType_GetModuleState((PyTypeObject *)type);
}

/* The same for any object of the module. */
static struct state *state_of_id(PyObject *id)
{
    return PyType_GetModuleState(Py_TYPE(id));
}

/* ---- Arguments ----------------------------------------------------------- */

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

/* By sortid_encoding, and one more: a ULID as sortid_ulid_parse_lenient reads it. */
static const char *const encodings[] = {"text", "hex",    "int", "uuid",
                                        "bin",  "braces", "urn", "lenient"};
#define ENCODING_COUNT   (sizeof encodings / sizeof *encodings)
#define ENCODING_LENIENT ((sortid_encoding)7)

const char *encoding_name(uint32_t encoding)
{
    return encoding < ENCODING_COUNT ? encodings[encoding] : "?";
}

/* The encoding of a word; -1: it is not one for texts. */
static int encoding_of(PyObject *word)
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

/* Whether an object is a uuid.UUID: 1, 0 or, with an exception, -1. */
static int is_uuid(struct state *state, PyObject *value)
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

static PyObject *id_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
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

static PyObject *id_parse(PyObject *type, PyObject *args, PyObject *kwargs)
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

static PyObject *id_is_valid(PyObject *type, PyObject *text)
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
        (since != Py_None && !time_ms(state, since, "since", &from)) ||
        (until != Py_None && !time_ms(state, until, "until", &to)))
        return NULL;
    if (sortid_format_range(id->format, first, last, from, to) != SORTID_OK) {
        PyErr_Format(PyExc_ValueError, "range: IDs of %s do not have a time from %S until %S",
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

/* ---- Values -------------------------------------------------------------- */

static inline uint64_t big_endian(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] << 56 | (uint64_t)bytes[1] << 48 | (uint64_t)bytes[2] << 40 |
           (uint64_t)bytes[3] << 32 | (uint64_t)bytes[4] << 24 | (uint64_t)bytes[5] << 16 |
           (uint64_t)bytes[6] << 8 | (uint64_t)bytes[7];
}

/* Words of 64 bits one after another, in a quarter of the time of a call of int.from_bytes. `size`
 * is 8 at least. */
static PyObject *int_of(const uint8_t *bytes, size_t size)
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

static PyObject *id_uuid(PyObject *self, void *closure)
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

/* ---- Many ---------------------------------------------------------------- */

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
                    sortid_status (*fill)(void *context, const struct id_type *id, bool as_text,
                                          void *buffer, size_t count, size_t *done),
                    void *context)
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
            raise_status(state_of_type((PyObject *)id->type), status, id->info.name);
        if (status != SORTID_OK || !set_items(list, i, id, as_text, buffer, done))
            Py_CLEAR(list);
        i += (Py_ssize_t)done;
    }
    return list;
}

/* For make_many: IDs of the default generator. */
static sortid_status fill_default(void *context, const struct id_type *id, bool as_text,
                                  void *buffer, size_t count, size_t *done)
{
    (void)context;
    if (!as_text)
        return sortid_fill(id->format, buffer, count, done, NULL);
    const size_t length = id->info.text_length;
    sortid_status status = sortid_fill_text(id->format, buffer, count * length, done, count,
                                            SORTID_NO_SEPARATOR, NULL);
    *done /= length;
    return status;
}

static PyObject *id_new_many(PyObject *type, PyObject *count)
{
    const struct id_type *id = id_type_of(type);
    if (id != NULL && !has_default(id))
        return refuse_default(id);
    return id != NULL ? make_many(id, false, count, fill_default, NULL) : NULL;
}

/* Scru64.new and Id.new; the other types have faster ones. */
static PyObject *id_new_refused(PyObject *type, PyObject *const *args, Py_ssize_t count)
{
    (void)args;
    (void)count;
    const struct id_type *id = id_type_of(type);
    return id != NULL ? refuse_default(id) : NULL;
}

/* ---- For each format ----------------------------------------------------- */

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
        return id_make(type, id.bytes, sizeof id.bytes);                                           \
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
        if (has_arguments(count))                                                                  \
            return NULL;                                                                           \
        sortid_status status = sortid_##name##_new(&id, NULL);                                     \
        if (status != SORTID_OK)                                                                   \
            return raise_status(state_of_type(type), status, #name);                               \
        return id_make((PyTypeObject *)type, id.bytes, sizeof id.bytes);                           \
    }                                                                                              \
                                                                                                   \
    static PyObject *function##_text(PyObject *module, PyObject *const *args, Py_ssize_t count)    \
    {                                                                                              \
        (void)args;                                                                                \
        char text[(length) + 1];                                                                   \
        if (has_arguments(count))                                                                  \
            return NULL;                                                                           \
        sortid_status status = sortid_##name##_new_text(text, NULL);                               \
        if (status != SORTID_OK)                                                                   \
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
    if (has_arguments(count))
        return NULL;
    sortid_status status = sortid_uuidv7_new(&id, NULL);
    if (status != SORTID_OK)
        return raise_status(state_of(module), status, "uuidv7");
    return uuid_object(state_of(module), id.bytes);
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

#define TIME_DOC "The time of the timestamp: a datetime in UTC. OverflowError after the year 9999."

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

static PyType_Spec id_spec = {"sortid.Id", sizeof(PyObject), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, id_slots};

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
PyMethodDef id_functions[] = {
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
           set_attribute(id, "MIN", id_make(id->type, least, id->info.size)) &&
           set_attribute(id, "MAX", id_make(id->type, most, id->info.size)) &&
           set_attribute(id, "format", PyUnicode_FromString(id->info.name)) &&
           set_attribute(id, "size", PyLong_FromUnsignedLong(id->info.size)) &&
           set_attribute(id, "text_length", PyLong_FromUnsignedLong(id->info.text_length)) &&
           set_attribute(id, "__match_args__", Py_BuildValue("(s)", "text"));
}

bool ids_init(struct state *state, PyObject *module)
{
    PyObject *word = PyUnicode_FromString("sortid");
    state->hash_key = word != NULL ? (uint64_t)PyObject_Hash(word) : 0;
    Py_XDECREF(word);
    state->name_int = PyUnicode_InternFromString("int");
    state->name_is_safe = PyUnicode_InternFromString("is_safe");
    if (word == NULL || state->name_int == NULL || state->name_is_safe == NULL)
        return false;
    state->id_base = add_type(module, &id_spec, NULL);
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
