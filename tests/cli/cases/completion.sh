# SPDX-License-Identifier: MIT
# The completions: what bash offers after some words, and that zsh accepts its file.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

completion=$tests/../../cli/completion

# offered WORD...: what bash offers for the last word, sorted, in one line.
offered() {
    PATH=$(dirname "$sortid"):$PATH bash -c '
        . "$0/sortid.bash"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _sortid
        printf "%s\n" "${COMPREPLY[@]}"' "$completion" "$@" | sort | tr '\n' ' '
}

it 'bash'
if ! command -v bash > /dev/null; then
    skip "no bash (Debian: bash)"
elif [ "$(basename "$sortid")" != sortid ]; then
    skip "the command has another name here, and the completion asks sortid"
else
    mkdir files
    cd files || exit 1
    touch file1 file2
    same "subcommands" "$(offered sortid '')" \
        "--help --version -V -h check compare convert filter find formats gen help inspect node range sort "
    same "subcommands to get help on" "$(offered sortid help c)" "check compare convert "
    same "the option of --version" "$(offered sortid --version '')" "-v "
    same "one subcommand" "$(offered sortid ra)" "range "
    same "formats of gen" "$(offered sortid gen '')" "ksuid scru128 scru128v1 scru160 scru64 ulid uuidv7 "
    same "one format" "$(offered sortid check ul)" "ulid "
    same "formats of -f" "$(offered sortid convert -f scru6)" "scru64 "
    same "options" "$(offered sortid gen --)" "--at --count --fraction --help --local --node --prefix --random --state --utc "
    same "options of inspect" "$(offered sortid inspect --n)" "--node-size "
    same "encodings" "$(offered sortid convert -e '')" "base32hex bin hex int text typeid uuid "
    same "encodings of ulid" "$(offered sortid convert -f ulid -e '')" "bin hex int text uuid "
    same "encodings of scru64" "$(offered sortid check scru64 -i '')" "bin hex int text "
    same "encodings of scru160" "$(offered sortid gen scru160 -e b)" "base32hex bin "
    same "dialects" "$(offered sortid range ulid --dialect '')" "postgresql sqlite "
    same "periods" "$(offered sortid range ulid --in '')" "today yesterday "
    same "orders" "$(offered sortid check ulid --order '')" "none strict time "
    same "bad lines to report" "$(offered sortid check ulid --max-errors '')" "0 all "
    same "colours" "$(offered sortid inspect --color a)" "always auto "
    same "files of check" "$(offered sortid check ulid file)" "file1 file2 "
    same "places of the state" "$(offered sortid gen scru64 --state '')" "file1 file2 none "
    same "state files" "$(offered sortid inspect --state '')" "file1 file2 "
    same "formats and files of find" "$(offered sortid find '')" \
        "file1 file2 ksuid scru128 scru128v1 scru160 scru64 ulid uuidv7 "
    same "files of filter" "$(offered sortid filter ulid --since now '')" "file1 file2 "
    same "times of filter" "$(offered sortid filter --since '')" "now today yesterday "
    same "options of sort" "$(offered sortid sort --me)" "--memory "
    same "options of find" "$(offered sortid find -)" \
        "--color --csv --field --help --ids --only --prefix --word -h -i -o -q -w "
    same "no file of compare" "$(offered sortid compare '')" " "
    same "a number" "$(offered sortid gen -n '')" " "
    same "no ID" "$(offered sortid inspect '')" " "
    cd ..
fi

it 'zsh'
if command -v zsh > /dev/null; then
    ok "no error in its file" zsh -n "$completion/_sortid"
    # Its functions alone, since only a terminal completes.
    sed '$d' "$completion/_sortid" > functions
    same "encodings of ulid" "$(PATH=$(dirname "$sortid"):$PATH zsh -fc '
        _describe() { print -l ${(P)2} }
        source ./functions
        words=(convert -f ulid -e "")
        _sortid_encodings' | tr '\n' ' ')" "bin hex int text uuid "
else
    skip "no zsh (Debian: zsh)"
fi
