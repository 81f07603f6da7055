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

# refused ANSWER [FAULT]: it is reported as it is.
refused() {
    answered closed "$1\n"
    expect 3 "" "sortid: gen: agent \"s\": it answered \"$1\"${2-}"
}

if ! command -v python3 > /dev/null; then
    skip "no python3 (Debian: python3)"
    return
fi
id=0u2r85hm2pt3
number=$("$sortid" convert -f scru64 -e int $id)

it 'answers that are no blocks'
refused ''
not_a_block=', which is not a block'
refused 'BLOCK 1' "$not_a_block"
refused 'BLOCK 0u2r85hm2p_3 1 1 1 4' "$not_a_block"
for numbers in '' ' ' x "$number" "$number x" "$number 1" "$number 1 x" "$number 1 1x" "$number 0 1000" \
    "$number 1 1000" "$number 1 1000 x" "$number 1 1000 0" "$number 1 1000 24" "$number 0 1000 4" \
    "$number 65537 1000 4" '1 1 1000 4' "12345678901234567890 1 1000 4"; do
    refused "BLOCK $id $numbers" "$not_a_block"
done
refused 'BLOCK zzzzzzzzzzzy 4738381338321616894 9 1000 4' "$not_a_block"
refused 'BUSY x'

it 'reserved IDs'
for id_number in '000000000000 0' '000000000001 1' 'zzzzzzzq0em8 4738381338304839680'; do
    refused "BLOCK $id_number 1 1000 4" ': no generator makes these reserved IDs'
done

# Blocks of one ID; the last digit of these IDs is in the counter, the one of node 1 is lower.
it 'blocks that do not rise'
next="BLOCK 0u2r85hm2pt4 109964681944955176 1 1000 4"
low="BLOCK 0u2r85hl0tts 109964681943187456 1 1000 4"
for blocks in "$next|$next" "$next|BLOCK $id $number 1 1000 4" \
    "BLOCK $id $number 2 1000 4|$next" "$next|$low|$next" "$low|$next|$low"; do
    last=${blocks##*|}
    IFS='|'
    set --
    for block in $blocks; do set -- "$@" "$block\n"; done
    unset IFS
    answered closed "$@"
    expect 3 "" "sortid: gen: agent \"s\": it answered \"$last\": an earlier block of this node id has these IDs or higher ones. Stop this agent: it may be a copy of another one"
done
answered closed "$next\n" "$low\n" "BLOCK 0u2r85hl0tts 109964681943187456 1 1000 5\n"
same "exit status for other node ids" "$status" 0
refused "BLOCK 0u2r85hm9rzz 109964681945284607 2 1000 4" "$not_a_block"

it 'an answer in parts, after a wait of a second'
answered closed 'BUSY 1000\n' "BLOCK $id|  $number 9 1000 4\n"
expect 3 "" "~sortid: gen: agent \"s\": it answered \"BLOCK $id  .*"
answered closed 'BUSY 1000\n' "BLOCK $id| $number 2|000 10000 4\n"
same "exit status" "$status" 0
same "the first ID" "$(head -n 1 out)" $id
same "IDs" "$(wc -l < out | tr -d ' ')" 3

it 'an answer without an end, and none'
answered reset "$(head -c 400 /dev/zero | tr '\000' a)"
expect 3 "" '~sortid: gen: agent "s": it answered "a+"?.*'
answered request
expect 3 "" '~sortid: gen: agent "s": it has closed the connection: .*'

it 'sockets that cannot be'
wrong gen '--socket: must be a path, not an empty text' scru64 --socket ''
fails 3 '~sortid: gen: agent "a+".*: File name too long' gen scru64 --socket "$(head -c 200 /dev/zero | tr '\000' a)"
