# SPDX-License-Identifier: MIT
# Tests of node/. The program is tested twice: with a scripted library, which needs neither etcd nor
# libcurl, and with the real one.
if(NOT SORTID_HAS_PPOLL)
    sortid_said_skip(node/program "the system has no ppoll")
    return()
endif()

# ---- The program with the scripted library -------------------------------------------------------
file(GLOB node_program ${PROJECT_SOURCE_DIR}/node/program/*.c)
add_executable(test-sortid-node ${node_program} ${SORTID_COMMON_SOURCES} node/fake_node.c
    ${PROJECT_SOURCE_DIR}/node/status.c)
sortid_compile(test-sortid-node)
target_compile_options(test-sortid-node PRIVATE ${SORTID_NODE_FLAGS})
target_link_libraries(test-sortid-node PRIVATE sortid_static Threads::Threads)
set_target_properties(test-sortid-node PROPERTIES
    OUTPUT_NAME sortid-node RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/node)

if(NOT run_by)
    sortid_script_test(node/manual manual.sh ${root} sortid-node $<TARGET_FILE:test-sortid-node>)
    sortid_script_test(node/operation node/operation.sh ${root} $<TARGET_FILE:test-sortid-node>
        ${PROJECT_BINARY_DIR})
endif()
file(GLOB cases CONFIGURE_DEPENDS node/program/*.sh)
foreach(case IN LISTS cases)
    cmake_path(GET case STEM case)
    if(run_by)
        sortid_said_skip(node/program-${case} "signals and groups are those of an emulator")
    else()
        sortid_script_test(node/program-${case} cli/run.sh $<TARGET_FILE:test-sortid-node> ${case})
        set_property(TEST node/program-${case} APPEND PROPERTY ENVIRONMENT
            "SORTID_CLI_CASES=${CMAKE_CURRENT_SOURCE_DIR}/node/program" "SORTID=$<TARGET_FILE:sortid>")
    endif()
endforeach()

if(NOT SORTID_BUILDS_NODE)
    sortid_said_skip(node/library "${SORTID_NODE_LACK}")
    return()
endif()

# ---- The real library, with scripted servers and a store in memory -------------------------------
# Tests of reservations that need each interleaving use an etcd in memory. It is linked before the
# library, so that it replaces the library's client.
set(node_fake node/fake_etcd.c node/reservation_fixture.c)
add_library(sortid_node_test_support STATIC node/server.c node/stub.c node/client.c)
sortid_compile(sortid_node_test_support)
target_include_directories(sortid_node_test_support SYSTEM PUBLIC
    ${JANSSON_INCLUDE_DIR} ${LIBPQ_INCLUDE_DIR})
target_link_libraries(sortid_node_test_support PUBLIC sortid_node_static sortid_test_support
    CURL::libcurl ${JANSSON_LIBRARY} ${LIBPQ_LIBRARY})

# sortid_node_test(STEM SOURCE...): node/test_STEM.c with these sources.
function(sortid_node_test stem)
    sortid_unit_test(${CMAKE_CURRENT_SOURCE_DIR}/node/test_${stem}.c ${ARGN})
    string(REPLACE "_" "-" program test-node-${stem})
    if(TARGET ${program})
        target_link_libraries(${program} PRIVATE sortid_node_test_support)
    endif()
endfunction()

set(node_server_tests store etcd_users postgres stress_holders stress_members stress_network) # see below
file(GLOB node_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/node node/test_*.c)
foreach(stem IN LISTS node_tests)
    string(REGEX REPLACE "^test_(.*)\\.c$" "\\1" stem ${stem})
    if(stem IN_LIST node_server_tests)
        continue()
    elseif(stem MATCHES "^reservation_")
        sortid_node_test(${stem} ${node_fake})
    else()
        sortid_node_test(${stem})
    endif()
endforeach()

if(SORTID_SHARED AND NOT SORTID_SANITIZE)
    sortid_script_test(node/symbols symbols.sh ${root} sortid-node ${CMAKE_C_COMPILER} ${CMAKE_NM}
        ${CMAKE_READELF} $<TARGET_FILE:sortid_node_shared> $<TARGET_FILE:sortid_node_static>)
endif()

# Users copy these programs; tests with a store run them.
foreach(server threads preforking)
    sortid_test_program(server-${server} ${root}/examples/node/${server}.c sortid_node_static Threads::Threads)
    set_target_properties(server-${server} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/node/examples)
endforeach()

# ---- Real servers --------------------------------------------------------------------------------
# These tests start etcd and PostgreSQL themselves ($SORTID_TEST_ETCD, otherwise the PATH;
# $SORTID_TEST_POSTGRES, otherwise Debian's folders), and say so if one is not installed.
if(NOT SORTID_TESTS STREQUAL FULL)
    return()
endif()

# sortid_on_postgres(NAME PROGRAM): the same test once more, on PostgreSQL.
function(sortid_on_postgres name program)
    sortid_program_test(${name}-postgresql ${program})
    set_property(TEST ${name}-postgresql APPEND PROPERTY ENVIRONMENT SORTID_TEST_STORE=postgresql)
endfunction()

foreach(stem store etcd_users postgres)
    sortid_node_test(${stem})
endforeach()
sortid_on_postgres(node/test_store test-node-store)

# Many processes at once: the holders are a separate program.
if(run_by)
    sortid_said_skip(node/stress "its processes are stopped and killed, which needs a machine without emulator")
else()
    sortid_test_program(test-node-holder node/stress/holder.c sortid_node_test_support)
    foreach(stress holders members network)
        sortid_node_test(stress_${stress} node/stress/crew.c)
        add_dependencies(test-node-stress-${stress} test-node-holder)
        if(NOT stress STREQUAL members) # of etcd only
            sortid_on_postgres(node/test_stress_${stress} test-node-stress-${stress})
        endif()
    endforeach()
endif()

# sortid_store_test(NAME CASE SETTING...): node/etcd/CASE.sh with the program.
function(sortid_store_test name case)
    sortid_script_test(${name} cli/run.sh $<TARGET_FILE:sortid-node> ${case})
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "SORTID=$<TARGET_FILE:sortid>" ${ARGN}
        "SORTID_CLI_CASES=${CMAKE_CURRENT_SOURCE_DIR}/node/etcd"
        "SORTID_EXAMPLES=$<TARGET_FILE_DIR:server-threads>")
endfunction()
if(NOT run_by)
    foreach(case program access restore lost clients workers)
        sortid_store_test(node/etcd-${case} ${case})
    endforeach()
    foreach(case program lost restore)
        sortid_store_test(node/postgresql-${case} ${case} SORTID_TEST_STORE=postgresql)
    endforeach()
endif()
