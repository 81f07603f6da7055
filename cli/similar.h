/* SPDX-License-Identifier: MIT */
/* similar.h: words that look alike, for suggestions. Called by main.c; includes nothing. */
#ifndef CLI_SIMILAR_H
#define CLI_SIMILAR_H

/* `candidate` if `word` is a slip of it, and nearer than `nearest` (NULL: none so far); else `nearest`. A slip has
 * at most two wrong, missing or added letters, or neighbours in the wrong order, and fewer than half of the
 * candidate's letters. */
const char *similar_word(const char *word, const char *candidate, const char *nearest);

#endif
