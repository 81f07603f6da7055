/* SPDX-License-Identifier: MIT */
/* sortid/chrono.hpp: sortid.hpp with the time of an ID as a time point. */
#ifndef SORTID_CHRONO_HPP
#define SORTID_CHRONO_HPP

#include "../sortid.hpp"
#include <chrono>

namespace sortid {
/* In ms, because nanoseconds cannot hold the last times of some formats. */
using time_point = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

template <class Format> time_point time_of(const basic_id<Format> &id) noexcept {
    return time_point(std::chrono::milliseconds(id.unix_ms()));
}
} // namespace sortid
#endif
