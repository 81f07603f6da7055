# SPDX-License-Identifier: MIT
# libsortid-node: the library of node/, where libcurl and jansson are found.
if(WIN32)
    return()
endif()
find_path(CURL_INCLUDE_DIR curl/curl.h)
find_library(CURL_LIBRARY curl)
find_path(JANSSON_INCLUDE_DIR jansson.h)
find_library(JANSSON_LIBRARY jansson)
if(NOT CURL_INCLUDE_DIR OR NOT CURL_LIBRARY OR NOT JANSSON_INCLUDE_DIR OR NOT JANSSON_LIBRARY)
    return()
endif()
find_package(Threads REQUIRED)
file(GLOB SORTID_NODE_SOURCES CONFIGURE_DEPENDS node/*.c)
add_library(sortid_node_static STATIC ${SORTID_NODE_SOURCES})
sortid_compile(sortid_node_static)
set_target_properties(sortid_node_static PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden OUTPUT_NAME sortid-node)
target_include_directories(sortid_node_static SYSTEM PRIVATE
    ${CURL_INCLUDE_DIR} ${JANSSON_INCLUDE_DIR})
target_link_libraries(sortid_node_static PUBLIC sortid_static
    PRIVATE ${CURL_LIBRARY} ${JANSSON_LIBRARY} Threads::Threads)
