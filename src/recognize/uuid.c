/* SPDX-License-Identifier: MIT */
/* recognize/uuid.c: the UUIDs of RFC 9562 except version 7, which is a format of the library; the
 * nil and the max UUID; and UUIDs of another version or variant. Read from 36 characters, 32
 * digits, braces and urn:uuid: (sections 4 and 5). */
#include "kind.h"

#include "../text/hex.h"

/* Versions 1 to 8 have their numbers. */
enum uuid_sort { SORT_NIL = 16, SORT_MAX, SORT_OTHER };

/* ---- Text ---------------------------------------------------------------- */

static uint32_t uuid_form_of(size_t length)
{
    switch (length) {
    case UUID_HEX_LENGTH:
        return SORTID_FORM_HEX;
    case UUID_TEXT_LENGTH:
        return SORTID_FORM_TEXT;
    case UUID_BRACES_LENGTH:
        return SORTID_FORM_BRACES;
    case UUID_URN_LENGTH:
        return SORTID_FORM_URN;
    default:
        return NO_FORM;
    }
}

size_t sortid_kind_uuid_begin(size_t length)
{
    return length == UUID_BRACES_LENGTH ? 1
           : length == UUID_URN_LENGTH  ? UUID_URN_LENGTH - UUID_TEXT_LENGTH
                                        : 0;
}

/* The place of a digit, from its places in 32 digits and in 36 characters. */
static size_t place_of(size_t length, size_t hex_place, size_t text_place)
{
    return length == UUID_HEX_LENGTH ? hex_place : sortid_kind_uuid_begin(length) + text_place;
}

static unsigned sort_of(const uint8_t uuid[UUID_SIZE])
{
    uint64_t high = load_be64(uuid), low = load_be64(uuid + 8);
    unsigned version = uuid[6] >> 4;
    if ((high | low) == 0)
        return SORT_NIL;
    if ((high & low) == UINT64_MAX)
        return SORT_MAX;
    bool has_layout = uuid[8] >> 6 == 2 && version >= 1 && version <= 8;
    return has_layout ? version : SORT_OTHER;
}

static const struct form_of hex_form = NAMED_FORM(HEX16, hex16), uuid_form = NAMED_FORM(UUID, uuid);

static sortid_status decode(uint8_t uuid[UUID_SIZE], const struct query *query, size_t *position)
{
    const char *text = query->text;
    const size_t length = query->length;
    uint32_t form = uuid_form_of(length);
    if (form == NO_FORM)
        return refuse(position, length < UUID_TEXT_LENGTH ? length : UUID_TEXT_LENGTH,
                      SORTID_BAD_LENGTH);
    if (form == SORTID_FORM_HEX)
        return parse_digits(uuid, query, &hex_form, text, position);
    if (form == SORTID_FORM_TEXT)
        return parse_digits(uuid, query, &uuid_form, text, position);
    return sortid_format_parse_wrapped(uuid, &uuid_form, (sortid_encoding)form, text, position);
}

void sortid_kind_decode_uuid(struct query *query)
{
    query->uuid.is_known = true;
    query->uuid.status = decode(query->uuid.bytes, query, &query->uuid.position);
    if (query->uuid.status == SORTID_OK)
        query->uuid.sort = sort_of(query->uuid.bytes);
}

sortid_status sortid_kind_read_uuid(struct query *query, size_t *position)
{
    if (!has_uuid(query))
        return refuse(position, query->uuid.position, query->uuid.status);
    return SORTID_OK;
}

/* ---- Time ---------------------------------------------------------------- */

/* The year 1990 in Unix ms: version 1 is older than the RFC. */
#define GUIDS_SINCE INT64_C(631152000000)

/* 100 ns from 1582-10-15 to 1970-01-01. */
#define GREGORIAN_TO_UNIX INT64_C(122192928000000000)
#define TICKS_PER_MS      10000

/* Rounded down: the count of the RFC begins before 1970. */
static int64_t ms_of_ticks(uint64_t ticks)
{
    int64_t since = (int64_t)ticks - GREGORIAN_TO_UNIX;
    int64_t ms = since / TICKS_PER_MS;
    return ms * TICKS_PER_MS > since ? ms - 1 : ms;
}

bool sortid_kind_uuid_time(int64_t *unix_ms, const uint8_t uuid[UUID_SIZE])
{
    uint64_t high = load_be64(uuid);
    switch (sort_of(uuid)) {
    case 1:
        *unix_ms = ms_of_ticks((high & 0xfff) << 48 | (high >> 16 & 0xffff) << 32 | high >> 32);
        return true;
    case 6:
        *unix_ms = ms_of_ticks(high >> 16 << 12 | (high & 0xfff));
        return true;
    case 7:
        *unix_ms = (int64_t)(high >> 16);
        return true;
    default:
        return false;
    }
}

/* ---- Kinds --------------------------------------------------------------- */

/* Why the UUID is of another kind. */
static sortid_status refuse_sort(const struct query *query, unsigned wanted, size_t *position)
{
    size_t begin = sortid_kind_uuid_begin(query->length);
    if (wanted == SORT_NIL || wanted == SORT_MAX)
        return refuse(position, begin, SORTID_OUT_OF_RANGE);
    if (wanted != SORT_OTHER && query->uuid.bytes[8] >> 6 != 2)
        return refuse(position, place_of(query->length, 16, 19), SORTID_BAD_VARIANT);
    return refuse(position, place_of(query->length, 12, 14), SORTID_BAD_VERSION);
}

static bool uuid_reads(const struct sortid_kind *kind, uint32_t form, struct query *query)
{
    (void)form;
    return has_uuid(query) && query->uuid.sort == kind->variant;
}

static sortid_status uuid_read(sortid_reading *out, struct query *query, size_t *position)
{
    int64_t unix_ms;
    unsigned wanted = out->kind->variant;
    sortid_status status = sortid_kind_read_uuid(query, position);
    if (status != SORTID_OK)
        return status;
    if (query->uuid.sort != wanted)
        return refuse_sort(query, wanted, position);
    memcpy(out->id, query->uuid.bytes, UUID_SIZE);
    if (out->form == SORTID_FORM_URN)
        out->why |= SORTID_WHY_PREFIX;
    if (wanted != SORT_OTHER) {
        out->why |= SORTID_WHY_VERSION;
        if (out->form == SORTID_FORM_TEXT && !has_upper(query->text, query->length))
            out->why |= SORTID_WHY_ALPHABET;
    }
    if (sortid_kind_uuid_time(&unix_ms, out->id))
        set_time(out, query, unix_ms, 0);
    if (wanted == 1 && out->unix_ms >= GUIDS_SINCE && out->unix_ms < PLAUSIBLE_SINCE)
        out->why |= SORTID_WHY_TIME;
    return SORTID_OK;
}

static size_t uuid_print(char *text, const sortid_reading *reading)
{
    sortid_text_print_uuid(text, reading->id);
    return UUID_TEXT_LENGTH;
}

static bool uuid_holds(const sortid_reading *reading)
{
    return sort_of(reading->id) == reading->kind->variant;
}

/* The variant of a UUID that has no layout in the RFC (section 4.1, table 1). */
static size_t print_variant(char *text, const sortid_reading *reading, size_t field)
{
    static const char *const names[] = {"ncs", "ncs", "ncs",       "ncs",
                                        "rfc", "rfc", "microsoft", "future"};
    const char *name = names[reading->id[8] >> 5];
    size_t length = 0;
    (void)field;
    for (; name[length] != '\0'; length++)
        text[length] = name[length];
    return length;
}

/* Version bits have a meaning only with the RFC's variant. */
static bool has_version(const sortid_reading *reading, size_t field)
{
    return field == 0 || reading->id[8] >> 6 == 2;
}

/* All bits except version and variant. */
/* clang-format off */
#define REST {{0, 48}, {52, 12}, {66, 62}}
/* clang-format on */
static const struct kind_field FIELDS_V1[] = {
    {"ticks", {{52, 12}, {32, 16}, {0, 32}}, NOTATION_DECIMAL},
    {"clock_seq", {{66, 14}}, NOTATION_DECIMAL},
    {"node", {{80, 48}}, NOTATION_HEX},
};
static const struct kind_field FIELDS_V2[] = {
    {"domain", {{72, 8}}, NOTATION_DECIMAL},
    {"local_id", {{0, 32}}, NOTATION_DECIMAL},
};
static const struct kind_field FIELDS_V3[] = {{"md5", REST, NOTATION_HEX}};
static const struct kind_field FIELDS_V4[] = {{"random", REST, NOTATION_HEX}};
static const struct kind_field FIELDS_V5[] = {{"sha1", REST, NOTATION_HEX}};
static const struct kind_field FIELDS_V6[] = {
    {"ticks", {{0, 48}, {52, 12}}, NOTATION_DECIMAL},
    {"clock_seq", {{66, 14}}, NOTATION_DECIMAL},
    {"node", {{80, 48}}, NOTATION_HEX},
};
static const struct kind_field FIELDS_V8[] = {
    {"custom_a", {{0, 48}}, NOTATION_HEX},
    {"custom_b", {{52, 12}}, NOTATION_HEX},
    {"custom_c", {{66, 62}}, NOTATION_HEX},
};
static const struct kind_field FIELDS_OTHER[] = {
    {"variant", {{64, 3}}, NOTATION_WORD},
    {"version", {{48, 4}}, NOTATION_DECIMAL},
};

#define A_UUID                                                                                     \
    .family = "uuid", .size = UUID_SIZE, .read = uuid_read, .reads = uuid_reads,                   \
    .holds = uuid_holds, .print = uuid_print
#define HAS(FIELDS) HAS_FIELDS(FIELDS)

static const struct sortid_kind UUID_KINDS[] = {
    {A_UUID, .name = "uuid-v1", .title = "UUID version 1 (RFC 9562)", .variant = 1, HAS(FIELDS_V1)},
    {A_UUID, .name = "uuid-v2", .title = "UUID version 2 (DCE)", .variant = 2, HAS(FIELDS_V2)},
    {A_UUID, .name = "uuid-v3", .title = "UUID version 3 (RFC 9562)", .variant = 3, HAS(FIELDS_V3)},
    {A_UUID, .name = "uuid-v4", .title = "UUID version 4 (RFC 9562)", .variant = 4, HAS(FIELDS_V4)},
    {A_UUID, .name = "uuid-v5", .title = "UUID version 5 (RFC 9562)", .variant = 5, HAS(FIELDS_V5)},
    {A_UUID, .name = "uuid-v6", .title = "UUID version 6 (RFC 9562)", .variant = 6, HAS(FIELDS_V6)},
    {A_UUID, .name = "uuid-v8", .title = "UUID version 8 (RFC 9562)", .variant = 8, HAS(FIELDS_V8)},
    {A_UUID, .name = "uuid-nil", .title = "Nil UUID (RFC 9562)", .variant = SORT_NIL},
    {A_UUID, .name = "uuid-max", .title = "Max UUID (RFC 9562)", .variant = SORT_MAX},
    {A_UUID, .name = "uuid-other", .title = "UUID of unknown layout", .variant = SORT_OTHER,
     .word = print_variant, .has_field = has_version, HAS(FIELDS_OTHER)},
};

const struct kind_group sortid_kinds_uuid = {.kinds = UUID_KINDS,
                                             .count = sizeof UUID_KINDS / sizeof *UUID_KINDS,
                                             .form_of = uuid_form_of,
                                             .longest = UUID_URN_LENGTH};
