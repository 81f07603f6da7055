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

# Of holds those that need each interleaving, on an etcd in memory: it is linked before the library,
# so that nothing of its own client is.
set(node_fake node/fake_etcd.c node/hold_rig.c)

foreach(source IN LISTS node_tests)
    if(source MATCHES "/test_hold[a-z_]*\\.c$" AND NOT source MATCHES "_etcd\\.c$")
        sortid_unit_test(${source} ${node_fake})
    else()
        sortid_unit_test(${source})
    endif()
    cmake_path(GET source STEM program)
    string(REGEX REPLACE "^test_" "node-" program ${program})
    string(REPLACE "_" "-" program test-${program})
    target_link_libraries(${program} PRIVATE sortid_node_test_support)
endforeach()
