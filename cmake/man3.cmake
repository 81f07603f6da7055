# SPDX-License-Identifier: MIT
# The manual pages of section 3. tools/man3.awk writes them from the public headers. Included once
# by cmake/install.cmake. Without an awk, which every POSIX system has, the pages are not written.
find_program(SORTID_AWK NAMES awk mawk gawk)
mark_as_advanced(SORTID_AWK)
if(NOT SORTID_AWK)
    message(STATUS "awk not found: the manual pages of section 3 are not written")
    return()
endif()

file(GLOB headers CONFIGURE_DEPENDS include/sortid.h include/sortid/*.h)
if(NOT SORTID_BUILDS_NODE)
    list(FILTER headers EXCLUDE REGEX "/node\\.h$")
endif()
set(folder ${PROJECT_BINARY_DIR}/man3)
add_custom_command(OUTPUT ${folder}.done
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${SORTID_AWK} -v folder=${folder} -v version=${PROJECT_VERSION}
        -f ${PROJECT_SOURCE_DIR}/tools/man3.awk ${headers}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}.done
    DEPENDS tools/man3.awk ${headers}
    COMMENT "Writing the manual pages of the functions" VERBATIM)
add_custom_target(sortid_man3 ALL DEPENDS ${folder}.done)
install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
