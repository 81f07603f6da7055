# SPDX-License-Identifier: MIT
# tests/source/test_system.c stands between source/posix.c and the calls of wrapped.txt, in which
# a row is for any C library, for glibc (of 64 bits or of 32), or for others.
set(list ${CMAKE_CURRENT_SOURCE_DIR}/source/wrapped.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
if(NOT SORTID_GLIBC)
    set(libraries "any|other")
elseif(CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(libraries "any|glibc|glibc32")
else()
    set(libraries "any|glibc|glibc64")
endif()
file(STRINGS ${list} wrapped REGEX "^(${libraries}) ")
list(TRANSFORM wrapped REPLACE "^[a-z0-9]+ " "-Wl,--wrap=")
target_link_options(test-source-system PRIVATE ${wrapped})

# tests/source/test_file_calls.c stands between source/file_posix.c and the system.
target_link_options(test-source-file-calls PRIVATE
    -Wl,--wrap=read -Wl,--wrap=write -Wl,--wrap=close -Wl,--wrap=fsync
    -Wl,--wrap=fchmod -Wl,--wrap=link -Wl,--wrap=sysconf -Wl,--wrap=msync
    -Wl,--wrap=posix_fallocate -Wl,--wrap=posix_fallocate64)

# tests/source/test_lock_calls.c stands between source/lock_posix.c and the C library.
target_link_options(test-source-lock-calls PRIVATE
    -Wl,--wrap=pthread_mutexattr_init -Wl,--wrap=pthread_mutexattr_destroy
    -Wl,--wrap=pthread_mutexattr_setpshared -Wl,--wrap=pthread_mutexattr_setrobust
    -Wl,--wrap=pthread_mutexattr_settype -Wl,--wrap=pthread_mutex_init)
