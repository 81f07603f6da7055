/* SPDX-License-Identifier: MIT */
/* time_forms.c: what the readers of times share: bytes, digits, words and the local zone. */
#include "time_forms.h"
#include "similar.h"

const char time_no_form[] = "not a time such as now, -1h, yesterday, 2026-11-20, "
                            "2026-11-20T12:00:00.123Z or @1795176000.123";
const char time_almost_now[] = "did you mean now?";
const char time_too_late[] = "too far in the future for 64 bits of milliseconds";

bool time_take(const char **at, char c)
{
    if (**at != c)
        return false;
    ++*at;
    return true;
}

bool time_take_blanks(const char **at)
{
    const char *start = *at;
    while (**at == ' ')
        ++*at;
    return *at > start;
}

unsigned time_take_digits(const char **at, unsigned *value, unsigned most)
{
    unsigned count = 0;
    for (*value = 0; count < most && time_is_digit(**at); count++)
        *value = *value * 10 + (unsigned)(*(*at)++ - '0');
    return count;
}

/* The bytes of `word` at `at`, if no letter follows them; 0: another word. */
static size_t match_word(const char *at, const char *word)
{
    size_t length = 0;
    while (word[length] != '\0' && lower_letter(at[length]) == word[length])
        length++;
    return word[length] == '\0' && !time_is_letter(at[length]) ? length : 0;
}

int time_take_word(const char **at, const char *const *words)
{
    for (int i = 0; words[i] != NULL; i++) {
        size_t length = match_word(*at, words[i]);
        *at += length;
        if (length > 0)
            return i;
    }
    return -1;
}

const char *const time_months[] = {"january",  "february", "march",  "april",     "may",
                                   "june",     "july",     "august", "september", "october",
                                   "november", "december", NULL};
const char *const time_weekdays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                     "friday", "saturday", "sunday",    NULL};

int time_take_name(const char **at, const char *const *names, size_t most)
{
    size_t length = time_count_letters(*at);
    for (int i = 0; names[i] != NULL && length >= 3 && length <= most; i++) {
        size_t same = 0;
        while (same < length && names[i][same] == lower_letter((*at)[same]))
            same++;
        if (same == length) {
            *at += length;
            return i;
        }
    }
    return -1;
}

const char *time_take_fraction(const char **at, struct written_time *time)
{
    unsigned digit;
    if (!time_take(at, '.') && !time_take(at, ','))
        return NULL;
    if (!time_is_digit(**at))
        return "a decimal point needs digits after it, such as .123";
    for (unsigned worth = 100; time_take_digits(at, &digit, 1) == 1; worth /= 10) {
        time->ms += digit * worth; // worth is 0 from the fourth digit on
        time->is_finer |= worth == 0 && digit != 0;
    }
    return NULL;
}

bool time_local(int64_t *local, int64_t unix_seconds, const struct time_context *context)
{
    int ahead = 0;
    if (context->local_offset != NULL && !context->local_offset(unix_seconds, &ahead))
        return false;
    *local = unix_seconds + ahead;
    return true;
}
