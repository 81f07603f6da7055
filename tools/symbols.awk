# SPDX-License-Identifier: MIT
# Writes the linker's map of the symbol versions of a shared library. Each line of its symbols.txt
# has a function and the version that introduced it. Each version follows the one before it;
# SORTID_UNSTABLE follows none.
#   awk -f tools/symbols.awk src/symbols.txt
function number(version, parts) {
    sub(/.*_/, "", version)
    split(version, parts, ".")
    return parts[1] * 1000 + parts[2]
}
{
    if (!($2 in names) && $2 != "SORTID_UNSTABLE") {
        for (i = ++count; i > 1 && number(order[i - 1]) > number($2); i--)
            order[i] = order[i - 1]
        order[i] = $2
    }
    names[$2] = names[$2] "    " $1 ";\n"
}
END {
    for (i = 1; i <= count; i++)
        printf "%s {\nglobal:\n%s%s}%s;\n", order[i], names[order[i]],
            i == 1 ? "local:\n    *;\n" : "", i == 1 ? "" : " " order[i - 1]
    if ("SORTID_UNSTABLE" in names)
        printf "SORTID_UNSTABLE {\nglobal:\n%s};\n", names["SORTID_UNSTABLE"]
}
