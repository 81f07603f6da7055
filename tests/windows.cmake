# SPDX-License-Identifier: MIT
# The scripts of a build for Windows, instead of those of tests/CMakeLists.txt, which includes this:
# most of those look at the sources, or at files as other systems have them. The command is
# called through a script, since the emulator (wine) needs a home folder that stays as it is.
set(sortid_call ${CMAKE_CURRENT_BINARY_DIR}/call-sortid)
file(GENERATE OUTPUT ${sortid_call} CONTENT
    "#!/bin/sh\nHOME=$WINEPREFIX exec ${emulator} $<TARGET_FILE:sortid> \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

# Left out are the cases of streams and state, whose paths, permissions, terminals and words for
# errors are other systems': cli/windows/ has them for this one.
foreach(case check convert gen inspect range usage)
    sortid_script_test(cli-${case} cli/run.sh ${sortid_call} ${case})
endforeach()
sortid_script_test(cli-windows cli/run.sh ${sortid_call})
# On a terminal wine writes sequences of its own around what the command writes.
set_property(TEST cli-inspect APPEND PROPERTY ENVIRONMENT SORTID_NO_TERMINAL=1)
# Wine cannot tell whether a pipe of this system has bytes; cli/unit/test_system has its own.
set_property(TEST cli-check APPEND PROPERTY ENVIRONMENT SORTID_NO_PEEK=1)
# sortid-node is not made for Windows.
set_property(TEST cli-usage APPEND PROPERTY ENVIRONMENT SORTID_NO_NODE=1)
set_property(TEST cli-windows APPEND PROPERTY
    ENVIRONMENT SORTID_CLI_CASES=${CMAKE_CURRENT_SOURCE_DIR}/cli/windows)

if(SORTID_SHARED)
    sortid_script_test(symbols symbols-windows.sh ${root} ${CMAKE_NM} ${CMAKE_OBJDUMP}
        $<TARGET_FILE:sortid_shared> $<TARGET_FILE:sortid_static> $<TARGET_FILE:sortid>)
    include(unload/unload.cmake)
    target_include_directories(test-unload SYSTEM BEFORE PRIVATE support/windows)
    target_link_options(test-unload PRIVATE -static)
    # Where plug-ins find the DLL.
    set_tests_properties(unload PROPERTIES WORKING_DIRECTORY $<TARGET_FILE_DIR:sortid_shared>)
endif()

include(sqlite/sqlite.cmake)
