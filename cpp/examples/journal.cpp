/* SPDX-License-Identifier: MIT */
// A journal: each line of the input gets an ID, then the lines of a span of time are printed, in the order of the
// input. journal_uuid.cpp is the program before it was moved from libuuid.
#include <sortid.hpp>
#include <sortid/chrono.hpp>

#include <cstdio>
#include <iostream>
#include <map>

int main() {
    using namespace std::chrono;
    const auto begin = system_clock::now() - minutes(1);
    std::map<sortid::uuidv7, std::string> journal;
    for (std::string line; std::getline(std::cin, line);) journal.emplace(sortid::uuidv7::make(), line);
    const auto [first, last] = sortid::uuidv7::range(begin, system_clock::now() + minutes(1));
    for (auto i = journal.lower_bound(first); i != journal.upper_bound(last); ++i) {
        const auto ms = static_cast<unsigned long long>(i->first.unix_ms());
        std::printf("%s %llu.%03llu %s\n", i->first.text().c_str, ms / 1000, ms % 1000, i->second.c_str());
    }
}
