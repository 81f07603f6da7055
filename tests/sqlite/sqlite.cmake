# SPDX-License-Identifier: MIT
# The tests of the SQLite extension: programs that link it and SQLite's library, and scripts that
# load it into the shell sqlite3. The installed SQLite is not compiled with the memory sanitizer,
# and a module with a sanitizer cannot be loaded into a shell without it.
find_program(SORTID_SQLITE_SHELL sqlite3)
mark_as_advanced(SORTID_SQLITE_SHELL)

set(SORTID_TESTS_SQLITE OFF)
if(SORTID_HAS_SQLITE_LIBRARY AND NOT SORTID_SANITIZE MATCHES "memory")
    set(SORTID_TESTS_SQLITE ON)
endif()

set(sqlite_programs cases functions spans generators scru64 memory)
set(arguments_of_cases ${CMAKE_CURRENT_SOURCE_DIR}/sqlite/cases)
if(WIN32) # these two use POSIX folders and forks; place.c is for Windows
    list(REMOVE_ITEM sqlite_programs memory scru64)
    list(APPEND sqlite_programs place)
endif()
set(sqlite_scripts shell document python clock)
if(NOT SORTID_TESTS_SQLITE)
    foreach(name IN LISTS sqlite_programs sqlite_scripts ITEMS module)
        sortid_missing_skip(sqlite/${name} SQLite libsqlite3-dev)
    endforeach()
    return()
endif()

add_library(sortid_test_sqlite STATIC sqlite/db.c)
sortid_compile(sortid_test_sqlite)
target_link_libraries(sortid_test_sqlite PUBLIC
    sortid_test_support sortid_sqlite_static sortid_the_sqlite)
foreach(name IN LISTS sqlite_programs)
    sortid_test_program(test-sqlite-${name} sqlite/${name}.c sortid_test_sqlite)
    sortid_program_test(sqlite/${name} test-sqlite-${name} ${arguments_of_${name}})
endforeach()

# This one does not link the extension; it loads the module.
sortid_test_program(test-sqlite-module sqlite/module.c sortid_test_support sortid_the_sqlite)
sortid_program_test(sqlite/module test-sqlite-module $<TARGET_FILE:sortid_sqlite>)

if(SORTID_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
endif()
if(NOT SORTID_SQLITE_SHELL)
    foreach(name IN LISTS sqlite_scripts)
        sortid_missing_skip(sqlite/${name} "shell sqlite3" sqlite3)
    endforeach()
    return()
endif()
sortid_script_test(sqlite/shell sqlite/shell.sh ${SORTID_SQLITE_SHELL}
    $<TARGET_FILE:sortid_sqlite> $<TARGET_FILE:sortid> ${CMAKE_NM})
sortid_script_test(sqlite/document sqlite/document.sh ${root}/docs/sqlite.md ${SORTID_SQLITE_SHELL}
    $<TARGET_FILE:sortid_sqlite>)
sortid_script_test(sqlite/python sqlite/recipe.sh ${root}/docs/sqlite.md Python
    $<TARGET_FILE:sortid_sqlite> /usr/bin/python3)
sortid_script_test(sqlite/clock sqlite/clock.sh ${SORTID_SQLITE_SHELL} $<TARGET_FILE:sortid_sqlite>)
sortid_script_test(headers-sqlite headers.sh ${root}/ext/sqlite/include gcc g++)
