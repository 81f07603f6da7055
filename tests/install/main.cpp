/* SPDX-License-Identifier: MIT */
/* tests/install/main.cpp: a user's program in C++ that links the installed library. */
#include <sortid/chrono.hpp>

#include <cstdio>

int main()
{
    const sortid::ulid id = sortid::ulid::make();
    return sortid::time_of(id).time_since_epoch().count() == 0 || std::puts(id.text().c_str) < 0;
}
