#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds words that stop a reader of technical English, in every text file of the tree. Each has a plain word that says
# the same. A part of a name between underscores or hyphens counts as a word; words on two lines are not found. Run by
# CTest.
#   tests/words.sh ROOT
set -eu

root=${1:?usage: tests/words.sh ROOT}
export LC_ALL=C
. "$(dirname "$0")/lib.sh"
cd "$root"

# Write instead: is, has (stands); next to, in addition to (beside); again (anew, afresh); during (amid, midst); except
# (but for, save for); also (likewise); so, therefore (thereby, hence); fix (mend); complete (kept whole); which
# (whereof, wherein); while (whilst); without success (in vain); expect (reckon); anyone who (whoever); instead of (in
# place of); document (tell of); forward (forth); ignores (passes over); continues (goes on); anyway (all the same);
# default, private generator (easy, full way); layer (house); dependency (arrow).
words='stands|stood|beside|anew|afresh|amid|amidst|midst|but for|save for|likewise|thereby|hence|mend|mends|mended
kept whole|whereof|wherein|whereby|thereof|therein|whilst|hitherto|in vain|reckon|whoever|who comes|in place of
tell of|tells of|told of|forth|to and fro|passes over|goes on|go on|went on|going on|all the same|let alone
easy way|full way|easy call|house|arrow|arrows|aught|nought|albeit|ere|upon|one.s own|hand in hand'

# All files are checked except those whose text is not prose of this tree:
is_checked() {
    case $1 in
    ./LICENSE) return 1 ;;                       # a legal text
    ./fuzz/corpus/*) return 1 ;;                 # inputs that a fuzzer made
    ./tests/vectors/*.tsv) return 1 ;;           # results of other programs
    ./bench/peers/javascript/package-lock.json) return 1 ;; # hashes
    ./tests/words.sh) return 1 ;;                # this list
    esac
}

# Build folders are not part of the tree.
find . \( -name .git -o -name node_modules -o -path './build*' \) -prune -o -type f -print | sort |
    while IFS= read -r file; do
        if is_checked "$file"; then printf '%s\n' "$file"; fi
    done > "$scratch/files"

pattern=$(printf '%s' "$words" | tr '\n' '|')
xargs grep -nIiE "(^|[^[:alpha:]])($pattern)([^[:alpha:]]|$)" < "$scratch/files" > "$scratch/found" || :
cat "$scratch/found"
echo "$(wc -l < "$scratch/files") files, $(wc -l < "$scratch/found") lines with words to avoid"
[ -s "$scratch/files" ] && [ ! -s "$scratch/found" ]
