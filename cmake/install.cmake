# SPDX-License-Identifier: MIT
# The rules of `make install`. Included once, last, by the top
# CMakeLists.txt. The installed tree is relocatable: no file in it contains an absolute path.
include(CMakePackageConfigHelpers)

set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sortid)
set(doc_dir ${CMAKE_INSTALL_DOCDIR})
if(NOT PROJECT_IS_TOP_LEVEL)
    set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/sortid) # not the containing project's
endif()
set(kinds_targets ${SORTID_KINDS})
list(TRANSFORM kinds_targets PREPEND sortid_)

install(TARGETS ${kinds_targets} EXPORT sortidTargets)
if(SORTID_BUILDS_NODE)
    set(without "")
else()
    set(without PATTERN node.h EXCLUDE)
endif()
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" ${without})

# A program, its manual and its completions, which shells look for by the name of the program.
function(sortid_install_program program)
    install(TARGETS ${program})
    install(FILES docs/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES cli/completion/sortid.bash RENAME ${program}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES cli/completion/_sortid RENAME _${program}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES cli/completion/sortid.fish RENAME ${program}.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()
if(SORTID_COMMAND)
    sortid_install_program(sortid)
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${doc_dir})

if(SORTID_BUILDS_NODE)
    set(node_targets ${SORTID_KINDS})
    list(TRANSFORM node_targets PREPEND sortid_node_)
    sortid_install_program(sortid-node)
    install(TARGETS ${node_targets} EXPORT sortidNodeTargets)
    install(EXPORT sortidNodeTargets NAMESPACE sortid:: DESTINATION ${cmake_dir})
    install(DIRECTORY packaging/operation/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sortid-node/examples)
endif()

# The SQLite extension. `.load sortid_sqlite` finds it only in the system's library folder;
# elsewhere use `.load FOLDER/sortid_sqlite`.
if(SORTID_HAS_SQLITE)
    install(TARGETS sortid_sqlite LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(TARGETS sortid_sqlite_static EXPORT sortidTargets)
    install(DIRECTORY ext/sqlite/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(FILES docs/sqlite.md DESTINATION ${doc_dir})
endif()

include(cmake/man3.cmake)

# find_package(sortid)
configure_package_config_file(cmake/sortidConfig.cmake.in sortidConfig.cmake
    INSTALL_DESTINATION ${cmake_dir})
write_basic_package_version_file(sortidConfigVersion.cmake COMPATIBILITY ${SORTID_COMPATIBILITY})
install(EXPORT sortidTargets NAMESPACE sortid:: DESTINATION ${cmake_dir})
install(FILES
    ${PROJECT_BINARY_DIR}/sortidConfig.cmake
    ${PROJECT_BINARY_DIR}/sortidConfigVersion.cmake
    cmake/choose.cmake
    DESTINATION ${cmake_dir})

# pkg-config sortid: paths are relative to the .pc file, except folders given as absolute paths.
file(RELATIVE_PATH SORTID_PC_PREFIX
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" SORTID_PC_PREFIX ${SORTID_PC_PREFIX})
cmake_path(APPEND SORTID_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND SORTID_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
set(packages sortid)
if(SORTID_BUILDS_NODE)
    list(APPEND packages node/sortid-node)
endif()
if(SORTID_HAS_SQLITE)
    list(APPEND packages ext/sqlite/sortid-sqlite)
endif()
foreach(package IN LISTS packages)
    cmake_path(GET package FILENAME name)
    configure_file(${package}.pc.in ${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
