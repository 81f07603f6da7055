/* SPDX-License-Identifier: MIT */
/* sortid/chrono.hpp: sortid.hpp with time points: of IDs, as arguments, and of clocks.
 *
 *     std::chrono::system_clock::time_point time = sortid::time_of(id);
 *     sortid::ulid id = sortid::ulid::at(std::chrono::system_clock::now()); */
#ifndef SORTID_CHRONO_HPP
#define SORTID_CHRONO_HPP

#include "../sortid.hpp"

#include <chrono>

namespace sortid {

/* Unix time in ms. Other resolutions cannot hold the last times of some formats. */
using time_point = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

/* The time of an ID. */
template <class Format> time_point time_of(const basic_id<Format> &id) noexcept {
    return time_point(std::chrono::milliseconds(id.unix_ms()));
}

/* Parts of a microsecond are dropped. */
template <class Duration>
struct detail::microseconds<std::chrono::time_point<std::chrono::system_clock, Duration>> {
    static constexpr std::uint64_t
    of(const std::chrono::time_point<std::chrono::system_clock, Duration> &time) {
        const auto us = std::chrono::floor<std::chrono::microseconds>(time.time_since_epoch());
        return microseconds<decltype(us.count())>::of(us.count()) / 1000; // sign
    }
};

} // namespace sortid

#endif
