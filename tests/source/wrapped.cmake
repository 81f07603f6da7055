# SPDX-License-Identifier: MIT
# tests/source/test_system.c stands between source/posix.c and the calls of wrapped.txt, in which
# a row is for any C library, for glibc or for others.
set(list ${CMAKE_CURRENT_SOURCE_DIR}/source/wrapped.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
if(SORTID_GLIBC)
    file(STRINGS ${list} wrapped REGEX "^(any|glibc) ")
else()
    file(STRINGS ${list} wrapped REGEX "^(any|other) ")
endif()
list(TRANSFORM wrapped REPLACE "^[a-z]+ " "-Wl,--wrap=")
target_link_options(test-source-system PRIVATE ${wrapped})
