# SPDX-License-Identifier: MIT
# What the statistical tests share: numbers and tallies.
file(GLOB statistics CONFIGURE_DEPENDS statistics/*.c)
list(FILTER statistics EXCLUDE REGEX "/test_[a-z]+\\.c$")
add_library(sortid_test_statistics STATIC ${statistics})
sortid_compile(sortid_test_statistics)
target_link_libraries(sortid_test_statistics PUBLIC sortid_test_support)
foreach(source IN LISTS unit_tests)
    if(source MATCHES "/statistics/test_([a-z]+)\\.c$")
        target_link_libraries(test-statistics-${CMAKE_MATCH_1} PRIVATE sortid_test_statistics)
    endif()
endforeach()
