# SPDX-License-Identifier: MIT
# Some tests of tests/system/ replace calls that a file of src/system/ makes. wrapped.txt lists
# them: program, C library (any, glibc of 64 or 32 bits, other), call.
set(list ${CMAKE_CURRENT_SOURCE_DIR}/system/wrapped.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
if(NOT SORTID_GLIBC)
    set(libraries "any|other")
elseif(CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(libraries "any|glibc|glibc32")
else()
    set(libraries "any|glibc|glibc64")
endif()
foreach(program system fork-posix file-posix lock-posix)
    file(STRINGS ${list} wrapped REGEX "^${program} (${libraries}) ")
    list(TRANSFORM wrapped REPLACE "^${program} [a-z0-9]+ " "-Wl,--wrap=")
    target_link_options(test-system-${program} PRIVATE ${wrapped})
endforeach()

# Where the CPU can single-step: tests/generator/test_scru64_steps.c starts after a file is opened.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    target_link_options(test-generator-scru64-steps PRIVATE -Wl,--wrap=sortid_generator_open)
endif()

# tests/system/test_file_calls.c replaces the calls that system/file_posix.c makes.
target_link_options(test-system-file-calls PRIVATE
    -Wl,--wrap=read -Wl,--wrap=write -Wl,--wrap=close -Wl,--wrap=fsync
    -Wl,--wrap=fchmod -Wl,--wrap=link -Wl,--wrap=linkat -Wl,--wrap=sysconf -Wl,--wrap=msync
    -Wl,--wrap=posix_fallocate -Wl,--wrap=posix_fallocate64)
