/* SPDX-License-Identifier: MIT */
/* test_trace.c: traces through the pure machine of each format: at each step the clock, the random
 * bytes that are drawn, and the ID and event or the refusal that they must give. The traces of
 * tests/vectors come from the formats' own implementations; those of traces/ were composed by hand
 * for what the vectors lack. No result is used for a later expectation. */
#include "../support/cases.h"
#include "../support/oracle.h"
#include "../support/rig.h"
#include "../support/vectors.h"

#define MAX_BYTES    64 /* drawn in one step */
#define MAX_WORDS    10 /* in a line */
#define MAX_MACHINES 40 /* of one trace */
#define MAX_FIELDS   6

static const uint64_t now_ms = UINT64_C(1700000000000); /* a whole number of 256 ms */

static char place[64]; /* "file:line" of the step, for the messages */

/* A machine in a trace. */
struct machine {
    support_rig rig;
    sortid_options options;
    sortid_scru64_node_spec node;
    uint8_t pattern;                /* of what is drawn where the trace does not say it */
    uint8_t last[SUPPORT_MAX_SIZE]; /* the ID of the last step */
};

/* ---- Reading ------------------------------------------------------------------------- */

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Returns the number at the front of *text, and moves *text behind it. */
static uint64_t take_number(const char **text)
{
    char *end;
    uint64_t number = strtoull(*text, &end, 10);
    EXPECT(end != *text, "%s: not a number: %s", place, *text);
    *text = end;
    return number;
}

/* Takes n, f, l or a number, then +N and -N timestamps, +Nus and -Nus; returns the timestamp. */
static uint64_t take_time(const support_format *format, const char **text, uint64_t *us)
{
    const uint64_t first = format->reserves_ends ? 1 : 0;
    const char base = **text;
    uint64_t timestamp;
    *us = 0;
    *text += base == 'n' || base == 'f' || base == 'l';
    if (base == 'n')
        timestamp = (now_ms - format->timestamp_zero) / format->timestamp_unit;
    else if (base == 'f' || base == 'l')
        timestamp = base == 'f' ? first : format->timestamp_max - first;
    else
        timestamp = take_number(text);
    while (**text == '+' || **text == '-') {
        bool minus = *(*text)++ == '-';
        uint64_t step = take_number(text);
        bool is_us = starts(*text, "us");
        *text += is_us ? 2 : 0;
        *(is_us ? us : &timestamp) += minus ? 0 - step : step;
    }
    return timestamp;
}

/* A reading of the clock in microseconds; also before the format's zero; "max" is the largest. */
static uint64_t clock_of(const support_format *format, const char *text)
{
    uint64_t us, timestamp;
    if (strcmp(text, "max") == 0)
        return UINT64_MAX;
    timestamp = take_time(format, &text, &us);
    EXPECT(*text == '\0', "%s: not a time: %s", place, text);
    return support_unix_us(format, timestamp) + us;
}

/* A number of timestamps, and so on, in microseconds. */
static uint64_t span_of(const support_format *format, const char *text)
{
    uint64_t us, timestamps = take_time(format, &text, &us);
    return timestamps * format->timestamp_unit * 1000 + us;
}

/* Bytes in hex, with dots between any of them; "-": none. */
static size_t read_bytes(uint8_t *bytes, const char *text)
{
    size_t size = 0;
    for (; strcmp(text, "-") != 0 && *text != '\0'; text += *text == '.') {
        const char pair[] = {text[0], text[1], '\0'};
        EXPECT(size < MAX_BYTES, "%s: too many bytes", place);
        support_unhex(&bytes[size++], 1, pair);
        text += 2;
    }
    return size;
}

/* The widths of what follows the timestamp, up to 0. */
static void widths_of(size_t widths[MAX_FIELDS + 1], const struct machine *machine)
{
    const size_t extension = machine->options.extension_bits, node = machine->options.node_bits;
    const bool fraction = (machine->options.flags & SORTID_OPTION_FRACTION) != 0;
    const size_t by_format[SUPPORT_FORMATS][MAX_FIELDS] = {
        {24, 24, 32},
        {28, 24, 32},
        {fraction ? 10 : 16, fraction ? 6 : 0, extension, node, 16 - extension - node, 80},
        {machine->node.node_id_size, 24 - machine->node.node_id_size},
        {80},
        {fraction ? 12 : 42, fraction ? 62 : 32},
        {96, 32},
    };
    const size_t *row = by_format[machine->rig.format - support_formats];
    for (size_t i = 0; i < MAX_FIELDS; i++)
        if (row[i] != 0)
            *widths++ = row[i];
    *widths = 0;
}

/* Writes `width` bits of a hex number from bit *first on, around bits that are fixed. */
static void put_field(uint8_t *id, const support_format *format, size_t *first, size_t width,
                      const char *hex, size_t digits)
{
    for (size_t bit = 4 * digits > width ? 4 * digits : width; bit-- > 0;) {
        int digit = bit / 4 < digits ? hex[digits - 1 - bit / 4] : '0';
        bool is_set = (oracle_digit(SUPPORT_HEX_DIGITS, digit) >> bit % 4 & 1) != 0;
        EXPECT(bit < width || !is_set, "%s: more than %zu bits: %s", place, width, hex);
        if (bit >= width)
            continue;
        while (oracle_bits(format->fixed_mask, *first, 1) == 1)
            ++*first;
        oracle_set_bits(id, (*first)++, 1, is_set);
    }
}

/* TIME/COUNT is an ID of zeros that has counted, TIME:FIELD:... one with these fields in hex. */
static void read_id(uint8_t *id, const struct machine *machine, const char *text)
{
    const support_format *format = machine->rig.format;
    uint64_t us, timestamp = take_time(format, &text, &us);
    size_t widths[MAX_FIELDS + 1], first = format->timestamp_bits;
    if (*text == '/') {
        support_zeros_id(id, format, timestamp, (unsigned)support_number(text + 1));
        return;
    }
    support_id_at(id, format, timestamp, false);
    widths_of(widths, machine);
    for (const size_t *width = widths; *width != 0; width++) {
        EXPECT(*text == ':', "%s: a field is missing before \"%s\"", place, text);
        size_t digits = strspn(++text, SUPPORT_HEX_DIGITS);
        put_field(id, format, &first, *width, text, digits);
        text += digits;
    }
    EXPECT(*text == '\0', "%s: too many fields: %s", place, text);
}

static sortid_event event_of(const char *name)
{
    static const char *const names[] = {"new", "counter", "carried", "borrowed", "reset"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0)
            return UINT32_C(1) << i; /* SORTID_EVENT_NEW_TIMESTAMP to SORTID_EVENT_RESET */
    fail_msg("%s: not an event: %s", place, name);
    return 0;
}

static sortid_status status_of(const char *name)
{
    static const sortid_status statuses[] = {SORTID_ROLLBACK, SORTID_EXHAUSTED, SORTID_OVERFLOW,
                                             SORTID_CLOCK_OUT_OF_RANGE, SORTID_FORKED};
    if (strcmp(name, "ABORT") == 0) /* in the vectors */
        return SORTID_ROLLBACK;
    for (size_t i = 0; i < COUNT_OF(statuses); i++)
        if (strcmp(sortid_status_name(statuses[i]) + strlen("SORTID_"), name) == 0)
            return statuses[i];
    fail_msg("%s: not a status: %s", place, name);
    return SORTID_OK;
}

/* ---- Machines ------------------------------------------------------------------------- */

/* MS, or Nt for timestamps of the format. */
static uint64_t allowance_of(const support_format *format, const char *text)
{
    uint64_t number = take_number(&text);
    return support_allowance(*text == 't' ? number * format->timestamp_unit : number);
}

/* Options that are one word. */
static bool set_word(sortid_options *options, const char *word)
{
    static const struct {
        const char *word;
        uint32_t mode, flag;
        uint8_t guard_bits;
    } words[] = {
        {"abort", SORTID_MODE_ABORT, 0, 0},
        {"reset", SORTID_MODE_RESET, 0, 0},
        {"wait", SORTID_MODE_WAIT, 0, 0},
        {"stateless", 0, SORTID_OPTION_STATELESS, 0},
        {"borrow", 0, SORTID_OPTION_BORROW, 0},
        {"random-step", 0, SORTID_OPTION_RANDOM_STEP, 0},
        {"fraction", 0, SORTID_OPTION_FRACTION, 0},
        {"guard=none", 0, 0, SORTID_GUARD_NONE},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (strcmp(words[i].word, word) != 0)
            continue;
        options->mode |= words[i].mode;
        options->flags |= words[i].flag;
        options->guard_bits |= words[i].guard_bits;
        return true;
    }
    return false;
}

static void set_option(struct machine *machine, const char *word)
{
    sortid_options *options = &machine->options;
    const char *value = strchr(word, '=') == NULL ? "" : strchr(word, '=') + 1;
    if (set_word(options, word))
        return;
    if (starts(word, "allowance="))
        options->allowance_ms = allowance_of(machine->rig.format, value);
    else if (starts(word, "guard="))
        options->guard_bits = (uint8_t)support_number(value);
    else if (starts(word, "extension="))
        options->extension_bits = (uint8_t)support_number(value);
    else if (starts(word, "node-bits="))
        options->node_bits = (uint8_t)support_number(value);
    else if (starts(word, "node-id="))
        options->node_id = (uint32_t)strtoul(value, NULL, 16);
    else if (starts(word, "draws="))
        support_unhex(&machine->pattern, 1, value);
    else if (starts(word, "after="))
        read_id(machine->node.last.bytes, machine, value);
    else
        fail_msg("%s: not an option: %s", place, word);
    machine->node.has_last = machine->node.has_last || starts(word, "after=");
}

static void prepare(struct machine *machine, const support_format *format)
{
    *machine =
        (struct machine){.rig = {.format = format}, .node = {.node_id = 42, .node_id_size = 8}};
}

static void begin(struct machine *machine)
{
    const support_format *format = machine->rig.format;
    sortid_machine begun = {{0}};
    if (format == SUPPORT_SCRU64)
        machine->options.node = machine->node;
    EXPECT_STATUS(sortid_machine_init(&begun, format->format(), &machine->options), SORTID_OK,
                  "%s: %s", place, format->name);
    support_rig_adopt(&machine->rig, format, &begun, machine->pattern);
}

/* ---- Traces of the vectors -------------------------------------------------------------- */

/* The columns of a file after trace, mode and draws; 0: the file has none such. */
static const struct columns {
    const support_format *format;
    size_t node, allowance, clock, result, event;
} files[] = {{SUPPORT_SCRU128, 0, 3, 4, 5, 0},
             {SUPPORT_SCRU64, 3, 4, 5, 6, 0},
             {SUPPORT_UUIDV7, 0, 3, 4, 5, 6}};

struct vector_trace {
    const struct columns *at;
    struct machine machine;
    char number[16];
};

static void begin_vector(struct vector_trace *trace, char **column)
{
    struct machine *machine = &trace->machine;
    prepare(machine, trace->at->format);
    set_option(machine, column[1]);
    machine->options.allowance_ms = allowance_of(trace->at->format, column[trace->at->allowance]);
    if (trace->at->node != 0) {
        const char *spec = column[trace->at->node];
        machine->options.guard_bits = SORTID_GUARD_NONE;
        EXPECT_STATUS(sortid_scru64_node_spec_parse(&machine->node, spec, strlen(spec), NULL),
                      SORTID_OK, "%s: %s", place, spec);
    }
    begin(machine);
    snprintf(trace->number, sizeof trace->number, "%s", column[0]);
}

/* UUIDv7 draws a counter of 42 bits, then 6 surplus bits, then 32 bits; or only those. */
static void expect_uuidv7(support_rig *rig, const char *draws, uint64_t unix_us, const uint8_t *id,
                          sortid_event event)
{
    const char *script = strcmp(draws, "zeros") == 0  ? "\0\0\0\0\0\x3f\0\0\0\0"
                         : strcmp(draws, "ones") == 0 ? "\xff\xff\xff\xff\xff\xc0\xff\xff\xff\xff"
                                                      : "\xff\xff\xff\xff\xff\x2a\xa5\xa5\xa5\xa5";
    bool counts = event == SORTID_EVENT_COUNTER_INCREMENTED;
    support_rig_step(rig, script + (counts ? 6 : 0), counts ? 4 : 10, unix_us, id, event, place);
}

static void vector_step(char **column, const char *row, void *context)
{
    struct vector_trace *trace = context;
    const char *result = column[trace->at->result];
    uint8_t id[SUPPORT_MAX_SIZE];
    snprintf(place, sizeof place, "%s", row);
    if (strcmp(trace->number, column[0]) != 0)
        begin_vector(trace, column);
    support_rig *rig = &trace->machine.rig;
    rig->draws.pattern = strcmp(column[2], "ones") == 0 ? 0xff : 0x00;
    uint64_t unix_us = support_number(column[trace->at->clock]) * 1000 + support_below(1000);
    if (*result >= 'A' && *result <= 'Z') {
        support_rig_refuse(rig, unix_us, status_of(result), place);
        return;
    }
    if (rig->format == SUPPORT_SCRU64)
        oracle_set_bits(id, 0, 64, support_number(result));
    else
        support_unhex(id, rig->format->size, result);
    if (rig->format == SUPPORT_UUIDV7)
        expect_uuidv7(rig, column[2], unix_us, id, event_of(column[trace->at->event]));
    else
        support_rig_expect(rig, unix_us, id, SUPPORT_ANY_EVENT, place);
}

TEST(vectors)
{
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct vector_trace trace = {.at = &files[i]};
        char name[64];
        snprintf(name, sizeof name, "%s-generate.tsv", files[i].format->name);
        support_each_row(name, vector_step, &trace);
    }
}

/* ---- Traces of our own ------------------------------------------------------------------ */

/* The next ID: the counter + 1; what is below it and the node id is from the pattern. */
static void count_on(struct machine *machine)
{
    const support_format *format = machine->rig.format;
    const size_t end = 8 * (format->counter_byte + 1) + machine->options.extension_bits;
    for (size_t bit = end + machine->options.node_bits; bit < 8 * format->size; bit++)
        oracle_set_bits(machine->last, bit, 1, machine->pattern & 1);
    for (size_t bit = end; bit-- > 0;) {
        bool carries = oracle_bits(machine->last, bit, 1) == 1;
        oracle_set_bits(machine->last, bit, 1, !carries);
        if (!carries)
            return;
    }
}

static void expect_counts(struct machine *machine, uint64_t unix_us, uint64_t count)
{
    support_rig_script(&machine->rig, NULL, 0);
    for (; count > 0; count--) {
        count_on(machine);
        support_rig_expect(&machine->rig, unix_us, machine->last, SORTID_EVENT_COUNTER_INCREMENTED,
                           place);
    }
}

/* Both calls of a refusal draw the same bytes. */
static void expect_refusal(support_rig *rig, uint64_t unix_us, const uint8_t *drawn, size_t size,
                           const char *result)
{
    uint8_t twice[2 * MAX_BYTES];
    memcpy(twice, drawn, size);
    memcpy(twice + size, drawn, size);
    support_rig_script(rig, twice, 2 * size);
    if (starts(result, "WAIT="))
        support_rig_expect_wait(rig, unix_us, span_of(rig->format, result + strlen("WAIT=")),
                                place);
    else
        support_rig_refuse(rig, unix_us, status_of(result), place);
    EXPECT(rig->draws.bytes == 2 * size, "%s: %zu bytes drawn", place, rig->draws.bytes);
}

/* CLOCK DRAWN RESULT EVENT, or what else a step may be. */
static void trace_step(struct machine *machine, char **word, size_t words)
{
    support_rig *rig = &machine->rig;
    uint8_t drawn[MAX_BYTES];
    if (words == 1 && strcmp(word[0], "fork") == 0) {
        EXPECT_STATUS(sortid_machine_after_fork(&rig->machine), SORTID_OK, "%s", place);
        return;
    }
    uint64_t unix_us = clock_of(rig->format, word[0]);
    bool is_any = words > 1 && strcmp(word[1], "*") == 0;
    if (words == 2 && starts(word[1], "counts=")) {
        expect_counts(machine, unix_us, support_number(word[1] + strlen("counts=")));
        return;
    }
    EXPECT(words == 3 || words == 4, "%s: %zu words", place, words);
    size_t size = is_any ? 0 : read_bytes(drawn, word[1]);
    if (words == 3) {
        expect_refusal(rig, unix_us, drawn, size, word[2]);
        return;
    }
    read_id(machine->last, machine, word[2]);
    support_rig_script(rig, drawn, size);
    support_rig_expect(rig, unix_us, machine->last, event_of(word[3]), place);
    EXPECT(is_any || rig->draws.bytes == size, "%s: %zu bytes drawn", place, rig->draws.bytes);
    EXPECT(size == 0 || rig->draws.last_us == unix_us, "%s: the draw got another time", place);
}

/* The machines that make the steps, and whether they have begun. */
static struct {
    struct machine machines[MAX_MACHINES];
    size_t count;
    bool begun;
} current;

/* machine FORMAT OPTION...: one of each format that is meant. */
static void add_machines(char **word, size_t words)
{
    size_t before = current.count;
    const char *name = words > 1 ? word[1] : "";
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        if (strcmp(name, "each") != 0 && strcmp(name, format->name) != 0 &&
            (strcmp(name, "each-but-scru64") != 0 || format == SUPPORT_SCRU64))
            continue;
        EXPECT(current.count < MAX_MACHINES, "%s: too many machines", place);
        struct machine *machine = &current.machines[current.count++];
        prepare(machine, format);
        for (size_t k = 2; k < words; k++)
            set_option(machine, word[k]);
        begin(machine);
    }
    EXPECT(current.count > before, "%s: no such format", place);
}

static void run_line(char *line)
{
    char *word[MAX_WORDS], *rest = NULL;
    size_t words = 0;
    line[strcspn(line, "#\n")] = '\0';
    for (char *next = strtok_r(line, " ", &rest); next != NULL; next = strtok_r(NULL, " ", &rest)) {
        EXPECT(words < MAX_WORDS, "%s: too many words", place);
        word[words++] = next;
    }
    if (words == 0)
        return;
    if (strcmp(word[0], "machine") == 0) {
        if (current.begun)
            current.count = 0;
        current.begun = false;
        add_machines(word, words);
        return;
    }
    current.begun = true;
    EXPECT(current.count > 0, "%s: no machine", place);
    for (size_t i = 0; i < current.count; i++)
        trace_step(&current.machines[i], word, words);
}

static void run_file(const char *name)
{
    char path[4096], line[512];
    size_t number = 0;
    snprintf(path, sizeof path, "%s/../generate/traces/%s.trace", SORTID_TEST_VECTORS, name);
    FILE *stream = fopen(path, "r");
    EXPECT(stream != NULL, "%s cannot be read", path);
    current.count = 0;
    current.begun = false;
    while (fgets(line, sizeof line, stream) != NULL) {
        snprintf(place, sizeof place, "%s.trace:%zu", name, ++number);
        run_line(line);
    }
    fclose(stream);
    EXPECT(current.begun, "%s has no step at its end", path);
}

TEST(each)
{
    run_file("each");
}

TEST_FORMATS(formats)
{
    run_file(format->name);
}

CASES_MAIN(NULL, NULL)
