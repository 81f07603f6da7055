# SPDX-License-Identifier: MIT
# The tests of the client of etcd, which is built where libcurl and jansson are found, and what other
# tests take from them: target sortid_node_test_support starts real servers and plays false ones. Tests
# of a real etcd look for it themselves ($SORTID_ETCD, else the PATH), and say so where there is none.
if(NOT TARGET sortid_node_static)
    sortid_said_skip(node/etcd "no libsortid-node in this build")
    return()
endif()
add_library(sortid_node_test_support STATIC
    node/server.c node/ask.c node/stub.c node/client.c)
sortid_compile(sortid_node_test_support)
target_include_directories(sortid_node_test_support SYSTEM PRIVATE ${CURL_INCLUDE_DIR})
target_link_libraries(sortid_node_test_support PUBLIC sortid_node_static sortid_test_support
    PRIVATE ${CURL_LIBRARY})

foreach(name IN ITEMS base64 date endpoints etcd_json etcd_answers etcd etcd_members etcd_users)
    sortid_unit_test(${CMAKE_CURRENT_SOURCE_DIR}/node/test_${name}.c)
    string(REPLACE "_" "-" program test-node-${name})
    target_link_libraries(${program} PRIVATE sortid_node_test_support)
endforeach()
