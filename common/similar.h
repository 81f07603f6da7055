/* SPDX-License-Identifier: MIT */
/* similar.h: words that look alike, for suggestions. Called where a word of the command line is unknown; includes
 * nothing. */
#ifndef COMMON_SIMILAR_H
#define COMMON_SIMILAR_H

/* `candidate` if `word` is a slip of it, and nearer than `nearest` (NULL: none so far); else `nearest`. A slip has
 * at most two wrong, missing or added letters, or neighbours in the wrong order, and fewer than half of the
 * candidate's letters; or it is the first part of the candidate, of four letters or more. Case, hyphens,
 * underscores and what follows an equals sign do not matter. */
const char *similar_word(const char *word, const char *candidate, const char *nearest);

#endif
