# SPDX-License-Identifier: MIT
# The PostgreSQL extension in servers of this machine. The extension is built by the server's own
# rules (PGXS): a sanitized library, or one for another machine or C library, is none for this server.
if(NOT SORTID_SANITIZE AND NOT CMAKE_CROSSCOMPILING AND NOT run_by AND SORTID_GLIBC)
    sortid_script_test(postgres postgres/postgres.sh
        ${root} ${sortid} $<TARGET_FILE:sortid_static>)
    # It starts a dozen servers, and kills some: more than a hang's worth of time.
    math(EXPR postgres_timeout "${timeout} * 4")
    set_tests_properties(postgres PROPERTIES TIMEOUT ${postgres_timeout})
endif()
