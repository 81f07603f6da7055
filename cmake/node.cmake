# SPDX-License-Identifier: MIT
# libsortid-node (static and shared) and the program sortid-node: node ids held in etcd. Built where
# the system is POSIX with ppoll and has libcurl and jansson, which nothing else of sortid needs.
# Included once by the top CMakeLists.txt, behind the command. It sets SORTID_BUILDS_NODE.
set(SORTID_NODE AUTO CACHE STRING
    "Build libsortid-node and sortid-node: ON, OFF, or AUTO, where libcurl and jansson are")
set_property(CACHE SORTID_NODE PROPERTY STRINGS AUTO ON OFF)

# Those of this machine are not for another one, nor for another C library.
option(SORTID_JANSSON "The jansson that is found is one for this compiler" ON)
include(CheckSymbolExists)
include(CheckCSourceCompiles)
include(CMakePushCheckState)

cmake_push_check_state()
set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
check_symbol_exists(ppoll poll.h SORTID_HAS_PPOLL)
cmake_pop_check_state()

# sortid_node_lacks(RESULT): what keeps it from being built, in words; empty: nothing.
function(sortid_node_lacks result)
    set(${result} "" PARENT_SCOPE)
    if(NOT SORTID_HAS_PPOLL)
        set(${result} "the system has no ppoll" PARENT_SCOPE)
        return()
    endif()
    find_path(CURL_INCLUDE_DIR curl/curl.h)
    find_library(CURL_LIBRARY curl)
    find_path(JANSSON_INCLUDE_DIR jansson.h)
    find_library(JANSSON_LIBRARY jansson)
    mark_as_advanced(CURL_INCLUDE_DIR CURL_LIBRARY JANSSON_INCLUDE_DIR JANSSON_LIBRARY)
    if(NOT CURL_INCLUDE_DIR OR NOT CURL_LIBRARY)
        set(${result} "no libcurl (libcurl4-openssl-dev)" PARENT_SCOPE)
    elseif(NOT JANSSON_INCLUDE_DIR OR NOT JANSSON_LIBRARY)
        set(${result} "no jansson (libjansson-dev)" PARENT_SCOPE)
    elseif(NOT SORTID_JANSSON OR SORTID_SANITIZE MATCHES "memory")
        set(${result} "libcurl and jansson are of another compiler" PARENT_SCOPE)
    else()
        cmake_push_check_state()
        set(CMAKE_REQUIRED_INCLUDES ${CURL_INCLUDE_DIR} ${JANSSON_INCLUDE_DIR})
        set(CMAKE_REQUIRED_LIBRARIES ${CURL_LIBRARY} ${JANSSON_LIBRARY})
        check_c_source_compiles("
            #include <curl/curl.h>
            #include <jansson.h>
            int main(void) { curl_free(curl_easy_init()); json_decref(json_object()); return 0; }
            " SORTID_LINKS_CURL_AND_JANSSON)
        cmake_pop_check_state()
        if(NOT SORTID_LINKS_CURL_AND_JANSSON)
            set(${result} "libcurl and jansson are not for this compiler" PARENT_SCOPE)
        endif()
    endif()
endfunction()

# The program has the arguments, streams, times and messages of the command; its tests' too.
set(SORTID_NODE_CLI_SOURCES
    cli/arguments.c cli/output.c cli/progress.c cli/report.c cli/system_posix.c cli/when.c)
list(TRANSFORM SORTID_NODE_CLI_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/)

set(SORTID_BUILDS_NODE OFF)
if(NOT SORTID_NODE)
    return()
endif()
sortid_node_lacks(lack)
if(lack AND NOT SORTID_NODE STREQUAL AUTO)
    message(FATAL_ERROR "sortid-node cannot be built: ${lack}")
elseif(lack)
    message(NOTICE "sortid-node is not built: ${lack}")
    return()
endif()
set(SORTID_BUILDS_NODE ON)

# ---- The library ------------------------------------------------------------------------------
file(GLOB SORTID_NODE_SOURCES CONFIGURE_DEPENDS node/*.c)
add_library(sortid_node_objects OBJECT ${SORTID_NODE_SOURCES})
sortid_compile(sortid_node_objects)
set_target_properties(sortid_node_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(sortid_node_objects SYSTEM PRIVATE
    ${CURL_INCLUDE_DIR} ${JANSSON_INCLUDE_DIR})

add_library(sortid_node_static STATIC $<TARGET_OBJECTS:sortid_node_objects>)
if(SORTID_SHARED)
    add_library(sortid_node_shared SHARED $<TARGET_OBJECTS:sortid_node_objects>)
    sortid_version_symbols(sortid_node_shared node/symbols.map)
    set_target_properties(sortid_node_shared PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
endif()
foreach(kind IN LISTS SORTID_KINDS)
    add_library(sortid::node_${kind} ALIAS sortid_node_${kind})
    set_target_properties(sortid_node_${kind} PROPERTIES
        OUTPUT_NAME sortid-node EXPORT_NAME node_${kind})
    # Installed, they are found as the linker finds libraries: a path would be this machine's.
    target_link_libraries(sortid_node_${kind} PUBLIC sortid_${kind} PRIVATE
        $<BUILD_INTERFACE:${CURL_LIBRARY}> $<BUILD_INTERFACE:${JANSSON_LIBRARY}>
        $<INSTALL_INTERFACE:curl> $<INSTALL_INTERFACE:jansson> Threads::Threads)
endforeach()
sortid_choose(kind "")
add_library(sortid::node ALIAS sortid_node_${kind})

# ---- The program ------------------------------------------------------------------------------
file(GLOB SORTID_NODE_PROGRAM_SOURCES CONFIGURE_DEPENDS node/program/*.c)
add_executable(sortid-node ${SORTID_NODE_PROGRAM_SOURCES} ${SORTID_NODE_CLI_SOURCES})
sortid_compile(sortid-node)
target_link_libraries(sortid-node PRIVATE sortid_node_static sortid_static Threads::Threads)
