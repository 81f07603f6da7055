# SPDX-License-Identifier: MIT
# libsortid-node (static and shared) and the program sortid-node, which reserve node ids in etcd or
# PostgreSQL. Only they need ppoll, libcurl, jansson and libpq. Included after the command. Sets
# SORTID_BUILDS_NODE and, if that is OFF, SORTID_NODE_LACK to the reason.
sortid_part(SORTID_NODE "Build libsortid-node and sortid-node")

sortid_read_version(SORTID_NODE_VERSION node.h)

# What all of node/ needs of the system's headers: its extensions, and files and times past 32
# bits. tools/lint and tools/test/analyze use the same list.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/node_flags.txt SORTID_NODE_FLAGS)

# Set it to OFF for a cross compiler or another C library, which cannot use this machine's.
option(SORTID_JANSSON "The jansson and libpq that CMake finds are built for this compiler" ON)
include(CheckSymbolExists)
include(CheckCSourceCompiles)
include(CMakePushCheckState)

cmake_push_check_state()
set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
check_symbol_exists(ppoll poll.h SORTID_HAS_PPOLL)
cmake_pop_check_state()

# sortid_node_lacks(RESULT): sets RESULT to the reason why libsortid-node cannot be built, or to "".
function(sortid_node_lacks result)
    if(NOT SORTID_HAS_PPOLL)
        set(${result} "the system has no ppoll" PARENT_SCOPE)
        return()
    elseif(NOT SORTID_JANSSON OR SORTID_SANITIZE MATCHES "memory")
        set(${result} "libcurl, jansson and libpq are not built for this compiler" PARENT_SCOPE)
        return()
    endif()
    set(lack "")
    find_package(CURL QUIET)
    find_path(JANSSON_INCLUDE_DIR jansson.h)
    find_library(JANSSON_LIBRARY jansson)
    find_path(LIBPQ_INCLUDE_DIR libpq-fe.h PATH_SUFFIXES postgresql)
    find_library(LIBPQ_LIBRARY pq)
    mark_as_advanced(JANSSON_INCLUDE_DIR JANSSON_LIBRARY LIBPQ_INCLUDE_DIR LIBPQ_LIBRARY)
    if(NOT TARGET CURL::libcurl)
        set(lack "no libcurl (Debian: libcurl4-openssl-dev)")
    elseif(NOT JANSSON_INCLUDE_DIR OR NOT JANSSON_LIBRARY)
        set(lack "no jansson (Debian: libjansson-dev)")
    elseif(NOT LIBPQ_INCLUDE_DIR OR NOT LIBPQ_LIBRARY)
        set(lack "no libpq (Debian: libpq-dev)")
    else()
        cmake_push_check_state()
        set(CMAKE_REQUIRED_INCLUDES ${JANSSON_INCLUDE_DIR} ${LIBPQ_INCLUDE_DIR})
        set(CMAKE_REQUIRED_LIBRARIES CURL::libcurl ${JANSSON_LIBRARY} ${LIBPQ_LIBRARY})
        check_c_source_compiles("
            #include <curl/curl.h>
            #include <jansson.h>
            #include <libpq-fe.h>
            int main(void)
            {
                curl_free(curl_easy_init());
                json_decref(json_object());
                PQfinish(PQconnectStart(\"\"));
                return 0;
            }
            " SORTID_LINKS_NODE_LIBRARIES)
        cmake_pop_check_state()
        if(NOT SORTID_LINKS_NODE_LIBRARIES)
            set(lack "libcurl, jansson and libpq cannot be linked by this compiler")
        endif()
    endif()
    set(${result} "${lack}" PARENT_SCOPE)
endfunction()

set(SORTID_BUILDS_NODE OFF)
if(NOT SORTID_NODE)
    set(SORTID_NODE_LACK "SORTID_NODE is OFF")
    return()
endif()
sortid_node_lacks(SORTID_NODE_LACK)
if(SORTID_NODE_LACK AND NOT SORTID_NODE STREQUAL AUTO)
    message(FATAL_ERROR "sortid-node cannot be built: ${SORTID_NODE_LACK}")
elseif(SORTID_NODE_LACK)
    message(NOTICE "sortid-node is not built: ${SORTID_NODE_LACK}")
    return()
endif()
set(SORTID_BUILDS_NODE ON)

# ---- The library ------------------------------------------------------------------------------
file(GLOB SORTID_NODE_SOURCES CONFIGURE_DEPENDS node/*.c)
add_library(sortid_node_static STATIC ${SORTID_NODE_SOURCES})
if(SORTID_SHARED)
    add_library(sortid_node_shared SHARED ${SORTID_NODE_SOURCES})
    sortid_export_symbols(sortid_node_shared node/symbols.txt)
    sortid_stay_loaded(sortid_node_shared) # generators may call a bound until the process ends
    set_target_properties(sortid_node_shared PROPERTIES
        BUILD_RPATH_USE_ORIGIN ON # else the bytes depend on the folder of the build
        VERSION ${SORTID_NODE_VERSION} SOVERSION 0)
endif()
foreach(kind IN LISTS SORTID_KINDS)
    add_library(sortid::node_${kind} ALIAS sortid_node_${kind})
    sortid_compile(sortid_node_${kind})
    target_compile_options(sortid_node_${kind} PRIVATE ${SORTID_NODE_FLAGS})
    target_include_directories(sortid_node_${kind} SYSTEM PRIVATE
        ${JANSSON_INCLUDE_DIR} ${LIBPQ_INCLUDE_DIR})
    set_target_properties(sortid_node_${kind} PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
        OUTPUT_NAME sortid-node EXPORT_NAME node_${kind})
    # Installed targets name the libraries without a path, because a path would be this machine's.
    target_link_libraries(sortid_node_${kind} PUBLIC sortid_${kind} PRIVATE
        $<BUILD_INTERFACE:CURL::libcurl> $<BUILD_INTERFACE:${JANSSON_LIBRARY}>
        $<BUILD_INTERFACE:${LIBPQ_LIBRARY}> $<INSTALL_INTERFACE:curl> $<INSTALL_INTERFACE:jansson>
        $<INSTALL_INTERFACE:pq> Threads::Threads)
endforeach()
sortid_choose(kind "")
add_library(sortid::node ALIAS sortid_node_${kind})

# ---- The program ------------------------------------------------------------------------------
file(GLOB SORTID_NODE_PROGRAM_SOURCES CONFIGURE_DEPENDS node/program/*.c)
add_executable(sortid-node ${SORTID_NODE_PROGRAM_SOURCES} ${SORTID_COMMON_SOURCES})
sortid_compile(sortid-node)
target_compile_options(sortid-node PRIVATE ${SORTID_NODE_FLAGS})
target_link_libraries(sortid-node PRIVATE sortid_node_static sortid_static Threads::Threads)
