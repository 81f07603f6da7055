/* SPDX-License-Identifier: MIT */
/* kernel/group.h: calls for many made of a kernel's work on one group of IDs: the
 * loop and the tail, once for all vector kernels. Included inside the region of a
 * kernel file where its instruction set is on. */
#ifndef SORTID_KERNEL_GROUP_H
#define SORTID_KERNEL_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define GROUP_INLINED inline __attribute__((always_inline))
#define GROUP_MAX     32 /* IDs in a group, at most */
#define GROUP_SLACK   64 /* bytes that a group may touch beyond its last */

/* One group: texts `stride` apart, each followed by `end` where the stride leaves
 * room for it. It may touch up to GROUP_SLACK bytes behind the last text and the
 * last ID, but no more than one further text and one further ID. */
typedef void print_group(char *text, size_t stride, const uint8_t *bytes, int end);
typedef bool parse_group(uint8_t *bytes, const char *text, size_t stride, int end);

/* Whole groups while another ID follows, so that what a group touches beyond its
 * last is there; the rest, 1 to `group`, by way of a buffer. */
static GROUP_INLINED void print_by_groups(char *text, const uint8_t *bytes, size_t count, int end,
                                          size_t digits, size_t size, size_t group,
                                          print_group *print)
{
    char last_texts[GROUP_MAX * 41 + GROUP_SLACK];
    uint8_t last_ids[GROUP_MAX * 20 + GROUP_SLACK];
    size_t stride = digits + (end >= 0);
    for (; count > group; count -= group) {
        print(text, stride, bytes, end);
        text += group * stride;
        bytes += group * size;
    }
    if (count == 0)
        return;
    memset(last_ids, 0, group * size + size);
    memcpy(last_ids, bytes, count * size);
    print(last_texts, stride, last_ids, end);
    memcpy(text, last_texts, count * stride);
}

/* The same in. The buffer of the tail repeats the last text, so that it is as good
 * as what it stands for. */
static GROUP_INLINED size_t parse_by_groups(uint8_t *bytes, const char *text, size_t count, int end,
                                            size_t digits, size_t size, size_t group,
                                            parse_group *parse)
{
    char last_texts[GROUP_MAX * 41 + GROUP_SLACK];
    uint8_t last_ids[GROUP_MAX * 20 + GROUP_SLACK];
    size_t stride = digits + (end >= 0), made = 0;
    for (; count - made > group; made += group) {
        if (!parse(bytes, text, stride, end))
            return made;
        text += group * stride;
        bytes += group * size;
    }
    size_t left = count - made;
    if (left == 0)
        return made;
    memcpy(last_texts, text, left * stride);
    for (size_t i = left; i <= group; i++)
        memcpy(last_texts + i * stride, text + (left - 1) * stride, stride);
    if (!parse(last_ids, last_texts, stride, end))
        return made;
    memcpy(bytes, last_ids, left * size);
    return count;
}

#endif
