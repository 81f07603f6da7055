/* SPDX-License-Identifier: MIT */
/* cases.c: prints random cases with what the C library does, for every format, for
 * differential.test.mjs to repeat: tab-separated lines whose first column says what they are.
 *   cases SEED COUNT     COUNT cases a format
 *
 * format NAME
 * text   TEXT STATUS POSITION HEX           strict reading of a text: a status, or 0 and the bytes
 * as     ENCODING TEXT STATUS POSITION HEX  reading in another encoding
 * id     HEX STATUS TEXT INT UUID MS SUCCESSOR PREDECESSOR FIELD...
 * range  SINCE UNTIL STATUS FIRST LAST
 * machine OPTIONS SEED STATUS               a new machine; its random bytes are those of SEED
 * step   UNIX_US STATUS TEXT EVENT */
#include <inttypes.h>
#include <sortid.h>
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

static void random_id(uint8_t *id, const sortid_format *format, size_t size)
{
    do {
        random_bytes(id, size);
        if (size == 8)
            id[0] &= 0x41;
        if (format == sortid_uuidv7_format() && below(8) != 0) {
            id[6] = (uint8_t)(0x70 | (id[6] & 0x0f));
            id[8] = (uint8_t)(0x80 | (id[8] & 0x3f));
        }
    } while (sortid_format_check(format, id) != SORTID_OK && below(8) != 0);
}

/* ---- Texts --------------------------------------------------------------- */

static void print_hex(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
}

/* Changes a text now and then: a character, its case, one more, one less. */
static void change(char *text)
{
    static const char CHARACTERS[] = "0123456789azAZilouILOU-{}/:f7VvkK ";
    size_t length = strlen(text);
    unsigned times = below(3);
    for (; times > 0 && length > 0; times--) {
        size_t at = below((uint32_t)length);
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
            for (size_t i = 0; i < length; i++)
                if (text[i] >= 'A' && below(2) == 0)
                    text[i] ^= (text[i] & 0x40) != 0 && (text[i] & 0x1f) <= 26 ? 0x20 : 0;
            break;
        default:
            text[at] = c;
        }
        length = strlen(text);
    }
}

static void print_reading(sortid_status status, size_t position, const uint8_t *id, size_t size)
{
    printf("\t%s\t%zu\t", sortid_status_name(status) + strlen("SORTID_"), position);
    if (status == SORTID_OK)
        print_hex(id, size);
    putchar('\n');
}

static void print_text_case(const sortid_format *format, size_t size)
{
    static const char *const NAMES[] = {"text", "hex", "int", "uuid"};
    uint8_t id[SORTID_MAX_SIZE];
    char text[128];
    size_t written, position = 0;
    sortid_encoding encoding = (sortid_encoding)(below(2) ? 0 : below(4));
    do
        random_id(id, format, size);
    while (sortid_format_print(format, text, sizeof text, &written, encoding, id) ==
           SORTID_OUT_OF_RANGE);
    if (sortid_format_print(format, text, sizeof text, &written, encoding, id) != SORTID_OK)
        return;
    change(text);
    sortid_status status =
        sortid_format_parse(format, id, encoding, text, strlen(text), &position);
    printf("as\t%s\t%s", NAMES[encoding], text);
    print_reading(status, position, id, size);
}

/* ---- IDs ----------------------------------------------------------------- */

static void print_as(const sortid_format *format, sortid_encoding encoding, const uint8_t *id)
{
    char text[128];
    size_t written;
    sortid_status status =
        sortid_format_print(format, text, sizeof text, &written, encoding, id);
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
    printf("\t%s", sortid_status_name(status) + strlen("SORTID_"));
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
    printf("range\t%" PRIu64 "\t%" PRIu64 "\t%s", since, until,
           sortid_status_name(status) + strlen("SORTID_"));
    if (status == SORTID_OK) {
        print_as(format, SORTID_ENCODING_TEXT, first);
        print_as(format, SORTID_ENCODING_TEXT, last);
    }
    putchar('\n');
}

/* ---- Machines ------------------------------------------------------------ */

/* Random options, as C has them and as JSON for JavaScript. */
static void random_options(sortid_options *options, char *json, const char *name)
{
    static const char *const FLAGS[] = {"stateless", "borrow", "randomStep", "fraction"};
    char *end = json + sprintf(json, "{\"mode\":\"%s\"", below(2) ? "abort" : "reset");
    *options = (sortid_options){.mode = strstr(json, "abort") != NULL ? SORTID_MODE_ABORT
                                                                      : SORTID_MODE_RESET};
    for (unsigned bit = 0; bit < 4; bit++)
        if (below(4) == 0) {
            options->flags |= 1u << bit;
            end += sprintf(end, ",\"%s\":true", FLAGS[bit]);
        }
    if (below(2) == 0) {
        unsigned ms = below(2) ? below(4) : below(3000);
        options->allowance_ms = ms == 0 ? SORTID_ALLOWANCE_NONE : ms;
        end += sprintf(end, ",\"allowanceMs\":%u", ms);
    }
    if (below(4) == 0) {
        unsigned bits = below(20);
        options->guard_bits = (uint8_t)(bits == 0 ? SORTID_GUARD_NONE : bits);
        end += sprintf(end, ",\"guardBits\":%u", bits);
    }
    if (strcmp(name, "scru160") == 0 && below(2) == 0) {
        options->extension_bits = (uint8_t)below(18);
        options->node_bits = (uint8_t)below(10);
        options->node_id = below(2u << options->node_bits);
        end += sprintf(end, ",\"extensionBits\":%u,\"nodeBits\":%u,\"nodeId\":%" PRIu32,
                       options->extension_bits, options->node_bits, options->node_id);
    }
    if (strcmp(name, "scru64") == 0) {
        char spec[SORTID_SCRU64_NODE_SPEC_SIZE];
        uint32_t size = 1 + below(23);
        options->node.node_id_size = size;
        options->node.node_id = below(UINT32_C(1) << size);
        if (below(3) == 0) {
            sortid_scru64_fields fields = {.timestamp = UINT64_C(1700000000000) / 256 + below(9000)};
            fields.node_ctr = options->node.node_id << (24 - size) | below(UINT32_C(1) << (24 - size));
            options->node.has_last =
                sortid_scru64_from_fields(&options->node.last, &fields, NULL) == SORTID_OK;
        }
        if (sortid_scru64_node_spec_print(spec, &options->node) > 0)
            end += sprintf(end, ",\"node\":\"%s\"", spec);
    }
    strcpy(end, "}");
}

/* A walk of the clock: mostly forwards, sometimes back, sometimes out of the range. */
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
        return below(20) == 0 ? random_ms() % (UINT64_C(1) << 42) * 1000 : unix_us;
    default:
        return unix_us + below(3000);
    }
}

/* A machine and up to 30 steps. Returns the number of lines. */
static unsigned print_machine_case(const sortid_format *format, const sortid_format_info *info)
{
    sortid_options options;
    sortid_machine machine;
    char json[512];
    uint32_t own = 1 + below(UINT32_MAX - 1);
    uint64_t unix_us = UINT64_C(1700000000000000) + below(1000000000);
    random_options(&options, json, info->name);
    sortid_status status = sortid_machine_init(&machine, format, &options);
    printf("machine\t%s\t%" PRIu32 "\t%s\n", json, own, sortid_status_name(status) + 7);
    unsigned steps = status == SORTID_OK ? 1 + below(30) : 0;
    const sortid_random random = {fill, &own};
    for (unsigned i = 0; i < steps; i++) {
        uint8_t id[SORTID_MAX_SIZE];
        sortid_event event = 0;
        unix_us = walk(unix_us);
        status = sortid_machine_step(&machine, id, unix_us, &random, &event, NULL);
        printf("step\t%" PRIu64 "\t%s", unix_us, sortid_status_name(status) + 7);
        if (status == SORTID_OK) {
            print_as(format, SORTID_ENCODING_TEXT, id);
            printf("\t%u", (unsigned)event);
        }
        putchar('\n');
    }
    return 1 + steps;
}

/* ---- All formats --------------------------------------------------------- */

int main(int argc, char **argv)
{
    if (argc != 3 || (seed = (uint32_t)strtoul(argv[1], NULL, 10)) == 0)
        return fprintf(stderr, "usage: cases SEED COUNT\n"), 2;
    const unsigned long count = strtoul(argv[2], NULL, 10);
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        sortid_format_info info;
        if (sortid_format_describe(format, &info, sizeof info) != SORTID_OK)
            return 1;
        printf("format\t%s\n", info.name);
        for (unsigned long n = 0; n < count;) {
            switch (below(8)) {
            case 0:
            case 1:
                print_text_case(format, info.size);
                n++;
                break;
            case 2:
            case 3:
                print_id_case(format, &info);
                n++;
                break;
            case 4:
                print_range_case(format);
                n++;
                break;
            default:
                n += print_machine_case(format, &info);
            }
        }
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
