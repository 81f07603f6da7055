/* SPDX-License-Identifier: MIT */
/* page.h: lines of text that fit a width, in color or without, composed in a buffer. It counts
 * columns: what is written is ASCII. It asks neither the terminal nor the environment. */
#pragma once

#include "../../common/text.h"

#include <stdbool.h>

/* The column at which the content of a labeled line begins: two spaces, the label, a space at
 * least. */
#define PAGE_INDENT 8

/* No color. */
#define PAGE_PLAIN SIZE_MAX

/* The colors that may be used. */
enum palette { PALETTE_NONE, PALETTE_BASIC, PALETTE_256 };

struct page {
    struct text text;
    size_t width;  /* columns of a line */
    size_t column; /* of the next character in its line */
    enum palette palette;
    size_t current; /* the color that is on; PAGE_PLAIN: none */
};

/* A page without color whose lines begin in `text`. */
static inline struct page page_begin(struct text text, size_t width)
{
    return (struct page){.text = text, .width = width, .current = PAGE_PLAIN};
}

static inline void page_bytes(struct page *page, const char *bytes, size_t length)
{
    page->text = text_bytes(page->text, bytes, length);
    page->column += length;
}

static inline void page_put(struct page *page, const char *text)
{
    page_bytes(page, text, strlen(text));
}

static inline void page_repeat(struct page *page, char c, size_t count)
{
    page->text = text_repeated(page->text, c, count);
    page->column += count;
}

/* Text, and spaces up to `width`; one at least. */
void page_column(struct page *page, const char *text, size_t width);

/* A number that ends at `width`, or is longer. */
void page_right(struct page *page, uint64_t number, size_t width);

/* Characters without a space. Those that do not fit are broken into lines of about equal length,
 * at PAGE_INDENT. `colors`: that of each, or NULL. */
void page_digits(struct page *page, const char *digits, size_t length, const size_t *colors);

/* Two spaces and a label, up to PAGE_INDENT. */
void page_label(struct page *page, const char *label);

/* Ends the color and the line, without spaces at its end. */
void page_end_line(struct page *page);

/* Whether so many more columns fit into the line. */
bool page_fits(const struct page *page, size_t columns);

/* Begins a line that continues the last one: `indent` spaces, in the color that is on. */
void page_continue(struct page *page, size_t indent);

/* Writes words with a space between them; one that does not fit begins a line. */
void page_words(struct page *page, const char *words, size_t indent);

/* Writes a phrase after two spaces, or into a line of its own if it does not fit. */
void page_phrase(struct page *page, const char *phrase, size_t indent);

/* Switches to color `index`, modulo the number of colors, or to PAGE_PLAIN. */
void page_color(struct page *page, size_t index);

/* Writes a control sequence, if there is color. */
void page_code(struct page *page, const char *code);
