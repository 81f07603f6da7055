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
target_link_libraries(test-sortid-node PRIVATE sortid_static Threads::Threads)
set_target_properties(test-sortid-node PROPERTIES
    OUTPUT_NAME sortid-node RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/node)

if(NOT run_by)
    sortid_script_test(node/manual manual.sh ${root} sortid-node $<TARGET_FILE:test-sortid-node>)
endif()
if(NOT run_by)
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

# ---- The real library ---------------------------------------------------------------------------
# Tests with a real store look for the server themselves ($SORTID_TEST_ETCD, otherwise the PATH;
# $SORTID_TEST_POSTGRES, otherwise Debian's folders), and say so if it is not installed.
file(GLOB node_tests CONFIGURE_DEPENDS node/test_*.c)
add_library(sortid_node_test_support STATIC
    node/server.c node/ask.c node/stub.c node/client.c)
sortid_compile(sortid_node_test_support)
target_include_directories(sortid_node_test_support SYSTEM PUBLIC
    ${JANSSON_INCLUDE_DIR} ${LIBPQ_INCLUDE_DIR})
target_link_libraries(sortid_node_test_support PUBLIC sortid_node_static sortid_test_support
    CURL::libcurl ${JANSSON_LIBRARY} ${LIBPQ_LIBRARY})

# Tests of reservations that need each interleaving use an etcd in memory. It is linked before the library,
# so that it replaces the library's client.
set(node_fake node/fake_etcd.c node/reservation_fixture.c)

# sortid_on_postgres(NAME PROGRAM): the same test once more, on PostgreSQL.
function(sortid_on_postgres name program)
    sortid_program_test(${name}-postgresql ${program})
    set_property(TEST ${name}-postgresql APPEND PROPERTY ENVIRONMENT SORTID_TEST_STORE=postgresql)
endfunction()

foreach(source IN LISTS node_tests)
    if(source MATCHES "/test_stress_")
        continue()
    elseif(source MATCHES "/test_reservation[a-z_]*\\.c$" AND NOT source MATCHES "_store\\.c$")
        sortid_unit_test(${source} ${node_fake})
    else()
        sortid_unit_test(${source})
    endif()
    cmake_path(GET source STEM program)
    string(REGEX REPLACE "^test_" "node-" program ${program})
    string(REPLACE "_" "-" program test-${program})
    if(NOT TARGET ${program})
        continue()
    endif()
    target_link_libraries(${program} PRIVATE sortid_node_test_support)
    if(source MATCHES "_store\\.c$")
        cmake_path(GET source STEM name)
        sortid_on_postgres(node/${name} ${program})
    endif()
endforeach()

if(SORTID_SHARED AND NOT SORTID_SANITIZE)
    sortid_script_test(node/symbols node/symbols.sh ${root} ${CMAKE_C_COMPILER} ${CMAKE_NM}
        ${CMAKE_READELF} $<TARGET_FILE:sortid_node_shared> $<TARGET_FILE:sortid_node_static>)
endif()

# What follows needs real servers.
if(NOT SORTID_TESTS STREQUAL FULL)
    return()
endif()

# ---- Many processes at once -----------------------------------------------------------------------
# The holders are a separate program. libfaketime cannot be loaded before a sanitizer.
if(run_by)
    sortid_said_skip(node/stress "its processes are stopped and killed, which needs a machine without emulator")
else()
    add_executable(test-node-holder node/stress/holder.c)
    sortid_compile(test-node-holder)
    target_link_libraries(test-node-holder PRIVATE sortid_node_test_support)
    foreach(stress holders network clocks)
        if(stress STREQUAL clocks AND (SORTID_SANITIZE OR NOT SORTID_GLIBC))
            continue()
        endif()
        sortid_unit_test(${CMAKE_CURRENT_SOURCE_DIR}/node/test_stress_${stress}.c
            node/stress/crew.c node/stress/relay.c)
        target_link_libraries(test-node-stress-${stress} PRIVATE sortid_node_test_support)
        add_dependencies(test-node-stress-${stress} test-node-holder)
        sortid_on_postgres(node/test_stress_${stress} test-node-stress-${stress})
    endforeach()
    # Not a test: it measures figures for docs/node-ids.md, run by hand.
    add_executable(test-node-scale EXCLUDE_FROM_ALL node/stress/scale.c node/stress/crew.c)
    sortid_compile(test-node-scale)
    target_link_libraries(test-node-scale PRIVATE sortid_node_test_support)
    # The same, for docs/node-agent.md.
    add_executable(test-node-agent-load EXCLUDE_FROM_ALL node/stress/agent_load.c)
    sortid_compile(test-node-agent-load)
endif()

# The programs of docs/api.md that need a store; the tests with real stores run them.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/docs/api.md)
file(READ ${root}/docs/api.md api)
foreach(server threads preforking)
    string(REPLACE preforking "preforking server" title ${server})
    string(REPLACE threads "server with threads" title ${title})
    string(REGEX MATCH "/\\* A ${title}:[^`]*" program "${api}")
    if(program STREQUAL "")
        message(FATAL_ERROR "docs/api.md has no program that begins with /* A ${title}:")
    endif()
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/node/server-${server}.c CONTENT "${program}" @ONLY)
    add_executable(server-${server} ${CMAKE_CURRENT_BINARY_DIR}/node/server-${server}.c)
    sortid_compile(server-${server})
    target_link_libraries(server-${server} PRIVATE sortid_node_static Threads::Threads)
    set_target_properties(server-${server} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/node/documents)
endforeach()

if(NOT run_by)
    foreach(case program access restore)
        sortid_script_test(node/etcd-${case} cli/run.sh $<TARGET_FILE:sortid-node> ${case})
        set_property(TEST node/etcd-${case} APPEND PROPERTY ENVIRONMENT
            "SORTID_CLI_CASES=${CMAKE_CURRENT_SOURCE_DIR}/node/etcd" "SORTID=$<TARGET_FILE:sortid>"
            "SORTID_DOCUMENTS=$<TARGET_FILE_DIR:server-threads>")
    endforeach()
    sortid_script_test(node/postgresql-program cli/run.sh $<TARGET_FILE:sortid-node> program)
    set_property(TEST node/postgresql-program APPEND PROPERTY ENVIRONMENT SORTID_TEST_STORE=postgresql
        "SORTID_CLI_CASES=${CMAKE_CURRENT_SOURCE_DIR}/node/etcd" "SORTID=$<TARGET_FILE:sortid>"
        "SORTID_DOCUMENTS=$<TARGET_FILE_DIR:server-threads>")
endif()
