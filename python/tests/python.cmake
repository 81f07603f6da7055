# SPDX-License-Identifier: MIT
# The tests of the Python package, whose extension is linked with the library of this build. First
# choice is the Python of the system, because tools/setup installs what it needs.
find_program(SORTID_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SORTID_PYTHON NAMES python3)
set(headers)
if(SORTID_PYTHON)
    execute_process(COMMAND ${SORTID_PYTHON} -c "import sys, sysconfig, pytest, hypothesis
assert sys.version_info >= (3, 10)
print(sysconfig.get_path('include'), end='')" OUTPUT_VARIABLE headers ERROR_QUIET)
endif()
if(SORTID_GLIBC AND headers AND EXISTS ${headers}/Python.h)
    file(GLOB sources CONFIGURE_DEPENDS ../python/src/_core/*.c)
    add_library(sortid_python MODULE ${sources})
    sortid_compile(sortid_python)
    target_include_directories(sortid_python SYSTEM PRIVATE ${headers})
    target_compile_definitions(sortid_python PRIVATE Py_LIMITED_API=0x030A0000)
    # Its slots have functions as pointers to data.
    target_compile_options(sortid_python PRIVATE ${SORTID_SECTIONS} -Wno-pedantic)
    target_link_libraries(sortid_python PRIVATE sortid_static)
    target_link_options(sortid_python PRIVATE -Wl,--gc-sections -Wl,-z,nodelete)
    set(folder ${PROJECT_BINARY_DIR}/python-package)
    set_target_properties(sortid_python PROPERTIES PREFIX "" OUTPUT_NAME _core SUFFIX .abi3.so
        C_VISIBILITY_PRESET hidden C_EXTENSIONS ON LIBRARY_OUTPUT_DIRECTORY ${folder}/sortid)
    foreach(part package long)
        sortid_script_test(python/${part} ../python/tests/run.sh ${root} ${SORTID_PYTHON} ${folder} ${part})
    endforeach()
else()
    foreach(part package long)
        sortid_missing_skip(python/${part} "Python 3.10 with headers, pytest and hypothesis"
            "python3-dev python3-pytest python3-hypothesis")
    endforeach()
endif()
