/* SPDX-License-Identifier: MIT */
/* times.c: datetime objects and Unix times. The limited API has no C API of datetime. */
#include "module.h"

#define DAY_MS 86400000

/* Sets a reference of the state, which is released, unless another thread was first. */
static bool set_once(PyObject **reference, PyObject *value)
{
    if (*reference == NULL)
        *reference = value;
    else
        Py_XDECREF(value);
    return *reference != NULL;
}

/* The module datetime takes 2 ms to import, more than all of this one: only once it is needed. */
static bool load_datetime(struct state *state)
{
    if (state->epoch != NULL)
        return true;
    PyObject *module = PyImport_ImportModule("datetime");
    PyObject *zones = module != NULL ? PyObject_GetAttrString(module, "timezone") : NULL;
    bool ok = zones != NULL && set_once(&state->utc, PyObject_GetAttrString(zones, "utc")) &&
              set_once(&state->datetime, PyObject_GetAttrString(module, "datetime")) &&
              (state->datetime_new =
                   (newfunc)PyType_GetSlot((PyTypeObject *)state->datetime, Py_tp_new)) != NULL &&
              set_once(&state->epoch, PyObject_CallFunction(state->datetime, "iiiiiiiO", 1970, 1, 1,
                                                            0, 0, 0, 0, state->utc));
    Py_XDECREF(zones);
    Py_XDECREF(module);
    return ok;
}

static bool int_attribute(PyObject *object, const char *name, int64_t *value)
{
    PyObject *number = PyObject_GetAttrString(object, name);
    *value = number != NULL ? PyLong_AsLongLong(number) : -1;
    Py_XDECREF(number);
    return *value != -1 || !PyErr_Occurred();
}

static bool datetime_us(struct state *state, PyObject *time, const char *name, int64_t *unix_us)
{
    PyObject *offset = PyObject_CallMethod(time, "utcoffset", NULL);
    if (offset == NULL)
        return false;
    Py_DECREF(offset);
    if (offset == Py_None) {
        PyErr_Format(PyExc_ValueError,
                     "%s: %R has no time zone: give it one, such as datetime.timezone.utc", name,
                     time);
        return false;
    }
    int64_t days, seconds, microseconds;
    PyObject *delta = PyNumber_Subtract(time, state->epoch);
    bool ok = delta != NULL && int_attribute(delta, "days", &days) &&
              int_attribute(delta, "seconds", &seconds) &&
              int_attribute(delta, "microseconds", &microseconds);
    if (ok)
        *unix_us = (days * 86400 + seconds) * 1000000 + microseconds;
    Py_XDECREF(delta);
    return ok;
}

/* Times in ms from here on do not fit into an int64_t in microseconds. */
#define MS_LIMIT (INT64_MAX / 1000)

bool time_us(struct state *state, PyObject *time, const char *name, int64_t *unix_us)
{
    if (PyLong_Check(time) && !PyBool_Check(time)) {
        int overflow;
        long long ms = PyLong_AsLongLongAndOverflow(time, &overflow);
        if (ms == -1 && PyErr_Occurred())
            return false;
        if (overflow != 0 || ms >= MS_LIMIT || ms <= -MS_LIMIT) {
            PyErr_Format(PyExc_ValueError, "%s: %R ms is out of range", name, time);
            return false;
        }
        *unix_us = ms * 1000;
        return true;
    }
    int is_datetime = load_datetime(state) ? PyObject_IsInstance(time, state->datetime) : -1;
    if (is_datetime > 0)
        return datetime_us(state, time, name, unix_us);
    if (is_datetime == 0)
        PyErr_Format(PyExc_TypeError,
                     "%s: a time is an aware datetime, or an int: the Unix time in ms; not %R",
                     name, time);
    return false;
}

/* As time_ms, but adds up to 999 us before it rounds down. */
static bool rounded_ms(struct state *state, PyObject *time, const char *name, int64_t more_us,
                       uint64_t *unix_ms)
{
    int64_t us;
    if (!time_us(state, time, name, &us))
        return false;
    if (us < 0) {
        PyErr_Format(PyExc_ValueError, "%s: %S is before 1970", name, time);
        return false;
    }
    *unix_ms = (uint64_t)(us + more_us) / 1000;
    return true;
}

bool time_ms(struct state *state, PyObject *time, const char *name, uint64_t *unix_ms)
{
    return rounded_ms(state, time, name, 0, unix_ms);
}

bool time_ms_up(struct state *state, PyObject *time, const char *name, uint64_t *unix_ms)
{
    return rounded_ms(state, time, name, 999, unix_ms);
}

/* The ten bytes from which pickle makes a datetime: faster than its constructor of numbers, which
 * reads and checks seven objects. (CPython: Lib/_pydatetime.py, datetime._getstate.) */
PyObject *time_object(struct state *state, int64_t unix_ms)
{
    int64_t day = unix_ms / DAY_MS - (unix_ms % DAY_MS < 0);
    uint32_t ms = (uint32_t)(unix_ms - day * DAY_MS);
    /* The civil date of a day, with years that begin in March. Below, 719468 is the number of days
     * from 0000-03-01 to 1970-01-01, and 146097 is that of 400 years. */
    int64_t days = day + 719468;
    if (days < 306 || unix_ms >= 253402300800000) { // year 1 begins, and year 9999 ends
        PyErr_Format(PyExc_OverflowError,
                     "the Unix time %lld ms is outside the years 1 to 9999 of datetime",
                     (long long)unix_ms);
        return NULL;
    }
    uint32_t in_era = (uint32_t)(days % 146097);
    uint32_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    uint32_t in_year = in_era - (365 * year + year / 4 - year / 100);
    uint32_t month = (5 * in_year + 2) / 153;
    uint32_t date = in_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    year += (uint32_t)(days / 146097) * 400 + (month <= 2);
    uint32_t us = ms % 1000 * 1000, s = ms / 1000;
    const uint8_t bytes[10] = {(uint8_t)(year >> 8), (uint8_t)year,       (uint8_t)month,
                               (uint8_t)date,        (uint8_t)(s / 3600), (uint8_t)(s / 60 % 60),
                               (uint8_t)(s % 60),    (uint8_t)(us >> 16), (uint8_t)(us >> 8),
                               (uint8_t)us};
    PyObject *text =
        load_datetime(state) ? PyBytes_FromStringAndSize((const char *)bytes, sizeof bytes) : NULL;
    if (text == NULL)
        return NULL;
    PyObject *args = PyTuple_Pack(2, text, state->utc);
    PyObject *time =
        args != NULL ? state->datetime_new((PyTypeObject *)state->datetime, args, NULL) : NULL;
    Py_XDECREF(args);
    Py_DECREF(text);
    return time;
}
