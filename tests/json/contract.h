/* SPDX-License-Identifier: MIT */
/* contract.h: the JSON that the command must write, made by a real JSON library (jansson) from
 * the oracle's figures, and compared member by member, in order. Used by the test of the JSON
 * and by the fuzz target inspect_json. It never asks the product; keys and widths of fields are
 * written down in contract.c. */
#pragma once

#include "support/judge_command.h"

#include <jansson.h>

/* One reading of a text by `inspect --json`. */
struct contract_reading {
    const judge_found *found;
    const char *input;
    size_t length; /* of the input */
    judge_digits digits;
    bool ambiguous;
    unsigned node_size; /* 0: not given */
};

/* The object of a reading. */
json_t *contract_inspect(const struct contract_reading *reading);

/* The object of a format by `formats --json`. */
json_t *contract_format(const support_format *format);

/* Reads a line that must be one JSON object in UTF-8, no key twice, nothing after it; NULL,
 * and why not in *error. */
json_t *contract_read(const char *line, size_t length, json_error_t *error);

/* Whether two objects have the same members in the same order; else writes the first
 * difference, for a message. */
#define CONTRACT_MESSAGE 1000
bool contract_same(json_t *object, json_t *wanted, char message[CONTRACT_MESSAGE]);

/* Whether `object` is one of `check --json`: its keys in order, with values of the right types. */
bool contract_is_check(json_t *object, const support_format *format,
                       char message[CONTRACT_MESSAGE]);
