# SPDX-License-Identifier: MIT
# What a program inherits: environment, arguments, limits, signals. The output never depends on the
# environment, and no signal leaves a state file behind a printed ID.
# shellcheck shell=sh disable=SC2016,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh
export LAUNCH

ulid=01ARYZ6S41TSV4RRFFQ69G5FAV
id='[0-9a-z]{12}'

it 'the environment changes nothing'
printf '%s\nbad\n' $ulid > in.lines
for arguments in "inspect $ulid" "inspect --json $ulid" 'check ulid in.lines' 'formats' \
    'range ulid 2026-11-20T12:00:00.5+01:00 2026-11-21' 'inspect --color always bad' '--help' \
    "convert -f ulid $ulid -e uuid" 'gen --nonsense'; do
    : > in
    run $arguments
    cp out plain.out
    cp err plain.err
    wanted=$status
    for setting in TZ=America/Los_Angeles TZ=:/nonsense LC_ALL=de_DE.UTF-8 LC_ALL=tr_TR LANG=ja_JP.eucJP \
        COLUMNS=1 COLUMNS=-5 COLUMNS=99999999999999999999 POSIXLY_CORRECT=1 TERM= TERM=nonsense NO_COLOR=1 \
        HOME= PATH= TMPDIR=/nonsense SCRU64_NODE_SPEC=nonsense LANGUAGE=de IFS=a; do
        run_sh "export $setting; \"\$sortid\" $arguments"
        ok "$arguments with $setting" [ "$status" = $wanted ]
        ok "$arguments with $setting" cmp -s out plain.out
        ok "$arguments with $setting" cmp -s err plain.err
    done
    run_sh "env -i \"\$sortid\" $arguments"
    ok "$arguments without an environment" cmp -s out plain.out
done

it 'no arguments, not even a name'
run_sh '"$LAUNCH" nameless "$sortid"'
same "exit status" "$status" 2
stream out ""
ok "the usage" grep -q '^usage: sortid COMMAND' err

it 'thousands of arguments'
many=$("$sortid" gen ulid -n 4000)
run convert -f ulid -e text $many
expect 0 "$many" ""
run convert $many -f ulid bad
expect 1 "$many" 'sortid: arg:4001:4: "bad" has 3 bytes, a ulid has 26'
run inspect -f ulid --json $many
ok "an object for each" [ "$status $(grep -c '^{.*}$' out)" = "0 4000" ]

it 'arguments without end'
long=$(head -c 120000 /dev/zero | tr '\000' 7)
seven=$(printf '%.64s' $long)
run convert -f ulid "$long" $ulid
expect 1 $ulid "sortid: arg:1:27: \"$seven\"... has 120000 bytes, a ulid has 26"
for arguments in 'gen -n' 'gen -e' 'gen --at' 'gen scru64 --node' 'inspect -f' 'inspect --color' 'check' \
    'check ulid --order' 'range ulid' 'inspect --node-size' '' 'gen --no'; do
    run $arguments "$long"
    same "exit status of '$arguments'" "$status" 2
    ok "'$arguments': a short message" [ "$(wc -c < err)" -lt 1000 ]
done
run check ulid "$long"
same "exit status" "$status" 3
ok "the name and the reason are cut" [ "$(wc -l < err)" = 1 ]
run gen scru64 --node 42/8 --state "$long"
same "exit status" "$status" 3
ok "a path too long for a state file" grep -q 'File *name too long' err

it 'a file that may not grow, whatever the signal does'
for set in '' "trap '' XFSZ;" '"$LAUNCH" blocked'; do
    run_sh "{ ulimit -f 8; $set \"\$sortid\" gen -n 100000 > grown; echo \$?; } 2>&1 | cat"
    expect 0 'sortid: standard output: File too large
3' ""
    run_sh "{ ulimit -f 0; $set \"\$sortid\" gen scru64 --node 42/8 --state new; echo \$?; } 2>&1 | cat"
    expect 0 'sortid: gen: state file new: File too large
3' ""
    same "files left" "$(ls -d new* 2> /dev/null)" ""
done

# Ends a run of gen scru64 with the signal, some time after its first IDs were printed.
end_by() {
    tries=0
    : > given
    while [ ! -s given ] && [ $tries -lt 50 ]; do
        tries=$((tries + 1))
        timeout -s "$1" 0.$((1 + tries % 9)) "$sortid" gen scru64 --node 7/8 --state ended \
            -n 1000000000 > given 2> err
    done
}

it 'a run that is ended by a signal: the state is not behind its IDs'
: > all
for signal in INT TERM HUP QUIT KILL ALRM INT TERM KILL; do
    end_by $signal
    ok "$signal: IDs came out" [ -s given ]
    tail -n 2 given | grep -Ex "$id" | tail -n 1 > last
    if [ -z "$(no_boot)" ]; then
        "$sortid" inspect --state ended --json | sed 's/.*"last":"\([^"]*\)".*/\1/' >> last
        same "$signal: IDs of the state" "$(grep -Ecx "$id" last)" 2
        ok "$signal: the state is not before the last ID" sort -c last
    fi
    run gen scru64 --node 7/8 --state ended
    same "$signal: exit status of the next" "$status" 0
    cat out >> all
    { tail -n 2 given | grep -Ex "$id" | tail -n 1; cat out; } > next
    ok "$signal: the next ID is after them" increasing next
done
ok "and all later ones" increasing all
[ -z "$(no_boot)" ] || skip "$(no_boot)"

it 'a run that is stopped and continued'
mkfifo ids
"$sortid" gen ulid -n 3000000 > ids &
maker=$!
"$sortid" check ulid --json < ids > out 2> err &
reader=$!
for process in $maker $reader $maker $reader; do
    kill -STOP $process 2> /dev/null
    sleep 0.05
    kill -CONT $process 2> /dev/null
done
wait $maker
same "exit status of gen" $? 0
wait $reader
same "exit status of check" $? 0
stream err ""
ok "all are valid" grep -q '"lines":3000000,"valid":3000000,"invalid":0,' out
{ sleep 1; echo $ulid; } > ids &
"$LAUNCH" nonblocking "$sortid" convert -f ulid < ids > out 2> err &
reader=$!
sleep 0.3
kill -STOP $reader
sleep 0.1
kill -CONT $reader
wait $reader
status=$?
expect 0 $ulid ""
wait
