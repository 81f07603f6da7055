# SPDX-License-Identifier: MIT
# How sortid's own code is compiled: the standard, the warnings, the sanitizers, the symbol
# versions. Included once by the top CMakeLists.txt; nothing here reaches those who link sortid.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)

# The same list that tools/lint turns into errors.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/warnings.txt SORTID_WARNINGS)

# Without this gcc may not inline a public function into another one of the same file.
check_c_compiler_flag(-fno-semantic-interposition SORTID_HAS_INTERPOSITION_FLAG)
if(SORTID_HAS_INTERPOSITION_FLAG)
    set(SORTID_INTERPOSITION -fno-semantic-interposition)
endif()

function(sortid_compile target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_compile_options(${target} PRIVATE ${SORTID_WARNINGS})
endfunction()

# Gives the symbols of a shared library the versions of a map file, where the linker knows how.
function(sortid_version_symbols target map)
    set(path ${PROJECT_SOURCE_DIR}/${map})
    check_linker_flag(C "-Wl,--version-script=${path}" SORTID_HAS_VERSION_SCRIPT)
    if(SORTID_HAS_VERSION_SCRIPT)
        target_link_options(${target} PRIVATE "-Wl,--version-script=${path}")
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${path})
    endif()
endfunction()

# Keeps a shared library in its process after dlclose(): threads that used it still call its
# destructor when they end.
function(sortid_stay_loaded target)
    check_linker_flag(C "-Wl,-z,nodelete" SORTID_HAS_NODELETE)
    if(SORTID_HAS_NODELETE)
        target_link_options(${target} PRIVATE "-Wl,-z,nodelete")
    endif()
endfunction()

if(SORTID_SANITIZE)
    set(SORTID_SANITIZE_FLAGS
        -fsanitize=${SORTID_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_compile_options(${SORTID_SANITIZE_FLAGS})
    add_link_options(${SORTID_SANITIZE_FLAGS})
endif()
