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

it 'what the program says'
run __complete gen --pro
ok "an option with its description" grep -qx -- "--progress	show the number of IDs on standard error" out
ok "and all others" grep -q "^-n	make N IDs" out
for words in "" "gen" "gen -n 5 --json ulid x" "nonsense x" "01ARYZ6S41TSV4RRFFQ69G5FAV --js" "help node x"; do
    run_quietly __complete $words
done
run __complete check -- --js
ok "no option after --" grep -qx 'ulid	.*' out
run __complete check ulid --order strict --
ok "no value of an option that has one" grep -q '^--json' out

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
        "--help --version -V -h annotate check compare convert filter find formats gen help inspect node range sort "
    same "topics to get help on" "$(offered sortid help c; offered sortid help o)" "check compare convert options "
    same "the option of --version" "$(offered sortid --version '')" "-v "
    same "one subcommand" "$(offered sortid ra)" "range "
    same "formats of gen" "$(offered sortid gen '')" "ksuid scru128 scru128v1 scru160 scru64 ulid uuidv7 "
    same "one format" "$(offered sortid check ul)" "ulid "
    same "formats of -f" "$(offered sortid convert -f scru6)" "scru64 "
    same "options" "$(offered sortid gen --)" "--at --count --encoding --format --fraction --help --json --local --node --null --prefix --progress --random --rate --socket --state --utc "
    same "options of inspect" "$(offered sortid inspect --n)" "--node-size --null-input "
    same "encodings" "$(offered sortid convert -e '')" "0x base32hex base64url bin blob braces bytea guid hex int lower ms text time typeid unix urn uuid "
    same "encodings to read" "$(offered sortid convert -i '')" "0x base32hex base64url bin blob braces bytea guid hex int lower text typeid urn uuid "
    same "encodings of ulid" "$(offered sortid convert -f ulid -e '')" "0x base64url bin blob braces bytea guid hex int lower ms text time unix urn uuid "
    same "encodings of ULID" "$(offered sortid convert -f ULID -e u)" "unix urn uuid "
    same "encodings to find" "$(offered sortid find -i '')" "0x base32hex base64url blob braces bytea guid hex int lower text typeid urn uuid "
    same "encodings of range" "$(offered sortid range uuidv7 -e '')" "0x base64url bin blob braces bytea guid hex int lower text typeid urn uuid "
    same "encodings of a kind" "$(offered sortid find xid -i b)" "blob bytea "
    same "encodings of a family" "$(offered sortid find uuid -i int)" "int "
    same "kinds of inspect" "$(offered sortid inspect -f snowflake-t)" "snowflake-twitter "
    same "kinds of compare" "$(offered sortid compare -f ul)" "ulid "
    same "kinds of convert" "$(offered sortid convert -f x)" "xid "
    same "kinds as an argument" "$(offered sortid range ul)" "ulid "
    same "times that begin with -" "$(offered sortid range ulid -1)" "-1d -1h "
    same "encodings of scru64" "$(offered sortid check scru64 -i '')" "0x bin blob bytea hex int lower text "
    same "encodings of scru160" "$(offered sortid gen scru160 -e b)" "base32hex bin blob bytea "
    same "dialects" "$(offered sortid range ulid --dialect '')" "mariadb mysql postgresql sqlite sqlserver "
    offer_periods() {
        periods=$(offered sortid range ulid --in '')
        today=$(date '+%Y %Y-%m %Y-%m-%d')
    }
    within_a_day offer_periods
    same "periods" "$periods" "$today today yesterday "
    same "times" "$(offered sortid range ulid t)" "today tomorrow "
    same "times of --at" "$(offered sortid gen --at now)" "now now-15m "
    same "columns" "$(offered sortid inspect --columns time,i)" "time,id time,input time,int "
    same "orders" "$(offered sortid check ulid --order '')" "none strict time "
    same "bad lines to report" "$(offered sortid check ulid --max-errors '')" "0 all "
    same "colors" "$(offered sortid inspect --color a)" "always auto "
    same "files of check" "$(offered sortid check ulid file)" "file1 file2 "
    same "places of the state" "$(offered sortid gen scru64 --state '')" "file1 file2 none "
    same "state files" "$(offered sortid inspect --state '')" "file1 file2 "
    same "kinds and files of find" "$(offered sortid find '' | tr ' ' '\n' | grep -x 'file.\|[ux].*d' | tr '\n' ' ')" \
        "file1 file2 ulid xid "
    same "files of filter" "$(offered sortid filter ulid --since now '')" "file1 file2 "
    same "times of filter" "$(offered sortid filter --since '')" "$(offered sortid gen --at '')"
    same "options of sort" "$(offered sortid sort --me)" "--memory "
    same "options of find" "$(offered sortid find -)" \
        "--any-time --anywhere --bits --color --columns --csv --delimiter --epoch --field --format --header --help --ids --input-encoding --json --lenient --local --null-input --only --prefix --quiet --utc -0 -f -h -i -o -q "
    same "no file of compare" "$(offered sortid compare '')" " "
    same "a number" "$(offered sortid gen -n '')" " "
    same "no ID" "$(offered sortid inspect '')" " "
    cd ..
fi

it 'zsh'
if command -v zsh > /dev/null; then
    ok "no error in its file" zsh -n "$completion/_sortid"
    # Its function alone, since only a terminal completes.
    sed '$d' "$completion/_sortid" > functions
    # offered_by_zsh WORD...: what it offers for the last word, sorted, in one line.
    offered_by_zsh() {
        PATH=$(dirname "$sortid"):$PATH zsh -fc '
            _describe() { print -l ${(P)3} }
            _files() { print files }
            source ./functions
            service=sortid words=("$@")
            CURRENT=${#words}
            _sortid' zsh "$@" | sort | tr '\n' ' '
    }
    same "encodings of ulid" "$(offered_by_zsh sortid convert -f ULID -e '' | grep -ao 'time.*')" \
        "time:the time of the ID unix:Unix seconds urn uuid "
    same "a state file" "$(offered_by_zsh sortid gen --state '')" "files none "
    offered_by_zsh sortid inspect -f '' > kinds
    ok "kinds" grep -q ' scru128 .* snowflake-sonyflake .* xid ' kinds
else
    skip "no zsh (Debian: zsh)"
fi

it 'fish'
if command -v fish > /dev/null; then
    # offered_by_fish LINE: what fish offers that begins with the last word. fish 4 also offers
    # words that contain its letters, as --timeout for --m.
    offered_by_fish() {
        PATH=$(dirname "$sortid"):$PATH fish --no-config -c "
            source '$completion/sortid.fish'; complete -C '$1'" | cut -f 1 |
            awk -v typed="${1##* }" 'substr($0, 1, length(typed)) == typed' | sort | tr '\n' ' '
    }
    same "subcommands" "$(offered_by_fish 'sortid ')" \
        "annotate check compare convert filter find formats gen help inspect node range sort "
    same "encodings of ulid" "$(offered_by_fish 'sortid convert -f ulid -e b')" "base64url bin blob braces bytea "
    same "options" "$(offered_by_fish 'sortid inspect --co')" "--color --columns "
    same "no ID" "$(offered_by_fish 'sortid inspect ')" ""
    same "kinds of compare" "$(offered_by_fish 'sortid compare -f uuid-v1')" "uuid-v1 "
    same "a file with the name of a subcommand" "$(offered_by_fish 'sortid compare find --j')" "--json "
else
    skip "no fish (Debian: fish)"
fi
