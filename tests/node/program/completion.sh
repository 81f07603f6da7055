# SPDX-License-Identifier: MIT
# The completions of sortid-node and of `sortid node`: what bash and fish offer after some words.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it

completion=$tests/../../cli/completion

# The names that users type; sortid finds sortid-node in its own folder.
mkdir bin files
touch files/file1 files/file2
ln -s "$sortid" bin/sortid-node
cp "$SORTID" bin/sortid
bin=$PWD/bin

# offered_by_bash WORD...: what bash offers for the last word, sorted, in one line.
offered_by_bash() {
    PATH=$bin:$PATH bash -c '
        . "$0"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _sortid
        printf "%s\n" "${COMPREPLY[@]}"' "$completion/sortid.bash" "$@" | sort | tr '\n' ' '
}
offered() {
    offered_by_bash sortid-node "$@"
}
offered_after_sortid() {
    offered_by_bash sortid node "$@"
}

it 'bash'
if command -v bash > /dev/null; then
    cd files || exit 1
    for way in offered offered_after_sortid; do
        same "subcommands" "$($way '')" "--help --version -h health init list pool release run serve status "
        same "one subcommand" "$($way ru)" "run "
        same "options of run" "$($way run prod --l)" "--label --lease "
        same "options of serve" "$($way serve prod --m)" "--max-skew --metrics-file --mode "
        same "options of init" "$($way init --)" \
            "--cacert --cert --clock-error --external --far --force --help --json --key --max-ahead --password-file --pool --quarantine --raise-bounds --share-ids --store --timeout --user "
        same "a time" "$($way init prod --raise-bounds '')" "auto "
        same "modes" "$($way serve prod --mode 66)" "660 666 "
        same "changes of a pool" "$($way pool re)" "remove reopen "
        same "a file" "$($way list --cacert file)" "file1 file2 "
        same "a word that nobody knows" "$($way status '')" " "
        same "a value that nobody knows" "$($way run --pool '')" " "
        same "COMMAND" "$($way run prod -- file)" "$(bash -c 'compgen -c -f file' | sort | tr '\n' ' ')"
        same "arguments of COMMAND" "$($way run prod -- cat --l file)" "$(bash -c 'compgen -c -f file' | sort | tr '\n' ' ')"
    done
    cd ..
else
    skip "no bash (Debian: bash)"
fi

it 'fish'
if command -v fish > /dev/null; then
    # offered_by_fish LINE: what fish offers that begins with the last word. fish 4 also offers
    # words that contain its letters, as --timeout for --m.
    offered_by_fish() {
        PATH=$bin:$PATH fish --no-config -c "source '$completion/sortid.fish'; complete -C '$1'" | cut -f 1 |
            awk -v typed="${1##* }" 'substr($0, 1, length(typed)) == typed' | sort | tr '\n' ' '
    }
    for name in sortid-node 'sortid node'; do
        same "subcommands of $name" "$(offered_by_fish "$name ")" "health init list pool release run serve status "
        same "options of $name" "$(offered_by_fish "$name health --m")" "--min-free "
        same "changes of $name pool" "$(offered_by_fish "$name pool r")" "remove reopen "
    done
else
    skip "no fish (Debian: fish)"
fi
