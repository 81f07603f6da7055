# SPDX-License-Identifier: MIT
# The tests of node/, which is built where libcurl and jansson are found. Those of a real etcd look
# for the server themselves ($SORTID_ETCD, else the PATH), and say so where there is none.
if(NOT TARGET sortid_node_static)
    sortid_said_skip(node "no libsortid-node in this build")
    return()
endif()
file(GLOB node_tests CONFIGURE_DEPENDS node/test_*.c)
add_library(sortid_node_test_support STATIC node/server.c node/ask.c node/stub.c)
sortid_compile(sortid_node_test_support)
target_link_libraries(sortid_node_test_support PUBLIC sortid_node_static sortid_test_support
    PRIVATE CURL::libcurl)

foreach(source IN LISTS node_tests)
    sortid_unit_test(${source})
    cmake_path(GET source STEM program)
    string(REGEX REPLACE "^test_" "node-" program ${program})
    string(REPLACE "_" "-" program test-${program})
    target_link_libraries(${program} PRIVATE sortid_node_test_support)
endforeach()
