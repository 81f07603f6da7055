#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the manual pages of section 3 that the build made from the public headers: every exported
# function has a page and every page is of a function or a header; a page shows the prototype of the
# header and describes it; groff formats all pages of the project without a warning. Run by CTest.
#   tests/man3.sh ROOT FOLDER SYMBOLS_FILE...
set -eu

usage="usage: tests/man3.sh ROOT FOLDER SYMBOLS_FILE..."
root=${1:?$usage} folder=${2:?$usage}
shift 2
: "${1:?$usage}"
. "$(dirname "$0")/lib.sh"
need groff groff-base
export LC_ALL=C
# Names: those of the symbols, and one page for each header.
find "$folder" -name '*.3' | sed 's|.*/||; s|\.3$||' | sort > "$scratch/pages"
sed 's/ .*//' "$@" | sort > "$scratch/symbols"
grep '^sortid_' "$scratch/pages" > "$scratch/functions" || :
diff -u --label symbols "$scratch/symbols" --label pages "$scratch/functions" ||
    fail "pages and exported functions differ"
grep -v '^sortid_' "$scratch/pages" | while read -r page; do
    header=$(echo "$page" | sed 's|-|/|').h
    [ -e "$root/include/$header" ] || echo "$page"
done > "$scratch/strangers"
[ ! -s "$scratch/strangers" ] || fail "no header for: $(cat "$scratch/strangers")"
[ -e "$folder/sortid-ulid.3" ] || fail "no page for sortid/ulid.h"

# Prototypes: those of the headers. The line under NAME says what the function does.
cat "$root"/include/*.h "$root"/include/sortid/*.h | tr -s ' \n' '  ' > "$scratch/headers"
while read -r name; do
    page=$folder/$name.3
    [ -e "$page" ] || continue # said above
    target=$(sed -n 's/^\.so man3\///p' "$page")
    page=$folder/${target:-$name.3}
    [ -s "$page" ] || { fail "$name.3 refers to $target, which is missing"; continue; }
    sed -n '/^\.SH SYNOPSIS/,/^\.SH DESC/{s/\\f[BIPR]//g; s/\\-/-/g; p;}' "$page" | tr -s ' \n' '  ' |
        grep -oE "\b$name\([^;]*\);" > "$scratch/prototype" || :
    if ! [ -s "$scratch/prototype" ] || ! grep -qF -f "$scratch/prototype" "$scratch/headers"; then
        fail "$name: the synopsis is not the header's"
    fi
    sed -n '/^\.SH NAME/{n;p;}' "$page" | grep -q "\b$name\b.* \\\\- ." || fail "$name: no summary"
    sed -n '/^\.SH NAME/{n;p;}' "$page" |
        grep -qE ' \\- (SORTID_|as sortid|[Mm]any:|the same|the other|f\()' &&
        fail "$name: the summary does not say what the function does"
    sed -n '/^\.SH DESCRIPTION/,/^\.SH [^D]/p' "$page" | grep -q '^[^.]' ||
        fail "$name: no description"
    # A function that returns a status says which.
    if grep -qE "^SORTID_(NODE_)?STATUS $name\(" "$root"/include/sortid/*.h; then
        grep -q '^\.SH RETURN VALUE' "$page" || fail "$name: no return value"
    fi
done < "$scratch/symbols"
# The statuses that a comment names are in its page.
while read -r name status; do
    [ ! -e "$folder/$name.3" ] || grep -q "^On failure .*fB${status}[^A-Z_]" "$folder/$name.3" ||
        fail "$name: $status is not among its statuses"
done << END
sortid_format_parse SORTID_BAD_OPTION
sortid_node_reservation_acquire SORTID_NODE_NO_ID
END

# Formatting: no warning, in the pages of section 1 too. A page that is only ".so man3/NAME.3" is
# found because groff runs in the parent folder. Its option -I would need programs that groff-base
# lacks.
for page in "$root"/docs/*.1 "$folder"/*.3; do
    (cd "${page%/*}/.." && groff -man -Tutf8 -ww "$page") > "$scratch/text" 2> "$scratch/said" ||
        fail "$page: groff fails"
    [ ! -s "$scratch/said" ] || fail "$page: $(cat "$scratch/said")"
    [ -s "$scratch/text" ] || fail "$page: empty"
done

echo "$(wc -l < "$scratch/pages") pages, $(wc -l < "$scratch/symbols") functions, $failures failures"
[ -s "$scratch/symbols" ] && [ "$failures" = 0 ]
