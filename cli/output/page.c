/* SPDX-License-Identifier: MIT */
/* page.c: breaks lines and switches colors. */
#include "page.h"

void page_column(struct page *page, const char *text, size_t width)
{
    size_t length = strlen(text);
    page_bytes(page, text, length);
    page_repeat(page, ' ', length < width ? width - length : 1);
}

void page_right(struct page *page, uint64_t number, size_t width)
{
    char digits[20];
    struct text text = text_number(text_begin(digits, sizeof digits), number);
    size_t length = (size_t)(text.at - digits);
    if (length < width)
        page_repeat(page, ' ', width - length);
    page_bytes(page, digits, length);
}

/* How many characters a line has, so that all are about equally long. A hyphen ends a line rather
 * than begins one. */
static size_t row_of(const struct page *page, const char *digits, size_t length)
{
    size_t room = page->width - PAGE_INDENT;
    if (page_fits(page, length))
        return length;
    size_t rows = (length + room - 1) / room, row = (length + rows - 1) / rows;
    return row < room && digits[row] == '-' ? row + 1 : row;
}

void page_digits(struct page *page, const char *digits, size_t length, const size_t *colors)
{
    if (page->column > PAGE_INDENT && !page_fits(page, length))
        page_continue(page, PAGE_INDENT);
    size_t row = row_of(page, digits, length);
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && i % row == 0)
            page_continue(page, PAGE_INDENT);
        if (colors != NULL)
            page_color(page, colors[i]);
        page_bytes(page, digits + i, 1);
    }
}

void page_label(struct page *page, const char *label)
{
    page_put(page, "  ");
    page_column(page, label, PAGE_INDENT - 2);
}

void page_end_line(struct page *page)
{
    for (; page->column > 0 && page->text.at[-1] == ' '; page->column--)
        page->text.at--;
    page_color(page, PAGE_PLAIN);
    page->text = text_string(page->text, "\n");
    page->column = 0;
}

bool page_fits(const struct page *page, size_t columns)
{
    return page->column + columns <= page->width;
}

void page_continue(struct page *page, size_t indent)
{
    size_t color = page->current;
    page_end_line(page);
    page_repeat(page, ' ', indent);
    page_color(page, color);
}

void page_words(struct page *page, const char *words, size_t indent)
{
    bool is_first = true;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (!is_first && page_fits(page, length + 1))
            page_put(page, " ");
        else if (page->column > indent && !page_fits(page, length + !is_first))
            page_continue(page, indent);
        page_bytes(page, words, length);
        is_first = false;
        words += length;
        words += strspn(words, " ");
    }
}

void page_phrase(struct page *page, const char *phrase, size_t indent)
{
    if (page_fits(page, strlen(phrase) + 2))
        page_put(page, "  ");
    else
        page_continue(page, indent);
    page_words(page, phrase, indent);
}

void page_code(struct page *page, const char *code)
{
    if (page->palette != PALETTE_NONE)
        page->text = text_string(page->text, code);
}

/* Of the 256 colors these have a contrast of 3.8 or more to black and to white alike. The basic
 * ones depend on the terminal: yellow, blue and cyan are often hard to read on one of the two, so
 * the fourth is bold. */
void page_color(struct page *page, size_t index)
{
    static const char *const colors[][4] = {
        [PALETTE_BASIC] = {"\x1b[0;31m", "\x1b[0;32m", "\x1b[0;35m", "\x1b[0;1m"},
        [PALETTE_256] = {"\x1b[38;5;32m", "\x1b[38;5;166m", "\x1b[38;5;162m", "\x1b[38;5;29m"}};
    if (page->palette == PALETTE_NONE || index == page->current)
        return;
    page_code(page, index == PAGE_PLAIN ? "\x1b[0m" : colors[page->palette][index % 4]);
    page->current = index;
}
