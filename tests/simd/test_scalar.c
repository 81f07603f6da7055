/* SPDX-License-Identifier: MIT */
/* test_scalar.c: what simd/scalar.h reports about texts that any implementation refuses: status
 * and position, for every byte at every position, two faults at once, and values out of range;
 * and the sizes of the forms. Expectations come from the oracle, not from an implementation. The
 * scalar implementation itself is tested with all others. */
#include "forms.h"

#define FORM_OBJECT(FORM, NAME) [FORM] = {FORM, &sortid_form_##NAME},
static const struct form_of form_objects[FORMS] = {EACH_FORM(FORM_OBJECT)};

/* Refuses, or not, as the oracle does; the position may be NULL. */
static void expect_refusal(const known_form *form, const char *text)
{
    uint8_t id[MAX_ID];
    size_t expected, position = SIZE_MAX;
    sortid_status status = known_reading(form, id, text, &expected);
    EXPECT_STATUS(sortid_simd_refuse(form_objects[form->form].form, text, &position), status,
                  "%s: \"%.*s\"", form->name, (int)form->length, text);
    EXPECT_STATUS(sortid_simd_refuse(form_objects[form->form].form, text, NULL), status,
                  "%s: \"%.*s\"", form->name, (int)form->length, text);
    EXPECT(status == SORTID_OK || position == expected, "%s: \"%.*s\": position %zu, expected %zu",
           form->name, (int)form->length, text, position, expected);
}

TEST(sizes)
{
    for (size_t f = 0; f < FORMS; f++) {
        const struct form_size size = sortid_simd_form_sizes[known_forms[f].form];
        EXPECT(known_forms[f].form == (text_form)f, "%s: not in order", known_forms[f].name);
        EXPECT(size.bytes == known_forms[f].size && size.digits == known_forms[f].length,
               "%s: %u bytes, %u digits", known_forms[f].name, size.bytes, size.digits);
    }
}

static void try_every_byte(const known_form *form, const uint8_t *id)
{
    char text[MAX_TEXT + 1];
    for (size_t place = 0; place < form->length; place++) {
        known_text(form, text, id);
        for (int byte = 0; byte < 256; byte++) {
            text[place] = (char)byte;
            expect_refusal(form, text);
        }
    }
}

TEST(every_byte)
{
    for (size_t f = 0; f < FORMS; f++) {
        uint8_t id[MAX_ID];
        memset(id, 0xff, sizeof id); /* higher digits are out of range */
        try_every_byte(&known_forms[f], id);
        random_id(&known_forms[f], id);
        try_every_byte(&known_forms[f], id);
    }
}

/* Of two faults the left one is reported, and either of them before the range. */
TEST(random)
{
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t i = 0; i < TRIES / 10; i++) {
            char text[MAX_TEXT] = {0};
            random_digits(&known_forms[f], text);
            for (uint64_t faults = support_below(4); faults > 0; faults--)
                spoil(&known_forms[f], text);
            expect_refusal(&known_forms[f], text);
        }
    }
}

CASES_MAIN(NULL, NULL)
