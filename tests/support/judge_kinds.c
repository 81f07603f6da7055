/* SPDX-License-Identifier: MIT */
/* judge_kinds.c: see judge_kinds.h. Each kind is tried with every form, whatever the length;
 * nothing is shared between tries. */
#include "judge_kinds.h"

#include "oracle.h"

#include <ctype.h>
#include <strings.h>

#define CROCKFORD_LOWER "0123456789abcdefghjkmnpqrstvwxyz"
#define BASE32HEX_LOWER "0123456789abcdefghijklmnopqrstuv"
#define LOWER           "abcdefghijklmnopqrstuvwxyz"
#define BASE36_LOWER    "0123456789" LOWER
#define SORTABLE32      "234567" LOWER
#define ASCII64         "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_" LOWER

enum { NIL = 100, MAX = 101, OTHER = 102 };

static const struct other {
    const char *name;
    char sort; /* u: UUID, t: TypeID, x: XID, o: ObjectId, v: a vague kind, s: Snowflake */
    int version;
    uint64_t last;       /* of a Snowflake */
    unsigned time_shift; /* bits below the time */
    int64_t epoch_ms, unit_ms;
} others[] = {
    {"uuid-v1", 'u', 1, 0, 0, 0, 0},
    {"uuid-v2", 'u', 2, 0, 0, 0, 0},
    {"uuid-v3", 'u', 3, 0, 0, 0, 0},
    {"uuid-v4", 'u', 4, 0, 0, 0, 0},
    {"uuid-v5", 'u', 5, 0, 0, 0, 0},
    {"uuid-v6", 'u', 6, 0, 0, 0, 0},
    {"uuid-v8", 'u', 8, 0, 0, 0, 0},
    {"uuid-nil", 'u', NIL, 0, 0, 0, 0},
    {"uuid-max", 'u', MAX, 0, 0, 0, 0},
    {"uuid-other", 'u', OTHER, 0, 0, 0, 0},
    {"typeid", 't', 0, 0, 0, 0, 0},
    {"xid", 'x', 0, 0, 0, 0, 0},
    {"objectid", 'o', 0, 0, 0, 0, 0},
    {"cuid", 'v', 0, 0, 0, 0, 0},
    {"cuid2", 'v', 1, 0, 0, 0, 0},
    {"nanoid", 'v', 2, 0, 0, 0, 0},
    {"pushid", 'v', 3, 0, 0, 0, 0},
    {"slack-ts", 'v', 4, 0, 0, 0, 0},
    {"tid", 'v', 5, 0, 0, 0, 0},
    {"snowflake-twitter", 's', 0, UINT64_C(9223372036854775807), 22, 1288834974657, 1},
    {"snowflake-discord", 's', 0, UINT64_C(18446744073709551615), 22, 1420070400000, 1},
    {"snowflake-mastodon", 's', 0, UINT64_C(9223372036854775807), 16, 0, 1},
    {"snowflake-instagram", 's', 0, UINT64_C(9223372036854775807), 23, 1314220021721, 1},
    {"snowflake-sonyflake", 's', 0, UINT64_C(9223372036854775807), 24, 1409529600000, 10},
};

const char *judge_kind_name(size_t index)
{
    if (index < SUPPORT_FORMATS)
        return support_formats[index].name;
    return index - SUPPORT_FORMATS < COUNT_OF(others) ? others[index - SUPPORT_FORMATS].name : NULL;
}

static judgement refused(sortid_status status, size_t position)
{
    return (judgement){.status = status, .position = position};
}

static judgement bad_length(size_t length, size_t wanted)
{
    return refused(SORTID_BAD_LENGTH, length < wanted ? length : wanted);
}

/* The first byte that is no digit of an alphabet in exactly this case; `length` if all are. */
static size_t first_bad(const char *alphabet, const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && text[at] != '\0' && strchr(alphabet, text[at]) != NULL)
        at++;
    return at;
}

static bool is_plausible(const judge_found *found, int64_t until_ms)
{
    int64_t since_ms = strcmp(found->kind, "uuid-v1") == 0 ? 631152000000 : 946684800000;
    return found->has_time && found->unix_ms >= since_ms &&
           found->unix_ms < (until_ms != 0 ? until_ms : 4133980800000);
}

static bool is_lower(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (isupper((unsigned char)text[i]) != 0)
            return false;
    return true;
}

/* ---- UUID ----------------------------------------------------------------------------------- */

static int version_of(const uint8_t *id)
{
    unsigned bits = 0;
    for (size_t i = 0; i < 128; i++)
        bits += (unsigned)oracle_bits(id, i, 1);
    if (bits == 0 || bits == 128)
        return bits == 0 ? NIL : MAX;
    int version = (int)oracle_bits(id, 48, 4);
    return oracle_bits(id, 64, 2) == 2 && version >= 1 && version <= 8 ? version : OTHER;
}

/* Ticks of 100 ns since 1582-10-15 as Unix ms, by whole days: 141,427 from then to 1970. */
static int64_t gregorian_ms(uint64_t ticks)
{
    return (int64_t)(ticks / 10000) - INT64_C(141427) * 86400000;
}

static bool uuid_time(int64_t *unix_ms, const uint8_t *id)
{
    uint64_t ticks = 0;
    switch (version_of(id)) {
    case 1:
        ticks =
            oracle_bits(id, 52, 12) << 48 | oracle_bits(id, 32, 16) << 32 | oracle_bits(id, 0, 32);
        break;
    case 6:
        ticks = oracle_bits(id, 0, 48) << 12 | oracle_bits(id, 52, 12);
        break;
    case 7:
        *unix_ms = (int64_t)oracle_bits(id, 0, 48);
        return true;
    default:
        return false;
    }
    *unix_ms = gregorian_ms(ticks);
    return true;
}

static judgement read_uuid(judge_found *out, const struct other *kind, const char *text,
                           size_t length)
{
    const sortid_encoding encoding = length == 32   ? SORTID_ENCODING_HEX
                                     : length == 38 ? SORTID_ENCODING_BRACES
                                     : length == 45 ? SORTID_ENCODING_URN
                                                    : SORTID_ENCODING_UUID;
    judgement found = judge_parse(SUPPORT_ULID, encoding, text, length);
    out->form = encoding == SORTID_ENCODING_UUID ? SORTID_FORM_TEXT : (unsigned)encoding;
    if (found.status != SORTID_OK)
        return found;
    if (version_of(found.id) != kind->version) {
        if (kind->version == NIL || kind->version == MAX)
            return refused(SORTID_OUT_OF_RANGE, support_place(SUPPORT_UUIDV7, encoding, 0));
        if (kind->version == OTHER || oracle_bits(found.id, 64, 2) == 2)
            return refused(SORTID_BAD_VERSION, support_place(SUPPORT_UUIDV7, encoding, 6));
        return refused(SORTID_BAD_VARIANT, support_place(SUPPORT_UUIDV7, encoding, 8));
    }
    out->size = 16;
    out->has_time = uuid_time(&out->unix_ms, found.id);
    if (length == 45)
        out->why |= SORTID_WHY_PREFIX;
    if (kind->version != OTHER)
        out->why |= SORTID_WHY_VERSION;
    if (kind->version != OTHER && length == 36 && is_lower(text, length))
        out->why |= SORTID_WHY_ALPHABET;
    return found;
}

/* ---- The other kinds ------------------------------------------------------------------------ */

judgement judge_typeid(size_t *prefix_length, const char *text, size_t length)
{
    size_t prefix = 0, begin = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '_') {
            prefix = i;
            begin = i + 1;
        }
    if (prefix > 63)
        return refused(SORTID_BAD_LENGTH, 63);
    if (length - begin != 26) {
        judgement fault = bad_length(length - begin, 26);
        fault.position += begin;
        return fault;
    }
    if (begin == 1)
        return refused(SORTID_BAD_DIGIT, 0);
    for (size_t i = 0; i < prefix; i++) {
        bool is_end = i == 0 || i == prefix - 1;
        if (first_bad(is_end ? LOWER : LOWER "_", text + i, 1) == 0)
            return refused(SORTID_BAD_DIGIT, i);
    }
    size_t bad = first_bad(CROCKFORD_LOWER, text + begin, 26);
    if (bad < 26)
        return refused(SORTID_BAD_DIGIT, begin + bad);
    judgement found = {.status = SORTID_OK};
    if (!oracle_parse(found.id, 16, CROCKFORD_LOWER, text + begin, 26))
        return refused(SORTID_OUT_OF_RANGE, begin);
    *prefix_length = prefix;
    return found;
}

static judgement read_typeid(judge_found *out, const char *text, size_t length)
{
    size_t prefix;
    judgement found = judge_typeid(&prefix, text, length);
    if (found.status != SORTID_OK)
        return found;
    bool is_v7 = version_of(found.id) == 7;
    out->size = 16;
    out->has_time = uuid_time(&out->unix_ms, found.id);
    memcpy(out->prefix, text, prefix);
    if (prefix > 0)
        out->why |= SORTID_WHY_PREFIX;
    if (is_v7)
        out->why |= SORTID_WHY_VERSION;
    if (prefix > 0 || is_v7)
        out->why |= SORTID_WHY_ALPHABET;
    return found;
}

/* 20 digits are 100 bits: 12 bytes and four zeros. */
static judgement read_xid(judge_found *out, const char *text, size_t length)
{
    uint8_t shifted[13];
    judgement found = {.status = SORTID_OK};
    if (length != 20)
        return bad_length(length, 20);
    size_t bad = first_bad(BASE32HEX_LOWER, text, length);
    if (bad < length)
        return refused(SORTID_BAD_DIGIT, bad);
    assert_true(oracle_parse(shifted, sizeof shifted, BASE32HEX_LOWER, text, length));
    if (oracle_bits(shifted, 100, 4) != 0)
        return refused(SORTID_OUT_OF_RANGE, 19);
    for (size_t i = 0; i < 12; i++)
        found.id[i] = (uint8_t)oracle_bits(shifted, 4 + 8 * i, 8);
    out->size = 12;
    out->has_time = true;
    out->unix_ms = (int64_t)oracle_bits(found.id, 0, 32) * 1000;
    out->why = SORTID_WHY_ALPHABET;
    return found;
}

static judgement read_objectid(judge_found *out, const char *text, size_t length)
{
    judgement found = {.status = SORTID_OK};
    if (length != 24)
        return bad_length(length, 24);
    size_t bad = first_bad(SUPPORT_HEX_DIGITS "ABCDEF", text, length);
    if (bad < length)
        return refused(SORTID_BAD_DIGIT, bad);
    assert_true(oracle_parse(found.id, 12, SUPPORT_HEX_DIGITS, text, length));
    out->size = 12;
    out->has_time = true;
    out->unix_ms = (int64_t)oracle_bits(found.id, 0, 32) * 1000;
    out->why = is_lower(text, length) ? SORTID_WHY_ALPHABET : 0;
    return found;
}

/* ---- Kinds without a sure shape -------------------------------------------------------------- */

static const struct vague {
    size_t length, size;
    const char *digits, *first; /* first: the digits of the first place; NULL: any */
    size_t time_begin, time_end;
    bool wants[4]; /* of a text that may be of any kind: a numeral, upper, lower case, over f */
} vague_kinds[] = {
    {25, 16, BASE36_LOWER, "c", 1, 9, {true}},
    {24, 16, BASE36_LOWER, LOWER, 0, 0, {true, false, false, true}},
    {21, 16, ASCII64, NULL, 0, 0, {true, true, true}},
    {20, 15, ASCII64, NULL, 0, 8, {false, false, true}},
    {17, 8, SUPPORT_DECIMAL_DIGITS, NULL, 0, 10, {false}},
    {13, 8, SORTABLE32, "234567ab", 0, 11, {false, false, true}},
};

/* The number of the digits; "c" and the point of slack do not count, "a" at the begin of cuid2 is
 * 0. */
static judgement read_vague(judge_found *out, unsigned which, const char *text, size_t length)
{
    const struct vague *vague = &vague_kinds[which];
    judgement found = {.status = SORTID_OK};
    uint8_t time[8];
    char digits[32];
    size_t count = 0;
    if (length != vague->length)
        return bad_length(length, vague->length);
    for (size_t i = 0; i < length; i++) {
        const char *valid = i == 0 && vague->first != NULL ? vague->first : vague->digits;
        valid = which == 4 && i == 10 ? "." : valid;
        if (first_bad(valid, text + i, 1) == 0)
            return refused(SORTID_BAD_DIGIT, i);
        if (valid != vague->digits && which == 1)
            digits[count++] = BASE36_LOWER[text[i] - 'a'];
        else if (strlen(valid) > 1)
            digits[count++] = text[i];
    }
    assert_true(oracle_parse(found.id, vague->size, vague->digits, digits, count));
    out->size = vague->size;
    if (vague->time_end == 0)
        return found;
    assert_true(oracle_parse(time, 8, vague->digits, text + vague->time_begin,
                             vague->time_end - vague->time_begin));
    out->unix_ms = (int64_t)oracle_bits(time, 0, 64);
    if (which == 4)
        out->unix_ms *= 1000;
    if (which == 5)
        out->unix_ms /= 1000;
    out->has_time = true;
    out->why = SORTID_WHY_ALPHABET;
    return found;
}

/* Whether the text is read so without being told that it is of the kind. */
static bool is_likely(const judge_found *found, unsigned which, int64_t until_ms, const char *text,
                      size_t length)
{
    bool has[4] = {false};
    for (size_t i = 0; i < length; i++) {
        has[0] = has[0] || isdigit((unsigned char)text[i]) != 0;
        has[1] = has[1] || isupper((unsigned char)text[i]) != 0;
        has[2] = has[2] || islower((unsigned char)text[i]) != 0;
        has[3] = has[3] || (text[i] > 'f' && text[i] <= 'z');
    }
    for (size_t i = 0; i < COUNT_OF(has); i++)
        if (vague_kinds[which].wants[i] && !has[i])
            return false;
    return !found->has_time || (is_plausible(found, until_ms) && (which != 3 || text[0] == '-'));
}

/* ---- Snowflakes and all others --------------------------------------------------------------- */

static judgement read_snowflake(judge_found *out, const struct other *kind, const int64_t *epoch_ms,
                                const char *text, size_t length)
{
    judgement found = {.status = SORTID_OK};
    if (length == 0)
        return refused(SORTID_BAD_LENGTH, 0);
    size_t bad = first_bad(SUPPORT_DECIMAL_DIGITS, text, length);
    if (length > 1 && text[0] == '0')
        bad = 0;
    if (bad < length)
        return refused(SORTID_BAD_DIGIT, bad);
    if (length > 20 || !oracle_parse(found.id, 8, SUPPORT_DECIMAL_DIGITS, text, length) ||
        oracle_bits(found.id, 0, 64) > kind->last)
        return refused(SORTID_OUT_OF_RANGE, 0);
    int64_t since = (int64_t)oracle_bits(found.id, 0, 64 - kind->time_shift) * kind->unit_ms;
    out->form = SORTID_FORM_INT;
    out->size = 8;
    out->has_time = true;
    out->unix_ms = since + (epoch_ms != NULL ? *epoch_ms : kind->epoch_ms);
    out->zero_ms = epoch_ms != NULL ? *epoch_ms : kind->epoch_ms;
    return found;
}

static judgement read_other(judge_found *out, const struct other *kind,
                            const judge_request *request, const char *text, size_t length)
{
    switch (kind->sort) {
    case 'u':
        return read_uuid(out, kind, text, length);
    case 't':
        return read_typeid(out, text, length);
    case 'x':
        return read_xid(out, text, length);
    case 'o':
        return read_objectid(out, text, length);
    case 'v':
        return read_vague(out, (unsigned)kind->version, text, length);
    default:
        return read_snowflake(out, kind, request->epoch_ms, text, length);
    }
}

/* ---- The formats ----------------------------------------------------------------------------- */

/* The forms of a format's texts of a length; decimal ones are not among them. */
static bool format_form(unsigned *form, const support_format *format, size_t length)
{
    const bool has_uuid = format->has_uuid;
    if (length == format->text_length)
        *form = SORTID_FORM_TEXT;
    else if (length == 2 * format->size)
        *form = SORTID_FORM_HEX;
    else if (has_uuid && (length == 36 || length == 38 || length == 45))
        *form = length == 36   ? SORTID_FORM_UUID
                : length == 38 ? SORTID_FORM_BRACES
                               : SORTID_FORM_URN;
    else
        return false;
    return true;
}

static judgement read_format(judge_found *out, const support_format *format, bool lenient,
                             const char *text, size_t length)
{
    char print[SUPPORT_MAX_TEXT];
    judgement found = lenient && format == SUPPORT_ULID && out->form == SORTID_FORM_TEXT
                          ? judge_lenient(text, length)
                          : judge_parse(format, (sortid_encoding)out->form, text, length);
    if (found.status != SORTID_OK)
        return found;
    bool has_fixed = false;
    for (size_t i = 0; i < format->size; i++)
        has_fixed = has_fixed || format->fixed_mask[i] != 0;
    out->size = format->size;
    out->leniency = found.leniency;
    out->has_time = true;
    out->zero_ms = (int64_t)format->timestamp_zero;
    out->unix_ms = (int64_t)(support_unix_us(format, support_timestamp(format, found.id)) / 1000);
    if (has_fixed)
        out->why |= SORTID_WHY_VERSION;
    if (has_fixed && out->form == SORTID_FORM_URN)
        out->why |= SORTID_WHY_PREFIX;
    if (out->form == SORTID_FORM_TEXT && length == format->text_length) {
        judge_print(print, format, SORTID_ENCODING_TEXT, found.id);
        out->why |= memcmp(print, text, length) == 0 ? SORTID_WHY_ALPHABET : 0;
    }
    return found;
}

/* ---- All ------------------------------------------------------------------------------------- */

struct all {
    judge_found *out;
    size_t count;
    judgement fault;
    size_t good, tries;
};

/* Whether the text has the kind's own form. */
static bool is_own(const judge_found *found)
{
    return found->form ==
           (strncmp(found->kind, "snowflake", 9) == 0 ? SORTID_FORM_INT : SORTID_FORM_TEXT);
}

/* Lower comes first. */
static unsigned place_of(const judge_found *found)
{
    const bool has_time = (found->why & SORTID_WHY_TIME) != 0;
    unsigned place = 0;
    if ((found->why & (SORTID_WHY_PREFIX | SORTID_WHY_VERSION)) == 0)
        place += has_time ? 10000 : found->why == SORTID_WHY_LENGTH ? 30000 : 20000;
    place += is_own(found) ? 0 : 1000;
    place += (found->why & SORTID_WHY_ALPHABET) != 0 ? 0 : 100;
    place += has_time ? 0 : 10;
    return place + (strcmp(found->kind, "scru128v1") == 0);
}

static void finish(judge_found *found, const judge_request *request, const judgement *read)
{
    /* the time in a TypeID of 26 digits without a UUIDv7 proves nothing */
    bool proves = strcmp(found->kind, "typeid") != 0 || found->why != 0;
    if (proves && is_plausible(found, request->plausible_until_ms) &&
        found->unix_ms >= found->zero_ms + INT64_C(24) * 60 * 60 * 1000)
        found->why |= SORTID_WHY_TIME;
    bool is_versioned = (found->why & SORTID_WHY_VERSION) != 0;
    bool has_time = (found->why & SORTID_WHY_TIME) != 0;
    bool is_prefixed = (found->why & SORTID_WHY_PREFIX) != 0;
    if (is_versioned && found->has_time)
        found->confidence = has_time ? SORTID_CONFIDENCE_HIGH : SORTID_CONFIDENCE_MEDIUM;
    else if (is_prefixed || (is_versioned && is_own(found)))
        found->confidence = SORTID_CONFIDENCE_HIGH;
    else
        found->confidence =
            is_versioned || has_time ? SORTID_CONFIDENCE_MEDIUM : SORTID_CONFIDENCE_LOW;
    if (found->why == 0)
        found->why = SORTID_WHY_LENGTH;
    memcpy(found->id, read->id, found->size);
}

static void take(struct all *all, const judge_request *request, judge_found *found,
                 const judgement *read, size_t length)
{
    size_t good = read->status == SORTID_OUT_OF_RANGE ? length : read->position;
    if (read->status != SORTID_OK) {
        if (all->tries++ == 0 || good > all->good) {
            all->good = good;
            all->fault = *read;
        }
        return;
    }
    finish(found, request, read);
    size_t place = all->count++;
    for (; place > 0 && place_of(&all->out[place - 1]) > place_of(found); place--)
        all->out[place] = all->out[place - 1];
    all->out[place] = *found;
}

static bool is_wanted(const judge_request *request, const char *name)
{
    return request->kind == NULL || strcmp(request->kind, name) == 0;
}

static void try_format(struct all *all, const support_format *format, const judge_request *request,
                       const char *text, size_t length)
{
    judge_found found = {.kind = format->name, .format = format};
    bool has_hyphen = length > 0 && memchr(text, '-', length) != NULL;
    if (!is_wanted(request, format->name))
        return;
    if (request->lenient && format == SUPPORT_ULID && length > 26 && has_hyphen) {
        judge_found hyphened = found;
        judgement read = read_format(&hyphened, format, true, text, length);
        take(all, request, &hyphened, &read, length);
    }
    if (format_form(&found.form, format, length)) {
        judgement read = read_format(&found, format, request->lenient, text, length);
        take(all, request, &found, &read, length);
    }
}

/* Other lengths are refused only by a kind that was asked for. */
static bool has_length(const struct other *kind, size_t length)
{
    switch (kind->sort) {
    case 'u':
        return length == 32 || length == 36 || length == 38 || length == 45;
    case 't':
        return length == 26 || (length >= 28 && length <= 90);
    case 'x':
        return length == 20;
    case 'o':
        return length == 24;
    case 'v':
        return length == vague_kinds[kind->version].length;
    default:
        return length >= 1 && length <= 20;
    }
}

static void try_other(struct all *all, const struct other *kind, const judge_request *request,
                      const char *text, size_t length)
{
    judge_found found = {.kind = kind->name};
    if (!is_wanted(request, kind->name) || !has_length(kind, length))
        return;
    judgement read = read_other(&found, kind, request, text, length);
    if (kind->sort == 'v' && request->kind == NULL &&
        (read.status != SORTID_OK ||
         !is_likely(&found, (unsigned)kind->version, request->plausible_until_ms, text, length)))
        return;
    take(all, request, &found, &read, length);
}

static void try_int(struct all *all, const support_format *format, const judge_request *request,
                    const char *text, size_t length)
{
    judge_found found = {.kind = format->name, .format = format, .form = SORTID_FORM_INT};
    bool is_decimal = length > 0 && length <= format->int_length &&
                      first_bad(SUPPORT_DECIMAL_DIGITS, text, length) == length &&
                      (length == 1 || text[0] != '0');
    bool is_read = request->kind != NULL && all->count > 0; // -f: a number only if nothing else
    if (!is_wanted(request, format->name) || !is_decimal || is_read)
        return;
    judgement read = read_format(&found, format, false, text, length);
    take(all, request, &found, &read, length);
}

/* The refusal of a length that no kind has, or by the kind that was asked for. */
static judgement refuse_length(const judge_request *request, const char *text, size_t length)
{
    judge_found found;
    for (size_t i = 0; request->kind != NULL && i < SUPPORT_FORMATS; i++)
        if (strcmp(support_formats[i].name, request->kind) == 0)
            return request->lenient && &support_formats[i] == SUPPORT_ULID
                       ? judge_lenient(text, length)
                       : judge_parse(&support_formats[i], SORTID_ENCODING_TEXT, text, length);
    for (size_t i = 0; request->kind != NULL && i < COUNT_OF(others); i++)
        if (strcmp(others[i].name, request->kind) == 0)
            return read_other(&found, &others[i], request, text, length);
    return bad_length(length, 90);
}

size_t judge_kinds(judge_found out[JUDGE_FOUND_MAX], judgement *fault, const judge_request *request,
                   const char *text, size_t length)
{
    struct all all = {.out = out};
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        try_format(&all, &support_formats[i], request, text, length);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (others[i].sort != 's')
            try_other(&all, &others[i], request, text, length);
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        try_int(&all, &support_formats[i], request, text, length);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (others[i].sort == 's')
            try_other(&all, &others[i], request, text, length);
    if (all.count == 0)
        *fault = all.tries > 0 ? all.fault : refuse_length(request, text, length);
    return all.count;
}
