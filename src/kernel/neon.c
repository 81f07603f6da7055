/* SPDX-License-Identifier: MIT */
/* kernel/neon.c: the kernel for AArch64, where NEON is always there: sixteen bytes
 * a vector, one ID at a time (36x12 out: two; wide cores overlap the next one by
 * themselves). Every load and store is within the ID and the text, the last one
 * overlapping the one before, so that there is no tail. HEAD */
#include "kernel.h"

extern const struct kernel sortid_kernel_neon;

#if defined(__GNUC__) && defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#include <arm_neon.h>
#include <string.h>

#include "scalar.h"
#include "../text/bytes.h"
#include "../text/wide.h"
#include "../text/wipe.h"

#define INLINED static inline __attribute__((always_inline))

/* ---- Vectors ------------------------------------------------------------------ */

INLINED uint8x16_t load(const void *from)
{
    return vld1q_u8(from);
}

INLINED uint8x16x2_t load2(const uint8_t from[32])
{
    return (uint8x16x2_t){{load(from), load(from + 16)}};
}

INLINED void store(void *to, uint8x16_t x)
{
    vst1q_u8(to, x);
}

INLINED uint8x16_t zero(void)
{
    return vdupq_n_u8(0);
}

/* Both 64-bit words, first the one that comes first in memory. */
INLINED uint64_t word0(uint8x16_t x)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(x), 0);
}

INLINED uint64_t word1(uint8x16_t x)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(x), 1);
}

/* ---- Characters to digits ----------------------------------------------------- */

/* What a character is worth, plus 1; 0 for none: '0' to '?', '`' to DEL. */
struct alphabet {
    uint8_t digits[16], letters[32];
};

#define DECIMALS 1, 2, 3, 4, 5, 6, 7, 8, 9, 10

static const struct alphabet VALUES_16 = {{DECIMALS}, {0, 11, 12, 13, 14, 15, 16}};
static const struct alphabet VALUES_32HEX = {
    {DECIMALS}, {0,  11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, /* a to k */
                 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32}};   /* l to v */
static const struct alphabet VALUES_36 = {
    {DECIMALS}, {0,  11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, /* a to m */
                 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36}};   /* n to z */
static const struct alphabet VALUES_CROCKFORD = {
    {DECIMALS}, {0,  11, 12, 13, 14, 15, 16, 17, 18, 0,  19, 20, 0,    /* no i, no l */
                 21, 22, 0,  23, 24, 25, 26, 27, 0,  28, 29, 30, 31, 32}}; /* no o, no u */

/* Digits of sixteen characters, 0xff for what is none. Or with 0x20 makes '@' to
 * '_' the same as '`' to DEL and nothing else of it: what the subtractions leave
 * outside of the tables is 0 (tbl) or stays (tbx). */
INLINED uint8x16_t digits_of(uint8x16_t chars, const struct alphabet *alphabet)
{
    uint8x16_t letter = vsubq_u8(vorrq_u8(chars, vdupq_n_u8(0x20)), vdupq_n_u8(0x60));
    uint8x16_t decimal = vsubq_u8(chars, vdupq_n_u8('0'));
    uint8x16_t value = vqtbl2q_u8(load2(alphabet->letters), letter);
    value = vqtbx1q_u8(value, load(alphabet->digits), decimal);
    return vsubq_u8(value, vdupq_n_u8(1));
}

/* Whether what has been ored together were digits: below 36, so bit 7 is free. */
INLINED bool all_digits(uint8x16_t seen)
{
    return ((word0(seen) | word1(seen)) & UINT64_C(0x8080808080808080)) == 0;
}

/* ---- Hex ---------------------------------------------------------------------- */

/* The 32 digits of sixteen bytes. */
INLINED uint8x16x2_t hex_of(uint8x16_t bytes)
{
    static const char DIGITS[] = "0123456789abcdef";
    uint8x16_t upper = vqtbl1q_u8(load(DIGITS), vshrq_n_u8(bytes, 4));
    uint8x16_t lower = vqtbl1q_u8(load(DIGITS), vandq_u8(bytes, vdupq_n_u8(15)));
    return (uint8x16x2_t){{vzip1q_u8(upper, lower), vzip2q_u8(upper, lower)}};
}

INLINED void print_hex8(char *text, const uint8_t *bytes)
{
    uint8x8_t half = vld1_u8(bytes);
    store(text, hex_of(vcombine_u8(half, half)).val[0]);
}

INLINED void print_hex16(char *text, const uint8_t *bytes)
{
    uint8x16x2_t hex = hex_of(load(bytes));
    store(text, hex.val[0]);
    store(text + 16, hex.val[1]);
}

INLINED void print_hex20(char *text, const uint8_t *bytes)
{
    print_hex16(text, bytes);
    print_hex8(text + 24, bytes + 12);
}

/* Digits 0 to 7, a hyphen, and so on; 255 is outside of any table: a hyphen stays. */
INLINED void print_uuid(char *text, const uint8_t *bytes)
{
    static const uint8_t FROM_0[16] = {0, 1, 2, 3, 4, 5, 6, 7, 255, 8, 9, 10, 11, 255, 12, 13};
    static const uint8_t FROM_16[16] = {14, 15, 255, 16, 17, 18, 19, 255,
                                        20, 21, 22,  23, 24, 25, 26, 27};
    static const uint8_t FROM_20[16] = {1, 2, 3, 255, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    uint8x16x2_t hex = hex_of(load(bytes));
    uint8x16_t hyphens = vdupq_n_u8('-');
    store(text, vqtbx1q_u8(hyphens, hex.val[0], load(FROM_0)));
    store(text + 16, vqtbx2q_u8(hyphens, hex, load(FROM_16)));
    store(text + 20, vqtbx1q_u8(hyphens, hex.val[1], load(FROM_20)));
}

/* The bytes of 32 digits. */
INLINED uint8x16_t join_hex(uint8x16_t digits0, uint8x16_t digits16)
{
    uint8x16_t upper = vuzp1q_u8(digits0, digits16), lower = vuzp2q_u8(digits0, digits16);
    return vsliq_n_u8(lower, upper, 4);
}

INLINED bool parse_hex8(uint8_t *bytes, const char *text)
{
    uint8x16_t digits = digits_of(load(text), &VALUES_16);
    if (!all_digits(digits))
        return false;
    vst1_u8(bytes, vget_low_u8(join_hex(digits, digits)));
    return true;
}

INLINED bool parse_hex32(uint8_t *bytes, uint8x16_t chars0, uint8x16_t chars16)
{
    uint8x16_t digits0 = digits_of(chars0, &VALUES_16), digits16 = digits_of(chars16, &VALUES_16);
    if (!all_digits(vorrq_u8(digits0, digits16)))
        return false;
    store(bytes, join_hex(digits0, digits16));
    return true;
}

INLINED bool parse_hex16(uint8_t *bytes, const char *text)
{
    return parse_hex32(bytes, load(text), load(text + 16));
}

/* Bytes 12 to 15 twice: once nothing can fail, the rest is stored. */
INLINED bool parse_hex20(uint8_t *bytes, const char *text)
{
    uint8x16_t digits0 = digits_of(load(text), &VALUES_16);
    uint8x16_t digits16 = digits_of(load(text + 16), &VALUES_16);
    uint8x16_t digits24 = digits_of(load(text + 24), &VALUES_16);
    if (!all_digits(vorrq_u8(vorrq_u8(digits0, digits16), digits24)))
        return false;
    store(bytes, join_hex(digits0, digits16));
    vst1_u8(bytes + 12, vget_low_u8(join_hex(digits24, digits24)));
    return true;
}

INLINED bool parse_uuid(uint8_t *bytes, const char *text)
{
    /* From characters 0 to 31, and from 16 to 31 followed by 20 to 35. */
    static const uint8_t DIGITS_0[16] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17};
    static const uint8_t DIGITS_16[16] = {3,  4,  5,  6,  8,  9,  10, 11,
                                          12, 13, 14, 15, 28, 29, 30, 31};
    uint8x16_t chars0 = load(text), chars16 = load(text + 16), chars20 = load(text + 20);
    if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-')
        return false;
    return parse_hex32(bytes, vqtbl2q_u8((uint8x16x2_t){{chars0, chars16}}, load(DIGITS_0)),
                       vqtbl2q_u8((uint8x16x2_t){{chars16, chars20}}, load(DIGITS_16)));
}

/* ---- Base 32 ------------------------------------------------------------------ */

static const char DIGITS_32HEX[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
static const char DIGITS_CROCKFORD[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* For each digit of ten bytes from byte b on the two bytes that it is in, as a
 * 16-bit lane: the later one low. What is outside of 0 to 15 counts as zero; the
 * later one of a group's last digit is shifted out. */
#define WINDOW(b) (uint8_t)((b) + 1), (uint8_t)(b)
#define GROUP_WINDOWS(b)                                                                           \
    {                                                                                              \
        WINDOW(b), WINDOW(b), WINDOW((b) + 1), WINDOW((b) + 1), WINDOW((b) + 2), WINDOW((b) + 3),  \
            WINDOW((b) + 3), WINDOW((b) + 4)                                                       \
    }
#define WINDOWS(b) {GROUP_WINDOWS(b), GROUP_WINDOWS((b) + 5)}
typedef const uint8_t windows[2][16];

/* Sixteen characters of ten bytes. Digit k of a group is bits 5 k to 5 k + 4 from
 * the top: in its lane (5 k mod 8) bits below the top, 11 less of them to go. */
INLINED uint8x16_t base32_of(uint8x16_t bytes, windows where, const char alphabet[32])
{
    static const int16_t DOWN[8] = {-11, -6, -9, -4, -7, -10, -5, -8};
    int16x8_t down = vld1q_s16(DOWN);
    uint16x8_t group0 = vreinterpretq_u16_u8(vqtbl1q_u8(bytes, load(where[0])));
    uint16x8_t group1 = vreinterpretq_u16_u8(vqtbl1q_u8(bytes, load(where[1])));
    uint8x16_t low = vuzp1q_u8(vreinterpretq_u8_u16(vshlq_u16(group0, down)),
                               vreinterpretq_u8_u16(vshlq_u16(group1, down)));
    return vqtbl2q_u8(load2((const uint8_t *)alphabet), vandq_u8(low, vdupq_n_u8(31)));
}

/* 26 digits are the last of 32 whose first four bytes are zero. */
INLINED void print_32x26(char *text, const uint8_t *bytes, const char alphabet[32])
{
    static windows FIRST = WINDOWS(-4), LAST = WINDOWS(6);
    uint8x16_t id = load(bytes);
    uint8x16_t digits0 = base32_of(id, FIRST, alphabet), digits16 = base32_of(id, LAST, alphabet);
    store(text, vextq_u8(digits0, digits16, 6));
    store(text + 10, digits16);
}

INLINED void print_32hex26(char *text, const uint8_t *bytes)
{
    print_32x26(text, bytes, DIGITS_32HEX);
}

INLINED void print_crockford26(char *text, const uint8_t *bytes)
{
    print_32x26(text, bytes, DIGITS_CROCKFORD);
}

INLINED void print_32hex32(char *text, const uint8_t *bytes)
{
    static windows FIRST = WINDOWS(0), LAST = WINDOWS(6);
    store(text, base32_of(load(bytes), FIRST, DIGITS_32HEX));
    store(text + 16, base32_of(load(bytes + 4), LAST, DIGITS_32HEX));
}

/* Two groups of eight digits as two 64-bit lanes below 2^40. A lane's halves are
 * x * 2^w and y; x moves down next to the bits of y, 5, then 10, then 20 of them. */
INLINED uint8x16_t join_base32(uint8x16_t digits)
{
    uint16x8_t ones = vreinterpretq_u16_u8(vrev64q_u8(digits));
    uint32x4_t twos = vreinterpretq_u32_u16(
        vbslq_u16(vdupq_n_u16(0x1f), ones, vshrq_n_u16(ones, 3)));
    uint64x2_t fours = vreinterpretq_u64_u32(
        vbslq_u32(vdupq_n_u32(0x3ff), twos, vshrq_n_u32(twos, 6)));
    return vreinterpretq_u8_u64(
        vbslq_u64(vdupq_n_u64(0xfffff), fours, vshrq_n_u64(fours, 12)));
}

/* From two joined halves of 32 digits: bytes 0 to 15, and 4 to 19. */
static const uint8_t BYTES_0[16] = {4,  3,  2,  1,  0,  12, 11, 10,
                                    9, 8, 20, 19, 18, 17, 16, 28};
static const uint8_t BYTES_4[16] = {0, 12, 11, 10, 9, 8, 20, 19, 18, 17, 16, 28, 27, 26, 25, 24};

/* The first digit holds three bits: a '7' at most. */
INLINED bool parse_32x26(uint8_t *bytes, const char *text, const struct alphabet *alphabet)
{
    uint8x16_t digits0 = digits_of(load(text), alphabet);
    uint8x16_t digits10 = digits_of(load(text + 10), alphabet);
    if (text[0] > '7' || !all_digits(vorrq_u8(digits0, digits10)))
        return false;
    uint8x16x2_t halves = {
        {join_base32(vextq_u8(zero(), digits0, 10)), join_base32(digits10)}};
    store(bytes, vqtbl2q_u8(halves, load(BYTES_4)));
    return true;
}

INLINED bool parse_32hex26(uint8_t *bytes, const char *text)
{
    return parse_32x26(bytes, text, &VALUES_32HEX);
}

INLINED bool parse_crockford26(uint8_t *bytes, const char *text)
{
    return parse_32x26(bytes, text, &VALUES_CROCKFORD);
}

INLINED bool parse_32hex32(uint8_t *bytes, const char *text)
{
    uint8x16_t digits0 = digits_of(load(text), &VALUES_32HEX);
    uint8x16_t digits16 = digits_of(load(text + 16), &VALUES_32HEX);
    if (!all_digits(vorrq_u8(digits0, digits16)))
        return false;
    uint8x16x2_t halves = {{join_base32(digits0), join_base32(digits16)}};
    store(bytes, vqtbl2q_u8(halves, load(BYTES_0)));
    store(bytes + 4, vqtbl2q_u8(halves, load(BYTES_4)));
    return true;
}

/* ---- Base 36 ------------------------------------------------------------------ */

#define POW2 1296
#define POW3 46656
#define POW4 UINT32_C(1679616)
#define POW6 UINT32_C(2176782336)
#define POW8 UINT64_C(2821109907456)
#define D    UINT64_C(282429536481) /* 9^12; 36^12 = 2^24 * D */

/* From tools/constants, as in text/radix36.c. */
#define NINE16          UINT64_C(0x6954fe21e3e81)
#define RECIPROCAL_HIGH UINT64_C(0xf927b11)
#define RECIPROCAL_LOW  UINT64_C(0x9a812514afd9dd5d)
#define RECIPROCAL_90   UINT64_C(0xf927b119a8125)
/* And: ceil(2^40 / 729), ceil(2^15 / 9). */
#define RECIPROCAL_729 INT32_C(0x59e60383)
#define RECIPROCAL_9   INT16_C(0xe39)

/* floor(x / 36) of lanes below 2^16. x / 4 < 2^14 = n; vqdmulh is n * m / 2^15, and
 * m = 2^15 / 9 + 1 / 9 is too large by n / (9 * 2^15) < 1 / 9: not enough. */
INLINED uint16x8_t divide_by_36(uint16x8_t x)
{
    int16x8_t quarter = vreinterpretq_s16_u16(vshrq_n_u16(x, 2));
    return vreinterpretq_u16_s16(vqdmulhq_n_s16(quarter, RECIPROCAL_9));
}

/* Four values below 36^6 become 24 characters: 0 to 15, and 8 to 23.
 *
 *   32 bits  |       v       |       ...      four lanes < 36^6 < 2^31.02
 *   16 bits  | v / 36^3 | rest |     ...      eight lanes < 36^3 < 2^15.6
 *    8 bits  three planes of eight digits each, then in the order of the text
 *
 * 36^3 = 2^6 * 729: n = v / 2^6 < 2^25.1; n * m / 2^31 / 2^9, where m is above
 * 2^40 / 729 by less than 1: too large by n / 2^40 < 2^-14.9 < 1 / 729. */
INLINED uint8x16x2_t base36_of(uint32x4_t sixes)
{
    static const char DIGITS[] = "0123456789abcdefghijklmnopqrstuvwxyz            ";
    static const uint8_t FROM_0[16] = {0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5};
    static const uint8_t FROM_8[16] = {18, 3, 11, 19, 4, 12, 20, 5, 13, 21, 6, 14, 22, 7, 15, 23};
    int32x4_t scaled = vreinterpretq_s32_u32(vshrq_n_u32(sixes, 6));
    scaled = vshrq_n_s32(vqdmulhq_n_s32(scaled, RECIPROCAL_729), 9);
    uint32x4_t upper = vreinterpretq_u32_s32(scaled);           /* < 36^3 */
    uint32x4_t lower = vmlsq_n_u32(sixes, upper, POW3);         /* < 36^3 */
    uint16x8_t threes = vreinterpretq_u16_u32(vsliq_n_u32(upper, lower, 16));
    uint16x8_t twos = divide_by_36(threes), ones = divide_by_36(twos); /* < 36^2, < 36 */
    uint8x16_t digits2 = vreinterpretq_u8_u16(vmlsq_n_u16(threes, twos, 36));
    uint8x16_t digits1 = vreinterpretq_u8_u16(vmlsq_n_u16(twos, ones, 36));
    uint8x16x2_t planes = {{vuzp1q_u8(vreinterpretq_u8_u16(ones), digits1),
                            vuzp1q_u8(digits2, digits2)}};
    const uint8_t *const digits = (const uint8_t *)DIGITS;
    uint8x16x3_t alphabet = {{load(digits), load(digits + 16), load(digits + 32)}};
    return (uint8x16x2_t){{vqtbl3q_u8(alphabet, vqtbl2q_u8(planes, load(FROM_0))),
                           vqtbl3q_u8(alphabet, vqtbl2q_u8(planes, load(FROM_8)))}};
}

/* Both halves of a value below 36^12, as two lanes. */
INLINED uint32x2_t sixes_of(uint64_t value)
{
    uint64_t upper = value / POW6; /* < 36^6 < 2^32 */
    return vcreate_u32(upper | (value - upper * POW6) << 32);
}

/* The first twelve characters. */
INLINED void store12(char *text, uint8x16_t chars)
{
    uint32_t last = vgetq_lane_u32(vreinterpretq_u32_u8(chars), 2);
    vst1_u8((uint8_t *)text, vget_low_u8(chars));
    memcpy(text + 8, &last, 4);
}

INLINED uint64_t load_36x12(const uint8_t *bytes)
{
    uint64_t value = load_be64(bytes);
    return value < LAST_36X12 ? value : LAST_36X12;
}

INLINED void print_36x12(char *text, const uint8_t *bytes)
{
    uint32x2_t sixes = sixes_of(load_36x12(bytes));
    store12(text, base36_of(vcombine_u32(sixes, sixes)).val[0]);
}

/* Two at a time. */
INLINED void print_36x12_twice(char *text, size_t stride, const uint8_t *bytes)
{
    uint32x2_t first = sixes_of(load_36x12(bytes)), second = sixes_of(load_36x12(bytes + 8));
    uint8x16x2_t chars = base36_of(vcombine_u32(first, second));
    store12(text, chars.val[0]);
    store12(text + stride, vextq_u8(chars.val[1], chars.val[1], 4));
}

/* 1 + 12 + 12 digits, as sortid_text_print36x25 has them: w = v >> 24 by D, where
 * the bounds are proved. */
INLINED void print_36x25(char *text, const uint8_t *bytes)
{
    uint64_t high = load_be64(bytes), low = load_be64(bytes + 8), middle = low >> 24;
    uint64_t s_high, s_low, from_high, from_middle, dropped;
    wide_multiply(&s_high, &s_low, high, RECIPROCAL_HIGH);
    wide_multiply(&from_high, &dropped, high, RECIPROCAL_LOW);
    wide_multiply(&from_middle, &dropped, middle, RECIPROCAL_90);
    wide_add(&s_high, &s_low, from_high);
    wide_add(&s_high, &s_low, from_middle);                                        /* < 2^92 */
    uint64_t rest = (high << 40 | middle) - (s_high << 38 | s_low >> 26) * D; /* < 2 * D */
    if (rest >= D) {
        rest -= D;
        wide_add(&s_high, &s_low, UINT64_C(1) << 26);
    }
    uint64_t upper = s_high << 14 | s_low >> 50; /* < 2^42 */
    uint64_t first = upper / D;                  /* 0 to 15 */
    uint32x2_t sixes0 = sixes_of((upper - first * D) << 24 | (s_low >> 26 & 0xffffff));
    uint32x2_t sixes12 = sixes_of(rest << 24 | (low & 0xffffff));
    uint8x16x2_t chars = base36_of(vcombine_u32(sixes0, sixes12));
    text[0] = (char)(first < 10 ? '0' + first : 'a' - 10 + first);
    store(text + 1, chars.val[0]);
    store(text + 9, chars.val[1]);
}

/* Sixteen digits to the values of four and four: 32-bit lanes below 36^4 < 2^20.7. */
INLINED uint8x16_t join_base36(uint8x16_t digits)
{
    uint16x8_t ones = vreinterpretq_u16_u8(digits);
    uint16x8_t first1 = vandq_u16(ones, vdupq_n_u16(0xff));
    uint32x4_t twos = vreinterpretq_u32_u16(
        vmlaq_n_u16(vshrq_n_u16(ones, 8), first1, 36)); /* lanes < 36^2 < 2^16 */
    uint32x4_t first2 = vandq_u32(twos, vdupq_n_u32(0xffff));
    return vreinterpretq_u8_u32(vmlaq_n_u32(vshrq_n_u32(twos, 16), first2, POW2));
}

/* Eight digits of two such lanes, the first one low. < 36^8 < 2^41.4 */
INLINED uint64_t join_fours(uint64_t fours)
{
    return (fours & 0xffffffff) * POW4 + (fours >> 32);
}

/* Digits 0 to 7 and 4 to 11. */
INLINED bool parse_36x12(uint8_t *bytes, const char *text)
{
    const uint8_t *from = (const uint8_t *)text;
    uint8x16_t digits = digits_of(vcombine_u8(vld1_u8(from), vld1_u8(from + 4)), &VALUES_36);
    if (!all_digits(digits))
        return false;
    uint8x16_t fours = join_base36(digits);
    store_be64(bytes, join_fours(word0(fours)) * POW4 + (word1(fours) >> 32)); /* < 36^12 */
    return true;
}

/* x * 36^16 + y, as in sortid_text_parse36x25: the digits 0 to 8, behind seven
 * zeros, and 9 to 24. */
INLINED bool parse_36x25(uint8_t *bytes, const char *text)
{
    uint8x16_t digits0 = digits_of(load(text), &VALUES_36);
    uint8x16_t digits9 = digits_of(load(text + 9), &VALUES_36);
    if (!all_digits(vorrq_u8(digits0, digits9)))
        return false;
    uint8x16_t upper = join_base36(vextq_u8(zero(), digits0, 9)), lower = join_base36(digits9);
    uint64_t x = (word0(upper) >> 32) * POW8 + join_fours(word1(upper)); /* < 36^9 < 2^46.6 */
    uint64_t x_high, x_low, y_high, y_low;
    wide_multiply(&x_high, &x_low, x, NINE16); /* < 2^97.4 */
    wide_multiply(&y_high, &y_low, join_fours(word0(lower)), POW8);
    wide_add(&y_high, &y_low, join_fours(word1(lower))); /* y < 36^16 < 2^82.8 */
    wide_add(&y_high, &y_low, x_low << 32);
    uint64_t sum = (x_high << 32 | x_low >> 32) + y_high;
    if (x_high >> 32 != 0 || sum < y_high)
        return false;
    store_be64(bytes, sum);
    store_be64(bytes + 8, y_low);
    return true;
}

/* ---- For many ----------------------------------------------------------------- */

#define MANY(NAME, SIZE, DIGITS)                                                                   \
    static void print_many_##NAME(char *text, const uint8_t *bytes, size_t count, int end)         \
    {                                                                                              \
        for (; count > 0; count--) {                                                               \
            print_##NAME(text, bytes);                                                             \
            bytes += SIZE;                                                                         \
            text += DIGITS;                                                                        \
            if (end >= 0)                                                                          \
                *text++ = (char)end;                                                               \
        }                                                                                          \
    }                                                                                              \
    static size_t parse_many_##NAME(uint8_t *bytes, const char *text, size_t count, int end)       \
    {                                                                                              \
        for (size_t made = 0; made < count; made++) {                                              \
            if (!parse_##NAME(bytes, text) || (end >= 0 && text[DIGITS] != (char)end))             \
                return made;                                                                       \
            bytes += SIZE;                                                                         \
            text += DIGITS + (end >= 0);                                                           \
        }                                                                                          \
        return count;                                                                              \
    }

MANY(36x12, 8, 12)
MANY(36x25, 16, 25)
MANY(32hex26, 16, 26)
MANY(32hex32, 20, 32)
MANY(crockford26, 16, 26)
MANY(hex8, 8, 16)
MANY(hex16, 16, 32)
MANY(hex20, 20, 40)
MANY(uuid, 16, 36)

static void print_pairs_36x12(char *text, const uint8_t *bytes, size_t count, int end)
{
    size_t stride = 12 + (end >= 0);
    for (; count > 1; count -= 2) {
        print_36x12_twice(text, stride, bytes);
        if (end >= 0)
            text[12] = text[25] = (char)end;
        bytes += 16;
        text += 2 * stride;
    }
    print_many_36x12(text, bytes, count, end);
}

/* ---- ChaCha20 ----------------------------------------------------------------- */

#define LANES 4

/* Word w of four blocks that follow each other is x[w], a block per lane. */
INLINED uint32x4_t rotate16(uint32x4_t x)
{
    return vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)));
}

#define ROTATE(x, bits) vsriq_n_u32(vshlq_n_u32(x, bits), x, 32 - (bits))

/* RFC 8439 section 2.1. */
INLINED void quarter_round(uint32x4_t x[16], int a, int b, int c, int d)
{
    x[a] = vaddq_u32(x[a], x[b]);
    x[d] = rotate16(veorq_u32(x[d], x[a]));
    x[c] = vaddq_u32(x[c], x[d]);
    x[b] = veorq_u32(x[b], x[c]);
    x[b] = ROTATE(x[b], 12);
    x[a] = vaddq_u32(x[a], x[b]);
    x[d] = veorq_u32(x[d], x[a]);
    x[d] = ROTATE(x[d], 8);
    x[c] = vaddq_u32(x[c], x[d]);
    x[b] = veorq_u32(x[b], x[c]);
    x[b] = ROTATE(x[b], 7);
}

INLINED void double_round(uint32x4_t x[16])
{
    quarter_round(x, 0, 4, 8, 12);
    quarter_round(x, 1, 5, 9, 13);
    quarter_round(x, 2, 6, 10, 14);
    quarter_round(x, 3, 7, 11, 15);
    quarter_round(x, 0, 5, 10, 15);
    quarter_round(x, 1, 6, 11, 12);
    quarter_round(x, 2, 7, 8, 13);
    quarter_round(x, 3, 4, 9, 14);
}

/* Words w to w + 3 of each block, from lanes to blocks. */
INLINED void store_words(uint8_t *out, const uint32x4_t x[4])
{
    uint32x4_t a = vzip1q_u32(x[0], x[2]), b = vzip1q_u32(x[1], x[3]);
    uint32x4_t c = vzip2q_u32(x[0], x[2]), d = vzip2q_u32(x[1], x[3]);
    store(out, vreinterpretq_u8_u32(vzip1q_u32(a, b)));
    store(out + 64, vreinterpretq_u8_u32(vzip2q_u32(a, b)));
    store(out + 128, vreinterpretq_u8_u32(vzip1q_u32(c, d)));
    store(out + 192, vreinterpretq_u8_u32(vzip2q_u32(c, d)));
}

INLINED void make_blocks(uint8_t out[64 * LANES], const uint32x4_t input[16])
{
    uint32x4_t x[16];
    memcpy(x, input, sizeof x);
    for (int i = 0; i < 10; i++)
        double_round(x);
    for (int w = 0; w < 16; w++)
        x[w] = vaddq_u32(x[w], input[w]);
    for (int w = 0; w < 16; w += 4)
        store_words(out + 4 * w, x + w);
}

/* RFC 8439 section 2.3: constants, key, counters, nonce 0. */
INLINED void load_state(uint32x4_t x[16], const uint32_t key[8], uint32_t counter)
{
    static const uint32_t SIGMA[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    static const uint32_t LANE[LANES] = {0, 1, 2, 3};
    for (int w = 0; w < 4; w++)
        x[w] = vdupq_n_u32(SIGMA[w]);
    for (int w = 0; w < 8; w++)
        x[4 + w] = vdupq_n_u32(key[w]);
    x[12] = vaddq_u32(vdupq_n_u32(counter), vld1q_u32(LANE));
    for (int w = 13; w < 16; w++)
        x[w] = vdupq_n_u32(0);
}

static void chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    uint32x4_t input[16];
    load_state(input, key, counter);
    for (; blocks >= LANES; blocks -= LANES) {
        make_blocks(out, input);
        input[12] = vaddq_u32(input[12], vdupq_n_u32(LANES));
        out += 64 * LANES;
    }
    if (blocks > 0) {
        uint8_t last[64 * LANES];
        make_blocks(last, input);
        memcpy(out, last, 64 * blocks);
        wipe(last, sizeof last); /* key stream that nobody has asked for */
    }
    wipe(input, sizeof input); /* the key is in it */
}

/* ---- Counting up -------------------------------------------------------------- */

INLINED void store_be64x2(uint8_t *to, uint64x2_t x)
{
    store(to, vrev64q_u8(vreinterpretq_u8_u64(x)));
}

static void count8(uint8_t *ids, size_t count, uint64_t first)
{
    uint64x2_t pair = vcombine_u64(vcreate_u64(first), vcreate_u64(first + 1));
    for (; count >= 4; count -= 4) {
        store_be64x2(ids, pair);
        store_be64x2(ids + 16, vaddq_u64(pair, vdupq_n_u64(2)));
        pair = vaddq_u64(pair, vdupq_n_u64(4));
        ids += 32;
    }
    for (first = vgetq_lane_u64(pair, 0); count > 0; count--) {
        store_be64(ids, first++);
        ids += 8;
    }
}

INLINED void count16_plain(uint8_t *ids, size_t count, uint64x2_t id, uint64x2_t step)
{
    for (; count > 0; count--) {
        store_be64x2(ids, id);
        id = vaddq_u64(id, step);
        ids += 16;
    }
}

/* The last four bytes are the last lane, as it stands in memory. */
INLINED void store_tailed(uint8_t *to, uint64x2_t id, uint32_t tail)
{
    uint32x4_t words = vreinterpretq_u32_u8(vrev64q_u8(vreinterpretq_u8_u64(id)));
    store(to, vreinterpretq_u8_u32(vsetq_lane_u32(tail, words, 3)));
}

static void count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                    const uint8_t *tails)
{
    uint64x2_t id = vcombine_u64(vcreate_u64(high), vcreate_u64(low));
    uint64x2_t steps = vcombine_u64(vcreate_u64(0), vcreate_u64(step));
    if (tails == NULL) {
        count16_plain(ids, count, id, steps);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t tail;
        memcpy(&tail, tails + 4 * i, 4);
        store_tailed(ids + 16 * i, id, tail);
        id = vaddq_u64(id, steps);
    }
}

/* ---- The table ---------------------------------------------------------------- */

const struct kernel sortid_kernel_neon = {
    .name = "neon",
    .codecs = {[FORM_36X12] = {print_36x12, print_pairs_36x12, parse_36x12, parse_many_36x12},
#define ROW(FORM, NAME) [FORM] = {print_##NAME, print_many_##NAME, parse_##NAME, parse_many_##NAME}
               ROW(FORM_36X25, 36x25), ROW(FORM_32HEX26, 32hex26), ROW(FORM_32HEX32, 32hex32),
               ROW(FORM_CROCKFORD26, crockford26), ROW(FORM_HEX8, hex8), ROW(FORM_HEX16, hex16),
               ROW(FORM_HEX20, hex20), ROW(FORM_UUID, uuid)},
    .chacha20 = chacha20,
    .count8 = count8,
    .count16 = count16,
};

#endif
