# SPDX-License-Identifier: MIT
# The npm package in Node: its formats in plain JavaScript by `make test`, all of it by `make
# test-extended`. The program prints what the C library does in random cases.
sortid_test_program(test-js-cases ../js/test/cases.c sortid_static)
foreach(part formats package)
    sortid_script_test(js/${part} ../js/test/run.sh ${part} ${root} ${PROJECT_BINARY_DIR} $<TARGET_FILE:test-js-cases>)
endforeach()
