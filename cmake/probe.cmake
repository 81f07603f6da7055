# SPDX-License-Identifier: MIT
# Removes the results of failed probes from the cache, so that a header, library or compiler flag
# that was installed later is found in the same build folder. Included before the first probe. The
# names of all probe results (check_...) begin with SORTID_. CMake itself repeats a find_... that
# found nothing. Variables that a user set do not change.
get_cmake_property(cached CACHE_VARIABLES)
foreach(name IN LISTS cached)
    get_property(type CACHE ${name} PROPERTY TYPE)
    if(name MATCHES "^SORTID_" AND type STREQUAL "INTERNAL" AND NOT ${name})
        unset(${name} CACHE)
    endif()
endforeach()
