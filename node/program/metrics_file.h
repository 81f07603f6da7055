/* SPDX-License-Identifier: MIT */
/* metrics_file.h: the numbers of a program that keeps reservations, in a file for Prometheus:
 * --metrics-file of `sortid node run` and `serve`. node_exporter reads such files. One thread may
 * call it. */
#pragma once

#include <stdint.h>

struct metrics_file_numbers {
    uint64_t reservations;    /* that it has now */
    uint64_t lost;            /* reservations since its start */
    uint64_t failed_renewals; /* since its start */
};

/* From here on metrics_file_write writes to `path`; NULL: it does nothing. */
void metrics_file_begin(const char *path, const char *realm);

/* Replaces the file, if the numbers differ from the last ones. A failure is reported once. */
void metrics_file_write(const struct metrics_file_numbers *numbers);

/* Removes the file: Prometheus would take its numbers for current ones. */
void metrics_file_end(void);
