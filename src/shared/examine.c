/* SPDX-License-Identifier: MIT */
/* shared/examine.c: what stands in a state file, for people who look into it. It maps the file
 * to be read, joins nobody, takes no lock and writes nothing; others may go on with the file
 * meanwhile. */
#include "../source/system.h"
#include "file.h"
#include "pack.h"

/* The node of a scru64 identity, as scru64.c puts it there. */
static uint32_t node_id_in(uint64_t identity)
{
    return (uint32_t)(identity >> 5 & 0xffffff);
}

static uint32_t node_id_size_in(uint64_t identity)
{
    return (uint32_t)(identity & 31);
}

/* ---- The words in force ----------------------------------------------------------------- */

/* Those of a state that others lock: the cell that a turn has put in force is not written
 * before the next turn is. */
static struct words read_beside_lock(const struct memory *memory)
{
    struct words words;
    uint32_t turn, again = atomic_load(&memory->turn);
    do {
        turn = again;
        words = memory->cells[turn % 2];
        atomic_thread_fence(memory_order_seq_cst);
        again = atomic_load(&memory->turn);
    } while (again != turn);
    return words;
}

static struct words read_words(const struct memory *memory, uint64_t identity)
{
    if (identity_method(identity) == METHOD_LOCK)
        return read_beside_lock(memory);
    return memory_read_atomic(memory, identity >> FORMAT_SHIFT != IDENTITY_SCRU64);
}

/* ---- What the formats' words say ---------------------------------------------------------- */

static const struct kind {
    const char *format;
    unpack_function *unpack;
    const struct timeline *timeline; /* scru160: the one in ms */
    size_t last_size;                /* bytes of the words that are the last ID */
} kinds[] = {
    [IDENTITY_SCRU128] = {"scru128", unpack_words_scru128, &SCRU128_TIMELINE, 0},
    [IDENTITY_SCRU128V1] = {"scru128v1", unpack_words_scru128v1, &SCRU128V1_TIMELINE, 0},
    [IDENTITY_SCRU160] = {"scru160", unpack_words_scru160, &SCRU160_TIMELINE_MS, 0},
    [IDENTITY_SCRU64] = {"scru64", unpack_words_scru64, &SCRU64_TIMELINE, 8},
    [IDENTITY_ULID] = {"ulid", unpack_words_ulid, &ULID_TIMELINE, 16},
};

static const struct kind *kind_of(uint64_t identity)
{
    static const struct kind none = {NULL, NULL, NULL, 0};
    uint64_t number = identity >> FORMAT_SHIFT;
    return number <= IDENTITY_ULID ? &kinds[number] : &none; /* that of 0 is as `none` */
}

/* As much of the options as the words' meaning depends on. */
static struct machine machine_of(uint64_t identity)
{
    struct machine machine = {.mode = 0};
    switch (identity >> FORMAT_SHIFT) {
    case IDENTITY_SCRU160:
        machine.format.scru160.microseconds = (identity & 1) != 0;
        break;
    case IDENTITY_SCRU64:
        machine.format.scru64.node_id = node_id_in(identity);
        machine.format.scru64.node_id_size = (uint8_t)node_id_size_in(identity);
        break;
    default:
        break;
    }
    return machine;
}

static const struct timeline *timeline_of(const struct kind *kind, const struct machine *machine)
{
    bool is_scru160 = kind->timeline == &SCRU160_TIMELINE_MS;
    return is_scru160 ? scru160_timeline_of(machine) : kind->timeline;
}

/* SORTID_STATE_DAMAGED: the words are of no ID. */
static sortid_status put_last(sortid_file_report *report, const struct kind *kind,
                              const struct shared_file *file, uint64_t identity)
{
    struct words words = read_words(&page_of(file)->memory, identity);
    struct machine machine = machine_of(identity);
    report->started = (words.high | words.low) != 0;
    if (!report->started)
        return SORTID_OK;
    kind->unpack(&machine.state, words, &machine);
    if (!file_may_have(file, &machine.state, timeline_of(kind, &machine)))
        return SORTID_STATE_DAMAGED;
    report->last_unix_ms = machine.state.since_us / 1000;
    report->last_size = kind->last_size;
    if (kind->last_size > 0)
        store_be64(report->last, words.high);
    if (kind->last_size > 8)
        store_be64(report->last + 8, words.low);
    return SORTID_OK;
}

static sortid_status put_report(sortid_file_report *report, const struct shared_file *file)
{
    const struct page *page = page_of(file);
    uint64_t identity = page->head.identity;
    const struct kind *kind = kind_of(identity);
    *report = (sortid_file_report){.format = kind->format,
                                   .version = page->memory.version,
                                   .locked = identity_method(identity) == METHOD_LOCK,
                                   .in_force = sortid_shared_file_is_in_force(file),
                                   .bound_unix_ms = sortid_shared_file_bound(file)};
    if (identity >> FORMAT_SHIFT == IDENTITY_SCRU64) {
        report->node_id = node_id_in(identity);
        report->node_id_size = node_id_size_in(identity);
    }
    bool is_known = report->in_force && kind->unpack != NULL;
    return is_known ? put_last(report, kind, file, identity) : SORTID_OK;
}

sortid_status sortid_shared_examine(sortid_file_report *out, const char *path)
{
    struct shared_file file;
    sortid_file_report report;
    int cancels = sortid_source_system_hold_cancel(); /* while the file is open */
    sortid_status status = sortid_shared_file_look(&file, path);
    if (status == SORTID_OK) {
        status = put_report(&report, &file);
        sortid_source_file_close(&file.file);
    }
    sortid_source_system_let_cancel(cancels);
    if (status == SORTID_OK)
        *out = report;
    return status;
}
