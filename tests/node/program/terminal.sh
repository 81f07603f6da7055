# SPDX-License-Identifier: MIT
# `sortid-node run` on a terminal, under what a shell with job control does: COMMAND reads the terminal
# and gets its keys, the stop key stops both, and both continue.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID_STORE=http://a:1 FAKE_LOG="$PWD/log" FAKE_NODE="$PWD/script"
: > script

cat > shell.py << 'END'
import os, pty, signal, sys, time
program, what = sys.argv[1:]
# The shell: leads the session of a new terminal.
pid, terminal = pty.fork()
if pid == 0:
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    for name in "INT QUIT TSTP".split():
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execv(program, [program, "run", "prod", "--pool", "hot", "--", "sh", "-c", what])
    def say(*words):
        print(*words, flush=True)
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        say("STOPPED", os.tcgetpgrp(0) == job)
        os.tcsetpgrp(0, os.getpgrp())
        say("MINE")
        sys.stdin.readline()
        os.tcsetpgrp(0, job)
        os.kill(-job, signal.SIGCONT)
    os.tcsetpgrp(0, os.getpgrp())
    say("ENDED", os.waitstatus_to_exitcode(status))
    os._exit(0)

# The person: types when the words come.
seen = ""
def wait_for(words):
    global seen
    while words not in seen:
        try:
            seen += os.read(terminal, 1000).decode().replace("\r", "")
        except OSError:
            print(seen)
            sys.exit("no " + words)
    seen = seen[seen.index(words) + len(words):]
for step in os.environ["STEPS"].split(";"):
    kind, words = step.split(":")
    if kind == "see":
        wait_for(words)
    else:
        os.write(terminal, words.encode().decode("unicode_escape").encode())
print("all seen")
END

it 'COMMAND reads the terminal'
run_sh 'STEPS="see:ready;type:hello\n;see:got hello;see:ENDED 0" \
    timeout 600 python3 shell.py "$sortid" "echo ready; read line; echo got \$line"'
expect 0 "all seen" ""

it 'the interrupt key'
run_sh 'STEPS="see:ready;type:\x03;see:caught;see:ENDED 4" timeout 600 python3 shell.py "$sortid" \
    "trap \"echo caught; exit 4\" INT; echo ready; while :; do sleep 0.05; done"'
expect 0 "all seen" ""

it 'the stop key, and continuing'
run_sh 'STEPS="see:ready;type:\x1a;see:STOPPED True;see:MINE;type:fg\n;type:hello\n;see:got hello;see:ENDED 0" \
    timeout 600 python3 shell.py "$sortid" "echo ready; read line; echo got \$line"'
expect 0 "all seen" ""
same "the reservation's end" "$(grep -c release log)" 3
