# SPDX-License-Identifier: MIT
# A process with read permission holds a lock on a state file: the command prints once what it waits
# for, and continues when the lock is released.
# shellcheck shell=sh disable=SC2016,SC2086,SC2154 # run.sh brings what is not set here

# await FILE: waits until the file is not empty; fails after a minute.
await() {
    tries=0
    until [ -s "$1" ] || [ "$tries" -ge 600 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    ok "something in $1 within a minute" [ -s "$1" ]
}

for format in 'scru64 --node 42/8' ulid; do
    it "a reader of the file locks it: $format"
    rm -f state release held err
    run_sh "\"\$sortid\" gen $format --state state"
    same "exit status" "$status" 0
    cp out all
    mkfifo release
    "$LAUNCH" locked cat release 3< state > held &
    holder=$!
    await held
    : > err
    "$sortid" gen $format --state state -n 3 > out 2> err &
    waiting=$!
    await err
    same "the message" "$(cat err)" \
        'sortid: gen: waiting for state file state: another process holds its lock'
    sleep 1.2
    same "lines of it" "$(wc -l < err | tr -d ' ')" 1
    same "IDs so far" "$(cat out)" ""
    : > release
    wait $holder
    status=0
    wait $waiting || status=$?
    same "exit status" "$status" 0
    same "IDs" "$(wc -l < out | tr -d ' ')" 3
    cat out >> all
    ok "the IDs increase" sort -cu all
    same "lines of the message" "$(wc -l < err | tr -d ' ')" 1
done

it 'without a lock there is no such message'
run_sh '"$sortid" gen ulid --state state'
same "exit status" "$status" 0
stream err ""
