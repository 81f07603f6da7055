/* SPDX-License-Identifier: MIT */
// A journal with libuuid, as journal.cpp has it with sortid: each line of the input gets an ID, then the lines of a
// span of time are printed. IDs of version 1 have a time but are not ordered by it, so all lines are looked at.
#include <sys/time.h>
#include <uuid/uuid.h>

#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

struct entry {
    uuid_t id;
    std::string line;
};

int main() {
    const std::time_t begin = std::time(nullptr) - 60;
    std::vector<entry> journal;
    for (std::string line; std::getline(std::cin, line);) {
        journal.push_back({{}, line});
        uuid_generate_time(journal.back().id);
    }
    const std::time_t end = std::time(nullptr) + 60;
    for (const entry &each : journal) {
        timeval time;
        uuid_time(each.id, &time);
        if (time.tv_sec < begin || time.tv_sec >= end) continue;
        char text[UUID_STR_LEN];
        uuid_unparse_lower(each.id, text);
        std::printf("%s %lld.%03ld %s\n", text, static_cast<long long>(time.tv_sec), time.tv_usec / 1000,
                    each.line.c_str());
    }
}
