/* SPDX-License-Identifier: MIT */
/* peers.hpp: what Debian has for IDs in C and C++. libuuid, libossp-uuid and GLib of Debian 12 are
 * loaded at run time from the folder that install names, because their names are also those of
 * libuuid of Debian 13, which is linked. FOLDER and the versions come from install. */
#pragma once
#include <sortid.hpp>

#include <bson/bson.h>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/time_generator_v7.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <boost/version.hpp>
#include <dlfcn.h>
#include <uuid/uuid.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace peers {

/* Loads a function; ends the program if it is missing. */
template <class Function> Function *load(const char *library, const char *name) {
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL), *found = opened != nullptr ? dlsym(opened, name) : nullptr;
    if (found == nullptr) std::fprintf(stderr, "peers: %s\n", dlerror()), std::exit(1);
    return reinterpret_cast<Function *>(found);
}

/* Both versions of libuuid. */
namespace uuid12 {
inline const auto generate_random = load<void(unsigned char *)>("libuuid.so.1", "uuid_generate_random");
inline const auto generate_time = load<void(unsigned char *)>("libuuid.so.1", "uuid_generate_time");
inline const auto generate_time_safe = load<int(unsigned char *)>("libuuid.so.1", "uuid_generate_time_safe");
inline const auto unparse = load<void(const unsigned char *, char *)>("libuuid.so.1", "uuid_unparse_lower");
inline const auto parse = load<int(const char *, unsigned char *)>("libuuid.so.1", "uuid_parse");
} // namespace uuid12

/* OSSP uuid: an object whose value uuid_make replaces. */
namespace ossp {
enum { V1 = 1, V4 = 4, BINARY = 0, TEXT = 1 };
struct object;
inline const auto create = load<int(object **)>("libossp-uuid.so.16", "uuid_create");
inline const auto make = load<int(object *, unsigned, ...)>("libossp-uuid.so.16", "uuid_make");
inline const auto import = load<int(object *, int, const void *, std::size_t)>("libossp-uuid.so.16", "uuid_import");
inline const auto write = load<int(const object *, int, void *, std::size_t *)>("libossp-uuid.so.16", "uuid_export");
inline const auto error = load<char *(int)>("libossp-uuid.so.16", "uuid_error");

inline void check(int status) {
    if (status != 0) throw std::runtime_error(error(status));
}

/* One for each thread, as its documentation wants. */
inline object *mine() {
    thread_local object *object = nullptr;
    if (object == nullptr) check(create(&object));
    return object;
}
} // namespace ossp

namespace glib {
inline const auto random = load<char *()>("libglib-2.0.so.0", "g_uuid_string_random");
inline const auto is_valid = load<int(const char *)>("libglib-2.0.so.0", "g_uuid_string_is_valid");
inline const auto free = load<void(void *)>("libglib-2.0.so.0", "g_free");
} // namespace glib

} // namespace peers
