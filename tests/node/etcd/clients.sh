# SPDX-License-Identifier: MIT
# The clients of examples/agent/ and the real agent on a real etcd: IDs are unique, also after the
# agent was killed and started again; a block is not used after its time or by a child process; a
# busy agent is asked again.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"
examples=$cases/../../../examples/agent

# serve: starts the agent.
serve() {
    rm -f s
    "$sortid" serve prod --pool web --socket s 2> agent.err &
    agent=$!
    until_true test -S s
}

# client LANGUAGE COUNT: appends IDs to the file `ids`.
client() {
    case $1 in
    python3) python3 "$examples/sortid_agent.py" s "$2" ;;
    java) java "$examples/SortidAgent.java" s "$2" ;;
    node) node "$examples/sortid_agent.mjs" s "$2" ;;
    go) go run "$examples/sortid_agent.go" s "$2" ;;
    esac >> ids 2> client.err
}

clients() {
    it 'IDs of each client, on two agents one after the other'
    run init prod --pool web=0-0x1f/8
    expect 0 '~prod has web.+' ""
    : > ids
    wanted=0
    for language in python3:python3 java:default-jdk-headless node:nodejs go:golang-go; do
        command -v "${language%:*}" > /dev/null || {
            skip "no ${language%:*} (Debian: ${language#*:})"
            continue
        }
        for count in 5000 3000; do
            serve
            client "${language%:*}" $count
            same "exit status of ${language%:*}: $(cat client.err)" $? 0
            wanted=$((wanted + count))
            kill -KILL "$agent"
            wait "$agent"
        done
    done 2> killed
    same "IDs" "$(sort -u ids | wc -l)" "$wanted"
    ok "each is one" "$SORTID" check scru64 --order none ids # two agents promise no order

    it 'the client in Python: restart of the agent, expiry, fork, a block that is used up'
    serve
    run_sh 'PYTHONPATH='"$examples"' exec python3 -c "
import os, signal, subprocess, sys, time
from sortid_agent import Agent
agent = Agent(\"s\", block=65536)
seen = [agent.next() for _ in range(200000)] # more than a tick has for a node id of 8 bits: BUSY
first = agent.next()
time.sleep(1.2)
late = agent.next()
assert late >> 24 > first >> 24, \"a block that has expired was used\"
read, write = os.pipe()
if os.fork() == 0:
    os.write(write, str(agent.next()).encode())
    os._exit(0)
os.wait()
seen += [first, late, agent.next(), int(os.read(read, 100))]
assert len(set(seen)) == len(seen)
os.kill('"$agent"', signal.SIGKILL)
failed = 0
try:
    while True: seen.append(agent.next())
except OSError: failed += 1
server = subprocess.Popen([sys.argv[1], \"serve\", \"prod\", \"--pool\", \"web\", \"--socket\", \"s\"])
while True:
    try: seen.append(agent.next())
    except OSError: time.sleep(0.1)
    else: break
assert len(set(seen)) == len(seen) and failed == 1
print(len(seen) > 200000)
server.terminate()
server.wait()
" "$sortid"'
    expect 0 True ""
}

with_store clients
