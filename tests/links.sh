#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the links of the documents to files of the tree: each file exists, and each "#anchor" is a
# heading of the document that it points into. Links to other sites are not checked.
#   tests/links.sh ROOT
set -eu

root=${1:?usage: tests/links.sh ROOT}
. "$(dirname "$0")/lib.sh"
export LC_ALL=C
cd "$root"

# Prints the anchors of a document: headings in lower case, blanks as hyphens, other signs left out.
anchors() {
    awk '/^```/ { code = !code } !code && /^#+ / {
        sub(/^#+ /, "")
        $0 = tolower($0)
        gsub(/[^a-z0-9 _-]/, "")
        gsub(/ /, "-")
        print
    }' "$1"
}

# Prints the targets of the links of a document, without those in blocks of code.
targets() {
    awk '/^```/ { code = !code } !code' "$1" | grep -oE '\]\([^() ]+\)' | sed 's/^](//; s/)$//' |
        grep -vE '^[a-z]+:' || :
}

for document in *.md docs/*.md tests/*.md tests/vectors/*.md tests/generate/traces/*.md; do
    [ -e "$document" ] || continue
    targets "$document" | while IFS= read -r target; do
        file=${target%%#*}
        if [ -n "$file" ]; then file=$(dirname "$document")/$file; else file=$document; fi
        echo "$document" >> "$scratch/links"
        if [ ! -e "$file" ]; then
            echo "$document: no file for the link $target"
        elif [ "$target" != "${target#*#}" ]; then
            anchors "$file" | grep -qxF -e "${target#*#}" || echo "$document: no heading for the link $target"
        fi
    done
done > "$scratch/broken"
cat "$scratch/broken"
echo "$(wc -l < "$scratch/links") links"
[ ! -s "$scratch/broken" ]
