/* SPDX-License-Identifier: MIT */
/* errors.c: the exceptions, and which status becomes which.
 *
 * Error            all of them; .status is the name of the status in C
 *   ParseError     also a ValueError: not an ID; .position counts characters
 *   GeneratorError also a RuntimeError: no ID can be made, or no generator prepared
 *     SourceError  clock, randomness or sleep failed
 * Wrong arguments are TypeError and ValueError; what the system refuses is an OSError. */
#include "module.h"

static PyObject *add_error(PyObject *module, const char *name, const char *about, PyObject *bases)
{
    PyObject *error = PyErr_NewExceptionWithDoc(name, about, bases, NULL);
    Py_XDECREF(bases);
    if (error != NULL && PyModule_AddObjectRef(module, strchr(name, '.') + 1, error) < 0)
        Py_CLEAR(error);
    return error;
}

bool errors_init(struct state *state, PyObject *module)
{
    state->error =
        add_error(module, "sortid.Error",
                  "The errors of sortid. `status` is the name of the status in C without "
                  "SORTID_, such as \"BAD_DIGIT\".",
                  NULL);
    if (state->error == NULL)
        return false;
    state->parse_error =
        add_error(module, "sortid.ParseError",
                  "A text or bytes that are not an ID. `position` is the place of the fault in "
                  "characters from 0, or None.",
                  Py_BuildValue("(OO)", state->error, PyExc_ValueError));
    state->generator_error = add_error(
        module, "sortid.GeneratorError",
        "No ID was made: the clock went back too far, counters are full, a state file is unusable.",
        Py_BuildValue("(OO)", state->error, PyExc_RuntimeError));
    if (state->generator_error == NULL)
        return false;
    state->source_error =
        add_error(module, "sortid.SourceError",
                  "The clock, the source of randomness or the sleep of a generator failed.",
                  Py_BuildValue("(O)", state->generator_error));
    return state->parse_error != NULL && state->source_error != NULL;
}

/* Raises an exception of `type` with a message, which is released, and the attribute `status`. */
static PyObject *make_error(PyObject *type, sortid_status status, PyObject *message)
{
    if (message == NULL)
        return NULL;
    PyObject *error = PyObject_CallFunctionObjArgs(type, message, NULL);
    Py_DECREF(message);
    PyObject *word = PyUnicode_FromString(sortid_status_name(status) + strlen("SORTID_"));
    if (error != NULL && (word == NULL || PyObject_SetAttrString(error, "status", word) < 0))
        Py_CLEAR(error);
    Py_XDECREF(word);
    return error;
}

static void *raise_error(PyObject *type, PyObject *error)
{
    if (error != NULL)
        PyErr_SetObject(type, error);
    Py_XDECREF(error);
    return NULL;
}

void *raise_parse(struct state *state, sortid_status status, Py_ssize_t position, PyObject *message)
{
    PyObject *error = make_error(state->parse_error, status, message);
    PyObject *place = position < 0 ? Py_NewRef(Py_None) : PyLong_FromSsize_t(position);
    if (error != NULL && (place == NULL || PyObject_SetAttrString(error, "position", place) < 0))
        Py_CLEAR(error);
    Py_XDECREF(place);
    return raise_error(state->parse_error, error);
}

/* A value for a message: its repr, shortened. */
static PyObject *shown(PyObject *value)
{
    PyObject *text = PyObject_Repr(value);
    if (text == NULL && PyLong_Check(value) && PyErr_ExceptionMatches(PyExc_ValueError)) {
        PyErr_Clear();
        return PyUnicode_FromString("an int of more digits than Python prints");
    }
    if (text == NULL || PyUnicode_GetLength(text) <= 200)
        return text;
    PyObject *begin = PyUnicode_Substring(text, 0, 200);
    Py_DECREF(text);
    text = begin != NULL ? PyUnicode_FromFormat("%U...", begin) : NULL;
    Py_XDECREF(begin);
    return text;
}

/* What is wrong with a value: which character, or which length where `length` is right. */
static PyObject *fault_of(sortid_status status, Py_ssize_t position, PyObject *value, size_t length)
{
    const char *about = status == SORTID_BAD_DIGIT     ? "is not allowed"
                        : status == SORTID_BAD_VERSION ? "is not the version"
                        : status == SORTID_BAD_VARIANT ? "is not the variant, which is 8, 9, a or b"
                                                       : NULL;
    if (PyUnicode_Check(value) && about != NULL) {
        PyObject *wrong = PyUnicode_Substring(value, position, position + 1);
        PyObject *fault =
            wrong != NULL ? PyUnicode_FromFormat("%R at position %zd %s", wrong, position, about)
                          : NULL;
        Py_XDECREF(wrong);
        return fault;
    }
    if (status == SORTID_BAD_LENGTH && length != 0)
        return PyUnicode_FromFormat("its length is %zd, not %zu", PyObject_Size(value), length);
    return PyUnicode_FromString(status != SORTID_OUT_OF_RANGE ? sortid_status_text(status)
                                : PyLong_Check(value) ? "it is negative or larger than the largest"
                                                      : "it is larger than the largest");
}

void *raise_not_id(struct state *state, sortid_status status, size_t position, const char *what,
                   PyObject *value, size_t length)
{
    PyObject *fault = fault_of(status, (Py_ssize_t)position, value, length);
    PyObject *text = fault != NULL ? shown(value) : NULL;
    PyObject *message =
        text != NULL ? PyUnicode_FromFormat("%U is not a valid %s: %U", text, what, fault) : NULL;
    Py_XDECREF(fault);
    Py_XDECREF(text);
    return raise_parse(state, status, PyUnicode_Check(value) ? (Py_ssize_t)position : -1, message);
}

bool warn_of_reset(void)
{
    return PyErr_WarnEx(PyExc_RuntimeWarning,
                        "sortid: the clock went back by more than 10 s: new IDs are smaller than "
                        "earlier ones of this thread",
                        1) == 0;
}

void *raise_status(struct state *state, sortid_status status, const char *what)
{
    PyObject *type = state->generator_error;
    if (PyErr_Occurred())
        return NULL; // a callable raised it
    switch (status) {
    case SORTID_NO_NODE_SPEC: // the text of C names a variable that is never read here
        PyErr_Format(PyExc_ValueError, "%s: a node is needed, such as node=\"42/8\"", what);
        return NULL;
    case SORTID_BAD_OPTION:
        PyErr_Format(PyExc_ValueError,
                     "%s: an option is out of range, contradicts another or is of other formats",
                     what);
        return NULL;
    case SORTID_ROLLBACK: // scru64 borrows ticks if its counter is too small for the rate
        return raise_error(type, make_error(type, status,
                                            PyUnicode_FromFormat(
                                                "%s: %s; or it made IDs too fast for its counter. "
                                                "mode=\"wait\" waits",
                                                what, sortid_status_text(status))));
    case SORTID_BAD_NODE_SPEC:
    case SORTID_RESERVED:
    case SORTID_OUT_OF_RANGE:
        PyErr_Format(PyExc_ValueError, "%s: %s", what, sortid_status_text(status));
        return NULL;
    case SORTID_CLOCK_FAILED:
    case SORTID_CLOCK_OUT_OF_RANGE:
    case SORTID_CLOCK_STOPPED:
    case SORTID_RANDOM_FAILED:
    case SORTID_SLEEP_FAILED:
    case SORTID_SOURCE_FAILED:
        type = state->source_error;
        break;
    default:
        break;
    }
    return raise_error(
        type,
        make_error(type, status, PyUnicode_FromFormat("%s: %s", what, sortid_status_text(status))));
}
