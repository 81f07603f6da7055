/* SPDX-License-Identifier: MIT */
/* generators.c: Generator, a private generator or one on a state file, with all options, and with
 * sources that may be Python callables.
 *
 * One thread at a time is inside a generator; others wait. While a call may take long (a state
 * file, mode wait) it runs without the GIL, and callables take it back. */
#include "module.h"
#include <errno.h>
#ifndef _WIN32
#include <unistd.h>
#endif

struct generator {
    PyObject_HEAD sortid_generator core;
    const struct id_type *id;
    struct state *state;
    PyObject *clock, *random, *sleep, *bound, *path, *node; /* NULL: none is given */
    PyThreadState *thread; /* of the call that runs without the GIL, or NULL */
    unsigned long owner;   /* the thread that is inside; 0: none */
    long process;          /* the process of the owner */
    sortid_status status;  /* of the call that RUN makes */
    sortid_event event;    /* of the last call */
    bool releases;         /* calls run without the GIL */
    bool switches;         /* another thread may run during a call: if not, the GIL is the lock */
};

static long process_id(void)
{
#ifdef _WIN32
    return 0; // processes are not copied
#else
    return (long)getpid();
#endif
}

static void sleep_us(uint64_t us)
{
    sortid_sleep system;
    sortid_sleep_system(&system);
    if (system.sleep(system.context, us) != SORTID_OK)
        return; // as a short sleep: the caller looks again
}

/* ---- One thread at a time ------------------------------------------------ */

/* A lock of the system would stay locked in a child that another thread forks during a call. */
static bool enter(struct generator *self)
{
    const unsigned long me = PyThread_get_thread_ident();
    while (self->switches) {
        unsigned long nobody = 0;
        if (__atomic_compare_exchange_n(&self->owner, &nobody, me, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
            self->process = process_id();
            return true;
        }
        if (nobody == me) {
            raise_status(self->state, SORTID_BUSY, "a source calls its own generator");
            return false;
        }
        if (self->process != process_id()) {
            raise_status(self->state, SORTID_BUSY,
                         "another thread was inside this generator when the process forked");
            return false;
        }
        PyThreadState *thread = PyEval_SaveThread();
        sleep_us(100);
        PyEval_RestoreThread(thread);
        if (PyErr_CheckSignals() < 0)
            return false;
    }
    return true;
}

static void leave(struct generator *self)
{
    __atomic_store_n(&self->owner, 0, __ATOMIC_RELEASE);
}

static void detach(struct generator *self)
{
    if (self->releases)
        self->thread = PyEval_SaveThread();
}

static void attach(struct generator *self)
{
    if (self->releases)
        PyEval_RestoreThread(self->thread);
}

/* ---- Sources ------------------------------------------------------------- */

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    struct generator *self = context;
    int64_t us = -1;
    attach(self);
    PyObject *time = PyObject_CallNoArgs(self->clock);
    sortid_status status =
        time != NULL && time_us(self->state, time, "clock", &us) ? SORTID_OK : RAISED;
    Py_XDECREF(time);
    detach(self);
    if (status == SORTID_OK && us < 0)
        return SORTID_CLOCK_OUT_OF_RANGE;
    *unix_us = (uint64_t)us;
    return status;
}

static sortid_status fill_random(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us;
    struct generator *self = context;
    attach(self);
    PyObject *drawn = PyObject_CallFunction(self->random, "n", (Py_ssize_t)size);
    bool ok = drawn != NULL && PyBytes_Check(drawn) && PyBytes_Size(drawn) == (Py_ssize_t)size;
    if (ok)
        memcpy(bytes, PyBytes_AsString(drawn), size);
    else if (drawn != NULL)
        PyErr_Format(PyExc_TypeError, "random: %R returned %R, not %zu bytes", self->random, drawn,
                     size);
    Py_XDECREF(drawn);
    detach(self);
    return ok ? SORTID_OK : RAISED;
}

static sortid_status sleep_by_call(void *context, uint64_t us)
{
    struct generator *self = context;
    attach(self);
    PyObject *result = PyObject_CallFunction(self->sleep, "d", (double)us / 1e6);
    Py_XDECREF(result);
    detach(self);
    return result != NULL ? SORTID_OK : RAISED;
}

/* The most of one sleep, so that Ctrl-C ends a wait: the generator asks again for the rest. */
#define SLEEP_MOST_US 50000

static sortid_status sleep_by_system(void *context, uint64_t us)
{
    struct generator *self = context;
    sleep_us(us < SLEEP_MOST_US ? us : SLEEP_MOST_US);
    attach(self);
    bool ok = PyErr_CheckSignals() == 0;
    detach(self);
    return ok ? SORTID_OK : RAISED;
}

static sortid_status cover(void *context, uint64_t timestamp, uint32_t flags)
{
    (void)flags;
    struct generator *self = context;
    attach(self);
    PyObject *answer = PyObject_CallFunction(self->bound, "K", (unsigned long long)timestamp);
    sortid_status status = RAISED;
    if (answer == Py_True)
        status = SORTID_OK;
    else if (answer == Py_False)
        status = SORTID_BOUND_REACHED;
    else if (answer != NULL)
        PyErr_Format(PyExc_TypeError, "bound: %R returned %R, not True or False", self->bound,
                     answer);
    Py_XDECREF(answer);
    detach(self);
    return status;
}

static void choose_sources(struct generator *self, sortid_sources *sources, bool is_exact,
                           unsigned long long resolution_us)
{
    sortid_sources_default(sources);
    if (self->clock != NULL)
        sources->clock = (sortid_clock){read_clock, self, resolution_us};
    else if (is_exact)
        sortid_clock_exact(&sources->clock);
    if (self->random != NULL)
        sources->random = (sortid_random){fill_random, self};
    sources->sleep = (sortid_sleep){self->sleep != NULL ? sleep_by_call : sleep_by_system, self};
}

/* ---- Options ------------------------------------------------------------- */

static bool mode_argument(PyObject *word, uint32_t *mode)
{
    static const char *const words[] = {NULL, "abort", "reset", "wait"};
    for (uint32_t i = 1; word != Py_None && i < 4; i++) {
        if (PyUnicode_Check(word) && PyUnicode_CompareWithASCIIString(word, words[i]) == 0) {
            *mode = i;
            return true;
        }
    }
    if (word != Py_None)
        PyErr_Format(PyExc_ValueError, "mode: %R is not abort, reset or wait", word);
    return word == Py_None;
}

/* An int from 0 to `most`; None leaves *value. `zero` replaces a 0, which the library
 * takes for its default. */
static bool number_argument(PyObject *number, const char *name, uint64_t most, uint64_t zero,
                            uint64_t *value)
{
    if (number == Py_None)
        return true;
    if (!PyLong_Check(number)) {
        PyErr_Format(PyExc_TypeError, "%s: %R is not an int", name, number);
        return false;
    }
    unsigned long long got = PyLong_AsUnsignedLongLong(number);
    if ((got == (unsigned long long)-1 && PyErr_Occurred()) || got > most) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "%s: %R is not from 0 to %llu", name, number,
                     (unsigned long long)most);
        return false;
    }
    *value = got == 0 ? zero : got;
    return true;
}

static bool node_argument(struct state *state, PyObject *text, sortid_scru64_node_spec *node)
{
    const char *chars;
    size_t length, position = 0;
    PyObject *owner;
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "node: %R is not a str, such as \"42/8\"", text);
        return false;
    }
    if (!text_bytes(text, &chars, &length, &owner))
        return false;
    sortid_status status = sortid_scru64_node_spec_parse(node, chars, length, &position);
    Py_XDECREF(owner);
    if (status != SORTID_OK)
        raise_parse(state, status, (Py_ssize_t)position,
                    PyUnicode_FromFormat("node: %R is not a node spec, such as \"42/8\": %s, at "
                                         "position %zu",
                                         text, sortid_status_text(status), position));
    return status == SORTID_OK;
}

/* A callable, or None, which is NULL here. */
static bool call_argument(PyObject *argument, const char *name, PyObject **call)
{
    if (argument != Py_None && !PyCallable_Check(argument)) {
        PyErr_Format(PyExc_TypeError, "%s: %R is not callable", name, argument);
        return false;
    }
    *call = argument != Py_None ? Py_NewRef(argument) : NULL;
    return true;
}

/* The format of a type of IDs, or of a name. */
static const struct id_type *format_argument(struct state *state, PyObject *format)
{
    if (!PyUnicode_Check(format))
        return id_type_of(format);
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (PyUnicode_CompareWithASCIIString(format, state->ids[i].info.name) == 0)
            return &state->ids[i];
    }
    PyErr_Format(PyExc_ValueError,
                 "%R is not a format: scru128, scru128v1, scru160, scru64, ulid, uuidv7 or ksuid",
                 format);
    return NULL;
}

/* ---- Errors -------------------------------------------------------------- */

static void *fail(struct generator *self, sortid_status status, int system_error)
{
    if (PyErr_Occurred())
        return NULL; // a callable raised it
    if (self->path == NULL)
        return raise_status(self->state, status, self->id->info.name);
    const char *path = PyBytes_AsString(self->path);
    PyObject *name = PyUnicode_DecodeFSDefault(path);
    if (name != NULL && status == SORTID_FILE_FAILED) {
#ifdef _WIN32
        PyErr_SetExcFromWindowsErrWithFilenameObject(PyExc_OSError, system_error, name);
#else
        errno = system_error;
        PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
#endif
    } else if (name != NULL) {
        raise_status(self->state, status, path);
    }
    Py_XDECREF(name);
    return NULL;
}

static bool finish(struct generator *self)
{
    const sortid_status status = self->status;
    const int system_error = status != SORTID_OK ? sortid_system_error() : 0;
    attach(self);
    leave(self);
    if (status != SORTID_OK)
        fail(self, status, system_error);
    return status == SORTID_OK;
}

/* Runs a call on a generator, which gives a status, as the only thread; raises what failed. */
#define RUN(self, call) (enter(self) && (detach(self), (self)->status = (call), finish(self)))

/* ---- Preparing ----------------------------------------------------------- */

static sortid_status prepare(struct generator *self, const char *path,
                             const sortid_file_options *file, const sortid_options *options,
                             const sortid_sources *sources)
{
    return path == NULL
               ? sortid_generator_init(&self->core, self->id->format, options, sources)
               : sortid_generator_open(&self->core, self->id->format, path, file, options, sources);
}

/* Reads the arguments of Generator(). */
// NOLINTNEXTLINE(readability-function-size): a line for each option
static bool configure(struct generator *self, PyObject *args, PyObject *kwargs,
                      sortid_options *options, sortid_file_options *file, sortid_sources *sources)
{
    static char *names[] = {"",
                            "clock",
                            "clock_resolution_us",
                            "random",
                            "sleep",
                            "mode",
                            "allowance_ms",
                            "stateless",
                            "borrow",
                            "random_step",
                            "fraction",
                            "guard_bits",
                            "extension_bits",
                            "node_bits",
                            "node_id",
                            "node",
                            "bound",
                            "path",
                            "permissions",
                            "copy_ahead_ms",
                            "wait_ms",
                            "any_owner",
                            "must_exist",
                            NULL};
    PyObject *format, *clock = Py_None, *resolution = Py_None, *random = Py_None, *sleep = Py_None;
    PyObject *mode = Py_None, *allowance = Py_None, *guard = Py_None, *extension = Py_None;
    PyObject *node_bits = Py_None, *node_id = Py_None, *node = Py_None, *bound = Py_None;
    PyObject *path = Py_None, *permissions = Py_None, *ahead = Py_None, *wait = Py_None;
    int stateless = 0, borrow = 0, random_step = 0, fraction = 0, any_owner = 0, must_exist = 0;
    uint64_t allowance_ms = 0, guard_bits = 0, extended = 0, bits = 0, number = 0,
             resolution_us = 0;
    uint64_t permitted = 0, ahead_ms = 0, wait_ms = 0;
    struct state *state = self->state;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$OOOOOOppppOOOOOOOOOOpp:Generator", names,
                                     &format, &clock, &resolution, &random, &sleep, &mode,
                                     &allowance, &stateless, &borrow, &random_step, &fraction,
                                     &guard, &extension, &node_bits, &node_id, &node, &bound, &path,
                                     &permissions, &ahead, &wait, &any_owner, &must_exist) ||
        (self->id = format_argument(state, format)) == NULL ||
        !call_argument(clock, "clock", &self->clock) ||
        !call_argument(random, "random", &self->random) ||
        !call_argument(sleep, "sleep", &self->sleep) ||
        !call_argument(bound, "bound", &self->bound) || !mode_argument(mode, &options->mode) ||
        !number_argument(resolution, "clock_resolution_us", INT64_MAX, UINT64_MAX,
                         &resolution_us) ||
        !number_argument(allowance, "allowance_ms", SORTID_ALLOWANCE_UNLIMITED,
                         SORTID_ALLOWANCE_NONE, &allowance_ms) ||
        !number_argument(guard, "guard_bits", SORTID_GUARD_NONE - 1, SORTID_GUARD_NONE,
                         &guard_bits) ||
        !number_argument(extension, "extension_bits", 16, 0, &extended) ||
        !number_argument(node_bits, "node_bits", 16, 0, &bits) ||
        !number_argument(node_id, "node_id", UINT16_MAX, 0, &number) ||
        !number_argument(permissions, "permissions", 0777, 0, &permitted) ||
        !number_argument(ahead, "copy_ahead_ms", UINT32_MAX, 0, &ahead_ms) ||
        !number_argument(wait, "wait_ms", SORTID_FILE_WAIT_UNLIMITED, SORTID_FILE_WAIT_NONE,
                         &wait_ms) ||
        (node != Py_None && !node_argument(state, node, &options->node)) ||
        (path != Py_None && !PyUnicode_FSConverter(path, &self->path)))
        return false;
    if (self->path == NULL && (permissions != Py_None || ahead != Py_None || wait != Py_None ||
                               any_owner || must_exist)) {
        PyErr_SetString(PyExc_ValueError, "permissions, copy_ahead_ms, wait_ms, any_owner and "
                                          "must_exist are of a state file: give a path");
        return false;
    }
    self->node = Py_NewRef(node);
    self->releases = self->path != NULL || options->mode == SORTID_MODE_WAIT;
#ifndef Py_GIL_DISABLED
    if (!self->releases && self->clock == NULL && self->random == NULL && self->sleep == NULL &&
        self->bound == NULL)
        self->switches = false;
#endif
    options->flags =
        (stateless ? SORTID_OPTION_STATELESS : 0) | (borrow ? SORTID_OPTION_BORROW : 0) |
        (random_step ? SORTID_OPTION_RANDOM_STEP : 0) | (fraction ? SORTID_OPTION_FRACTION : 0);
    options->allowance_ms = allowance_ms;
    options->guard_bits = (uint8_t)guard_bits;
    options->extension_bits = (uint8_t)extended;
    options->node_bits = (uint8_t)bits;
    options->node_id = (uint32_t)number;
    if (self->bound != NULL)
        options->bound = (sortid_bound){.cover = cover, .context = self};
    *file = (sortid_file_options){.permissions = (uint32_t)permitted,
                                  .copy_ahead_ms = (uint32_t)ahead_ms,
                                  .wait_ms = wait_ms,
                                  .any_owner = any_owner,
                                  .must_exist = must_exist};
    choose_sources(self, sources, fraction,
                   resolution_us != 0 ? resolution_us
                   : fraction         ? 1
                                      : 1000);
    return true;
}

static PyObject *generator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    sortid_options options = {0};
    sortid_file_options file;
    sortid_sources sources;
    struct generator *self = (struct generator *)PyType_GenericAlloc(type, 0);
    if (self == NULL)
        return NULL;
    self->state = PyType_GetModuleState(type);
    self->switches = true;
    if (!configure(self, args, kwargs, &options, &file, &sources) ||
        !RUN(self, prepare(self, self->path != NULL ? PyBytes_AsString(self->path) : NULL, &file,
                           &options, &sources)))
        Py_CLEAR(self);
    return (PyObject *)self;
}

static int generator_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct generator *self = (struct generator *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->clock);
    Py_VISIT(self->random);
    Py_VISIT(self->sleep);
    Py_VISIT(self->bound);
    return 0;
}

/* Sources are needed for as long as the generator lives, so a cycle ends with its other objects:
 * the generator is closed first, and then refuses calls. */
static int generator_clear(PyObject *object)
{
    struct generator *self = (struct generator *)object;
    self->releases = false; // the GIL is kept
    sortid_generator_close(&self->core);
    Py_CLEAR(self->clock);
    Py_CLEAR(self->random);
    Py_CLEAR(self->sleep);
    Py_CLEAR(self->bound);
    return 0;
}

static void generator_free(PyObject *object)
{
    struct generator *self = (struct generator *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    generator_clear(object);
    Py_XDECREF(self->path);
    Py_XDECREF(self->node);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* ---- Calls --------------------------------------------------------------- */

static PyObject *generator_next(PyObject *object)
{
    struct generator *self = (struct generator *)object;
    uint8_t bytes[SORTID_MAX_SIZE];
    if (!RUN(self, sortid_generator_next(&self->core, bytes, &self->event)))
        return NULL;
    return id_make(self->id->type, bytes, self->id->info.size);
}

static PyObject *generator_new_id(PyObject *object, PyObject *unused)
{
    (void)unused;
    return generator_next(object);
}

static PyObject *generator_new_text(PyObject *object, PyObject *unused)
{
    (void)unused;
    struct generator *self = (struct generator *)object;
    char text[SORTID_MAX_TEXT_SIZE];
    size_t length = 0;
    if (!RUN(self,
             sortid_generator_next_text(&self->core, text, sizeof text, &length, &self->event)))
        return NULL;
    return PyUnicode_DecodeASCII(text, (Py_ssize_t)length, NULL);
}

/* For make_many, between enter and leave. */
static sortid_status fill(void *context, const struct id_type *id, bool as_text, void *buffer,
                          size_t count, size_t *done)
{
    struct generator *self = context;
    const size_t length = id->info.text_length;
    sortid_event event = 0;
    detach(self);
    sortid_status status =
        as_text ? sortid_generator_fill_text(&self->core, buffer, count * length, done, count,
                                             SORTID_NO_SEPARATOR, &event)
                : sortid_generator_fill(&self->core, buffer, count, done, &event);
    const int system_error = sortid_system_error();
    attach(self);
    *done = as_text ? *done / length : *done;
    self->event |= event;
    if (status != SORTID_OK)
        fail(self, status, system_error);
    return status;
}

static PyObject *make_list(PyObject *object, PyObject *count, bool as_text)
{
    struct generator *self = (struct generator *)object;
    if (!enter(self))
        return NULL;
    self->event = 0;
    PyObject *list = make_many(self->id, as_text, count, fill, self);
    leave(self);
    return list;
}

static PyObject *generator_new_many(PyObject *self, PyObject *count)
{
    return make_list(self, count, false);
}

static PyObject *generator_new_many_text(PyObject *self, PyObject *count)
{
    return make_list(self, count, true);
}

static PyObject *generator_set_node(PyObject *object, PyObject *node)
{
    struct generator *self = (struct generator *)object;
    sortid_scru64_node_spec spec;
    if (!node_argument(self->state, node, &spec) ||
        !RUN(self, sortid_generator_set_node(&self->core, &spec)))
        return NULL;
    return Py_NewRef(Py_None);
}

static PyObject *generator_node(PyObject *object, void *closure)
{
    (void)closure;
    struct generator *self = (struct generator *)object;
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    sortid_scru64_node_spec spec;
    if (self->path != NULL || (self->id->info.traits & SORTID_TRAIT_NEEDS_NODE) == 0)
        return Py_NewRef(self->node); // of a state: as it was given
    if (!RUN(self, sortid_generator_node(&self->core, &spec)))
        return NULL;
    return PyUnicode_FromStringAndSize(text,
                                       (Py_ssize_t)sortid_scru64_node_spec_print(text, &spec));
}

static PyObject *generator_close(PyObject *object, PyObject *unused)
{
    (void)unused;
    struct generator *self = (struct generator *)object;
    if (!RUN(self, (sortid_generator_close(&self->core), SORTID_OK)))
        return NULL;
    return Py_NewRef(Py_None);
}

static PyObject *generator_self(PyObject *self, PyObject *unused)
{
    (void)unused;
    return Py_NewRef(self);
}

static PyObject *generator_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<Generator of %s>", ((struct generator *)self)->id->info.name);
}

static PyObject *generator_format(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(((struct generator *)self)->id->info.name);
}

static PyObject *generator_events(PyObject *self, void *closure)
{
    (void)closure;
    static const char *const words[] = {"new-timestamp", "counter-incremented", "counter-carried",
                                        "timestamp-borrowed", "reset"};
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < sizeof words / sizeof *words; i++) {
        if ((((struct generator *)self)->event >> i & 1) == 0)
            continue;
        PyObject *word = PyUnicode_FromString(words[i]);
        if (word == NULL || PyList_Append(list, word) < 0)
            Py_CLEAR(list);
        Py_XDECREF(word);
    }
    PyObject *events = list != NULL ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return events;
}

/* ---- The type ------------------------------------------------------------ */

static PyMethodDef methods[] = {
    {"new", generator_new_id, METH_NOARGS, "new($self, /)\n--\n\nThe next ID."},
    {"new_text", generator_new_text, METH_NOARGS,
     "new_text($self, /)\n--\n\nThe text of the next ID."},
    {"new_many", generator_new_many, METH_O,
     "new_many($self, count, /)\n--\n\nThe next `count` IDs."},
    {"new_many_text", generator_new_many_text, METH_O,
     "new_many_text($self, count, /)\n--\n\nThe texts of the next `count` IDs."},
    {"set_node", generator_set_node, METH_O,
     "set_node($self, node, /)\n--\n\nscru64: another node, such as after a fork."},
    {"close", generator_close, METH_NOARGS,
     "close($self, /)\n--\n\nReleases the state file; later calls are refused."},
    {"__enter__", generator_self, METH_NOARGS, NULL},
    {"__exit__", generator_close, METH_VARARGS, NULL},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"format", generator_format, NULL, "The name of the format.", NULL},
    {"events", generator_events, NULL, "How the IDs of the last call were made.", NULL},
    {"node", generator_node, NULL,
     "scru64: the node spec, with the last ID once there is one. Else None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "Generator(format, **options)\n--\n\nA generator with its own options. `format` is "
     "a type of IDs or the name of a format. Any thread may use it. docs/python.md explains "
     "the options: clock, clock_resolution_us, random, sleep, mode, allowance_ms, stateless, "
     "borrow, random_step, fraction, guard_bits, extension_bits, node_bits, node_id, node, "
     "bound, path, permissions, copy_ahead_ms, wait_ms, any_owner, must_exist."},
    {Py_tp_new, generator_new},
    {Py_tp_dealloc, generator_free},
    {Py_tp_traverse, generator_traverse},
    {Py_tp_clear, generator_clear},
    {Py_tp_repr, generator_repr},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, generator_next},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec type_spec = {"sortid.Generator", sizeof(struct generator), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

bool generators_init(struct state *state, PyObject *module)
{
    state->generator = add_type(module, &type_spec, NULL);
    return state->generator != NULL;
}
