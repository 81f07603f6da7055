/* SPDX-License-Identifier: MIT */
/* cases.c: prints random cases of each format with what the C library does, which the JavaScript
 * package must do too (differential.test.mjs). Columns are separated by tabs; the first one says what
 * a line is, and STATUS is the name of a status. What a failed call has no value for is empty.
 *   cases SEED COUNT     COUNT cases a format
 * format   NAME
 * read     ENCODING TEXT STATUS POSITION HEX
 * id       HEX STATUS TEXT INT UUID MS SUCCESSOR PREDECESSOR FIELD...
 * range    SINCE_MS UNTIL_MS STATUS FIRST LAST
 * machine  OPTIONS SEED STATUS   a new machine; its random bytes are those of SEED
 * step     UNIX_US STATUS TEXT EVENT
 * fill     UNIX_US EVENTS TEXT...   some steps at one time */
#include <inttypes.h>
#include <sortid.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Random numbers ------------------------------------------------------ */

static uint32_t xorshift(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static uint32_t seed; /* never 0 */

static uint32_t below(uint32_t limit)
{
    return (uint32_t)(((uint64_t)xorshift(&seed) * limit) >> 32);
}

static int one_in(uint32_t count)
{
    return below(count) == 0;
}

/* The random source of machines: the high bytes of the numbers of a seed. */
static sortid_status fill(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(xorshift(context) >> 24);
    return SORTID_OK;
}

/* Bytes with long runs of equal bits now and then. */
static void random_bytes(uint8_t *bytes, size_t size)
{
    unsigned kind = below(4);
    for (size_t i = 0; i < size; i++)
        bytes[i] = kind == 0 ? (uint8_t)(below(3) * 0x7f + below(2)) : (uint8_t)below(256);
    if (kind == 1)
        memset(bytes + below((uint32_t)size), below(2) ? 0xff : 0, 1);
}

/* Mostly an ID. */
static void random_id(uint8_t *id, const sortid_format *format, size_t size)
{
    memset(id, 0, SORTID_MAX_SIZE);
    do {
        random_bytes(id, size);
        if (format == sortid_scru64_format())
            id[0] &= 0x41;
        if (format == sortid_uuidv7_format() && !one_in(8)) {
            id[6] = (uint8_t)(0x70 | (id[6] & 0x0f));
            id[8] = (uint8_t)(0x80 | (id[8] & 0x3f));
        }
    } while (sortid_format_check(format, id) != SORTID_OK && !one_in(8));
}

/* ---- Texts --------------------------------------------------------------- */

static void print_hex(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
}

static const char *name_of(sortid_status status)
{
    return sortid_status_name(status) + strlen("SORTID_");
}

static void change_case(char *text)
{
    for (; *text != '\0'; text++)
        if (((*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z')) && one_in(2))
            *text ^= 0x20;
}

/* Changes a text with room for two more characters up to twice: a character, its case, one more, one less. */
static void change(char *text)
{
    static const char CHARACTERS[] = "0123456789azAZilouILOU----{}/:f7VvkK ";
    for (unsigned times = below(3); times > 0 && *text != '\0'; times--) {
        size_t length = strlen(text), at = below((uint32_t)length);
        char c = CHARACTERS[below(sizeof CHARACTERS - 1)];
        switch (below(6)) {
        case 0:
            memmove(text + at, text + at + 1, length - at);
            break;
        case 1:
            memmove(text + at + 1, text + at, length - at + 1);
            text[at] = c;
            break;
        case 2:
            change_case(text);
            break;
        default:
            text[at] = c;
        }
    }
}

/* Reads a text in an encoding of sortid_encoding, or as the one after these: leniently, as a ULID. */
static sortid_status parse(const sortid_format *format, uint8_t *id, unsigned encoding,
                           const char *text, size_t *position)
{
    if (encoding < 4)
        return sortid_format_parse(format, id, (sortid_encoding)encoding, text, strlen(text),
                                   position);
    sortid_ulid ulid;
    sortid_status status = sortid_ulid_parse_lenient(&ulid, text, strlen(text), position, NULL);
    if (status == SORTID_OK)
        memcpy(id, ulid.bytes, sizeof ulid.bytes);
    return status;
}

static void print_reading_case(const sortid_format *format, size_t size)
{
    static const char *const NAMES[] = {"text", "hex", "int", "uuid", "lenient"};
    uint8_t id[SORTID_MAX_SIZE];
    char text[128];
    size_t written, position = 0;
    unsigned encoding = one_in(2) ? below(format == sortid_ulid_format() ? 5 : 4) : 0;
    random_id(id, format, size);
    if (sortid_format_print(format, text, sizeof text, &written, (sortid_encoding)(encoding % 4),
                            id) != SORTID_OK)
        return; /* not an ID, or a format without UUIDs */
    for (unsigned rounds = encoding < 4 ? 1 : below(4); rounds > 0; rounds--)
        change(text);
    sortid_status status = parse(format, id, encoding, text, &position);
    printf("read\t%s\t%s\t%s\t%zu\t", NAMES[encoding], text, name_of(status), position);
    if (status == SORTID_OK)
        print_hex(id, size);
    putchar('\n');
}

/* ---- IDs ----------------------------------------------------------------- */

static void print_as(const sortid_format *format, sortid_encoding encoding, const uint8_t *id)
{
    char text[128];
    size_t written;
    sortid_status status = sortid_format_print(format, text, sizeof text, &written, encoding, id);
    printf("\t%s", status == SORTID_OK ? text : "");
}

static void print_neighbor(const sortid_format *format, sortid_status status, const uint8_t *id)
{
    if (status == SORTID_OK)
        print_as(format, SORTID_ENCODING_TEXT, id);
    else
        putchar('\t');
}

static void print_id_case(const sortid_format *format, const sortid_format_info *info)
{
    uint8_t id[SORTID_MAX_SIZE], other[SORTID_MAX_SIZE];
    random_id(id, format, info->size);
    sortid_status status = sortid_format_check(format, id);
    printf("id\t");
    print_hex(id, info->size);
    printf("\t%s", name_of(status));
    if (status == SORTID_OK) {
        for (unsigned encoding = 0; encoding < 4; encoding++)
            if (encoding != SORTID_ENCODING_HEX)
                print_as(format, (sortid_encoding)encoding, id);
        printf("\t%" PRIu64, sortid_format_unix_ms(format, id));
        print_neighbor(format, sortid_format_successor(format, other, id, NULL), other);
        print_neighbor(format, sortid_format_predecessor(format, other, id, NULL), other);
        for (size_t i = 0; i < info->field_count; i++) {
            char text[64];
            size_t written;
            status = sortid_format_print_field(format, text, sizeof text, &written,
                                               SORTID_ENCODING_INT, id, i);
            printf("\t%s", status == SORTID_OK ? text : "");
        }
    }
    putchar('\n');
}

/* A time near now, near an end, or anywhere. */
static uint64_t random_ms(void)
{
    switch (below(4)) {
    case 0:
        return below(3000);
    case 1:
        return UINT64_C(281474976710655) - below(3000);
    case 2:
        return ((uint64_t)below(1u << 17) << 32) + below(UINT32_MAX);
    default:
        return UINT64_C(1700000000000) + below(1000000);
    }
}

static void print_range_case(const sortid_format *format)
{
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t since = random_ms(), until = below(4) ? since + below(3000) : random_ms();
    sortid_status status = sortid_format_range(format, first, last, since, until);
    printf("range\t%" PRIu64 "\t%" PRIu64 "\t%s", since, until, name_of(status));
    if (status == SORTID_OK) {
        print_as(format, SORTID_ENCODING_TEXT, first);
        print_as(format, SORTID_ENCODING_TEXT, last);
    }
    putchar('\n');
}

/* ---- Machines ------------------------------------------------------------ */

/* The options as JSON. */
static char json[512];

static void add(const char *form, ...)
{
    size_t length = strlen(json);
    va_list list;
    va_start(list, form);
    vsnprintf(json + length, sizeof json - length, form, list);
    va_end(list);
}

/* A node, and now and then an earlier ID of it. */
static void random_node(sortid_scru64_node_spec *node)
{
    char spec[SORTID_SCRU64_NODE_SPEC_SIZE];
    uint32_t size = 1 + below(23);
    node->node_id_size = size;
    node->node_id = below(UINT32_C(1) << size);
    if (one_in(3)) {
        sortid_scru64_fields fields = {
            .timestamp = UINT64_C(1700000000000) / 256 + below(9000),
            .node_ctr = node->node_id << (24 - size) | below(UINT32_C(1) << (24 - size)),
        };
        node->has_last = sortid_scru64_from_fields(&node->last, &fields, NULL) == SORTID_OK;
    }
    if (sortid_scru64_node_spec_print(spec, node) > 0)
        add(",\"node\":\"%s\"", spec);
}

static void random_options(sortid_options *options, const sortid_format *format)
{
    static const char *const FLAGS[] = {"stateless", "borrow", "randomStep", "fraction"};
    int aborts = one_in(2);
    *options = (sortid_options){.mode = aborts ? SORTID_MODE_ABORT : SORTID_MODE_RESET};
    json[0] = '\0';
    add("{\"mode\":\"%s\"", aborts ? "abort" : "reset");
    for (unsigned bit = 0; bit < 4; bit++)
        if (one_in(4)) {
            options->flags |= 1u << bit;
            add(",\"%s\":true", FLAGS[bit]);
        }
    if (one_in(2)) {
        unsigned ms = one_in(2) ? below(4) : below(3000);
        options->allowance_ms = ms == 0 ? SORTID_ALLOWANCE_NONE : ms;
        add(",\"allowanceMs\":%u", ms);
    }
    if (one_in(4)) {
        unsigned bits = below(20);
        options->guard_bits = (uint8_t)(bits == 0 ? SORTID_GUARD_NONE : bits);
        add(",\"guardBits\":%u", bits);
    }
    if (format == sortid_scru160_format() && one_in(2)) {
        options->extension_bits = (uint8_t)below(18);
        options->node_bits = (uint8_t)below(10);
        options->node_id = below(2u << options->node_bits);
        add(",\"extensionBits\":%u,\"nodeBits\":%u,\"nodeId\":%" PRIu32, options->extension_bits,
            options->node_bits, options->node_id);
    }
    if (format == sortid_scru64_format())
        random_node(&options->node);
    add("}");
}

/* A walk of the clock: mostly forwards, sometimes back, sometimes far away. */
static uint64_t walk(uint64_t unix_us)
{
    switch (below(10)) {
    case 0:
    case 1:
    case 2:
        return unix_us;
    case 3:
        return unix_us + below(1000);
    case 4:
        return unix_us - below(4000000);
    case 5:
        return unix_us + below(3000000);
    case 6:
        return one_in(20) ? random_ms() % (UINT64_C(1) << 42) * 1000 : unix_us;
    default:
        return unix_us + below(3000);
    }
}

static uint32_t state_of_source;
static const sortid_random source = {fill, &state_of_source};

static void print_step(sortid_machine *machine, const sortid_format *format, uint64_t unix_us)
{
    uint8_t id[SORTID_MAX_SIZE];
    sortid_event event = 0;
    sortid_status status = sortid_machine_step(machine, id, unix_us, &source, &event, NULL);
    printf("step\t%" PRIu64 "\t%s", unix_us, name_of(status));
    if (status == SORTID_OK) {
        print_as(format, SORTID_ENCODING_TEXT, id);
        printf("\t%u", (unsigned)event);
    }
    putchar('\n');
}

/* Takes `count` steps at one time, and prints them if all succeed; else leaves the machine as it was. */
static void print_fill(sortid_machine *machine, const sortid_format *format, uint64_t unix_us,
                       unsigned count)
{
    uint8_t ids[40][SORTID_MAX_SIZE];
    sortid_machine copy = *machine;
    uint32_t state = state_of_source;
    unsigned events = 0;
    for (unsigned i = 0; i < count; i++) {
        sortid_event event = 0;
        if (sortid_machine_step(&copy, ids[i], unix_us, &source, &event, NULL) != SORTID_OK) {
            state_of_source = state;
            return;
        }
        events |= (unsigned)event;
    }
    *machine = copy;
    printf("fill\t%" PRIu64 "\t%u", unix_us, events);
    for (unsigned i = 0; i < count; i++)
        print_as(format, SORTID_ENCODING_TEXT, ids[i]);
    putchar('\n');
}

/* A machine and up to 30 steps. */
static unsigned print_machine_case(const sortid_format *format)
{
    sortid_options options;
    sortid_machine machine;
    uint64_t unix_us = UINT64_C(1700000000000000) + below(1000000000);
    random_options(&options, format);
    state_of_source = 1 + below(UINT32_MAX - 1);
    sortid_status status = sortid_machine_init(&machine, format, &options);
    printf("machine\t%s\t%" PRIu32 "\t%s\n", json, state_of_source, name_of(status));
    unsigned steps = status == SORTID_OK ? 1 + below(30) : 0;
    for (unsigned i = 0; i < steps; i++) {
        unix_us = walk(unix_us);
        if (one_in(5))
            print_fill(&machine, format, unix_us, 1 + below(40));
        else
            print_step(&machine, format, unix_us);
    }
    return 1 + steps;
}

/* ---- All formats --------------------------------------------------------- */

static unsigned print_case(const sortid_format *format, const sortid_format_info *info)
{
    switch (below(8)) {
    case 0:
    case 1:
        print_reading_case(format, info->size);
        return 1;
    case 2:
    case 3:
        print_id_case(format, info);
        return 1;
    case 4:
        print_range_case(format);
        return 1;
    default:
        return print_machine_case(format);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3 || (seed = (uint32_t)strtoul(argv[1], NULL, 10)) == 0) {
        fputs("usage: cases SEED COUNT\n", stderr);
        return 2;
    }
    const unsigned long count = strtoul(argv[2], NULL, 10);
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        sortid_format_info info;
        if (sortid_format_describe(format, &info, sizeof info) != SORTID_OK)
            return 1;
        printf("format\t%s\n", info.name);
        for (unsigned long n = 0; n < count;)
            n += print_case(format, &info);
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
