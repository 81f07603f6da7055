# SPDX-License-Identifier: MIT
# The SQLite extension of ext/sqlite/: sortid_sqlite.so, which SQLite loads and which contains
# libsortid, and libsortid_sqlite.a for programs that link SQLite. Included once by the top
# CMakeLists.txt. Sets SORTID_HAS_SQLITE and SORTID_HAS_SQLITE_LIBRARY. The build needs only
# SQLite's headers, which are the same for all machines.
include(CheckIncludeFile)

sortid_part(SORTID_SQLITE "Build the SQLite extension")
set(SORTID_SQLITE_INCLUDE_DIR "" CACHE PATH "The folder of sqlite3ext.h, if the compiler does not search it")

set(SORTID_HAS_SQLITE OFF)
set(SORTID_HAS_SQLITE_LIBRARY OFF)
if(SORTID_SQLITE)
    set(CMAKE_REQUIRED_INCLUDES ${SORTID_SQLITE_INCLUDE_DIR})
    check_include_file(sqlite3ext.h SORTID_SQLITE_HEADER)
    unset(CMAKE_REQUIRED_INCLUDES)
    set(SORTID_HAS_SQLITE ${SORTID_SQLITE_HEADER})
endif()
if(SORTID_SQLITE STREQUAL ON AND NOT SORTID_HAS_SQLITE)
    message(FATAL_ERROR "SORTID_SQLITE is ON, but sqlite3ext.h is not found (Debian: libsqlite3-dev)")
endif()
if(NOT SORTID_HAS_SQLITE)
    return()
endif()

file(GLOB SORTID_SQLITE_SOURCES CONFIGURE_DEPENDS ext/sqlite/*.c)

function(sortid_compile_sqlite target)
    sortid_compile(${target})
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    target_include_directories(${target} SYSTEM PRIVATE ${SORTID_SQLITE_INCLUDE_DIR})
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/ext/sqlite/include>)
endfunction()

# Each thread that made an ID calls a destructor of the library, so the library must stay loaded
# after the connection is closed.
add_library(sortid_sqlite MODULE ${SORTID_SQLITE_SOURCES})
sortid_compile_sqlite(sortid_sqlite)
set_target_properties(sortid_sqlite PROPERTIES PREFIX "")
target_link_libraries(sortid_sqlite PRIVATE sortid_static)
sortid_stay_loaded(sortid_sqlite)

add_library(sortid_sqlite_static STATIC ${SORTID_SQLITE_SOURCES})
sortid_compile_sqlite(sortid_sqlite_static)
target_compile_definitions(sortid_sqlite_static PRIVATE SQLITE_CORE)
set_target_properties(sortid_sqlite_static PROPERTIES
    OUTPUT_NAME sortid_sqlite EXPORT_NAME sqlite_static)
# Its objects are compiled without SORTID_STATIC: they link with the shared libsortid too.
target_include_directories(sortid_sqlite_static PRIVATE include)
target_link_libraries(sortid_sqlite_static INTERFACE sortid_static)
add_library(sortid::sqlite_static ALIAS sortid_sqlite_static)

# SQLite itself, for the tests. A cross compiler may find this machine's headers but
# no library that it can link.
include(CheckSymbolExists)
find_library(SORTID_SQLITE_LIBRARY sqlite3)
mark_as_advanced(SORTID_SQLITE_LIBRARY)
if(SORTID_SQLITE_LIBRARY)
    set(CMAKE_REQUIRED_INCLUDES ${SORTID_SQLITE_INCLUDE_DIR})
    set(CMAKE_REQUIRED_LIBRARIES ${SORTID_SQLITE_LIBRARY})
    check_symbol_exists(sqlite3_open sqlite3.h SORTID_SQLITE_LINKS)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    set(SORTID_HAS_SQLITE_LIBRARY ${SORTID_SQLITE_LINKS})
    add_library(sortid_the_sqlite INTERFACE)
    target_include_directories(sortid_the_sqlite SYSTEM INTERFACE ${SORTID_SQLITE_INCLUDE_DIR})
    target_link_libraries(sortid_the_sqlite INTERFACE ${SORTID_SQLITE_LIBRARY})
endif()
