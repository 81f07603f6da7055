# SPDX-License-Identifier: MIT
# Chooses the library of the target sortid::sortid: the shared library if it exists, else the static
# one. find_package(sortid COMPONENTS static) and BUILD_SHARED_LIBS=OFF choose the static one. Used
# by the build and, after installation, by sortidConfig.cmake.
function(sortid_choose result components)
    set(kind shared)
    if(NOT TARGET sortid::shared)
        set(kind static)
    elseif("static" IN_LIST components AND NOT "shared" IN_LIST components)
        set(kind static)
    elseif(NOT components AND DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS)
        set(kind static)
    endif()
    set(${result} ${kind} PARENT_SCOPE)
endfunction()
