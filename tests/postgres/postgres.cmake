# SPDX-License-Identifier: MIT
# The PostgreSQL extension in servers on this machine. It is built by the rules of the server
# (PGXS), so a library with a sanitizer, or for another machine or C library, cannot be used.
if(SORTID_TESTS STREQUAL FULL AND NOT SORTID_SANITIZE AND NOT CMAKE_CROSSCOMPILING AND NOT run_by
        AND SORTID_GLIBC)
    sortid_script_test(postgres postgres/postgres.sh
        ${root} $<TARGET_FILE:sortid_static>)
    # It starts a dozen servers and kills some, which takes longer than other tests.
    math(EXPR postgres_timeout "${timeout} * 4")
    set_tests_properties(postgres PROPERTIES TIMEOUT ${postgres_timeout})
endif()
