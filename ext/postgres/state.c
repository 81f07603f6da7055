/* SPDX-License-Identifier: MIT */
/* state.c: the generators that all sessions share, and sortid_states(). Each has a state file
 * (sortid/state.h) in the folder sortid of the data directory, which survives backends and the
 * server. It never makes IDs during recovery: on a standby they could repeat those of the primary.
 *
 * The name of a file ends in the system identifier and the timeline of the cluster. A server that
 * has no file of its own (it is new, was promoted, or was restored from a backup) makes one that
 * begins
 *   after the durable bound of each file of the same generator, of any cluster, and
 *   after any ID of a predecessor that has just failed: its clock may have been ahead of ours by
 *   sortid.max_clock_skew, and its IDs ahead of its clock by SORTID_PG_AHEAD_MS.
 * The first call makes the files of all generators, so that only one of them waits for that time.
 * A file is made under a temporary name and linked to its final name when it is complete. If
 * several backends make it at once, one link succeeds, and no backend sees an incomplete file. A
 * copy of the data directory has the same identifier and timeline; the library notices that its
 * files are copies, and they begin after such a time, too. */
#include "sortid_pg.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <access/xlog.h>
#include <common/file_perm.h>
#include <funcapi.h>
#include <miscadmin.h>
#include <storage/fd.h>
#include <storage/ipc.h>
#include <tcop/utility.h>
#include <utils/builtins.h>
#include <utils/tuplestore.h>

#define FOLDER "sortid"

/* Which state: of a format, for scru64 also of a node. */
struct kind {
    const sortid_format *format;
    const sortid_scru64_node_spec *node; /* scru64, else NULL */
    uint8 guard_bits;
    uint64 step_ms; /* of the timestamps. A time that is later than a bound by this is after it */
    char name[NAMEDATALEN]; /* of the files: "ulid", "scru64-8-2a" */
};

static struct kind kind_of(const sortid_format *format, const sortid_scru64_node_spec *node,
                           uint8 guard_bits)
{
    struct kind kind = {.format = format, .node = node, .guard_bits = guard_bits};
    sortid_format_info info;
    sortid_pg_expect(sortid_format_describe(format, &info, sizeof(info)));
    kind.step_ms = info.unit_ms;
    strlcpy(kind.name, info.name, sizeof(kind.name));
    if (node != NULL) {
        snprintf(kind.name, sizeof(kind.name), "%s-%u-%x", info.name, node->node_id_size,
                 node->node_id);
    }
    return kind;
}

/* ---- Names of files -------------------------------------------------------------------------- */

#define ENDING        "-%016llx-%08x" /* system identifier and timeline */
#define ENDING_LENGTH 26

static TimeLineID timeline(void)
{
#if PG_VERSION_NUM >= 150000
    return GetWALInsertionTimeLine();
#else
    return ThisTimeLineID; /* set by RecoveryInProgress(), which the caller has called */
#endif
}

static void path_of(char path[MAXPGPATH], const struct kind *kind)
{
    snprintf(path, MAXPGPATH, FOLDER "/%s" ENDING, kind->name,
             (unsigned long long)GetSystemIdentifier(), timeline());
}

/* The length of what precedes the ending; 0 if it is not the name of a state file. */
static size_t name_length(const char *file)
{
    size_t length = strlen(file);
    const char *ending = file + length - ENDING_LENGTH;
    return length > ENDING_LENGTH && ending[0] == '-' && ending[17] == '-' &&
                   strspn(ending + 1, "0123456789abcdef-") == ENDING_LENGTH - 1
               ? length - ENDING_LENGTH
               : 0;
}

/* ---- Making files ---------------------------------------------------------------------------- */

/* Why a file cannot be made. */
struct failure {
    sortid_status status; /* SORTID_OK: it is made */
    int error;            /* errno */
    const char *path;
};

static struct failure failure_of(sortid_status status, const char *path)
{
    return (struct failure){status, errno, path};
}

/* The greatest durable bound of all files of a generator, in ms; 0: there are none. */
static struct failure bound_of_all(uint64 *bound, const char *name)
{
    struct failure failure = {SORTID_OK, 0, NULL};
    struct dirent *entry;
    DIR *folder = AllocateDir(FOLDER);
    *bound = 0;
    while (failure.status == SORTID_OK && (entry = ReadDir(folder, FOLDER)) != NULL) {
        sortid_state_report report;
        const char *path = psprintf(FOLDER "/%s", entry->d_name);
        if (name_length(entry->d_name) == strlen(name) &&
            strncmp(entry->d_name, name, strlen(name)) == 0) {
            failure = failure_of(sortid_state_examine(path, &report, sizeof(report)), path);
            *bound = failure.status == SORTID_OK ? Max(*bound, report.bound_unix_ms) : 0;
        }
    }
    FreeDir(folder);
    return failure;
}

static sortid_status read_fixed(void *context, uint64_t *unix_us)
{
    *unix_us = *(const uint64_t *)context;
    return SORTID_OK;
}

static void make_folder(void)
{
    if (MakePGDirectory(FOLDER) == 0) {
        fsync_fname(".", true);
    } else if (errno != EEXIST) {
        ereport(ERROR, (errcode_for_file_access(),
                        errmsg("could not create directory \"%s\": %m", FOLDER)));
    }
}

/* Opens a file; `file` says whether it must exist. */
static sortid_status open_generator(sortid_generator *generator, const struct kind *kind,
                                    const char *path, const sortid_file_options *file,
                                    uint64 allowance_ms, const sortid_sources *sources)
{
    sortid_options options = {
        .mode = SORTID_MODE_WAIT, .allowance_ms = allowance_ms, .guard_bits = kind->guard_bits};
    if (kind->node != NULL) {
        options.node = *kind->node;
    }
    return sortid_generator_open(generator, kind->format, path, file, &options, sources);
}

/* How far ahead of our clock the IDs of a predecessor may be, in ms. */
static uint64 predecessor_ahead_ms(const struct kind *kind)
{
    return sortid_pg_max_clock_skew() + SORTID_PG_AHEAD_MS + kind->step_ms;
}

/* Makes a file whose last ID has the time `last_us`, or a later one if the node spec has a later
 * ID. The clock is fixed at that time, so nothing waits for it. */
static sortid_status begin_file(const struct kind *kind, const char *path, uint64 last_us)
{
    sortid_file_options file = {.permissions = (unsigned)pg_file_create_mode};
    sortid_generator generator;
    sortid_sources sources;
    uint8_t last[SORTID_MAX_SIZE];
    sortid_status status;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_fixed, &last_us, 1000};
    status = open_generator(&generator, kind, path, &file, SORTID_ALLOWANCE_UNLIMITED, &sources);
    if (status == SORTID_OK) {
        status = sortid_generator_next(&generator, last, NULL);
        sortid_generator_close(&generator);
    }
    return status;
}

/* Makes the file `path`, unless another backend makes it first. Its last ID has the time after
 * which the file begins. */
static struct failure make_file(const struct kind *kind, const char *path, uint64 now_ms)
{
    const char *temporary = psprintf("%s.%d", path, MyProcPid);
    uint64 bound;
    struct failure failure = bound_of_all(&bound, kind->name);
    if (failure.status != SORTID_OK) {
        return failure;
    }
    (void)unlink(temporary); /* left by a backend that was killed here */
    bound = Max(bound + kind->step_ms, now_ms + predecessor_ahead_ms(kind));
    failure = failure_of(begin_file(kind, temporary, bound * 1000), temporary);
    if (failure.status == SORTID_OK && link(temporary, path) != 0 && errno != EEXIST) {
        failure = failure_of(SORTID_FILE_FAILED, path);
    }
    (void)unlink(temporary);
    return failure;
}

/* Makes the files of the other generators. If that fails, they stay without, and their next call
 * says why. */
static void make_others(uint64 now_ms)
{
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        bool has_node = format == sortid_scru64_format();
        sortid_scru64_node_spec node;
        const char *text;
        if (!has_node || sortid_pg_node(&node, &text, DEBUG1)) {
            struct kind kind = kind_of(format, has_node ? &node : NULL, 0);
            char path[MAXPGPATH];
            path_of(path, &kind);
            if (access(path, F_OK) != 0) {
                (void)make_file(&kind, path, now_ms);
            }
        }
    }
}

static void make_files(const char *function, const struct kind *kind, const char *path)
{
    sortid_clock clock;
    uint64_t now_us = 0;
    struct failure failure;
    make_folder();
    sortid_clock_exact(&clock);
    failure = failure_of(clock.read(clock.context, &now_us), NULL);
    if (failure.status == SORTID_OK) {
        failure = make_file(kind, path, now_us / 1000);
    }
    if (failure.status != SORTID_OK) {
        errno = failure.error;
        sortid_pg_refuse_to_generate(function, failure.path, failure.status);
    }
    make_others(now_us / 1000);
    fsync_fname(FOLDER, true);
}

/* ---- The generators -------------------------------------------------------------------------- */

/* A sleep source: sleeps for a second at most; then the generator reads its clock again. No lock is
 * held meanwhile. An interrupt ends the wait, and so does a wait without a name. */
static sortid_status sleep_on_latch(void *context, uint64_t microseconds)
{
    const struct sortid_pg_shared *shared = context;
    long ms = microseconds < 1000000 ? (long)(microseconds / 1000) + 1 : 1000;
    if (!sortid_pg_wait(shared->is_open ? SORTID_PG_CLOCK : SORTID_PG_FILE, ms) ||
        (InterruptPending && InterruptHoldoffCount == 0 && CritSectionCount == 0)) {
        return SORTID_SLEEP_FAILED;
    }
    return SORTID_OK;
}

/* After an ended sleep; outside of the library, so errors are allowed. */
static void after_sleep(void)
{
    sortid_pg_name_waits();
    CHECK_FOR_INTERRUPTS();
}

/* Opens an existing file. */
static sortid_status open_file(struct sortid_pg_shared *shared, const struct kind *kind)
{
    sortid_file_options file = {.must_exist = true,
                                .copy_ahead_ms = (uint32)predecessor_ahead_ms(kind),
                                .wait_ms = SORTID_FILE_WAIT_UNLIMITED}; /* interrupts end it */
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.sleep = (sortid_sleep){sleep_on_latch, shared};
    return open_generator(&shared->generator, kind, shared->path, &file, SORTID_PG_AHEAD_MS,
                          &sources);
}

void sortid_pg_shared_close(struct sortid_pg_shared *shared)
{
    if (shared->is_open) {
        shared->is_open = false;
        sortid_generator_close(&shared->generator);
        ReleaseExternalFD();
        ReleaseExternalFD();
    }
}

/* Closes the file when the backend ends. */
static void close_at_exit(int code, Datum shared)
{
    (void)code;
    sortid_pg_shared_close((struct sortid_pg_shared *)DatumGetPointer(shared));
}

static void open_shared(struct sortid_pg_shared *shared)
{
    struct kind kind = kind_of(shared->format(), shared->node, shared->guard_bits);
    sortid_status status;
    path_of(shared->path, &kind);
    while ((status = open_file(shared, &kind)) != SORTID_OK) {
        if (status == SORTID_SLEEP_FAILED) {
            after_sleep();
        } else if (status == SORTID_FILE_FAILED && errno == ENOENT) {
            make_files(shared->function, &kind, shared->path);
        } else {
            sortid_pg_refuse_to_generate(shared->function, shared->path, status);
        }
    }
    ReserveExternalFD(); /* an open state file has two descriptors */
    ReserveExternalFD();
    shared->is_open = true;
    if (!shared->is_registered) {
        shared->is_registered = true;
        on_proc_exit(close_at_exit, PointerGetDatum(shared));
    }
}

void sortid_pg_shared_generate(uint8_t *id, struct sortid_pg_shared *shared)
{
    sortid_status status;
    PreventCommandDuringRecovery(shared->function);
    if (unlikely(!shared->is_open)) {
        open_shared(shared);
    }
    while (unlikely((status = sortid_generator_next(&shared->generator, id, NULL)) != SORTID_OK)) {
        if (status != SORTID_SLEEP_FAILED) {
            sortid_pg_refuse_to_generate(shared->function, shared->path, status);
        }
        after_sleep();
    }
}

/* ---- sortid_states() ------------------------------------------------------------------------- */

enum column { FILE_NAME, FORMAT, NODE, CURRENT, LAST_TIME, BOUND, LEAD, PROBLEM, COLUMNS };

/* The columns of what a file contains. */
static void show_report(Datum *values, bool *nulls, const sortid_state_report *report)
{
    uint64 latest_ms = report->started ? report->last_unix_ms : report->bound_unix_ms;
    Interval *lead = palloc0(sizeof(*lead));
    lead->time = sortid_pg_time_of_ms((int64)latest_ms) - GetCurrentTimestamp();
    values[NODE] = CStringGetTextDatum(psprintf("%u/%u", report->node_id, report->node_id_size));
    values[LAST_TIME] = TimestampTzGetDatum(sortid_pg_time_of_ms((int64)report->last_unix_ms));
    values[BOUND] = TimestampTzGetDatum(sortid_pg_time_of_ms((int64)report->bound_unix_ms));
    values[LEAD] = IntervalPGetDatum(lead);
    nulls[NODE] = report->node_id_size == 0;
    nulls[LAST_TIME] = !report->started;
    nulls[BOUND] = report->bound_unix_ms == 0;
    nulls[LEAD] = latest_ms == 0;
}

/* Whether this server uses a file of a format: `ending` is that of its files, and the file of scru64
 * is that of the node that is set. */
static bool is_current(const char *file, const char *format, const char *ending)
{
    size_t length = name_length(file);
    sortid_scru64_node_spec node;
    const char *text;
    struct kind kind;
    if (strcmp(file + length, ending) != 0 || strcmp(format, "scru64") != 0) {
        return strcmp(file + length, ending) == 0;
    }
    if (!sortid_pg_node(&node, &text, DEBUG1)) {
        return false;
    }
    kind = kind_of(sortid_scru64_format(), &node, 0);
    return strlen(kind.name) == length && strncmp(file, kind.name, length) == 0;
}

/* Why a file cannot be used; NULL if it can. */
static const char *problem_of(const char *path, const char *format, sortid_status status,
                              const sortid_state_report *report)
{
    if (status != SORTID_OK) {
        return sortid_pg_state_problem(status);
    }
    if (report->format != sortid_format_find(format)) {
        return sortid_pg_state_problem(SORTID_STATE_MISMATCH);
    }
    return access(path, R_OK | W_OK) == 0 ? NULL : psprintf("cannot be written: %m");
}

/* Adds the row of a file. */
static void add_state(Tuplestorestate *rows, TupleDesc row, const char *file, const char *ending)
{
    Datum values[COLUMNS] = {0};
    bool nulls[COLUMNS] = {false};
    const char *path = psprintf(FOLDER "/%s", file);
    const char *format = pnstrdup(file, strcspn(file, "-"));
    sortid_state_report report;
    sortid_status status = sortid_state_examine(path, &report, sizeof(report));
    const char *problem = problem_of(path, format, status, &report);
    values[FILE_NAME] = CStringGetTextDatum(file);
    values[FORMAT] = CStringGetTextDatum(format);
    values[CURRENT] = BoolGetDatum(is_current(file, format, ending));
    if (status == SORTID_OK) {
        show_report(values, nulls, &report);
    } else {
        nulls[NODE] = nulls[LAST_TIME] = nulls[BOUND] = nulls[LEAD] = true;
    }
    nulls[PROBLEM] = problem == NULL;
    if (problem != NULL) {
        values[PROBLEM] = CStringGetTextDatum(problem);
    }
    tuplestore_putvalues(rows, row, values, nulls);
}

/* The state files of the server. It changes none, and works during recovery, where none is used. */
SORTID_PG_FUNCTION(sortid_pg_sql_states)
{
    TupleDesc row;
    Tuplestorestate *rows = sortid_pg_begin_set(fcinfo, &row);
    char ending[ENDING_LENGTH + 1] = "";
    struct dirent *entry;
    DIR *folder;
    if (!RecoveryInProgress()) {
        snprintf(ending, sizeof(ending), ENDING, (unsigned long long)GetSystemIdentifier(),
                 timeline());
    }
    folder = AllocateDir(FOLDER);
    if (folder != NULL || errno != ENOENT) { /* it is made by the first call */
        while ((entry = ReadDir(folder, FOLDER)) != NULL) {
            if (name_length(entry->d_name) != 0) {
                add_state(rows, row, entry->d_name, ending);
            }
        }
        FreeDir(folder);
    }
    return (Datum)0;
}
