/* SPDX-License-Identifier: MIT */
/* streams.c: opens files one after another. Standard input is never closed. */
#include "streams.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <string.h>

void streams_begin(struct streams *streams, char *const *files, size_t count)
{
    static char standard_input[] = "-";
    static char *const no_files[] = {standard_input};
    *streams = (struct streams){
        .names = count > 0 ? files : no_files, .left = count > 0 ? count : 1, .descriptor = -1};
}

bool streams_open(struct streams *streams)
{
    while (streams->left > 0) {
        streams->name = *streams->names++;
        streams->left--;
        bool is_standard = strcmp(streams->name, "-") == 0;
        streams->descriptor = is_standard ? STANDARD_INPUT : system_open(streams->name);
        if (streams->descriptor >= 0) {
            streams->shows_progress = !system_is_terminal(streams->descriptor);
            return true;
        }
        report_system(errno, "%s", streams->name);
        streams->failed = true;
    }
    return false;
}

void streams_close(struct streams *streams)
{
    if (streams->descriptor != STANDARD_INPUT)
        system_close(streams->descriptor);
    streams->descriptor = -1;
}
