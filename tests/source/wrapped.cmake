# SPDX-License-Identifier: MIT
# Some tests of tests/source/ stand between a file of source/ and the calls of wrapped.txt, in which a
# row is for a program, and for any C library, for glibc (of 64 bits or of 32), or for others.
set(list ${CMAKE_CURRENT_SOURCE_DIR}/source/wrapped.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
if(NOT SORTID_GLIBC)
    set(libraries "any|other")
elseif(CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(libraries "any|glibc|glibc32")
else()
    set(libraries "any|glibc|glibc64")
endif()
foreach(program system file-posix lock-posix)
    file(STRINGS ${list} wrapped REGEX "^${program} (${libraries}) ")
    list(TRANSFORM wrapped REPLACE "^${program} [a-z0-9]+ " "-Wl,--wrap=")
    target_link_options(test-source-${program} PRIVATE ${wrapped})
endforeach()

# Where there are steps: tests/easy/test_scru64_steps.c begins them behind the opening of a file.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    target_link_options(test-easy-scru64-steps PRIVATE -Wl,--wrap=sortid_scru64_shared_open)
endif()

# tests/source/test_file_calls.c stands between source/file_posix.c and the system.
target_link_options(test-source-file-calls PRIVATE
    -Wl,--wrap=read -Wl,--wrap=write -Wl,--wrap=close -Wl,--wrap=fsync
    -Wl,--wrap=fchmod -Wl,--wrap=link -Wl,--wrap=sysconf -Wl,--wrap=msync
    -Wl,--wrap=posix_fallocate -Wl,--wrap=posix_fallocate64)
