/* SPDX-License-Identifier: MIT */
/* format/layout.h: which field stands where, as bit operations: the layout tables
 * of the formats' documents, said once for reading, building and generating.
 * Fields are in range: whoever calls has checked. */
#ifndef SORTID_FORMAT_LAYOUT_H
#define SORTID_FORMAT_LAYOUT_H

#include <sortid/scru128.h>
#include <sortid/scru128v1.h>
#include <sortid/scru160.h>
#include <sortid/scru64.h>
#include <sortid/ulid.h>

#include "../text/bytes.h"

#define MASK24 UINT32_C(0xffffff)
#define MASK28 UINT32_C(0xfffffff)

/* The last timestamp of each format. */
#define LAST_48     ((UINT64_C(1) << 48) - 1)
#define LAST_44     ((UINT64_C(1) << 44) - 1)
#define LAST_SCRU64 UINT64_C(282429536480) /* 36^12 / 2^24 - 1 */

/* timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32 */
static inline void pack_scru128(uint8_t id[16], const sortid_scru128_fields *f)
{
    store_be64(id, f->timestamp << 16 | f->counter_hi >> 8);
    store_be64(id + 8, (uint64_t)f->counter_hi << 56 | (uint64_t)f->counter_lo << 32 | f->entropy);
}

static inline void unpack_scru128(sortid_scru128_fields *f, const uint8_t id[16])
{
    uint64_t high = load_be64(id), low = load_be64(id + 8);
    f->timestamp = high >> 16;
    f->counter_hi = (uint32_t)(high << 8 | low >> 56) & MASK24;
    f->counter_lo = (uint32_t)(low >> 32) & MASK24;
    f->entropy = (uint32_t)low;
}

/* timestamp 44 | counter 28 | per_sec_random 24 | per_gen_random 32 */
static inline void pack_scru128v1(uint8_t id[16], const sortid_scru128v1_fields *f)
{
    store_be64(id, f->timestamp << 20 | f->counter >> 8);
    store_be64(id + 8,
               (uint64_t)f->counter << 56 | (uint64_t)f->per_sec_random << 32 | f->per_gen_random);
}

static inline void unpack_scru128v1(sortid_scru128v1_fields *f, const uint8_t id[16])
{
    uint64_t high = load_be64(id), low = load_be64(id + 8);
    f->timestamp = high >> 20;
    f->counter = (uint32_t)(high << 8 | low >> 56) & MASK28;
    f->per_sec_random = (uint32_t)(low >> 32) & MASK24;
    f->per_gen_random = (uint32_t)low;
}

/* timestamp 48 | counter 16 | random16 16 | random80 80 */
static inline void pack_scru160(uint8_t id[20], const sortid_scru160_fields *f)
{
    store_be64(id, f->timestamp << 16 | f->counter);
    store_be(id + 8, 2, f->random16);
    memcpy(id + 10, f->random80, sizeof f->random80);
}

static inline void unpack_scru160(sortid_scru160_fields *f, const uint8_t id[20])
{
    uint64_t high = load_be64(id);
    f->timestamp = high >> 16;
    f->counter = (uint32_t)high & 0xffff;
    f->random16 = (uint32_t)load_be(id + 8, 2);
    memcpy(f->random80, id + 10, sizeof f->random80);
}

/* timestamp 40 | node_ctr 24 */
static inline void pack_scru64(uint8_t id[8], const sortid_scru64_fields *f)
{
    store_be64(id, f->timestamp << 24 | f->node_ctr);
}

static inline void unpack_scru64(sortid_scru64_fields *f, const uint8_t id[8])
{
    uint64_t integer = load_be64(id);
    f->timestamp = integer >> 24;
    f->node_ctr = (uint32_t)integer & MASK24;
}

/* timestamp 48 | randomness 80 = 16 | 64 */
static inline void pack_ulid(uint8_t id[16], const sortid_ulid_fields *f)
{
    store_be64(id, f->timestamp << 16 | f->randomness_high);
    store_be64(id + 8, f->randomness_low);
}

static inline void unpack_ulid(sortid_ulid_fields *f, const uint8_t id[16])
{
    uint64_t high = load_be64(id);
    f->timestamp = high >> 16;
    f->randomness_high = (uint32_t)high & 0xffff;
    f->randomness_low = load_be64(id + 8);
}

#endif
