# SPDX-License-Identifier: MIT
# The system libraries that sortid links, in three forms: SORTID_SYSTEM_LIBRARIES for the build,
# SORTID_PC_LIBS_PRIVATE for pkg-config, SORTID_NEEDS_THREADS for find_package(sortid). Included
# once by the top CMakeLists.txt.
if(WIN32)
    set(SORTID_SYSTEM_LIBRARIES bcrypt)
    set(SORTID_PC_LIBS_PRIVATE -lbcrypt)
    set(SORTID_NEEDS_THREADS OFF)
else()
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
    set(SORTID_SYSTEM_LIBRARIES Threads::Threads)
    set(SORTID_PC_LIBS_PRIVATE -pthread)
    set(SORTID_NEEDS_THREADS ON)
endif()
