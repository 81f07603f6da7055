# SPDX-License-Identifier: MIT
# The tests of tests/shared/ a second time, as shared-locked/NAME, on shared generators of a machine
# that has no atomic commits: src/generator/ is compiled for one and linked before the library.
file(GLOB shared_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/generator/*.c)
add_library(sortid_locked OBJECT ${shared_sources})
sortid_compile(sortid_locked)
target_compile_definitions(sortid_locked PUBLIC SORTID_NO_ATOMIC_STEPS)

set(shared_tests ${unit_tests})
list(FILTER shared_tests INCLUDE REGEX "/tests/shared/test_[a-z_]+\\.c$")
list(FILTER shared_tests EXCLUDE REGEX "/test_pack\\.c$") # it tests no commits
set(shared_programs)
foreach(source IN LISTS shared_tests)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_" "-" program ${name})
    string(REGEX REPLACE "^test-" "" program ${program})
    add_executable(test-shared-locked-${program} ${source} $<TARGET_OBJECTS:sortid_locked>)
    set_target_properties(test-shared-locked-${program} PROPERTIES
        EXCLUDE_FROM_ALL $<BOOL:${SORTID_AMALGAMATION}>) # whose objects are one
    sortid_compile(test-shared-locked-${program})
    target_compile_definitions(test-shared-locked-${program} PRIVATE SORTID_NO_ATOMIC_STEPS)
    target_link_libraries(test-shared-locked-${program} PRIVATE sortid_test_support)
    sortid_program_test(shared-locked/${name} test-shared-locked-${program})
    list(APPEND shared_programs test-shared-${program} test-shared-locked-${program})
endforeach()

# Some programs replace what the library asks of the system: a program that defines __wrap_NAME for
# a call of this list replaces it.
foreach(program IN LISTS shared_programs)
    if(program MATCHES "(file|power|kill|examine)")
        target_link_options(${program} PRIVATE
            -Wl,--wrap=msync -Wl,--wrap=sortid_system_file_sync
            -Wl,--wrap=sortid_system_file_boot)
    endif()
    if(program MATCHES "file-races$")
        target_link_options(${program} PRIVATE
            -Wl,--wrap=sortid_system_file_lock -Wl,--wrap=sortid_system_lock_init)
    elseif(program MATCHES "file-others$")
        target_link_options(${program} PRIVATE -Wl,--wrap=sortid_system_monotonic)
    elseif(program MATCHES "memory-bound$")
        target_link_options(${program} PRIVATE -Wl,--wrap=sortid_system_file_boot)
    elseif(program MATCHES "memory-attach$")
        target_link_options(${program} PRIVATE
            -Wl,--wrap=sortid_system_sleep -Wl,--wrap=sortid_system_lock_init
            -Wl,--wrap=sortid_system_lock_kind)
    elseif(program MATCHES "file-steps$" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
        target_link_options(${program} PRIVATE -Wl,--wrap=sortid_generator_file_bound)
    endif()
endforeach()
