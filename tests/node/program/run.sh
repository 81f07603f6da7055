# SPDX-License-Identifier: MIT
# `sortid-node run` on a library that a script plays: environment, statuses, signals, deadlines,
# what remains of COMMAND. No case depends on speed: a deadline either has passed or is far away.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID_STORE=http://a:1 FAKE_LOG="$PWD/log" FAKE_NODE="$PWD/script"
unset SORTID_STORE_PASSWORD FAKE_TERMINATE_MS FAKE_KILL_MS FAKE_TERMINATE_AFTER FAKE_KILL_AFTER
reservation='sortid: node: the reservation of 0x5/4'

# In loops that wait: a pause; ends this shell after too many of them.
export nap='sleep 0.01; naps=$((${naps:-0} + 1)); [ "$naps" -lt 6000 ] || { echo "waited too long" >&2; exit 99; }'

# play LINE...: the script of the library.
play() {
    printf '%s\n' "$@" > script
    rm -f log ready asked
}

# alive PID: the process exists, and is no zombie.
alive() {
    kill -0 "$1" 2> /dev/null && ! grep -q '^State:.*[ZX]' "/proc/$1/status" 2> /dev/null
}

gone() {
    ! alive "$1"
}

# ended: how the reservation ended, by the log.
ended() {
    grep -E '^(release|abandon|close)$' log | tr '\n' ' '
}

it 'COMMAND has the node, the arguments and the streams'
play
given 'through\n'
run_sh 'SORTID_STORE_PASSWORD=secret exec "$sortid" run prod --pool hot --user me -- \
    sh -c "cat; echo \$SCRU64_NODE_SPEC \${SORTID_STORE_PASSWORD-none} \"\$@\"; echo told >&2" name -n "a b"'
expect 0 '~through
0w6ey[0-9a-z]{7}/4 none -n a b' told
ok "the last ID of node 5 before the reservation" test "$(sed -n 's|\(.*\)/4 .*|\1|p' out |
    { read -r id; "$SORTID" inspect --node-size 4 --json "$id"; } |
    sed 's/.*"timestampIso":"\([^"]*\)".*"nodeId":"\([^"]*\)","counter":"\([^"]*\)".*/\1 \2 \3/')" = \
    '2026-11-20T11:59:59.744Z 5 1048575'
same "its end" "$(ended)" "release close "
same "asked for" "$(grep acquire log)" "acquire prod hot label - horizon 180000 lease 100 skew 5000 quarantine 0 external 1 renewal_thread 0 allowance 10000 wait 0"

it 'COMMAND has a number and a time for other generators, and begins at that time'
play
run run prod --pool hot -- sh -c 'echo $SORTID_WORKER_ID $SORTID_NOT_BEFORE_MS'
expect 0 '5 1795176000000' ""
begun=$(date +%s%3N)
run_sh 'FAKE_AHEAD_MS=3000 exec "$sortid" run prod --pool hot -- sh -c "echo \$SORTID_NOT_BEFORE_MS; date +%s%3N"'
same "exit status" "$status" 0
ok "it begins in the future" test "$(head -n 1 out)" -gt "$begun"
ok "COMMAND waited for it" test "$(tail -n 1 out)" -ge "$(head -n 1 out)"
play
run_sh 'FAKE_AHEAD_MS=600000 "$sortid" run prod --pool hot -- touch ran &
    until grep -q "waiting" err; do eval "$nap"; done
    kill -TERM $!
    wait $!'
same "exit status" "$status" 143
same "its end" "$(ended)" "release close "
ok "nothing ran" test ! -e ran

it 'options of the reservation'
play
run run prod --pool hot --label me --lease 18 --max-skew 1500ms --quarantine 2h --wait 3min -- true
expect 0 "" ""
same "asked for" "$(grep acquire log)" "acquire prod hot label me horizon 180000 lease 18 skew 1500 quarantine 7200000 external 1 renewal_thread 0 allowance 10000 wait 0"
play
run run prod --pool hot --lease 2 --max-skew 1 --horizon 18s -- true
same "a short horizon" "$(grep -o 'horizon [0-9]*' log)" "horizon 18000"

it 'the status is that of COMMAND'
for wanted in 0 1 3 77 255; do
    play
    run run prod --pool hot -- sh -c "exit $wanted"
    expect $wanted "" ""
    same "its end" "$(ended)" "release close "
done
for row in KILL/137 TERM/143 INT/130 SEGV/139; do
    play
    run run prod --pool hot -- sh -c "kill -${row%/*} \$\$"
    expect "${row#*/}" "" ""
    same "its end" "$(ended)" "release close "
done

it 'a COMMAND that cannot run'
echo nonsense > text
for row in ./nowhere/127/"No such file or directory" ./text/126/"Permission denied" /126/"Permission denied"; do
    play
    command=${row%%/[0-9]*} rest=${row##*/12}
    run run prod --pool hot -- "${command:-/}"
    expect "12${rest%%/*}" "" "~sortid: node: cannot run \"${command:-/}\": .+"
    same "its end" "$(ended)" "release close "
done

it 'no reservation'
for number in 2 6 7 8 9 10 11; do
    play "acquire $number 0 0 why not"
    run run prod --pool hot --wait 0 -- touch ran
    wanted=3
    if [ $number = 2 ]; then wanted=1; fi
    expect $wanted "" '~sortid: node: why not(; check .*)?'
done
play 'acquire 4 0 0 8 of 8 reserved'
run run prod --pool hot --wait 0 -- touch ran
expect 3 "" 'sortid: node: 8 of 8 reserved'
same "tries" "$(grep -c acquire log)" 1
play 'acquire 4 0 0 8 of 8 reserved' 'acquire 0 0 0'
run run prod --pool hot -- true
expect 0 "" 'sortid: node: no node id yet: 8 of 8 reserved; trying again for 600 s'
same "tries" "$(grep -c acquire log)" 2
play 'acquire 7 0 0 http://a:1: connection refused' 'acquire 10 0 0 no leader' 'acquire 0 0 0'
run run prod --pool hot -- true
expect 0 "" 'sortid: node: no node id yet: http://a:1: connection refused; trying again for 600 s'
same "tries" "$(grep -c acquire log)" 3
ok "nothing ran" test ! -e ran

it 'a signal while it waits for an id ends it as it ends others'
for row in TERM/143 INT/130; do
    play 'acquire 4 0 0 8 of 8 reserved'
    # a shell ignores INT in what it starts in the background; env does not undo that, python does
    run_sh 'python3 -c "import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])" "$sortid" run prod --pool hot --wait 1h -- touch ran &
        until grep -q acquire log 2> /dev/null; do eval "$nap"; done
        kill -'"${row%/*}"' $!
        wait $!'
    same "exit status" "$status" "${row#*/}"
    same "its end" "$(ended)" "close "
done
ok "nothing ran" test ! -e ran

it 'an id that was not released'
play 'release 9 0 0 http://a:1: another store'
run run prod --pool hot -- sh -c 'exit 5'
expect 5 "" 'sortid: node: the node id was not released, and is blocked until its bound and quarantine have passed: http://a:1: another store'
same "its end" "$(ended)" "release abandon close "

again='sortid: node: the node id is not released yet: http://a:1: connection refused; trying again, after a signal for 60 s'
it 'while the store is away, it is released again and again'
play 'release 7 0 0 http://a:1: connection refused' 'release 10 0 0 no leader' 'release 0'
run run prod --pool hot -- sh -c 'exit 5'
expect 5 "" "$again"
same "its end" "$(ended)" "release release release close "

it 'also after COMMAND was ended for its bound'
play 'renew 7 100 0 no answer' 'release 7 0 0 http://a:1: connection refused' 'release 0'
export FAKE_TERMINATE_MS=0 FAKE_KILL_MS=0 FAKE_TERMINATE_AFTER="$PWD/ready" FAKE_KILL_AFTER="$PWD/ready"
run run prod --pool hot -- sh -c 'trap "" TERM; echo > ready; sleep 1000'
unset FAKE_TERMINATE_MS FAKE_KILL_MS FAKE_TERMINATE_AFTER FAKE_KILL_AFTER
same "exit status" "$status" 3
same "its end" "$(ended)" "release release close "

it 'the second signal ends these tries'
play 'release 7 0 0 http://a:1: connection refused'
run_sh '"$sortid" run prod --pool hot -- true &
    until grep -q "trying again" err; do eval "$nap"; done
    kill -TERM $!
    tried=$(grep -c "^release" log)
    until [ $(grep -c "^release" log) -gt $((tried + 1)) ]; do eval "$nap"; done
    kill -TERM $!
    wait $!'
expect 0 "" "$again
sortid: node: the node id was not released, and is blocked until its bound and quarantine have passed: http://a:1: connection refused"

# ---- Signals ------------------------------------------------------------------------------------

# COMMAND takes the signals one by one, without handlers: Python runs a handler only between its own
# instructions, so a read can block before it runs; and print fails if it interrupts itself.
it 'signals are passed on'
play
run_sh 'python3 - "$sortid" <<"END"
import signal, subprocess, sys
names = "INT TERM HUP QUIT USR1 USR2 WINCH CONT".split()
program = r"""
import signal, sys
signals = [getattr(signal, "SIG" + name) for name in sys.argv[1:]]
signal.pthread_sigmask(signal.SIG_BLOCK, signals)
for number in signals:
    signal.signal(number, lambda number, frame: None)
print("ready", flush=True)
for _ in signals:
    print(signal.sigtimedwait(signals, 60).si_signo, flush=True)
"""
command = [sys.argv[1], "run", "prod", "--pool", "hot", "--", sys.executable, "-c", program]
child = subprocess.Popen(command + names, stdout=subprocess.PIPE, text=True,
    preexec_fn=lambda: [signal.signal(getattr(signal, "SIG" + n), signal.SIG_DFL) for n in ("INT", "QUIT", "HUP")])
child.stdout.readline()
for name in names:
    child.send_signal(getattr(signal, "SIG" + name))
    print(name, signal.Signals(int(child.stdout.readline())).name)
sys.exit(child.wait())
END'
expect 0 'INT SIGINT
TERM SIGTERM
HUP SIGHUP
QUIT SIGQUIT
USR1 SIGUSR1
USR2 SIGUSR2
WINCH SIGWINCH
CONT SIGCONT' ""

it 'what is ignored stays ignored'
play
run_sh 'trap "" HUP PIPE; exec "$sortid" run prod --pool hot -- \
    sh -c "kill -HUP \$\$; kill -PIPE \$\$; echo alive"'
expect 0 alive ""

it 'the whole group is signalled, and nothing is left of it'
play
run_sh '"$sortid" run prod --pool hot -- sh -c "sleep 1000 & echo \$! > inner; wait" &
    until [ -s inner ]; do eval "$nap"; done
    kill -TERM $!
    wait $!'
same "exit status" "$status" 143
ok "the inner one is gone" until_true gone "$(cat inner)"
same "its end" "$(ended)" "release close "
play
rm inner
run_to 0 run prod --pool hot -- sh -c 'sleep 1000 & echo $! > inner'
ok "the one left behind is gone" until_true gone "$(cat inner)"
same "its end" "$(ended)" "release close "

it 'stop and continue'
if [ -d /proc/self ]; then
    play
    run_sh '"$sortid" run prod --pool hot -- sh -c "echo \$\$ > halting; exec sleep 1000" &
        until [ -s halting ]; do eval "$nap"; done
        kill -TSTP $!
        until grep -q "^State:[[:space:]]*T" /proc/$(cat halting)/status; do eval "$nap"; done
        grep -q "^State:[[:space:]]*T" /proc/$!/status || echo the supervisor runs
        kill -CONT $!
        until grep -q "^State:[[:space:]]*S" /proc/$(cat halting)/status; do eval "$nap"; done
        kill $!
        wait $!'
    expect 143 'the supervisor runs' ""
else
    skip "no /proc is mounted here, which shows the state of a process"
fi

# ---- Deadlines -----------------------------------------------------------------------------------

it 'a series of failed renewals is reported once'
play 'renew 0 10 0' 'renew 7 10 0 http://a:1: connection refused'
run run prod --pool hot -- sh -c 'until grep -q "trying again" err; do eval "$nap"; done
    echo "renew 0 10 0" > script
    until grep -q "renewed again" err; do eval "$nap"; done'
expect 0 "" "$reservation cannot be renewed: http://a:1: connection refused; trying again
$reservation is renewed again"

# They fail until the failure was reported.
it 'failed renewals are counted in a file'
play 'renew 7 10 0 fake: away'
run run prod --pool hot --metrics-file numbers -- sh -c '
    until grep -q "trying again$" err; do eval "$nap"; done
    echo "renew 0 10 0" > script
    until grep -q "renewed again$" err; do eval "$nap"; done
    failed=$(grep -c "^renew 7" log)
    until grep -q "^sortid_node_renewals_failed_total{.*} $failed$" numbers; do eval "$nap"; done
    grep -v "^#" numbers'
expect 0 '~sortid_node_reservations\{realm="prod",file="numbers"\} 1
sortid_node_reservations_lost_total\{realm="prod",file="numbers"\} 0
sortid_node_renewals_failed_total\{realm="prod",file="numbers"\} [1-9][0-9]*' \
    "$reservation cannot be renewed: fake: away; trying again
$reservation is renewed again"
ok "the file is gone" test ! -e numbers

# The deadlines begin when COMMAND has set its trap.
it 'SIGTERM before the bound'
play 'renew 7 100 0 no answer'
export FAKE_TERMINATE_MS=500 FAKE_TERMINATE_AFTER="$PWD/ready"
run run prod --pool hot -- sh -c 'trap "echo asked; exit 0" TERM; echo > ready; sleep 1000 & wait'
expect 3 asked "$reservation cannot be renewed: no answer; trying again
$reservation was not renewed, and its bound is near: sending SIGTERM to \"sh\""
same "its end" "$(ended)" "release close "

it 'a stopped COMMAND gets the SIGTERM too'
play 'renew 7 100 0 no answer'
run run prod --pool hot -- sh -c 'trap "echo heard; exit 0" TERM; echo > ready; kill -STOP $$; wait'
expect 3 heard "$reservation cannot be renewed: no answer; trying again
$reservation was not renewed, and its bound is near: sending SIGTERM to \"sh\""

# The second deadline begins when COMMAND has got the SIGTERM.
it 'SIGKILL at the bound'
play 'renew 7 100 0 no answer'
export FAKE_KILL_MS=500 FAKE_KILL_AFTER="$PWD/asked"
run run prod --pool hot -- sh -c 'trap "echo > asked" TERM
    sh -c "trap \"\" TERM; echo \$\$ > deaf; echo > ready; exec sleep 1000" &
    while :; do wait; done'
expect 3 "" "$reservation cannot be renewed: no answer; trying again
$reservation was not renewed, and its bound is near: sending SIGTERM to \"sh\"
$reservation could not be renewed in time: killing \"sh\""
ok "the deaf one is gone" until_true gone "$(cat deaf)"
same "its end" "$(ended)" "release close "
unset FAKE_KILL_MS FAKE_KILL_AFTER

# In COMMAND: the deadlines begin, and a later request gets no answer.
export hang='echo > ready
    renewals=$(grep -c "^renew" log)
    until [ $(grep -c "^renew" log) -gt $((renewals + 1)) ]; do eval "$nap"; done
    echo "renew 0 10 300000" > script
    sleep 200'

# A release would wait for the answer, so COMMAND kills the supervisor, and the watchdog kills
# COMMAND.
it 'a request that hangs does not delay SIGTERM'
play 'renew 0 1 0'
run_to 137 run prod --pool hot -- sh -c 'trap "echo asked; kill -KILL $PPID" TERM; eval "$hang"'
stream out asked
unset FAKE_TERMINATE_MS FAKE_TERMINATE_AFTER

it 'nor SIGKILL'
play 'renew 0 1 0'
export FAKE_TERMINATE_MS=0 FAKE_KILL_MS=500 FAKE_TERMINATE_AFTER="$PWD/ready" FAKE_KILL_AFTER="$PWD/ready"
run_sh '"$sortid" run prod --pool hot -- sh -c "trap \"\" TERM; echo \$\$ > deaf; eval \"\$hang\"" &
    until grep -q "killing" err; do eval "$nap"; done
    kill -KILL $!
    wait $!'
same "exit status" "$status" 137
ok "COMMAND is gone" until_true gone "$(cat deaf)"
unset FAKE_TERMINATE_MS FAKE_KILL_MS FAKE_TERMINATE_AFTER FAKE_KILL_AFTER hang

it 'lost'
play 'renew 0 10 0' 'renew 5 10 0 somebody has it'
run run prod --pool hot -- sh -c 'trap "" TERM; while :; do sleep 1000; done'
expect 3 "" "$reservation is lost: killing \"sh\"; start it again for another id"
same "its end" "$(ended)" ""

# ---- Without the supervisor ----------------------------------------------------------------------

it 'killed, it takes the whole group with it'
play
run_sh '"$sortid" run prod --pool hot -- sh -c "sleep 1000 & echo \$! > one; echo \$\$ > two; wait" &
    until [ -s two ]; do eval "$nap"; done
    kill -KILL $!
    wait $!'
same "exit status" "$status" 137
ok "COMMAND is gone" until_true gone "$(cat two)"
ok "what it started is gone" until_true gone "$(cat one)"

if [ -d /proc/self ]; then
    it 'stopped, COMMAND ends in time'
    play
    export FAKE_KILL_MS=4000
    run_sh '"$sortid" run prod --pool hot -- sh -c "trap \"\" TERM; echo \$\$ > three; while :; do sleep 1000; done" &
        until [ -s three ]; do eval "$nap"; done
        kill -STOP $!
        until ! [ -d /proc/$(cat three) ] || grep -q "^State:.*[ZX]" /proc/$(cat three)/status; do eval "$nap"; done
        kill -CONT $!
        wait $!'
    expect 3 "" "$reservation could not be renewed in time: killing \"sh\""
    unset FAKE_KILL_MS

    it 'without its watchdog it continues, and reports so'
    play 'renew 0 20 0'
    run run prod --pool hot -- sh -c '
        for file in /proc/[0-9]*; do
            [ "$(cut -d " " -f 4 $file/stat 2> /dev/null)" = $PPID ] || continue
            [ ${file#/proc/} = $$ ] || kill -KILL ${file#/proc/}
        done
        until grep -q watchdog err; do eval "$nap"; done
        until [ $(grep -c "^renew" log) -gt 5 ]; do eval "$nap"; done'
    expect 0 "" 'sortid: node: the watchdog process of "sh" has ended: start it again, because it may make IDs after its bound if this program is stopped'
else
    it 'stopped, or without its watchdog'
    skip "no /proc is mounted here, which lists the processes"
fi
