# SPDX-License-Identifier: MIT
# gen --socket with an agent that a script plays: answers that are no blocks, in parts, and none at
# all. tests/node/program/serve.sh has the real agent.
# shellcheck shell=sh disable=SC2154 # run.sh brings what is not set here

# answered END TEXT...: runs gen while an agent gives these answers, as printf makes them, one for
# each request. A "|" divides an answer into parts. Then gen sends another request, or ends the
# connection: by closing it, or with a reset, if it has not read all of the answer.
answered() {
    wanted_end=$1
    shift
    rm -f s
    python3 -c 'import os, socket, sys, time
listener = socket.socket(socket.AF_UNIX)
listener.bind("s.new")
listener.listen()
os.rename("s.new", "s")
client, _ = listener.accept()
for answer in sys.argv[1:]:
    client.recv(100)
    for part in answer.split("|"):
        client.sendall(part.encode().decode("unicode_escape").encode("latin1"))
        time.sleep(0.05)
try:
    print("request" if client.recv(100) else "closed")
except ConnectionResetError:
    print("reset")' "$@" > end &
    agent=$!
    until_true [ -S s ]
    run gen scru64 --socket s -n 3
    wait "$agent"
    same "exit status of the agent" $? 0
    same "what follows the last answer" "$(cat end)" "$wanted_end"
}

# refused ANSWER: it is reported as it is.
refused() {
    answered closed "$1\n"
    expect 3 "" "sortid: gen: agent \"s\": it answered \"$1\""
}

if ! command -v python3 > /dev/null; then
    skip "no python3 (Debian: python3)"
    return
fi
id=0u2r85hm2pt3
number=$("$sortid" convert -f scru64 -e int $id)

it 'answers that are no blocks'
refused ''
refused 'BLOCK 1'
refused 'BLOCK 0u2r85hm2p_3 1 1 1'
for numbers in '' ' ' x "$number" "$number x" "$number 1" "$number 1 x" "$number 1 1x" "$number 0 1000" \
    "$number 65537 1000" '1 1 1000' "12345678901234567890 1 1000"; do
    refused "BLOCK $id $numbers"
done
refused 'BLOCK zzzzzzzzzzzy 4738381338321616894 9 1000'
refused 'BUSY x'

it 'an answer in parts, after a wait of a second'
answered closed 'BUSY 1000\n' "BLOCK $id|  $number 9 1000\n"
expect 3 "" "~sortid: gen: agent \"s\": it answered \"BLOCK $id  .*"
answered closed 'BUSY 1000\n' "BLOCK $id| $number 2|000 10000\n"
same "exit status" "$status" 0
same "the first ID" "$(head -n 1 out)" $id
same "IDs" "$(wc -l < out | tr -d ' ')" 3

it 'an answer without an end, and none'
answered reset "$(head -c 400 /dev/zero | tr '\000' a)"
expect 3 "" '~sortid: gen: agent "s": it answered "a+"?.*'
answered request
expect 3 "" '~sortid: gen: agent "s": it has closed the connection: .*'

it 'sockets that cannot be'
run gen scru64 --socket ''
expect_usage gen '--socket: must be a path, not an empty text'
run gen scru64 --socket "$(head -c 200 /dev/zero | tr '\000' a)"
expect 3 "" '~sortid: gen: agent "a+".*: File name too long'
