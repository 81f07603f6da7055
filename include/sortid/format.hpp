/* SPDX-License-Identifier: MIT */
/* sortid/format.hpp: sortid.hpp with std::format, which writes an ID as it writes the text:
 * std::format("{:>40}", id). */
#ifndef SORTID_FORMAT_HPP
#define SORTID_FORMAT_HPP

#include "../sortid.hpp"
#include <format>

template <class Format> struct std::formatter<sortid::basic_id<Format>> : std::formatter<std::string_view> {
    template <class Context> auto format(const sortid::basic_id<Format> &id, Context &out) const {
        return std::formatter<std::string_view>::format(id.text(), out);
    }
};
#endif
