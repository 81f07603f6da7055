# SPDX-License-Identifier: MIT
# tests/shared/test_portable.c decides whether the system names its boot.
foreach(program test-shared-portable test-shared-locked-portable)
    if(TARGET ${program})
        target_link_options(${program} PRIVATE -Wl,--wrap=sortid_system_file_boot)
    endif()
endforeach()

# tests/shared/test_bound.c replaces the sync of a file.
foreach(program test-shared-bound test-shared-locked-bound)
    if(TARGET ${program})
        target_link_options(${program} PRIVATE -Wl,--wrap=sortid_system_file_sync)
    endif()
endforeach()
