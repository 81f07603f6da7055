/* SPDX-License-Identifier: MIT */
/* Generators that all backends share, each on a state file in the folder sortid of the data
 * directory (sortid/state.h), which outlives backends and the server. Called by the functions
 * TYPE_shared() and scru64(). It never makes IDs during recovery: a standby has no say.
 *
 * A file's name ends in the cluster's system identifier and timeline. A server that finds none of
 * its own (it is new, was promoted, or restored from a backup) makes one that begins
 *   behind the durable bound of each file of the same generator, whatever cluster it is of, and
 *   behind any ID of a predecessor that failed just now: its clock may have been ahead of ours by
 *   sortid.max_clock_skew, its IDs ahead of its clock by SORTID_PG_AHEAD_MS.
 * It is made aside, and linked to its name when it is whole, so that of several backends at it one
 * wins and no other ever sees it without that beginning. A copy of the data directory has the same
 * identifier and timeline; its files are other ones on disk, and begin behind that time as well. */
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

/* The longest step of a timestamp, a tick of scru64: so much later is behind a bound. */
#define STEP_MS 256

/* ---- Waiting --------------------------------------------------------------------------------- */

/* A sleep source: until the latch is set, for a second at most; the generator looks at its clock
 * again. It holds nothing meanwhile. An interrupt that can be served ends the wait. */
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
    return ThisTimeLineID; /* set by RecoveryInProgress(), which the caller has asked */
#endif
}

/* Whether a file's name is NAME-16 digits-8 digits: not so what is being made. */
static bool is_of(const char *file, const char *name)
{
    size_t length = strlen(name);
    return strncmp(file, name, length) == 0 && strlen(file) == length + 1 + 16 + 1 + 8 &&
           file[length] == '-' && file[length + 17] == '-' &&
           strspn(file + length + 1, "0123456789abcdef-") == 16 + 1 + 8;
}

/* The greatest durable bound of all files of a generator, in ms; 0: there is none. */
static uint64 bound_of_all(const char *function, const char *name)
{
    uint64 bound = 0;
    struct dirent *entry;
    DIR *folder = AllocateDir(FOLDER);
    while ((entry = ReadDir(folder, FOLDER)) != NULL) {
        sortid_state_report report;
        sortid_status status;
        if (!is_of(entry->d_name, name)) {
            continue;
        }
        status = sortid_state_examine(psprintf(FOLDER "/%s", entry->d_name), &report, sizeof report);
        if (status != SORTID_OK) {
            sortid_pg_refuse_to_generate(function, status);
        }
        bound = Max(bound, report.bound_unix_ms);
    }
    FreeDir(folder);
    return bound;
}

/* How far ahead of our clock the IDs of a predecessor may be, in ms. */
static uint64 predecessor_ahead_ms(void)
{
    return sortid_pg_max_clock_skew() + SORTID_PG_AHEAD_MS + STEP_MS;
}

/* The ms that a new file begins behind. */
static uint64 first_ms(const char *function, const char *name)
{
    sortid_clock clock;
    uint64_t now_us = 0;
    uint64 bound = bound_of_all(function, name);
    sortid_status status;
    sortid_clock_exact(&clock);
    status = clock.read(clock.context, &now_us);
    if (status != SORTID_OK) {
        sortid_pg_refuse_to_generate(function, status);
    }
    return Max(bound + STEP_MS, now_us / 1000 + predecessor_ahead_ms());
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

/* Opens a file, there or not, as `file` says. */
static sortid_status open_generator(struct sortid_pg_shared *shared, const char *path,
                                    const sortid_file_options *file, uint64 allowance_ms,
                                    const sortid_sources *sources)
{
    sortid_options options = {
        .mode = SORTID_MODE_WAIT, .allowance_ms = allowance_ms, .node = shared->node};
    return sortid_generator_open(&shared->generator, shared->format(), path, file, &options,
                                 sources);
}

/* Opens a file that is there. */
static sortid_status open_file(struct sortid_pg_shared *shared, const char *path)
{
    sortid_file_options file = {.must_exist = true,
                                .copy_ahead_ms = (uint32)predecessor_ahead_ms(),
                                .wait_ms = SORTID_FILE_WAIT_UNLIMITED}; /* interrupts end it */
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.sleep = (sortid_sleep){sleep_on_latch, NULL};
    return open_generator(shared, path, &file, SORTID_PG_AHEAD_MS, &sources);
}

/* Makes a file whose last ID is of the time `last_us`, or later where the node's is: that time
 * stands still, and nothing waits for it. */
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

/* Makes the file `path`, whose last ID is of the time to begin behind; or finds it made. */
static void make_file(struct sortid_pg_shared *shared, const char *name, const char *path)
{
    char *aside = psprintf("%s.%d", path, MyProcPid);
    sortid_status status;
    int failed;
    make_folder();
    (void)unlink(aside); /* of a backend that was killed here */
    status = begin_file(shared, aside, first_ms(shared->function, name) * 1000);
    if (status != SORTID_OK) {
        failed = errno;
        (void)unlink(aside);
        errno = failed;
        sortid_pg_refuse_to_generate(shared->function, status);
    }
    failed = link(aside, path) == 0 || errno == EEXIST ? 0 : errno;
    (void)unlink(aside);
    if (failed != 0) {
        errno = failed;
        ereport(ERROR, (errcode_for_file_access(),
                        errmsg("could not link file \"%s\" to \"%s\": %m", aside, path)));
    }
    fsync_fname(FOLDER, true);
}

/* At its end a backend leaves the state to the next. */
static void close_at_exit(int code, Datum shared)
{
    (void)code;
    sortid_pg_shared_close((struct sortid_pg_shared *)DatumGetPointer(shared));
}

/* ---- For the types --------------------------------------------------------------------------- */

void sortid_pg_shared_close(struct sortid_pg_shared *shared)
{
    if (shared->is_open) {
        shared->is_open = false;
        sortid_generator_close(&shared->generator);
        ReleaseExternalFD();
    }
}

static void open_shared(struct sortid_pg_shared *shared, const char *name)
{
    char *path = psprintf(FOLDER "/%s-%016llx-%08x", name,
                          (unsigned long long)GetSystemIdentifier(), timeline());
    sortid_status status;
    while ((status = open_file(shared, path)) != SORTID_OK) {
        if (status == SORTID_SLEEP_FAILED) {
            CHECK_FOR_INTERRUPTS();
        } else if (status == SORTID_FILE_FAILED && errno == ENOENT) {
            make_file(shared, name, path);
        } else {
            sortid_pg_refuse_to_generate(shared->function, status);
        }
    }
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
            sortid_pg_refuse_to_generate(shared->function, status);
        }
        CHECK_FOR_INTERRUPTS();
    }
}
