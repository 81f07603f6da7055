# SPDX-License-Identifier: MIT
# A program that loads and unloads two plug-ins: one with the shared library, one with the static.
add_executable(test-unload unload/main.c)
sortid_compile(test-unload)
target_include_directories(test-unload PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(test-unload PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
foreach(kind shared static)
    add_library(test-plugin-${kind} MODULE unload/plugin.c)
    sortid_compile(test-plugin-${kind})
    target_link_libraries(test-plugin-${kind} PRIVATE sortid_${kind})
endforeach()
sortid_program_test(unload test-unload $<TARGET_FILE:test-plugin-shared>
    $<TARGET_FILE:test-plugin-static>)
