# SPDX-License-Identifier: MIT
# The completions of sortid-node and of `sortid node`: what bash offers after some words, and that zsh
# takes the file.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it

completion=$tests/../../node/completion

# offered_by FUNCTION FILE WORD...: what bash offers for the last word, sorted, in one line.
offered_by() {
    bash -c '
        . "$1"
        function=$0
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        "$function"
        printf "%s\n" "${COMPREPLY[@]}"' "$@" | sort | tr '\n' ' '
}
offered() {
    offered_by _sortid_node "$completion/sortid-node.bash" sortid-node "$@"
}
offered_after_sortid() {
    offered_by _sortid "$completion/../../cli/completion/sortid.bash" sortid node "$@"
}

it 'bash'
if command -v bash > /dev/null; then
    mkdir files
    cd files || exit 1
    touch file1 file2
    for way in offered offered_after_sortid; do
        same "subcommands" "$($way '')" "--help --version -h health init list pool release run serve status "
        same "one subcommand" "$($way ru)" "run "
        same "options of run" "$($way run prod --l)" "--label --lease "
        same "options of serve" "$($way serve prod --m)" "--max-skew --metrics-file --mode "
        same "options of init" "$($way init --)" \
            "--cacert --cert --clock-error --external --far --force --help --json --key --max-ahead --password-file --pool --quarantine --raise-bounds --store --timeout --user "
        same "a time" "$($way init prod --raise-bounds '')" " "
        same "a file" "$($way list --cacert file)" "file1 file2 "
        same "a word that nobody knows" "$($way status '')" " "
        same "a value that nobody knows" "$($way run --pool '')" " "
        same "COMMAND" "$($way run prod -- file)" "$(bash -c 'compgen -c -f file' | sort | tr '\n' ' ')"
    done
    cd ..
else
    skip "no bash (Debian: bash)"
fi

it 'zsh'
if command -v zsh > /dev/null; then
    ok "no error in its file" zsh -n "$completion/_sortid-node"
else
    skip "no zsh (Debian: zsh)"
fi
