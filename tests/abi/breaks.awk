# SPDX-License-Identifier: MIT
# Compares two tables of tests/abi/layout.sh and prints what of the first one programs rely on and the
# second one changes: members other than reserved ones, and sizes, except of structs that may grow.
#   awk -f tests/abi/breaks.awk OLD NEW
FNR == NR {
    order[++count] = $1
    old[$1] = $0
    next
}
{ new[$1] = $0 }
END {
    for (i = 1; i <= count; i++) {
        name = order[i]
        split(old[name], was)
        split(new[name], is)
        if (name ~ /\.reserved/ || old[name] == new[name] ||
            (is[3] == "may" && was[3] == "may" && is[2] + 0 > was[2] + 0))
            continue
        print old[name] " -> " (name in new ? new[name] : "nothing")
    }
}
