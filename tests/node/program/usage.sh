# SPDX-License-Identifier: MIT
# Wrong usage of sortid-node: status 2, nothing on standard output, no call of the library. Help and
# version.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID_STORE=http://127.0.0.1:1 FAKE_LOG="$PWD/log"
unset SORTID_STORE_PASSWORD FAKE_NODE

it 'no subcommand'
run
same "exit status" "$status" 2
stream out ""
"$sortid" --help > help
ok "the usage goes to standard error" cmp -s err help
ok "no line of it is too long" test -z "$(grep -E '.{80}' help)"

it 'unknown words'
run make
expect_usage node 'unknown command "make"'
run --verbose
expect_usage node 'unknown option "--verbose"'
for subcommand in init list status health release pool run serve; do
    run $subcommand --nonsense
    expect_usage "node $subcommand" 'unknown option "--nonsense"'
    run $subcommand -x
    expect_usage "node $subcommand" 'unknown option "-x"'
    run $subcommand --store
    expect_usage "node $subcommand" 'option "--store" needs a value'
done
run run prod -m x
expect_usage "node run" 'unknown option "-m"'
run list --json=yes
expect_usage "node list" 'option "--json=yes" takes no value'
run list --pool hot
expect_usage "node list" 'unknown option "--pool"'

it 'slips'
for slip in statsu:status STATUS:status helth:health relase:release serv:serve runn:run help:--help; do
    run "${slip%:*}"
    expect_usage node "unknown command \"${slip%:*}\": did you mean ${slip#*:}\?"
done
for slip in --hepl:--help --versoin:--version --sotre:--store --sotre=http:--store --jsno:--json; do
    run "${slip%:*}"
    expect_usage node "unknown option \"${slip%:*}\": did you mean ${slip#*:}\?"
done
run status prod --jsno
expect_usage "node status" 'unknown option "--jsno": did you mean --json\?'
run status prod -jsno
expect_usage "node status" 'unknown option "-jsno": did you mean --json\?'
run run prod --pool hot --wiat 5 -- true
expect_usage "node run" 'unknown option "--wiat": did you mean --wait\?'
run --sotre http://a list
expect_usage node 'unknown option "--sotre": did you mean --store\?'
run --store http://a --timeuot 5 list
expect_usage node 'unknown option "--timeuot": did you mean --timeout\?'
run --version list
expect 0 "~sortid-node .*" ""

it 'options before the subcommand'
run --store http://a --json pool
expect_usage "node pool" 'grow, shrink, remove or reopen is needed'
run --sto http://a -- list
expect_usage node 'COMMAND is needed, with option "--sto"'
run --store http://a
expect_usage node 'COMMAND is needed, with option "--store"'
run --json --timeout=5 make
expect_usage node 'unknown command "make"'

it 'words'
run init --pool a=0-7/4
expect_usage "node init" 'REALM is needed'
run init prod
expect_usage "node init" '--pool NAME=FIRST-LAST/SIZE or --raise-bounds auto is needed'
run init prod --pool a=0-7/4 --quarantine 5
expect_usage "node init" '--quarantine DURATION needs --external'
for alone in --force --far '--clock-error 5'; do
    # shellcheck disable=SC2086 # a value
    run init prod --pool a=0-7/4 $alone
    expect_usage "node init" '--clock-error, --force and --far belong to --raise-bounds'
done
run init prod more --pool a=0-7/4
expect_usage "node init" 'unexpected argument "more"'
run init prod --pool a=0-7/4 -- more
expect_usage "node init" 'unexpected "--"'
run init prod --pool a
expect_usage "node init" 'pool "a": not NAME=FIRST-LAST/SIZE'
run init prod --raise-bounds soon
expect_usage "node init" '--raise-bounds "soon": .+'
run list prod
expect_usage "node list" 'unexpected argument "prod"'
run status
expect_usage "node status" 'REALM is needed'
run status prod --json --metrics
expect_usage "node status" '--json and --metrics exclude each other'
run status prod --reservations 2
expect_usage "node status" 'unknown option "--reservations".*'
run serve prod --pool hot --socket s --json
expect_usage "node serve" 'unknown option "--json".*'
run health prod --min-free few
expect_usage "node health" '--min-free "few": want a number from 0 to 9999999'
run release prod
expect_usage "node release" 'ID/SIZE is needed'
run release prod 5
expect_usage "node release" '"5": want a node id and its size, such as 5/4 or 0x5/4'
run release prod 16/4
expect_usage "node release" '"16/4": want a node id and its size, .*'
run pool
expect_usage "node pool" 'grow, shrink, remove or reopen is needed'
run pool grow prod
expect_usage "node pool" 'POOL is needed'
run pool double prod hot
expect_usage "node pool" 'unknown change "double": want grow, shrink, remove or reopen'
run pool shrink prod hot
expect_usage "node pool" 'pool "hot": not NAME=FIRST-LAST/SIZE'
run pool remove prod hot=0-1/4
expect_usage "node pool" '"hot=0-1/4": want the NAME of a pool'
run run --pool hot -- true
expect_usage "node run" 'REALM is needed'
run run prod -- true
expect_usage "node run" '--pool NAME is needed'
run run prod --pool hot
expect_usage "node run" 'COMMAND is needed after --'
run run prod --pool hot --
expect_usage "node run" 'COMMAND is needed after --'
run run prod --pool hot true
expect_usage "node run" 'unexpected argument "true": COMMAND comes after --'
run run prod true --pool hot -- true
expect_usage "node run" 'unexpected argument "true"'

it 'durations'
for wrong in '' -1 s 5x 1.5 ' 5' '5 ' 1d 601s 11min 0 9223372036854775808 99999999999999999999999999; do
    run list --timeout "$wrong"
    expect_usage "node list" "--timeout \"$wrong\": want a duration of 1 ms to 10 min, such as .+"
done
run run prod --pool hot --lease 1 -- true
expect_usage "node run" '--lease "1": want a duration of 2 s to 1 h in whole seconds, .+'
run run prod --pool hot --lease 2500ms -- true
expect_usage "node run" '--lease "2500ms": want a duration of 2 s to 1 h in whole seconds, .+'
run run prod --pool hot --horizon 25h -- true
expect_usage "node run" '--horizon "25h": want a duration of 1 s to 24 h, .+'
run run prod --pool hot --max-skew 999ms -- true
expect_usage "node run" '--max-skew "999ms": want a duration of 1 s to 24 h, .+'
run run prod --pool hot --wait 8761h -- true
expect_usage "node run" '--wait "8761h": want a duration of 0 to 8760 h, .+'
run run prod --pool hot --quarantine x -- true
expect_usage "node run" '--quarantine "x": want a duration of 1 ms to 8760 h, .+'
run run prod --pool hot --horizon 59999ms -- true
expect_usage "node run" '--horizon: this lease and max skew need 60000 ms or more'
run run prod --pool hot --max-skew 24h -- true
expect_usage "node run" '--max-skew and --lease need a horizon of more than 24 h: make them smaller'

it 'the store and the user'
run_sh 'unset SORTID_STORE; exec "$sortid" list'
expect_usage "node list" 'no store: give --store URL\[,URL...\], or set SORTID_STORE'
run_sh 'SORTID_STORE= exec "$sortid" list'
expect_usage "node list" 'no store: .+'
run list --user me
expect_usage "node list" '--user NAME needs a password: set SORTID_STORE_PASSWORD, or give --password-file FILE'
run list --password-file /dev/null
expect_usage "node list" '--password-file FILE needs --user NAME'
run list --cert x
expect_usage "node list" '--cert FILE and --key FILE are needed together'
run list --key x
expect_usage "node list" '--cert FILE and --key FILE are needed together'

it 'no call of the library'
same "the log" "$(cat log 2> /dev/null)" ""

it 'an option that the library refuses is wrong usage too'
echo 'open 1 0 0 endpoint "ftp://x": neither http nor https' > script
run_sh 'FAKE_NODE=script exec "$sortid" list'
expect_usage "node list" 'endpoint "ftp://x": neither http nor https'

it 'help'
for subcommand in init list status health release pool run serve; do
    run "$subcommand" --help
    same "exit status" "$status" 0
    stream err ""
    ok "the help of $subcommand begins with its usage" grep -q "^usage: sortid node $subcommand" out
    ok "no line of it is too long" test -z "$(grep -E '.{80}' out)"
    mv out long
    run "$subcommand" -h
    ok "-h is --help" cmp -s out long
done

it 'version'
run --version
expect 0 '~sortid-node [0-9]+\.[0-9]+\.[0-9]+' ""
