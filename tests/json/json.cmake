# SPDX-License-Identifier: MIT
# A real JSON library reads what the command writes. It is no part of the product; the
# sanitizer of uninitialized memory would have to have compiled it.
find_path(JANSSON_INCLUDE_DIR jansson.h)
find_library(JANSSON_LIBRARY jansson)
option(SORTID_JANSSON "The jansson that is found is one for this compiler" ON)
if(SORTID_JANSSON AND JANSSON_INCLUDE_DIR AND JANSSON_LIBRARY
        AND NOT SORTID_SANITIZE MATCHES "memory")
    set(SORTID_READS_JSON ON)
    add_library(sortid_json_contract STATIC json/contract.c)
    sortid_compile(sortid_json_contract)
    target_include_directories(sortid_json_contract SYSTEM PUBLIC ${JANSSON_INCLUDE_DIR})
    target_link_libraries(sortid_json_contract PUBLIC sortid_test_support ${JANSSON_LIBRARY})
    sortid_test_program(test-json json/main.c sortid_json_contract)
    sortid_program_test(json test-json $<TARGET_FILE:sortid>)
else()
    sortid_missing_skip(json jansson libjansson-dev)
endif()
