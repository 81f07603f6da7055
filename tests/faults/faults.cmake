# SPDX-License-Identifier: MIT
# The scripts of tests/faults/ preload libraries. A preloaded library cannot come before a
# sanitizer's own, and it must be for this machine's loader. Without glibc the command makes other
# system calls, and there is no libfaketime.
if(SORTID_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
endif()

# sortid_fault_test(NAME SCRIPT ARGUMENT...)
function(sortid_fault_test name)
    if(SORTID_GLIBC)
        sortid_script_test(faults/${name} ${ARGN})
    else()
        sortid_said_skip(faults/${name} "the C library is not glibc")
    endif()
endfunction()

# `launch` starts a command under conditions that a shell cannot set up; the preloaded objects make
# its system calls, its allocations and the system's randomness fail.
add_executable(test-launch faults/launch.c)
foreach(fault io memory random)
    add_library(test-preload-${fault} MODULE faults/preload_${fault}.c)
endforeach()
foreach(target test-launch test-preload-io test-preload-memory test-preload-random)
    sortid_compile(${target})
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE=)
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
endforeach()
target_sources(test-preload-random PRIVATE support/forbid.c)

file(GLOB cases CONFIGURE_DEPENDS faults/command/*.sh)
set(places
    "SORTID_CLI_CASES=${CMAKE_CURRENT_SOURCE_DIR}/faults/command" "LAUNCH=$<TARGET_FILE:test-launch>"
    "PRELOAD_IO=$<TARGET_FILE:test-preload-io>" "PRELOAD_MEMORY=$<TARGET_FILE:test-preload-memory>")
foreach(case IN LISTS cases)
    cmake_path(GET case STEM case)
    sortid_fault_test(command-${case} cli/run.sh $<TARGET_FILE:sortid> ${case})
    set_property(TEST faults/command-${case} APPEND PROPERTY ENVIRONMENT ${places})
endforeach()

sortid_fault_test(random faults/random.sh $<TARGET_FILE:sortid> $<TARGET_FILE:test-preload-random>)

# The system clock is set while a process runs.
sortid_test_program(test-faketime faults/faketime.c sortid_test_support)
sortid_fault_test(faketime faults/faketime.sh $<TARGET_FILE:sortid> $<TARGET_FILE:test-faketime>)
