# SPDX-License-Identifier: MIT
# Wrong usage of sortid-node: status 2, nothing on standard output, no call of the library. Help and
# version.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID_STORE=http://127.0.0.1:1 FAKE_LOG="$PWD/log"
unset SORTID_STORE_PASSWORD FAKE_NODE
under=node

it 'no subcommand'
run
same "exit status" "$status" 2
stream out ""
"$sortid" --help > help
ok "the usage goes to standard error" cmp -s err help
ok "no line of it is too long" test -z "$(grep -E '.{80}' help)"

it 'unknown words'
for subcommand in init list status health release pool run serve; do
    table << END
$subcommand --nonsense =2> unknown option "--nonsense"
$subcommand -x =2> unknown option "-x"
$subcommand --store =2> option "--store" needs a value
END
done

it 'slips'
for slip in statsu:status STATUS:status helth:health relase:release serv:serve runn:run help:--help; do
    run "${slip%:*}"
    expect_usage node "unknown command \"${slip%:*}\": did you mean ${slip#*:}\?"
done
for slip in --hepl:--help --versoin:--version --sotre:--store --sotre=http:--store --jsno:--json; do
    run "${slip%:*}"
    expect_usage node "unknown option \"${slip%:*}\": did you mean ${slip#*:}\?"
done
table << 'END'
status prod --jsno =2> unknown option "--jsno": did you mean --json\?
status prod -jsno =2> unknown option "-jsno": did you mean --json\?
run prod --pool hot --wiat 5 -- true =2> unknown option "--wiat": did you mean --wait\?
run prod -m x =2> unknown option "-m"
list --json=yes =2> option "--json=yes" takes no value
list --pool hot =2> unknown option "--pool"
END
table '' << 'END'
make =2> unknown command "make"
--verbose =2> unknown option "--verbose"
--sotre http://a list =2> unknown option "--sotre": did you mean --store\?
--store http://a --timeuot 5 list =2> unknown option "--timeuot": did you mean --timeout\?

# options before the subcommand
--sto http://a -- list =2> COMMAND is needed, with option "--sto"
--store http://a =2> COMMAND is needed, with option "--store"
--json --timeout=5 make =2> unknown command "make"
END
run --store http://a --json pool
expect_usage "node pool" 'grow, shrink, remove or reopen is needed'
run --version list
expect 0 "~sortid-node .*" ""

for alone in --force --far '--clock-error 5'; do
    it "$alone without --raise-bounds"
    # shellcheck disable=SC2086 # a value
    run init prod --pool a=0-7/4 $alone
    expect_usage "node init" '--clock-error, --force and --far belong to --raise-bounds'
done

for wrong in '' -1 s 5x 1.5 ' 5' '5 ' 1d 601s 11min 0 9223372036854775808 99999999999999999999999999; do
    it 'durations'
    run list --timeout "$wrong"
    expect_usage "node list" "--timeout \"$wrong\": want a duration of 1 ms to 10 min, such as .+"
done

table << 'END'
# words
init --pool a=0-7/4 =2> REALM is needed
init prod =2> --pool NAME=FIRST-LAST/SIZE or --raise-bounds auto is needed
init prod --pool a=0-7/4 --quarantine 5 =2> --quarantine DURATION needs --external
init prod more --pool a=0-7/4 =2> unexpected argument "more"
init prod --pool a=0-7/4 -- more =2> unexpected "--"
init prod --pool a =2> pool "a": not NAME=FIRST-LAST/SIZE
init prod --raise-bounds soon =2> --raise-bounds "soon": .+
list prod =2> unexpected argument "prod"
status =2> REALM is needed
status prod --json --metrics =2> --json and --metrics exclude each other
status prod --reservations 2 =2> unknown option "--reservations".*
serve prod --pool hot --socket s --json =2> unknown option "--json".*
pool grow prod hot=0x0-0xf/4 --dry-run =2> --dry-run is for shrink and remove
health prod --min-free few =2> --min-free "few": want a number from 0 to 9999999
release prod =2> ID/SIZE is needed
release prod 5 =2> "5": want a node id and its size, such as 5/4 or 0x5/4
release prod 16/4 =2> "16/4": want a node id and its size, .*
pool =2> grow, shrink, remove or reopen is needed
pool grow prod =2> POOL is needed
pool double prod hot =2> unknown change "double": want grow, shrink, remove or reopen
pool shrink prod hot =2> pool "hot": not NAME=FIRST-LAST/SIZE
pool remove prod hot=0-1/4 =2> "hot=0-1/4": want the NAME of a pool
run --pool hot -- true =2> REALM is needed
run prod -- true =2> --pool NAME is needed
run prod --pool hot =2> COMMAND is needed after --
run prod --pool hot -- =2> COMMAND is needed after --
run prod --pool hot true =2> unexpected argument "true": COMMAND comes after --
run prod true --pool hot -- true =2> unexpected argument "true"

# durations
run prod --pool hot --lease 1 -- true =2> --lease "1": want a duration of 2 s to 1 h in whole seconds, .+
run prod --pool hot --lease 2500ms -- true =2> --lease "2500ms": want a duration of 2 s to 1 h in whole seconds, .+
run prod --pool hot --horizon 25h -- true =2> --horizon "25h": want a duration of 1 s to 24 h, .+
run prod --pool hot --max-skew 999ms -- true =2> --max-skew "999ms": want a duration of 1 s to 24 h, .+
run prod --pool hot --wait 8761h -- true =2> --wait "8761h": want a duration of 0 to 8760 h, .+
run prod --pool hot --quarantine x -- true =2> --quarantine "x": want a duration of 1 ms to 8760 h, .+
run prod --pool hot --horizon 153332ms -- true =2> --horizon: this lease and max skew need 153333 ms or more

# the user
list --user me =2> --user NAME needs a password: set SORTID_STORE_PASSWORD, or give --password-file FILE
list --password-file /dev/null =2> --password-file FILE needs --user NAME
list --cert x =2> --cert FILE and --key FILE are needed together
list --key x =2> --cert FILE and --key FILE are needed together
END

it 'the store'
run_sh 'unset SORTID_STORE; exec "$sortid" list'
expect_usage "node list" 'no store: give --store URL\[,URL...\], or set SORTID_STORE'
run_sh 'SORTID_STORE= exec "$sortid" list'
expect_usage "node list" 'no store: .+'

it 'no call of the library'
same "the log" "$(cat log 2> /dev/null)" ""

it 'an option that the library refuses is wrong usage too'
echo 'open 1 0 0 endpoint "ftp://x": neither http nor https' > script
run_sh 'FAKE_NODE=script exec "$sortid" list'
expect_usage "node list" 'endpoint "ftp://x": neither http nor https'

it 'help'
for subcommand in init list status health release pool run serve; do
    run_quietly "$subcommand" --help
    ok "the help of $subcommand begins with its usage" grep -q "^usage: sortid node $subcommand" out
    ok "no line of it is too long" test -z "$(grep -E '.{80}' out)"
    mv out long
    run "$subcommand" -h
    ok "-h is --help" cmp -s out long
done

it 'version'
run --version
expect 0 '~sortid-node [0-9]+\.[0-9]+\.[0-9]+' ""
