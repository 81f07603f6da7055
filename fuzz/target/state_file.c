/* SPDX-License-Identifier: MIT */
/* state_file.c: fuzz target: the life of a state file. The first bytes choose format and options;
 * then each is an action with the bytes after it: the file is opened, makes some IDs, is closed or
 * its process is killed; its bytes are changed, words are moved, check values are corrected, it is
 * cut, made longer, copied; the clock advances and goes back, the system reboots, with a boot name
 * or without. The judge (state_judge.h) gives the expected result of each opening: a refused file
 * is not changed; IDs continue above the state in the file, or after its bound, and above all that
 * were made before, unless the change reset the state or the bound. */
#include "tests/shared/file.h"
#include "tests/support/oracle.h"

#include "../state_judge.h"

struct scenario {
    struct fuzz_input input;
    struct way way;
    support_world world;
    uint64_t identity; /* as this machine writes it */
    unsigned openings;

    sortid_generator held; /* held open by others */
    bool is_held;

    /* After the last opening: what no change may reset without repeated IDs. */
    struct packed_state known;
    bool has_known; /* there was a packed state */
    uint64_t known_bound;
    bool has_made; /* since the state was last reset */
    struct packed_state made;
};

/* ---- The file -------------------------------------------------------------------------------- */

static void read_file(struct content *c)
{
    struct stat found;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    MUST(descriptor >= 0 && fstat(descriptor, &found) == 0, "%s", path);
    memset(c, 0, sizeof *c);
    ssize_t size = pread(descriptor, c->bytes, sizeof c->bytes, 0);
    MUST(size == found.st_size, "%s: size", path);
    close(descriptor);
    c->size = (size_t)size;
    c->place[0] = (uint64_t)found.st_dev;
    c->place[1] = (uint64_t)found.st_ino;
}

static void write_file(const struct content *c)
{
    write_content(path, c->bytes, c->size);
}

/* Replaces the file by another one with the same bytes. */
static void copy_file(void)
{
    struct content c;
    char copy[sizeof path + 8];
    snprintf(copy, sizeof copy, "%s.copy", path);
    read_file(&c);
    write_content(copy, c.bytes, c.size);
    MUST(rename(copy, path) == 0, "%s", copy);
}

static bool others_have_open(struct scenario *s, const struct content *c)
{
    const struct shared_generator *held = SHARED_OF(&s->held);
    return s->is_held && memcmp(held->file.file.place, c->place, sizeof c->place) == 0;
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* The words of a file that have a meaning. */
static const size_t used_words[] = {0,
                                    8,
                                    16,
                                    AT_IDENTITY,
                                    AT_REST,
                                    AT_CELL,
                                    192,
                                    AT_CELL + 8,
                                    AT_CELLS - 8,
                                    AT_CELLS,
                                    AT_CELLS + 8,
                                    AT_HEAD,
                                    AT_HEAD + 8,
                                    AT_OWNER,
                                    AT_OWNER + 8,
                                    AT_PLACE,
                                    AT_BOUND,
                                    AT_PLACE + 8,
                                    AT_BOUND + 8,
                                    FILE_PAGE,
                                    2 * FILE_PAGE};

static size_t any_word(struct scenario *s)
{
    return used_words[fuzz_below(&s->input, COUNT_OF(used_words))];
}

/* A time near that of the clock, in ms. */
static uint64_t near_ms(struct scenario *s)
{
    uint64_t away = (uint64_t)fuzz_byte(&s->input) << fuzz_below(&s->input, 12);
    return s->world.clock.now_us / 1000 + away - 2000;
}

/* A packed state with a timestamp near the clock's time. */
static void put_words(struct scenario *s, struct content *c)
{
    const struct way *way = &s->way;
    uint64_t timestamp = (near_ms(s) * 1000 - way->zero_us) / way->unit_us;
    size_t offset = words_offset(way, c);
    bool shifted = way->format != SUPPORT_SCRU160 && way->format != SUPPORT_UUIDV7;
    if (way->format == SUPPORT_UUIDV7)
        timestamp = timestamp << 1 | 1;
    put_word(c, offset, shifted ? timestamp << (64 - way->format->timestamp_bits) : timestamp);
    put_word(c, offset + 8, fuzz_byte(&s->input));
}

/* Another head: mostly one that this program could have written. */
static void put_head(struct scenario *s, struct content *c)
{
    uint64_t version = fuzz_below(&s->input, 8) == 0 ? fuzz_byte(&s->input) : HEAD_VERSION;
    uint64_t scope = fuzz_below(&s->input, 4), phase = fuzz_below(&s->input, 4);
    uint32_t kind = fuzz_below(&s->input, 2) == 0 ? 0 : sortid_system_lock_kind();
    put_word(c, 0, head_word(version, scope, phase, kind));
}

static void put_owner(struct scenario *s, struct content *c)
{
    unsigned way = fuzz_below(&s->input, 3);
    put_word(c, AT_OWNER, way == 0 ? boot.id[0] : 0);
    put_word(c, AT_OWNER + 8, way == 0 ? boot.id[1] : 1);
    put_word(c, AT_REST, way == 2 ? check_of_state(c) : IN_USE_MARK);
    memcpy(c->bytes + AT_PLACE, c->place, sizeof c->place);
}

static void resize(struct scenario *s, struct content *c)
{
    size_t size = (size_t)fuzz_number(&s->input) % sizeof c->bytes;
    if (others_have_open(s, c)) /* the change would end the process, as sortid/state.h says */
        return;
    if (size < c->size)
        memset(c->bytes + size, 0, c->size - size);
    c->size = size;
}

enum change {
    BYTE_ANYWHERE,
    BYTE_OF_WORD,
    WORD,
    WORD_FROM_WORD,
    SIZE,
    HEAD,
    CHECK_OF_IDENTITY,
    CHECK_OF_SLOT,
    BOUND,
    WORDS,
    OWNER,
    changes
};

static void change_file(struct scenario *s, enum change change)
{
    struct content c;
    size_t at;
    read_file(&c);
    switch (change) {
    case BYTE_ANYWHERE:
        at = (size_t)fuzz_byte(&s->input) << 8;
        at += fuzz_byte(&s->input);
        c.bytes[at % (c.size > 0 ? c.size : 1)] ^= fuzz_byte(&s->input);
        break;
    case BYTE_OF_WORD:
        at = any_word(s) + fuzz_below(&s->input, 8);
        c.bytes[at] ^= fuzz_byte(&s->input);
        break;
    case WORD:
        at = any_word(s);
        put_word(&c, at, fuzz_number(&s->input));
        break;
    case WORD_FROM_WORD:
        at = any_word(s);
        put_word(&c, at, word_at(&c, any_word(s)));
        break;
    case SIZE:
        resize(s, &c);
        break;
    case HEAD:
        put_head(s, &c);
        break;
    case CHECK_OF_IDENTITY:
        put_word(&c, AT_HEAD + 8, check_of_word(word_at(&c, AT_HEAD)));
        break;
    case CHECK_OF_SLOT:
        at = (1 + (size_t)fuzz_below(&s->input, 2)) * FILE_PAGE;
        put_word(&c, at, slot_word(word_at(&c, at)));
        break;
    case BOUND:
        at = (1 + (size_t)fuzz_below(&s->input, 2)) * FILE_PAGE;
        put_word(&c, at, slot_word(near_ms(s)));
        break;
    case WORDS:
        put_words(s, &c);
        break;
    default:
        put_owner(s, &c);
        break;
    }
    write_file(&c);
}

/* ---- One opening ----------------------------------------------------------------------------- */

static sortid_status open_way(sortid_generator *generator, const struct scenario *s,
                              sortid_mode mode)
{
    const sortid_sources *sources = &s->world.sources;
    const struct way *way = &s->way;
    const sortid_options options = {.mode = (uint32_t)mode,
                                    .flags = way->fraction ? SORTID_OPTION_FRACTION : 0,
                                    .allowance_ms = ALLOWANCE_MS,
                                    .node = way->format == SUPPORT_SCRU64 ? way->node
                                                                          : SUPPORT_NO_NODE};
    if (way->fraction || way->format == SUPPORT_SCRU64)
        return sortid_generator_open(generator, way->format->format(), path, NULL, &options,
                                     sources);
    return way->format->open(generator, path, NULL, mode, ALLOWANCE_MS, sources);
}

/* In mode wait the call waits instead of a rollback; its result is that after the wait. */
static void expect_status(const struct scenario *s, sortid_status status, sortid_status wanted,
                          sortid_mode mode, const char *call)
{
    if (wanted == SORTID_ROLLBACK && mode == SORTID_MODE_WAIT)
        MUST(status == SORTID_OK || status == SORTID_CLOCK_OUT_OF_RANGE ||
                 status == SORTID_EXHAUSTED,
             "%s: %s after a wait: %s", s->way.format->name, call, sortid_status_name(status));
    else
        MUST(status == wanted, "%s: %s: %s, not %s", s->way.format->name, call,
             sortid_status_name(status), sortid_status_name(wanted));
}

/* sortid_state_examine reports what an opening would do. */
static void examine(const struct scenario *s, const struct content *c)
{
    const struct way *way = &s->way;
    sortid_state_report found;
    uint64_t bound_ms;
    memset(&found, CANARY, sizeof found);
    sortid_status status = sortid_state_examine(path, &found, sizeof found),
                  wanted = judge_examine(c);
    const bool is_ours = wanted == SORTID_OK && word_at(c, AT_HEAD) == s->identity;
    const bool is_in_force = wanted == SORTID_OK && judge_trust(c);
    const bool is_started = is_ours && is_in_force && has_words(way, c);
    if (is_in_force && (!agrees_in_force(c) || (is_ours && !may_be_words(way, c))))
        wanted = SORTID_STATE_DAMAGED;
    if (wanted == SORTID_OK && !is_ours && status == SORTID_STATE_DAMAGED)
        wanted = status; /* the packed state of another format */
    MUST(status == wanted, "%s: examine: %s, not %s", way->format->name, sortid_status_name(status),
         sortid_status_name(wanted));
    MUST(status == SORTID_OK || is_untouched(&found, sizeof found), "refused, and a report");
    if (status != SORTID_OK)
        return;
    judge_bound(&bound_ms, c);
    MUST(found.current == judge_trust(c), "in force: %d", found.current);
    MUST(found.bound_unix_ms == bound_ms, "bound %llu", (unsigned long long)found.bound_unix_ms);
    MUST(found.started == is_started || !is_ours, "started: %d", found.started);
    if (!is_started)
        return;
    MUST(found.format == way->format->format(), "%s: another format", way->format->name);
    uint64_t high = word_at(c, words_offset(way, c));
    if (way->format == SUPPORT_SCRU64 || way->format == SUPPORT_ULID)
        MUST(found.last_size == way->format->size && oracle_bits(found.last, 0, 64) == high,
             "%s: last", way->format->name);
}

static void expect_untouched(const struct scenario *s, const struct content *before,
                             const sortid_generator *generator)
{
    struct content after;
    read_file(&after);
    MUST(is_untouched(generator, sizeof *generator), "%s: refused, and written",
         s->way.format->name);
    MUST(before->size == after.size && memcmp(before->bytes, after.bytes, sizeof after.bytes) == 0,
         "%s: a refused file was changed", s->way.format->name);
}

/* Expects a stale file's state: that of the first timestamp after its bound. */
static void expect_stale(const struct scenario *s, const struct content *before)
{
    const struct way *way = &s->way;
    struct content after;
    uint64_t bound_ms, now = (s->world.clock.now_us - way->zero_us) / way->unit_us;
    read_file(&after);
    judge_bound(&bound_ms, before);
    MUST(has_words(way, &after) == (bound_ms > 0), "%s: words", way->format->name);
    if (bound_ms == 0)
        return;
    uint64_t last = (bound_ms * 1000 - 1 - way->zero_us) / way->unit_us;
    uint64_t timestamp = judge_timestamp(way, judge_words(way, &after));
    MUST(timestamp == (now > last ? now : last + 1), "%s: not after the bound", way->format->name);
}

/* ---- IDs ------------------------------------------------------------------------------------- */

static bool is_full(const struct way *way, struct packed_state words)
{
    return way->format == SUPPORT_ULID && (words.high & 0xffff) == 0xffff &&
           words.low == UINT64_MAX;
}

/* The expected result of the next call with this packed state at this time. */
static sortid_status judge_next(const struct scenario *s, const struct content *c,
                                sortid_status status)
{
    const struct way *way = &s->way;
    struct packed_state words = judge_words(way, c);
    uint64_t last = judge_timestamp(way, words), clock_us = s->world.clock.now_us;
    sortid_status wanted =
        judge_clock(way, has_words(way, c) ? &last : NULL, words.low, false, clock_us);
    bool ends = wanted == SORTID_OK && has_words(way, c) && last >= way->last;
    if ((ends && status == SORTID_EXHAUSTED) || (is_full(way, words) && status == SORTID_OVERFLOW))
        return status;
    return wanted;
}

/* One call; false: no ID. */
static bool make_one(struct scenario *s, sortid_generator *generator, sortid_mode mode)
{
    const struct way *way = &s->way;
    struct content before, after;
    uint8_t id[SUPPORT_MAX_SIZE];
    uint64_t bound_ms;
    read_file(&before);
    struct packed_state floor = judge_words(way, &before);
    bool has_known =
        is_ready(word_at(&before, 0)) && (!has_words(way, &before) || are_possible(way, floor));
    memset(id, CANARY, sizeof id);
    uint64_t clock_us = s->world.clock.now_us;
    sortid_status status = way->format->next(generator, id, NULL);
    uint64_t then_us = s->world.clock.now_us;
    s->world.clock.now_us = clock_us;
    if (has_known)
        expect_status(s, status, judge_next(s, &before, status), mode, "generate");
    s->world.clock.now_us = then_us;
    MUST(status == SORTID_OK || is_untouched(id, sizeof id), "refused, and an ID");
    if (status != SORTID_OK || !has_known)
        return status == SORTID_OK;
    read_file(&after);
    struct packed_state made = packed_state_of_id(way, id), in_file = judge_words(way, &after);
    judge_bound(&bound_ms, &after);
    MUST(!has_words(way, &before) || is_below(floor, made), "%s: not above the state in the file",
         way->format->name);
    MUST(made.high == in_file.high && made.low == in_file.low, "%s: another state",
         way->format->name);
    MUST(is_covered(way, judge_timestamp(way, made), bound_ms), "%s: an ID above the bound",
         way->format->name);
    MUST(!s->has_made || is_below(s->made, made), "%s: not above all IDs made before",
         way->format->name);
    s->has_made = true;
    s->made = made;
    return true;
}

/* Notes what must be in the file from now on. */
static void note_known(struct scenario *s)
{
    struct content c;
    read_file(&c);
    s->known = judge_words(&s->way, &c);
    s->has_known = has_words(&s->way, &c);
    judge_bound(&s->known_bound, &c);
}

/* Whether IDs must be above all that were made before: nothing was reset. An opening that starts
 * after the bound needs no packed state. */
static bool is_sound(const struct scenario *s, const struct content *c, bool continues)
{
    struct packed_state words = judge_words(&s->way, c);
    uint64_t bound_ms;
    bool has_words_made = has_words(&s->way, c) == s->has_known && words.high == s->known.high &&
                          words.low == s->known.low;
    return judge_bound(&bound_ms, c) && bound_ms >= s->known_bound &&
           (has_words_made || !continues);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void end_use(sortid_generator *generator, bool is_killed)
{
    if (is_killed) /* as the system does then */
        sortid_generator_file_give_up(&SHARED_OF(generator)->file);
    else
        sortid_generator_close(generator);
}

static void close_held(struct scenario *s, bool is_killed)
{
    if (s->is_held)
        end_use(&s->held, is_killed);
    s->is_held = false;
}

/* An opener clears the check value of a state at rest before it reads the packed state. If it then
 * refuses that, the file has changed. No generator stores a check value over such a state. */
static bool is_taken(const struct content *c, const struct verdict *verdict, bool has_others)
{
    return verdict->continues && !has_others && word_at(c, AT_REST) != IN_USE_MARK;
}

static void use_file(struct scenario *s, unsigned how)
{
    sortid_generator own; /* one that stays open is opened in its place: it must not be moved */
    const bool is_to_hold = how / 8 % 4 == 3 && !s->is_held;
    sortid_generator *generator = is_to_hold ? &s->held : &own;
    struct content before;
    sortid_mode mode = how % 2 == 0 ? SORTID_MODE_ABORT : SORTID_MODE_WAIT;
    read_file(&before);
    const bool has_others = others_have_open(s, &before);
    examine(s, &before);
    const struct verdict verdict =
        judge_open(&s->way, &before, s->identity, has_others, s->world.clock.now_us);
    memset(generator, CANARY, sizeof *generator);
    sortid_status status = open_way(generator, s, mode);
    expect_status(s, status, verdict.status, verdict.continues ? SORTID_MODE_ABORT : mode, "open");
    if (status != SORTID_OK && !is_taken(&before, &verdict, has_others))
        expect_untouched(s, &before, generator);
    if (status != SORTID_OK)
        return;
    if (!is_sound(s, &before, verdict.continues))
        s->has_made = false;
    if (!verdict.continues)
        expect_stale(s, &before);
    for (unsigned left = how / 2 % 4; left > 0 && make_one(s, generator, mode); left--)
        s->world.clock.now_us += fuzz_byte(&s->input) * UINT64_C(977);
    if (is_to_hold)
        s->is_held = true;
    else
        end_use(generator, how / 8 % 4 == 2);
    note_known(s);
}

enum act { USE, USE_AGAIN, FORWARD, BACK, BOOT, NAME_OF_BOOT, COPY, DROP, acts };

static void act_on(struct scenario *s, enum act act)
{
    uint64_t span_us;
    switch (act) {
    case USE:
    case USE_AGAIN:
        if (s->openings++ < 6)
            use_file(s, fuzz_byte(&s->input));
        break;
    case FORWARD:
    case BACK:
        span_us = (uint64_t)fuzz_byte(&s->input) << fuzz_below(&s->input, 40);
        s->world.clock.now_us += act == FORWARD ? span_us : UINT64_C(0) - span_us;
        break;
    case BOOT: /* no process survives it */
        close_held(s, true);
        boot_again();
        break;
    case NAME_OF_BOOT:
        boot.has_name = !boot.has_name;
        break;
    case COPY:
        copy_file();
        break;
    default:
        close_held(s, fuzz_below(&s->input, 2) == 1);
        break;
    }
}

/* ---- One input ------------------------------------------------------------------------------- */

static void end_folder(void)
{
    remove_folder(NULL);
}

/* In memory if the system has a file system for that: a disk is slower. */
static void begin_folder(void)
{
    if (folder[0] != '\0')
        return;
    if (getenv("TMPDIR") == NULL && access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1);
    MUST(make_folder(NULL) == 0 && atexit(end_folder) == 0, "no folder");
}

/* A file of this format, whose IDs begin at the clock's time. */
static void begin(struct scenario *s, const uint8_t *data, size_t size)
{
    sortid_generator generator;
    struct content c;
    begin_folder();
    unlink(path);
    boot.has_name = true;
    boot.id[0] = UINT64_C(0x1111);
    boot.id[1] = UINT64_C(0x2222);
    memset(s, 0, sizeof *s);
    s->input = (struct fuzz_input){data, size};
    s->way = way_of(fuzz_below(&s->input, WAYS));
    support_world_init(&s->world, now_us, fuzz_byte(&s->input));
    MUST(open_way(&generator, s, SORTID_MODE_ABORT) == SORTID_OK, "no file");
    sortid_generator_close(&generator);
    read_file(&c);
    s->identity = word_at(&c, AT_HEAD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scenario scenario;
    begin(&scenario, data, size);
    while (scenario.input.left > 0) {
        unsigned act = fuzz_below(&scenario.input, acts + changes);
        if (act < acts)
            act_on(&scenario, (enum act)act);
        else
            change_file(&scenario, (enum change)(act - acts));
    }
    use_file(&scenario, 2);
    close_held(&scenario, true);
    return 0;
}
