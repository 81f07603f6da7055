# SPDX-License-Identifier: MIT
# Forgets the failed probes of an earlier configure, so that a header, library or compiler flag that
# was installed since is found in the same build folder. Included once by the top CMakeLists.txt,
# before the first probe. The results of all probes (check_...) begin with SORTID_; CMake itself
# searches again for what find_... did not find. It never touches what a user set.
get_cmake_property(cached CACHE_VARIABLES)
foreach(name IN LISTS cached)
    get_property(type CACHE ${name} PROPERTY TYPE)
    if(name MATCHES "^SORTID_" AND type STREQUAL "INTERNAL" AND NOT ${name})
        unset(${name} CACHE)
    endif()
endforeach()
