# SPDX-License-Identifier: MIT
# Options of parts that need more than the C library: ON, OFF, or AUTO (if what it needs is found).

# sortid_part(NAME HELP): defines the option, and sets the variable NAME to one of the three words.
# OFF and ON may be spelled as in if(). Any other value is an error: it would count as ON or AUTO.
function(sortid_part name help)
    set(default OFF)
    if(PROJECT_IS_TOP_LEVEL)
        set(default AUTO)
    endif()
    set(${name} ${default} CACHE STRING "${help}: ON, OFF, or AUTO: if what it needs is found")
    set_property(CACHE ${name} PROPERTY STRINGS AUTO ON OFF)
    string(TOUPPER "${${name}}" value)
    if(value MATCHES "^(1|ON|YES|TRUE|Y)$")
        set(value ON)
    elseif(value MATCHES "^(0|OFF|NO|FALSE|N)?$")
        set(value OFF)
    elseif(NOT value STREQUAL AUTO)
        message(FATAL_ERROR "${name} is \"${${name}}\", not ON, OFF or AUTO")
    endif()
    set(${name} ${value} PARENT_SCOPE)
endfunction()
