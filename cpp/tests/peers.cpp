/* SPDX-License-Identifier: MIT */
/* cpp/tests/peers.cpp: the tables of docs/cpp.md for those who come from libuuid and Boost.Uuid: both columns of each
 * row, with the same result where the row promises it. peers.sh compiles it. */
#include <sortid.hpp>
#include <sortid/chrono.hpp>

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <boost/lexical_cast.hpp>
#include <boost/uuid/uuid_generators.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cstdio>
#include <sstream>
#include <sys/time.h>
#include <uuid/uuid.h>

#define CHECK(...) failures += (__VA_ARGS__) ? 0 : (std::printf("FAILED: line %d: %s\n", __LINE__, #__VA_ARGS__), 1)
static int failures;

static void libuuid() {
    const sortid::uuidv7 id = sortid::uuidv7::make();
    const std::string text = id.to_string();
    uuid_t theirs, other;
    CHECK(uuid_parse(text.c_str(), theirs) == 0 && sortid::uuidv7::from_bytes(theirs) == id);
    CHECK(uuid_parse("wrong", other) != 0 && !sortid::uuidv7::from_string("wrong"));
    char lower[UUID_STR_LEN];
    uuid_unparse_lower(theirs, lower);
    CHECK(id.text().c_str == std::string(lower));
    const sortid::uuidv7 next = sortid::uuidv7::make();
    std::copy_n(next.bytes(), sizeof other, other);
    CHECK(uuid_compare(theirs, other) < 0 && id < next && uuid_compare(theirs, id.bytes()) == 0);

    uuid_generate(other); // version 4: not a uuidv7
    CHECK(!uuid_is_null(other) && !sortid::uuidv7::from_bytes(other) && sortid::scru128::from_bytes(other));
    uuid_clear(other);
    CHECK(uuid_is_null(other) && !sortid::uuidv7::from_bytes(other));
#ifdef UUID_TYPE_DCE_TIME_V7 // util-linux 2.41
    uuid_generate_time_v7(other);
    timeval time;
    const auto seconds = uuid_time(other, &time);
    const auto made = sortid::uuidv7::from_bytes(other);
    CHECK(made && made->unix_ms() / 1000 == static_cast<std::uint64_t>(seconds));
    CHECK(sortid::time_of(*made).time_since_epoch().count() % 1000 == time.tv_usec / 1000);
#endif
}

static void boost_uuid() {
    const sortid::uuidv7 id = sortid::uuidv7::make();
    const std::string text = id.to_string();
    const boost::uuids::uuid theirs = boost::uuids::string_generator()(text);
    CHECK(theirs == boost::lexical_cast<boost::uuids::uuid>(text) && sortid::uuidv7(text) == id);
    CHECK(to_string(theirs) == text && boost::lexical_cast<std::string>(theirs) == text);
    std::ostringstream a, b;
    a << theirs;
    b << id;
    CHECK(a.str() == b.str());
    CHECK(std::equal(theirs.begin(), theirs.end(), id.bytes()) && sortid::uuidv7::from_bytes(theirs.data) == id);
    CHECK(boost::hash<sortid::uuidv7>()(id) == std::hash<sortid::uuidv7>()(id));

    const boost::uuids::uuid four = boost::uuids::random_generator()(); // version 4: fits scru128
    const sortid::scru128 stored(to_string(four), SORTID_ENCODING_UUID);
    CHECK(stored == sortid::scru128::from_bytes(four.data) &&
          stored.to_string(SORTID_ENCODING_UUID) == to_string(four));
    CHECK(!sortid::uuidv7::from_string(to_string(four)));
}

int main() {
    libuuid();
    boost_uuid();
    return failures > 0;
}
