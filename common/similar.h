/* SPDX-License-Identifier: MIT */
/* similar.h: words that are equal in another case, and words that look alike, for suggestions. It
 * depends on no locale. */
#pragma once

#include <stdbool.h>

/* A letter A to Z in lower case; other characters unchanged. */
char lower_letter(char c);

/* Whether two words are equal when the case of the letters A to Z is ignored. */
bool same_word(const char *a, const char *b);

/* `candidate` if `word` is a slip of it, and nearer than `nearest` (NULL: none so far); else
 * `nearest`. A slip has at most two wrong, missing or added letters, or neighbors in the wrong
 * order, and fewer than half of the candidate's letters; or it is the first part of the candidate,
 * of four letters or more. Case, hyphens, underscores and what follows an equals sign do not
 * matter. */
const char *similar_word(const char *word, const char *candidate, const char *nearest);
