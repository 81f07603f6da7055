# SPDX-License-Identifier: MIT
# The programs of examples/worker/ and the commands of docs/node-workers.md on `run`, on a real etcd,
# with the libraries that workers/ pins: the IDs carry the number that the realm's records name,
# are not before SORTID_NOT_BEFORE_MS, and do not repeat when one program after another has the
# same number. Uses PyPI and the Go module proxy.
# shellcheck shell=sh disable=SC2016,SC2154 # run.sh reads it; $sortid is for run_sh

# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"
page=$cases/../../../docs/node-workers.md
workers=$cases/../workers

# command_of_page WORD: the first command of the page that begins with `sortid node WORD`, for this etcd.
command_of_page() {
    sed -n "/^sortid node $1 /{s|^sortid node|\"\$sortid\"|; s|http://etcd:2379|$url|p; q}" "$page"
}

# fetched WHAT COMMAND...: whether the command has fetched it; a wrong checksum is a failure.
fetched() {
    what=$1
    shift
    "$@" > fetch.log 2>&1 && return
    if grep -qiE 'hash|checksum' fetch.log; then fail "$(cat fetch.log)"; else skip "$what cannot be downloaded"; fi
    return 1
}

# Both programs here, with their libraries.
programs() {
    cp "$cases/../../../examples/worker/server."* .
    cp "$workers/go.mod" "$workers/go.sum" .
    export PYTHONPATH="$PWD/python" GOPATH="$PWD/go" GOFLAGS=-modcacherw
    fetched "snowflake-id of PyPI" python3 -m pip install --quiet --no-deps --require-hashes \
        --target python -r "$workers/requirements.txt" &&
        fetched "snowflake of the Go module proxy" go mod download || return
    it 'the program in Go'
    ok "it compiles" go build -o server server.go
}

# ids_are WHAT FILE CONDITION: of the IDs in a file; `at` has the time of each, in Unix milliseconds.
ids_are() {
    ok "$1" python3 -c 'import sys, time
ids = [int(line) for line in open(sys.argv[1])]
at = [(number >> 22) + 1288834974657 for number in ids]
workers = {number >> 12 & 1023 for number in ids}
assert all(a < b for a, b in zip(ids, ids[1:])), "not increasing"
assert eval(sys.argv[2]), (len(ids), workers, at[0], at[-1])' "$2" "$3"
}

workers() {
    it 'the commands of the page, in a store that has a realm for SCRU64'
    run init prod --pool web=0/8
    expect 0 'prod has web=0x0-0x0/8' ""
    run_sh "$(command_of_page init)"
    expect 1 "" '~sortid: node: pool snow shares ids with pool web of realm prod, .+'
    run_sh "$(command_of_page init) --share-ids"
    expect 0 'flakes has snow=0x0-0x3ff/10' ""
    run_sh "$(command_of_page run)"
    same "exit status" "$status" 0
    stream err ""
    mv out ids
    run status flakes --json
    number=$(json '[int(row["nodeId"]) for row in rows[1:]]')
    ids_are "of the number in the records" ids "len(ids) == 1000 and list(workers) == $number"

    it 'one number for one program after another'
    run init single --external --share-ids --pool one=0x2a5/10
    expect 0 'single has one=0x2a5-0x2a5/10' ""
    : > ids
    for program in "python3 server.py" ./server "python3 server.py" ./server; do
        run run single --pool one --max-skew 1s --wait 10min -- \
            sh -c 'echo $SORTID_NOT_BEFORE_MS > first; exec $0 5000' "$program"
        same "exit status of $program" "$status" 0
        cat out >> ids
        ids_are "no earlier than permitted" out "$(cat first) <= at[0] and at[-1] <= time.time() * 1000"
    done
    ids_are "each is one" ids 'len(ids) == 20000 and workers == {0x2a5}'

    it 'no ID before the first time'
    for program in "python3 server.py" ./server; do
        run_sh "SORTID_WORKER_ID=1 SORTID_NOT_BEFORE_MS=$(($(date +%s) + 3600))000 $program 5"
        same "exit status of $program" "$status" 1
        stream out ""
        ok "it says why" grep -qE 'the clock was set back|start this by sortid node run' err
    done
}

it 'what the test needs'
if ! command -v go > /dev/null; then
    skip "no go (Debian: golang-go)"
elif ! python3 -m pip --version > /dev/null 2>&1; then
    skip "no pip of Python (Debian: python3-pip)"
elif programs; then
    with_store workers
fi
