/* SPDX-License-Identifier: MIT */
/* faults.c: see faults.h. */
#include "faults.h"
#include "../output/json.h"
#include "../output/json_layout.h"
#include "../../common/output.h"

#include <inttypes.h>
#include <string.h>

void faults_add(struct faults *faults, const char *what, const struct item *item, size_t position,
                const char *before)
{
    if (faults->count == FAULTS_MAX)
        return;
    struct fault *fault = &faults->rows[faults->count++];
    fault->what = what;
    fault->place = item->place;
    fault->position = position;
    fault->length = item->length < FAULT_SHOWN ? item->length : FAULT_SHOWN;
    memcpy(fault->text, item->text, fault->length);
    text_bytes(text_begin(fault->before, sizeof fault->before), before, strlen(before) + 1);
}

static struct text append_fault(struct text out, const struct fault *fault)
{
    out = json_escaped(text_string(out, "{\"file\":\""), fault->place.file,
                       strlen(fault->place.file));
    out = text_format(out, "\",\"line\":%" PRIu64 ",\"column\":%zu,\"fault\":\"%s\",\"text\":\"",
                      fault->place.line, fault->position + 1, fault->what);
    out = text_string(json_escaped(out, fault->text, fault->length), "\"");
    if (fault->before[0] != '\0')
        out = text_format(out, ",\"before\":\"%s\"", fault->before);
    return text_string(out, "}");
}

/* Each fault is written on its own: names of files may be long. */
void faults_write_json(const struct faults *faults)
{
    const char *before = ",\"faults\":[";
    for (size_t i = 0; i < faults->count; i++) {
        const struct fault *fault = &faults->rows[i];
        size_t size = 300 + JSON_ESCAPED * (strlen(fault->place.file) + FAULT_SHOWN);
        char *out = output_reserve(size);
        struct text text = text_string(text_begin(out, size), before);
        text = append_fault(text, fault);
        json_commit((size_t)(text.at - out));
        before = ",";
    }
    const char *end = faults->count == 0 ? ",\"faults\":[]" : "]";
    memcpy(output_reserve(strlen(end)), end, strlen(end));
    json_commit(strlen(end));
}
