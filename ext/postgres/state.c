/* SPDX-License-Identifier: MIT */
/* state.c: the generators that all sessions share. Each has a state file (sortid/state.h) in the
 * folder sortid of the data directory, which survives backends and the server. Called by the
 * functions TYPE_shared() and scru64(). It never makes IDs during recovery: on a standby they could
 * repeat those of the primary.
 *
 * The name of a file ends in the system identifier and the timeline of the cluster. A server that
 * has no file of its own (it is new, was promoted, or was restored from a backup) makes one that
 * begins
 *   after the durable bound of each file of the same generator, of any cluster, and
 *   after any ID of a predecessor that has just failed: its clock may have been ahead of ours by
 *   sortid.max_clock_skew, and its IDs ahead of its clock by SORTID_PG_AHEAD_MS.
 * The file is made under a temporary name and linked to its final name when it is complete. If
 * several backends make it at once, one link succeeds, and no backend sees an incomplete file. A
 * copy of the data directory has the same identifier and timeline; the library notices that its
 * files are copies, and they begin after such a time, too. */
#include "sortid_pg.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <access/xlog.h>
#include <common/file_perm.h>
#include <miscadmin.h>
#include <storage/fd.h>
#include <storage/ipc.h>
#include <storage/latch.h>
#include <tcop/utility.h>
#if PG_VERSION_NUM >= 140000
#include <utils/wait_event.h>
#else
#include <pgstat.h>
#endif

#define FOLDER "sortid"

/* ---- Waiting --------------------------------------------------------------------------------- */

/* A sleep source: sleeps until the latch is set, for a second at most; then the generator reads its
 * clock again. No lock is held meanwhile. A pending interrupt ends the wait. */
static sortid_status sleep_on_latch(void *context, uint64_t microseconds)
{
    long ms = microseconds < 1000000 ? (long)(microseconds / 1000) + 1 : 1000;
    (void)context;
    (void)WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, ms,
                    PG_WAIT_EXTENSION);
    ResetLatch(MyLatch);
    if (InterruptPending && InterruptHoldoffCount == 0 && CritSectionCount == 0) {
        return SORTID_SLEEP_FAILED;
    }
    return SORTID_OK;
}

/* ---- Where to begin -------------------------------------------------------------------------- */

static TimeLineID timeline(void)
{
#if PG_VERSION_NUM >= 150000
    return GetWALInsertionTimeLine();
#else
    return ThisTimeLineID; /* set by RecoveryInProgress(), which the caller has called */
#endif
}

/* Whether the name of a file is NAME-, 16 hex digits, - and 8 hex digits. */
static bool is_file_of(const char *file, const char *name)
{
    size_t length = strlen(name);
    return strncmp(file, name, length) == 0 && strlen(file) == length + 1 + 16 + 1 + 8 &&
           file[length] == '-' && file[length + 17] == '-' &&
           strspn(file + length + 1, "0123456789abcdef-") == 16 + 1 + 8;
}

/* The greatest durable bound of all files of a generator, in ms; 0: there are none. */
static uint64 bound_of_all(const char *function, const char *name)
{
    uint64 bound = 0;
    struct dirent *entry;
    DIR *folder = AllocateDir(FOLDER);
    while ((entry = ReadDir(folder, FOLDER)) != NULL) {
        sortid_state_report report;
        sortid_status status;
        const char *path;
        if (!is_file_of(entry->d_name, name)) {
            continue;
        }
        path = psprintf(FOLDER "/%s", entry->d_name);
        status = sortid_state_examine(path, &report, sizeof(report));
        if (status != SORTID_OK) {
            sortid_pg_refuse_to_generate(function, path, status);
        }
        bound = Max(bound, report.bound_unix_ms);
    }
    FreeDir(folder);
    return bound;
}

/* The step of a format's timestamps. A time that is later than a bound by this is after it. */
static uint64 step_ms(const sortid_format *format)
{
    sortid_format_info info;
    sortid_pg_expect(sortid_format_describe(format, &info, sizeof(info)));
    return info.unit_ms;
}

/* How far ahead of our clock the IDs of a predecessor may be, in ms. */
static uint64 predecessor_ahead_ms(const sortid_format *format)
{
    return sortid_pg_max_clock_skew() + SORTID_PG_AHEAD_MS + step_ms(format);
}

/* The time, in ms, after which a new file begins. */
static uint64 first_ms(const struct sortid_pg_shared *shared, const char *name)
{
    const sortid_format *format = shared->format();
    sortid_clock clock;
    uint64_t now_us = 0;
    uint64 bound = bound_of_all(shared->function, name);
    sortid_status status;
    sortid_clock_exact(&clock);
    status = clock.read(clock.context, &now_us);
    if (status != SORTID_OK) {
        sortid_pg_refuse_to_generate(shared->function, NULL, status);
    }
    return Max(bound + step_ms(format), now_us / 1000 + predecessor_ahead_ms(format));
}

/* ---- Files ----------------------------------------------------------------------------------- */

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
static sortid_status open_generator(struct sortid_pg_shared *shared, const char *path,
                                    const sortid_file_options *file, uint64 allowance_ms,
                                    const sortid_sources *sources)
{
    sortid_options options = {
        .mode = SORTID_MODE_WAIT, .allowance_ms = allowance_ms, .guard_bits = shared->guard_bits};
    if (shared->node != NULL) {
        options.node = *shared->node;
    }
    return sortid_generator_open(&shared->generator, shared->format(), path, file, &options,
                                 sources);
}

/* Opens an existing file. */
static sortid_status open_file(struct sortid_pg_shared *shared, const char *path)
{
    sortid_file_options file = {.must_exist = true,
                                .copy_ahead_ms = (uint32)predecessor_ahead_ms(shared->format()),
                                .wait_ms = SORTID_FILE_WAIT_UNLIMITED}; /* interrupts end it */
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.sleep = (sortid_sleep){sleep_on_latch, NULL};
    return open_generator(shared, path, &file, SORTID_PG_AHEAD_MS, &sources);
}

/* Makes a file whose last ID has the time `last_us`, or a later one if the node spec has a later
 * ID. The clock is fixed at that time, so nothing waits for it. */
static sortid_status begin_file(struct sortid_pg_shared *shared, const char *path, uint64 last_us)
{
    sortid_file_options file = {.permissions = (unsigned)pg_file_create_mode};
    sortid_sources sources;
    uint8_t last[SORTID_MAX_SIZE];
    sortid_status status;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_fixed, &last_us, 1000};
    status = open_generator(shared, path, &file, SORTID_ALLOWANCE_UNLIMITED, &sources);
    if (status == SORTID_OK) {
        status = sortid_generator_next(&shared->generator, last, NULL);
        sortid_generator_close(&shared->generator);
    }
    return status;
}

/* Makes the file `path`, unless another backend makes it first. Its last ID has the time after
 * which the file begins. */
static void make_file(struct sortid_pg_shared *shared, const char *name, const char *path)
{
    char *temporary = psprintf("%s.%d", path, MyProcPid);
    sortid_status status;
    int failed;
    make_folder();
    (void)unlink(temporary); /* left by a backend that was killed here */
    status = begin_file(shared, temporary, first_ms(shared, name) * 1000);
    if (status != SORTID_OK) {
        failed = errno;
        (void)unlink(temporary);
        errno = failed;
        sortid_pg_refuse_to_generate(shared->function, temporary, status);
    }
    failed = link(temporary, path) == 0 || errno == EEXIST ? 0 : errno;
    (void)unlink(temporary);
    if (failed != 0) {
        errno = failed;
        ereport(ERROR, (errcode_for_file_access(),
                        errmsg("could not link file \"%s\" to \"%s\": %m", temporary, path)));
    }
    fsync_fname(FOLDER, true);
}

/* Closes the file when the backend ends. */
static void close_at_exit(int code, Datum shared)
{
    (void)code;
    sortid_pg_shared_close((struct sortid_pg_shared *)DatumGetPointer(shared));
}

/* ---- The generators -------------------------------------------------------------------------- */

void sortid_pg_shared_close(struct sortid_pg_shared *shared)
{
    if (shared->is_open) {
        shared->is_open = false;
        sortid_generator_close(&shared->generator);
        ReleaseExternalFD();
        ReleaseExternalFD();
    }
}

static void open_shared(struct sortid_pg_shared *shared, const char *name)
{
    char *path = shared->path;
    sortid_status status;
    snprintf(path, sizeof(shared->path), FOLDER "/%s-%016llx-%08x", name,
             (unsigned long long)GetSystemIdentifier(), timeline());
    while ((status = open_file(shared, path)) != SORTID_OK) {
        if (status == SORTID_SLEEP_FAILED) {
            CHECK_FOR_INTERRUPTS();
        } else if (status == SORTID_FILE_FAILED && errno == ENOENT) {
            make_file(shared, name, path);
        } else {
            sortid_pg_refuse_to_generate(shared->function, path, status);
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

void sortid_pg_shared_generate(uint8_t *id, struct sortid_pg_shared *shared, const char *name)
{
    sortid_status status;
    PreventCommandDuringRecovery(shared->function);
    if (unlikely(!shared->is_open)) {
        open_shared(shared, name);
    }
    while (unlikely((status = sortid_generator_next(&shared->generator, id, NULL)) != SORTID_OK)) {
        if (status != SORTID_SLEEP_FAILED) {
            sortid_pg_refuse_to_generate(shared->function, shared->path, status);
        }
        CHECK_FOR_INTERRUPTS();
    }
}
