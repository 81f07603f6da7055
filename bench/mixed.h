/* SPDX-License-Identifier: MIT */
/* mixed.h: the texts by which the recognizer is measured, in time and in instructions. */
#ifndef SORTID_BENCH_MIXED_H
#define SORTID_BENCH_MIXED_H

#include <sortid.h>

/* Texts as people paste them, one of each kind. */
static const char *const MIXED[] = {"036zg552n91mt9s0gyhdwif95",
                                    "01ARYZ6S41TSV4RRFFQ69G5FAV",
                                    "0u2r85hm2pt3",
                                    "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
                                    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                                    "919108f7-52d1-4320-9bac-f847db4148a8",
                                    "C232AB00-9414-11EC-B3C8-9F6BDECED846",
                                    "018bea9073c0756791a2163a8cdf934b",
                                    "urn:uuid:018bea90-73c0-7567-91a2-163a8cdf934b",
                                    "user_01h455vb4pex5vsknk084sn02q",
                                    "9m4e2mr0ui3e8a215n4g",
                                    "507f1f77bcf86cd799439011",
                                    "1541815603606036480",
                                    "not an ID"};
#define MIXED_COUNT (sizeof MIXED / sizeof *MIXED)

#endif
