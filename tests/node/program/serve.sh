# SPDX-License-Identifier: MIT
# `sortid-node serve` on a library that a script plays: the protocol of docs/node-agent.md, the
# socket, the end. No case depends on speed: what is waited for comes at some time.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export SORTID_STORE=http://a:1 FAKE_LOG="$PWD/log" FAKE_NODE="$PWD/script"
unset SORTID_STORE_PASSWORD FAKE_TERMINATE_MS FAKE_KILL_MS
under=node

# play LINE...: the script of the library. The file is replaced whole.
play() {
    printf '%s\n' "$@" > script.new
    mv script.new script
}

# acquired NUMBER: so many reservations were acquired, or more.
acquired() {
    [ "$(grep -c '^acquire' log)" -ge "$1" ]
}

# begin [OPTION...]: starts an agent at the socket s.
begin() {
    rm -f log s
    "$sortid" serve prod --pool hot --socket s "$@" > agent.out 2> agent.err &
    agent=$!
    ok "it serves" until_true test -S s
}

# finish SIGNAL STATUS
finish() {
    kill "-$1" "$agent"
    status=0
    wait "$agent" || status=$?
    same "exit status of the agent" "$status" "$2"
}

# talk BYTES...: sends each as printf makes it, then waits for as many lines as there were newlines,
# and prints them. "-" closes the client's end; then it waits for the end of the connection. After
# "/" another connection begins.
talk() {
    python3 -c 'import os, socket, sys
def whole(words, sent):
    if words[0] == "BLOCK" and "whole" in os.environ and (int(words[2]) + int(words[3])) % 2**20 == 0:
        words[3] = sent[0].split()[1]
    return " ".join(words)
def talk(texts):
    agent = socket.socket(socket.AF_UNIX)
    agent.connect("s")
    bytes = [text.encode().decode("unicode_escape").encode("latin1") for text in texts if text != "-"]
    sent = b"".join(bytes).decode("latin1").split("\n")
    try:
        for part in bytes: agent.sendall(part)
        if "-" in texts: agent.shutdown(socket.SHUT_WR)
    except OSError: pass # it was closed after a bad request
    file = agent.makefile()
    while "-" in texts or len(sent) > 1:
        try: line = file.readline()
        except ConnectionResetError: line = ""
        print(whole(line.split(), sent) if line else "end")
        if not line: break
        sent = sent[1:]
texts = sys.argv[1:]
while "/" in texts:
    talk(texts[:texts.index("/")])
    texts = texts[texts.index("/") + 1:]
talk(texts)' "$@"
}

# Each line of the answers without its IDs. A block that ends with the last counter of its tick
# counts as whole.
talk_shape() {
    whole=1 talk "$@" | sed 's/^BLOCK [0-9a-z]\{12\} [0-9]* \([0-9]*\) 1000 4$/BLOCK \1/; s/^ERROR \([a-z]*\) .*/ERROR \1/; s/^BUSY .*/BUSY/' | tr '\n' ,
}

table << END
# usage
serve prod --pool hot =2> --socket PATH is needed
serve prod --socket s =2> --pool NAME is needed
serve --socket s --pool a =2> REALM is needed
serve prod --pool a --socket $(printf '%0100d' 0) =2> --socket: want a path of 1 to 96 bytes
serve prod --pool a --socket s --metrics-file '' =2> --metrics-file: want a path of 1 to 4000 bytes
END
for mode in '' 8 77 066 1600 99999999999; do
    run serve prod --pool a --socket s --mode "$mode"
    expect_usage "node serve" "--mode \"$mode\": want 600, 660 or 666"
done
for number in 0 65 -1 x '' 4294967297; do
    run serve prod --pool a --socket s --reservations "$number"
    expect_usage "node serve" "--reservations \"$number\": want 1 to 64"
done

it 'blocks, one after another'
play
begin
same "permissions" "$(stat -c %a s)" 600
same "blocks" "$(talk_shape 'GET 1\n' 'GET 17\nGET 5\n')" "BLOCK 1,BLOCK 17,BLOCK 5,"
talk 'GET 10\nGET 10\nGET 10\n' > blocks
ok "they rise, and their texts are those of their integers" python3 -c 'import sys
last = 0
for line in open("blocks"):
    word, text, first, count, ms, size = line.split()
    assert int(text, 36) == int(first) and int(first) > last, line
    last = int(first) + int(count) - 1'
same "half a line, and its rest or the end; nothing" \
    "$(talk_shape 'GE' 'T ' '3' '\n' / 'GET 2\nGET 3' - / -)" "BLOCK 3,BLOCK 2,end,end,"
set --
wanted=
for bad in 'GET 0' 'GET 65537' 'GET 4294967297' 'GET -1' 'GET  1' 'GET' 'GET ' 'get 1' 'GET 1 ' 'GET 1\\r' '' '\\0' \
    'GET 1x' 'HELLO'; do
    set -- "$@" "$bad\\n" 'GET 1\n' - /
    wanted="${wanted}ERROR request,end,"
done
same "after bad requests" "$(talk_shape "$@" -)" "${wanted}end,"
same "a line without end" "$(talk_shape "$(printf '%064d' 0)" -)" "ERROR request,end,"
same "many at once" "$(talk_shape 'GET 1\nGET 1\nGET 1\nGET 1\nGET 1\nGET 1\nGET 1\nGET 1\nGET 1\nGET 1\nGET 1\n' - |
    tr ',' '\n' | sort | uniq -c | tr -s ' ' | tr '\n' ,)" " 11 BLOCK 1, 1 end,"
finish TERM 0
same "messages" "$(cat agent.out agent.err)" ""
ok "the socket is gone" test ! -e s
same "the reservation" "$(grep -E '^(acquire|release|abandon|close)' log | cut -d' ' -f1 | tr '\n' ' ')" "acquire release close "
ok "its options" grep -q 'external 0 renewal_thread 1 allowance 10000' log

# Its allowance is that of run, which would always get a released id before it otherwise.
it 'a node id that begins ahead of the clock'
play
export FAKE_AHEAD_MS=600000
begin
same "at first" "$(talk_shape 'GET 1\n')" "BUSY,"
finish TERM 0
FAKE_AHEAD_MS=3000
begin
unset FAKE_AHEAD_MS
ok "then at most a second ahead" python3 -c 'import socket, time
agent = socket.socket(socket.AF_UNIX)
agent.connect("s")
lines = agent.makefile("rw")
while True:
    lines.write("GET 1\n")
    lines.flush()
    word, *rest = lines.readline().split()
    if word == "BLOCK": break
    assert word == "BUSY" and int(rest[0]) <= 3000, (word, rest)
    time.sleep(int(rest[0]) / 1000)
assert (int(rest[1]) >> 24) * 256 <= time.time() * 1000 + 1100, rest'
finish TERM 0

it 'worker numbers: one connection at a time, in times of its own'
play
begin
python3 -c 'import socket, time
def connect():
    agent = socket.socket(socket.AF_UNIX)
    agent.connect("s")
    return agent.makefile("rw")
def ask(agent, request="WORKER"):
    agent.write(request + "\n")
    agent.flush()
    word, *rest = agent.readline().split()
    return [word] + (rest[:1] if word == "ERROR" else [int(number) for number in rest if number.isdigit()])
def ask_until(agent, wanted, request="WORKER"):
    while (answer := ask(agent, request))[0] != wanted: time.sleep(0.05)
    return answer
before = time.time() * 1000
one, other = connect(), connect()
word, number, begin, end = ask(one)
assert (word, number, begin % 1000, end % 1000) == ("WORKER", 5, 0, 0), (word, number, begin, end)
assert before - 256 <= begin < end <= time.time() * 1000 + 10256, (before, begin, end)
again = ask(one)
assert again[:3] == ["WORKER", 5, begin] and again[3] >= end, again
assert ask(other) == ["ERROR", "node"] and ask(other, "GET 1") == ["ERROR", "node"]
one.close()
later = ask_until(other, "WORKER")
assert later[1] == 5 and later[2] >= again[3], (again, later)
other.close()
third = connect()
while (answer := ask(third, "GET 1"))[0] == "ERROR": time.sleep(0.05)
assert answer[0] == "BUSY" or (answer[-4] >> 24) * 256 >= later[3], (later, answer)' > out 2> err
stream err ""
finish TERM 0
play 'bound 28'
begin
same "without a bound" "$(talk_shape 'WORKER\n')" "ERROR bound,"
finish TERM 0
play 'bound 29' 'bound 0'
begin
same "lost" "$(talk_shape 'WORKER\n')" "ERROR node,"
finish TERM 0
play

it 'the client in Python, and gen'
begin --mode 660
same "permissions" "$(stat -c %a s)" 660
for _ in 1 2 3; do
    python3 "$tests/../../examples/agent/sortid_agent.py" s 200
    "$SORTID" gen scru64 --socket s -n 300
    "$SORTID" gen scru64 --socket s -n 70000 -e int | "$SORTID" convert -f scru64 -i int -e text
done > ids
wanted=211500
same "IDs" "$(sort -u ids | wc -l)" "$wanted"
ok "in order" "$SORTID" check scru64 ids
same "JSON" "$("$SORTID" gen scru64 --socket s -n 2 --json | grep -c '^{"format":"scru64","id":"[0-9a-z]*","timestampIso":"[^"]*"}$')" 2
same "bytes" "$("$SORTID" gen scru64 --socket s -n 5 -e bin | wc -c)" 40
for with in '--node 1/8' '--state none' '--at now'; do
    run_sh '"$SORTID" gen scru64 --socket s '"$with"
    same "exit status with $with" "$status" 2
done
run_sh '"$SORTID" gen ulid --socket s'
same "exit status of another format" "$status" 2
run_sh '"$SORTID" gen scru64 --socket nowhere'
expect 3 "" '~sortid: gen: agent "nowhere": .+'
finish HUP 0

it 'the store is gone'
play 'bound 28'
begin
same "answer" "$(talk_shape 'GET 5\n' 'GET 5\n')" "ERROR bound,ERROR bound,"
run_sh '"$SORTID" gen scru64 --socket s'
expect 3 "" '~sortid: gen: agent "s": it answered "ERROR bound .+'
play
same "it is back" "$(talk_shape 'GET 5\n')" "BLOCK 5,"
finish TERM 0

it 'the reservation is lost: another one'
play 'bound 29' 'bound 0' 'acquire 0' 'acquire 7 0 0 fake: away' 'acquire 0'
begin
same "answer" "$(talk_shape 'GET 5\n')" "ERROR node,"
got_block() {
    [ "$(talk_shape 'GET 5\n')" = "BLOCK 5," ]
}
ok "another id" until_true got_block
finish TERM 0
same "reservations" "$(grep -E '^(acquire|release|abandon)' log | cut -d' ' -f1 | tr '\n' ' ')" \
    "acquire abandon acquire acquire release "
stream agent.err 'sortid: node: a node id is lost: acquiring another
sortid: node: no other node id yet: fake: away'

it 'the reservation is lost, and no client asks'
play 'renew 0' 'renew 5 0 0 fake: gone' 'renew 0'
begin --metrics-file numbers
ok "another id" until_true acquired 2
finish TERM 0
stream agent.err 'sortid: node: a node id is lost: acquiring another'
same "reservations" "$(grep -E '^(acquire|release|abandon)' log | cut -d' ' -f1 | tr '\n' ' ')" \
    "acquire abandon acquire release "

it 'renewals fail'
play 'renew 7 0 0 fake: away' 'renew 7 0 0 fake: away' 'renew 0'
begin --metrics-file 'num"bers'
label='{realm="prod",file="num\"bers"}'
ok "they are counted" until_true grep -qF "sortid_node_renewals_failed_total$label 2" 'num"bers'
ok "and reported" until_true grep -q 'renewed again$' agent.err
same "numbers" "$(grep -v '^#' 'num"bers')" "sortid_node_reservations$label 1
sortid_node_reservations_lost_total$label 0
sortid_node_renewals_failed_total$label 2"
same "it serves" "$(talk_shape 'GET 5\n')" "BLOCK 5,"
finish TERM 0
ok "the file is gone" test ! -e 'num"bers'
stream agent.err 'sortid: node: a reservation cannot be renewed: fake: away; trying again
sortid: node: all reservations are renewed again'
begin --metrics-file none/numbers
ok "no file" until_true grep -q '^sortid: node: metrics file "none/numbers": ' agent.err
same "it serves without" "$(talk_shape 'GET 5\n')" "BLOCK 5,"
finish TERM 3

it 'the file of numbers cannot be written again'
play
begin --metrics-file numbers
ok "a file" until_true test -e numbers
rm numbers
mkdir numbers
play 'renew 7 0 0 fake: away'
ok "an error" until_true grep -q '^sortid: node: metrics file "numbers": ' agent.err
finish TERM 3
ok "no other file is left" test "$(ls -d numbers*)" = numbers
rmdir numbers

it 'another user cannot prepare the first name of the file of numbers'
play
begin --metrics-file numbers
ok "a file" until_true test -e numbers
echo kept > target
ln -s target "numbers.$agent"
play 'renew 7 0 0 fake: away'
ok "it is written again" until_true grep -q '^sortid_node_renewals_failed_total.* [1-9]' numbers
same "what the link names" "$(cat target)" kept
finish TERM 0
rm "numbers.$agent"

it 'a generator that fails says why'
play 'bound 12'
begin
same "answer" "$(talk 'GET 5\n')" "ERROR system the random source failed"
play
same "it works again" "$(talk_shape 'GET 5\n')" "BLOCK 5,"
finish TERM 0

it 'a reservation that no generator can start on: pauses between two tries'
play 'spec 1'
begun=$(date +%s%N)
rm -f log s
"$sortid" serve prod --pool hot --pool cold,spare --socket s --wait 60 > agent.out 2> agent.err &
agent=$!
ok "it tries again" until_true acquired 3
ok "after a pause" test "$((($(date +%s%N) - begun) / 1000000))" -ge 1600
finish TERM 3
ok "pools in order" grep -q '^acquire prod hot,cold,spare ' log

it 'a full pool'
play 'acquire 4 0 0 fake: full'
run serve prod --pool hot --socket s --wait 0
expect 3 "" 'sortid: node: fake: full'
ok "no socket" test ! -e s
play 'acquire 4 0 0 fake: full' 'acquire 7 0 0 fake: away' 'acquire 0'
begin
finish TERM 0
same "it says that it waits" "$(cat agent.err)" 'sortid: node: no node id yet: fake: full; trying again for 600 s'
same "in the library, like others" "$(grep -o 'wait [0-9]*' log | tr '\n' ' ')" "wait 0 wait 1000 wait 1000 "
play 'acquire 2 0 0 fake: no realm'
run serve prod --pool hot --socket s --wait 60
expect 1 "" 'sortid: node: fake: no realm'

it 'files that are there'
play
begin
run serve prod --pool hot --socket s
expect 3 "" 'sortid: node: another program serves socket "s"'
same "the first one serves" "$(talk_shape 'GET 1\n')" "BLOCK 1,"
finish KILL 137
ok "a socket is left" test -S s
"$sortid" serve prod --pool hot --socket s > agent.out 2> agent.err &
agent=$!
ok "it is replaced" until_true got_block
mv s other # the file of another agent takes its place
echo file > s
finish TERM 0
same "another file stays" "$(cat s)" file
run serve prod --pool hot --socket s
expect 3 "" 'sortid: node: "s" exists and is not a socket: give another path'
rm -f s other
python3 -c 'import socket, time
datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
datagrams.bind("s")
time.sleep(600)' &
other=$!
ok "there is a socket of another kind" until_true test -S s
run serve prod --pool hot --socket s
expect 3 "" '~sortid: node: socket "s" may belong to another program: give another path: .+'
ok "it stays" test -S s
kill "$other"
wait "$other"
rm -f s
if setpriv --reuid 65534 --clear-groups true 2> err; then
    begin
    mkdir open
    chmod 777 open .
    mv s open
    run_sh 'FAKE_LOG= setpriv --reuid 65534 --clear-groups "$sortid" serve prod --pool hot --socket open/s'
    expect 3 "" '~sortid: node: socket "open/s" may belong to another program: give another path: .+'
    mv open/s s
    same "the first one serves" "$(talk_shape 'GET 1\n')" "BLOCK 1,"
    finish TERM 0
else
    skip "this user cannot become another one: $(tail -n 1 err)"
fi
run serve prod --pool hot --socket none/s
expect 3 "" '~sortid: node: socket "none/s": .+'

it 'a client that reads nothing delays nobody'
begin
python3 -c 'import socket, sys
slow = socket.socket(socket.AF_UNIX)
slow.connect("s")
slow.setblocking(False)
try:
    while True: slow.sendall(b"GET 1\n" * 1000)
except BlockingIOError: pass
quick = socket.socket(socket.AF_UNIX)
quick.connect("s")
file = quick.makefile("rw")
words = []
for _ in range(20):
    file.write("GET 1\n"); file.flush()
    words.append(file.readline().split()[0])
print(set(words) <= {"BLOCK", "BUSY"} and "BLOCK" in words)' > out
same "answers" "$(cat out)" True
finish TERM 0

it 'more clients than it takes'
begin
python3 -c 'import resource, socket
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
if hard < 1200 and hard != resource.RLIM_INFINITY:
    print("few")
    raise SystemExit
resource.setrlimit(resource.RLIMIT_NOFILE, (1200, hard))
clients = []
for _ in range(1000):
    client = socket.socket(socket.AF_UNIX)
    client.connect("s")
    clients.append(client)
    client.sendall(b"GET 1\n")
    client.recv(100)
last = socket.socket(socket.AF_UNIX)
last.connect("s")
print(last.recv(100) == b"BUSY 1000\n" and last.recv(100) == b"")' > out
if [ "$(cat out)" = few ]; then skip "a process may open 1,200 files at most"; else same "the last one" "$(cat out)" True; fi
finish TERM 0
