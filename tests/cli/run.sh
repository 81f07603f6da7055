#!/bin/sh
# SPDX-License-Identifier: MIT
# The behavior of the command sortid, from outside: arguments and standard input in; standard
# output, standard error and exit status out. Runs the files of cases/, prints each failure and at
# the end the numbers; fails if anything failed. It needs POSIX tools only; a case that the machine
# cannot run says why and counts as skipped. Run by CTest.
#   tests/cli/run.sh SORTID [CASE...]        CASE: a name of cases/, without .sh
#   SORTID_CLI_CASES=FOLDER tests/cli/run.sh SORTID      other cases than those of cases/
#   UPDATE=1 tests/cli/run.sh SORTID         write the golden files again (then read the diff)
set -u

usage="usage: tests/cli/run.sh SORTID [CASE...]"
sortid=$(realpath "${1:?$usage}")
shift
tests=$(cd "$(dirname "$0")" && pwd)
cases=${SORTID_CLI_CASES:-$tests/cases}
work=$(mktemp -d)
passed=0 failed=0 skipped=0
title="" status=0 errors=/dev/null
newline='
'

# clean_up: shows what a case that ends the script wrote to standard error; removes the files of the
# cases, unless something failed.
clean_up() {
    cat "$errors" >&2
    if [ "$failed" = 0 ]; then rm -rf "$work"; else echo "The files are kept in $work"; fi
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

# What the command looks at must not come from who runs the tests.
export LC_ALL=C TERM=xterm
unset NO_COLOR COLORTERM FORCE_COLOR CLICOLOR_FORCE SCRU64_NODE_SPEC XDG_STATE_HOME POSIXLY_CORRECT
# SORTID_SIMD may choose what to test.

# The names of all formats, as the command lists them; golden/formats.json has them too.
all_formats=$("$sortid" formats --json | sed 's/^{"name":"\([^"]*\)".*/\1/' | tr '\n' ' ')

# formats_but NAME...: the others. scru64 needs a node, ksuid has whole seconds.
formats_but() {
    for format in $all_formats; do
        case " $* " in
        *" $format "*) ;;
        *) echo "$format" ;;
        esac
    done
}

# it TITLE: begins a case; standard input is empty unless `given` says otherwise.
it() {
    title=$1
    : > in
}

# given FORMAT [ARGUMENT...]: standard input, as printf makes it.
given() {
    # shellcheck disable=SC2059
    printf "$@" > in
}

# run ARGUMENT...: runs the command.
run() {
    status=0
    "$sortid" "$@" < in > out 2> err || status=$?
}

# run_sh SCRIPT: runs a shell script with the command in $sortid, for redirections and pipes.
run_sh() {
    status=0
    sortid="$sortid" sh -c "$1" < in > out 2> err || status=$?
}

pass() {
    passed=$((passed + 1))
}

fail() {
    failed=$((failed + 1))
    echo "FAILED: $case_file: $title: $1"
}

skip() {
    skipped=$((skipped + 1))
    echo "SKIPPED: $case_file: $title: $1"
}

# no_terminal: why `script` cannot bring a terminal; nothing if it can.
no_terminal() {
    if [ -n "${SORTID_NO_TERMINAL:-}" ]; then
        echo "SORTID_NO_TERMINAL is set"
    elif ! command -v script > /dev/null; then
        echo "no script, which brings a terminal (Debian: bsdutils)"
    elif ! script -qec true /dev/null < /dev/null > told 2>&1; then
        echo "no terminal can be opened here (no /dev/pts?): $(head -n 1 told)"
    fi
}

# no_boot: why the last ID of a state that was not closed is unknown; nothing if it is known.
no_boot() {
    [ -r /proc/sys/kernel/random/boot_id ] ||
        echo "no /proc is mounted here, which names the boot: the last ID of a state that is not closed is unknown"
}

# until_true COMMAND...: waits until the command succeeds; gives up after five minutes.
until_true() {
    tries=6000
    until "$@" 2> /dev/null; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.05
    done
}

# Root may write everywhere: commands after $plainly may not, and stay root, since another user may
# not even come to this folder. "skip": that cannot be had here.
plainly=
if [ "$(id -u)" = 0 ]; then
    plainly="setpriv --bounding-set=-dac_override,-dac_read_search"
    plainly="$plainly --inh-caps=-dac_override,-dac_read_search"
    $plainly true 2> /dev/null || plainly=skip
fi

# ok WHAT COMMAND...: the command must succeed.
ok() {
    what=$1
    shift
    if "$@"; then pass; else fail "$what"; fi
}

# same WHAT GOT WANTED
same() {
    if [ "$2" = "$3" ]; then pass; else fail "$1 is '$2', not '$3'"; fi
}

# Compares a file with the text wanted, and shows both if they differ.
same_text() {
    if [ -z "$2" ] && [ ! -s "$1" ]; then
        pass
        return
    fi
    if [ -n "$2" ]; then printf '%s\n' "$2"; fi > wanted
    if cmp -s "$1" wanted; then
        pass
    else
        fail "standard $1:"
        diff wanted "$1" | sed 's/^/    /'
    fi
}

# Compares a file line by line with extended regular expressions.
like_text() {
    printf '%s\n' "$2" > wanted
    before=$failed
    exec 3< "$1"
    while IFS= read -r pattern; do
        if ! IFS= read -r line <&3; then
            fail "standard $1 has no line for '$pattern'"
        elif ! grep -qEx -- "$pattern" << END; then
$line
END
            fail "standard $1: '$line' is not like '$pattern'"
        fi
    done < wanted
    if IFS= read -r line <&3; then
        fail "standard $1 has one more line: '$line'"
    fi
    exec 3<&-
    if [ "$failed" = "$before" ]; then pass; fi
}

# Compares a file with a golden one.
same_golden() {
    if [ -n "${UPDATE:-}" ]; then cp "$1" "$tests/golden/$2"; fi
    if cmp -s "$1" "$tests/golden/$2"; then
        pass
    else
        fail "standard $1 is not golden/$2:"
        diff "$tests/golden/$2" "$1" | sed 's/^/    /'
    fi
}

# One stream against what is wanted of it: a text, ~PATTERNS, or =GOLDEN.
stream() {
    case $2 in
    "~"*) like_text "$1" "${2#\~}" ;;
    "="*) same_golden "$1" "${2#=}" ;;
    *) same_text "$1" "$2" ;;
    esac
}

# expect STATUS OUT ERR: what the last run must have done.
expect() {
    same "exit status" "$status" "$1"
    stream out "$2"
    stream err "$3"
}

# expect_usage COMMAND MESSAGE: wrong usage of a subcommand ("": of none). MESSAGE is a pattern.
expect_usage() {
    # shellcheck disable=SC2086
    expect 2 "" "~sortid: ${1:+$1: }$2
Try 'sortid${1:+ $1} --help'\\."
}

# prints TEXT ARGUMENT...: the command ends with status 0, this output and no message.
prints() {
    wanted_out=$1
    shift
    run "$@"
    expect 0 "$wanted_out" ""
}

# fails STATUS MESSAGE ARGUMENT...: the command ends with this status, this message and no output.
fails() {
    wanted_end=$1 wanted_err=$2
    shift 2
    run "$@"
    expect "$wanted_end" "" "$wanted_err"
}

# wrong COMMAND MESSAGE ARGUMENT...: wrong usage of a subcommand ("": none), by a pattern.
wrong() {
    wrong_command=$1 wanted_err=$2
    shift 2
    # shellcheck disable=SC2086
    run $wrong_command "$@"
    expect_usage "$wrong_command" "$wanted_err"
}

# expect_hex STATUS HEX: the bytes of standard output, no message.
expect_hex() {
    same "exit status" "$status" "$1"
    same "standard output" "$(od -An -v -tx1 out | tr -d ' \n')" "$2"
    stream err ""
}

# table [LABEL] < TABLE: runs a row at a time: ARGUMENT... =STATUS> TEXT, the arguments as the shell
# reads them. Status 0 is written "=>": TEXT is standard output, and there is no message. 1 or 3:
# the message is "sortid: TEXT", and there is no output. 2 is wrong usage of LABEL or of the first
# argument, as expect_usage has it; $under comes before it. Lines "| TEXT" after a row are more lines
# of TEXT; with lines "! MESSAGE", TEXT is standard output and these are the message. A row that
# begins with # is a title; `given` makes the standard input of the rows after it; `run_sh` and a
# script may stand for arguments.
table() {
    heading=$title row=''
    while IFS= read -r next; do
        case $next in
        '|') text=$text$newline ;;
        '| '*) text=$text$newline${next#| } ;;
        '! '*) message=$message$newline${next#! } ;;
        *)
            table_row "$@"
            begin_row "$next"
            ;;
        esac
    done
    table_row "$@"
    title=$heading
}

# begin_row ROW: sets `row`, and its arguments, status and text; "": the line is complete as it is.
begin_row() {
    row='' text='' message=''
    case $1 in
    '') return ;;
    '# '*) heading=${1#\# } && it "$heading" && return ;;
    *' =>' | *' ='[1-3]'>') row="$1 " ;;
    *' => '* | *' ='[1-3]'> '*) row=$1 ;;
    'given '*) eval "$1" && return ;;
    *) fail "this row has no '=>': $1" && return ;;
    esac
    for wanted in '' 1 2 3; do
        case $row in *" =$wanted> "*) break ;; esac
    done
    arguments=${row%% "=$wanted>" *} text=${row#* "=$wanted>" }
}

# told TEXT: the message that has these lines.
told() {
    case $1 in "~"*) printf '~' ;; esac
    printf '%s\n' "${1#\~}" | sed 's/^/sortid: /'
}

# table_row [LABEL]: runs the row that is complete, and compares.
table_row() {
    [ -n "$row" ] || return 0
    title="$heading: $arguments"
    case $arguments in
    'run_sh '*) eval "$arguments" ;;
    *) eval "run $arguments" ;;
    esac
    case $wanted$message in
    '') expect 0 "$text" "" ;;
    2) label=${under:+$under }${1-${arguments%% *}} && expect_usage "${label% }" "$text" ;;
    [13]) expect "$wanted" "" "$(told "$text")" ;;
    *) expect "${wanted:-0}" "$text" "$(told "${message#"$newline"}")" ;;
    esac
}

# increasing FILE: whether the first word of each line is after the previous line's. Prints the
# first lines that are not; the second word may tell where an ID is from. Words are compared as
# text.
increasing() {
    sort -cu -k 1,1 "$1" 2> /dev/null && return
    awk -v file="$1" '
        NR > 1 && $1 "" <= last "" {
            printf "    %s:%d: %s is not after %s\n", file, NR, $0, line
            if (++found == 5)
                exit
        }
        { last = $1; line = $0 }' "$1"
    return 1
}

# within_a_day FUNCTION: calls it, and again if another day began meanwhile, in UTC or local time:
# its commands had the same day.
within_a_day() {
    day=
    until [ "$day" = "$(date +%F) $(date -u +%F)" ]; do
        day="$(date +%F) $(date -u +%F)"
        "$1"
    done
}

# run_to STATUS ARGUMENT...: runs the command, which must end with this status.
run_to() {
    wanted=$1
    shift
    run "$@"
    same "exit status of $*" "$status" "$wanted"
}

# run_quietly ARGUMENT...: runs the command, which must end with status 0 and without a message.
run_quietly() {
    run_to 0 "$@"
    stream err ""
}

# says STATUS MESSAGE ARGUMENT...: the command ends with this status and message, whatever it prints.
says() {
    wanted_err=$2 wanted_end=$1
    shift 2
    run_to "$wanted_end" "$@"
    stream err "$wanted_err"
}

# member NAME: a string of each JSON object of the last run, in one line.
member() {
    sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/" out | tr '\n' ' '
}

# json EXPRESSION: evaluates it in Python; `rows` are the objects of standard output.
json() {
    python3 -c 'import json, sys
rows = [json.loads(line) for line in open("out")]
print(eval(sys.argv[1]))' "$1"
}

# run_case NAME: the case fails if a program in Python that it starts ends with a traceback,
# whatever becomes of its exit status.
run_case() {
    case_file=$1 under=
    mkdir -p "$work/$1/home" && cd "$work/$1" || exit 1
    export HOME="$work/$1/home"
    errors=$work/$1.err
    # shellcheck source=/dev/null
    . "$cases/$1.sh" 2> "$errors"
    cat "$errors" >&2
    if grep -q '^Traceback' "$errors"; then
        title="programs in Python"
        fail "a traceback, see above"
    fi
    errors=/dev/null
}

if [ $# = 0 ]; then
    for file in "$cases"/*.sh; do
        file=${file##*/}
        set -- "$@" "${file%.sh}"
    done
fi
for name; do
    run_case "$name"
done

echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ]
