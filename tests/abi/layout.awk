# SPDX-License-Identifier: MIT
# Writes a C program that prints a table of the public structs, from the preprocessed public headers:
# a line for each struct, with its size, and one for each member, with its offset and size. A struct
# whose size the caller of a function gives "may grow".
BEGIN {
    RS = ";"
    print "#include <stddef.h>\n#include <stdio.h>\n#include <sortid.h>"
    print "#define ROW(s, m) printf(\"%s.%s %zu %zu\\n\", #s, #m, offsetof(s, m), sizeof(((s *)0)->m))"
}
# The members of a struct are records; its first one has the head, its end is the name of the type.
{
    gsub(/[ \t\n]+/, " ")
    sub(/^ /, "")
}
/typedef struct sortid_[a-z0-9_]+ \{/ {
    members = 0
    inside = 1
    sub(/.*\{ */, "")
}
inside && /^\}/ {
    name = $0
    gsub(/^\} *| *$/, "", name)
    rows[name] = ""
    for (i = 1; i <= members; i++)
        rows[name] = rows[name] sprintf("    ROW(%s, %s);\n", name, member[i])
    names[++count_of_names] = name
    inside = 0
}
inside {
    if (match($0, /\(\*[a-z0-9_]+\)/)) { # a pointer to a function
        member[++members] = substr($0, RSTART + 2, RLENGTH - 3)
        next
    }
    count = split($0, parts, ",")
    for (i = 1; i <= count; i++) {
        sub(/\[.*/, "", parts[i])
        sub(/.*[ *]/, "", parts[i])
        member[++members] = parts[i]
    }
}
match($0, /sortid_[a-z0-9_]+ \*[a-z]+, size_t size/) {
    split(substr($0, RSTART), parts, " ")
    grows[parts[1]] = " may grow"
}
END {
    print "int main(void)\n{"
    for (i = 1; i <= count_of_names; i++)
        printf "    printf(\"%%s %%zu%%s\\n\", \"%s\", sizeof(%s), \"%s\");\n%s", names[i], names[i],
            grows[names[i]], rows[names[i]]
    print "    return 0;\n}"
}
