# SPDX-License-Identifier: MIT
# Compile and link options of sortid: the C standard, the warnings, the sanitizers, the symbol
# versions. Programs that link sortid do not inherit these options.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)

# tools/lint uses the same list, with -Werror.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/warnings.txt SORTID_WARNINGS)

# Without this option gcc cannot inline a public function into another function of the same file.
check_c_compiler_flag(-fno-semantic-interposition SORTID_HAS_INTERPOSITION_FLAG)
if(SORTID_HAS_INTERPOSITION_FLAG AND NOT WIN32)
    set(SORTID_INTERPOSITION -fno-semantic-interposition)
endif()

# A call of some 10 cycles takes up to a third longer if its function begins in the middle of a
# block of 32 bytes (Intel 6/167: a published clock's read 1.39 ns, not 1.11; one SCRU64 3.6, not
# 2.9), which another function's length decides. 2 % more code.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND
   NOT CMAKE_BUILD_TYPE STREQUAL MinSizeRel)
    set(SORTID_ALIGNED_FUNCTIONS -falign-functions=32)
endif()

# A section for each function and table: a program that is linked with -Wl,--gc-sections gets only
# those that it uses of the files that it uses.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    set(SORTID_SECTIONS -ffunction-sections -fdata-sections)
endif()

# Without this assembler option, code that gcc compiles for Windows crashes when it keeps wide
# vectors on the stack (src/simd/simd.h).
if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    check_c_compiler_flag(-Wa,-muse-unaligned-vector-move SORTID_HAS_UNALIGNED_MOVES)
    if(SORTID_HAS_UNALIGNED_MOVES)
        set(SORTID_ALIGNMENT -Wa,-muse-unaligned-vector-move -DSORTID_UNALIGNED_MOVES)
    endif()
endif()

# This build uses the standard printf of mingw-w64, but gcc checks formats against Microsoft's
# printf. The compilers of other systems check the formats.
if(MINGW)
    list(APPEND SORTID_WARNINGS -Wno-format -Wno-format-extra-args)
    add_compile_definitions(__USE_MINGW_ANSI_STDIO=1)
endif()

function(sortid_compile target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_compile_options(${target} PRIVATE ${SORTID_WARNINGS})
endfunction()

# Makes a shared library export only the functions of a list: with their versions if the linker
# supports it; a DLL has none.
function(sortid_export_symbols target list)
    set(path ${PROJECT_SOURCE_DIR}/${list})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    if(WIN32)
        set(def ${PROJECT_BINARY_DIR}/${target}.def)
        file(STRINGS ${path} names)
        list(TRANSFORM names REPLACE " .*" "")
        list(JOIN names "\n" names)
        file(CONFIGURE OUTPUT ${def} CONTENT "EXPORTS\n${names}\n" @ONLY)
        target_sources(${target} PRIVATE ${def})
        return()
    endif()
    set(map ${PROJECT_BINARY_DIR}/${target}.map)
    execute_process(COMMAND awk -f ${PROJECT_SOURCE_DIR}/tools/symbols.awk ${path}
        OUTPUT_FILE ${map} COMMAND_ERROR_IS_FATAL ANY)
    check_linker_flag(C "-Wl,--version-script=${map}" SORTID_HAS_VERSION_SCRIPT)
    if(SORTID_HAS_VERSION_SCRIPT)
        target_link_options(${target} PRIVATE "-Wl,--version-script=${map}")
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
    endif()
endfunction()

# Keeps a shared library loaded after dlclose(): each thread that used libsortid calls its
# destructor when the thread ends, and generators call the bounds of libsortid-node.
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
