# SPDX-License-Identifier: MIT
# Says which library the target sortid::sortid stands for: the shared one if there is one, else
# the static one. Static too if it alone was asked for, by find_package(sortid COMPONENTS static)
# or by BUILD_SHARED_LIBS=OFF. Used by the build itself and, installed, by sortidConfig.cmake.
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
