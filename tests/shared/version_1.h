/* SPDX-License-Identifier: MIT */
/* version_1.h: shared states of version 1 of the layout, made on x86-64 Linux by the code of that
 * time: the first words of states in memory, and a state file of ulid with one ID. The name of the
 * boot is made up. For the tests that refuse such states. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* All words but these are 0. */
struct word_of_version_1 {
    size_t offset;
    uint64_t word;
};

#define MAGIC_OF_VERSION_1 UINT64_C(0x736f727469645331)

/* Magic; version and scope; kind of lock and checksum; the mutex. */
static const struct word_of_version_1 threads_of_version_1[] = {
    {0, MAGIC_OF_VERSION_1},
    {8, UINT64_C(0x0000000100000001)},
    {16, UINT64_C(0x12124c4f00010828)},
    {144, UINT64_C(0x0000000000000092)},
};
static const struct word_of_version_1 processes_of_version_1[] = {
    {0, MAGIC_OF_VERSION_1},
    {8, UINT64_C(0x0000000200000001)},
    {16, UINT64_C(0x57172d0c00010828)},
    {144, UINT64_C(0x0000000000000092)},
};

/* With atomic commits. */
static const struct word_of_version_1 file_of_version_1[] = {
    {0, MAGIC_OF_VERSION_1},
    {8, UINT64_C(0x0000000200000001)},
    {16, UINT64_C(0x57172d0c00010828)},
    {24, UINT64_C(0x0501000000000000)},
    {64, UINT64_C(0x018bcfe568000000)},
    {144, UINT64_C(0x0000000000000092)},
    {320, UINT64_C(0x0501000000000000)},
    {328, UINT64_C(0xa8c48f3228175183)},
    {336, UINT64_C(0x0123456789abcdef)},
    {344, UINT64_C(0xfedcba9876543210)},
    {352, UINT64_C(0x000000000000fe00)},
    {360, UINT64_C(0x0000000000a78203)},
    {384, UINT64_C(0x0000018bcfe56be9)},
    {4096, UINT64_C(0xe714000000000000)},
    {8192, UINT64_C(0x7ee4018bcfe56be9)},
};

static inline void put_version_1(void *bytes, const struct word_of_version_1 *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memcpy((uint8_t *)bytes + words[i].offset, &words[i].word, sizeof words[i].word);
}
