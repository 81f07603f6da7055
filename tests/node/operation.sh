#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the examples of packaging/operation/ and of docs/node-kubernetes.md, and the numbers of `sortid node status --metrics` by
# the programs that read them: systemd-analyze, a YAML parser, promtool. PROGRAM is sortid-node with
# the scripted library. Run by CTest.
#   tests/node/operation.sh ROOT PROGRAM BUILD_FOLDER
set -eu

usage="usage: tests/node/operation.sh ROOT PROGRAM BUILD_FOLDER"
root=$(cd "${1:?$usage}" && pwd) program=${2:?$usage} build=${3:?$usage}
. "$root/tests/lib.sh"
need systemd-analyze systemd
need python3 python3
python3 -c 'import yaml' || skip "no yaml of Python (Debian: python3-yaml)"

# find_promtool FOLDER: sets $promtool to that in PATH, or to one that it unpacks into the folder
# from Debian's package. That package itself is not installed: it needs more than 300 MB, and its
# service listens on all addresses.
find_promtool() {
    promtool=$(command -v promtool) && return
    promtool=$1/usr/bin/promtool
    [ ! -x "$promtool" ] || return 0
    mkdir -p "$1" && (cd "$1" && apt-get -qq -o APT::Sandbox::User= download prometheus) >&2 &&
        dpkg-deb --fsys-tarfile "$1"/prometheus_*.deb | tar -xf - -C "$1" ./usr/bin/promtool &&
        rm "$1"/prometheus_*.deb
}
find_promtool "$(realpath "$build")/promtool" || skip "no promtool: the package prometheus cannot be downloaded"

cd "$scratch"
examples=$root/packaging/operation

# expect WHAT COMMAND...
expect() {
    what=$1
    shift
    if "$@" > output 2>&1; then
        echo "ok: $what"
    else
        fail "$what"
        cat output
    fi
}

# The programs that they start are not installed here.
for unit in server.service sortid-node-metrics.service sortid-node-metrics.timer; do
    sed 's|/usr/bin/sortid|/bin/true|; s|/usr/bin/server|/bin/true|' "$examples/$unit" > "$unit"
done
expect "units" systemd-analyze verify ./server.service ./sortid-node-metrics.service ./sortid-node-metrics.timer
sed 's/^Type=.*/Type=nonsense/' server.service > broken.service
echo 'ExecStart=relative' >> broken.service
if systemd-analyze verify ./broken.service > output 2>&1 && [ ! -s output ]; then
    fail "a wrong unit is accepted"
fi

# The commands in them are those of this program: with --help behind they print their usage.
sed -n 's/^ExecStart=.*sortid node \([a-z]* [^>]*\).*/\1/p' "$examples"/*.service > commands
python3 - "$examples/kubernetes.yaml" >> commands << 'END'
import sys, yaml
objects = list(yaml.safe_load_all(open(sys.argv[1])))
assert [o["kind"] for o in objects] == ["Deployment", "Deployment", "CronJob"], objects
pods = [o["spec"]["template"] for o in objects[:2]] + [objects[2]["spec"]["jobTemplate"]["spec"]["template"]]
for o in objects[:2]:
    assert o["spec"]["selector"]["matchLabels"] == o["spec"]["template"]["metadata"]["labels"]
(server,), (shop,), (job,) = (pod["spec"]["containers"] for pod in pods)
(agent,) = pods[1]["spec"]["initContainers"]
for container in (server, agent, job):
    assert container["command"][:2] == ["sortid", "node"] and container["env"][0]["name"] == "SORTID_STORE"
    print(*container["command"][2:])
# The agent, its probe and the program have one socket, in a folder that both containers see.
socket = agent["command"][agent["command"].index("--socket") + 1]
assert agent["restartPolicy"] == "Always"
assert agent["startupProbe"]["exec"]["command"] == ["sortid", "gen", "scru64", "--socket", socket]
assert shop["env"][0]["value"] == socket
for container in (agent, shop):
    (mount,) = container["volumeMounts"]
    assert mount["name"] == pods[1]["spec"]["volumes"][0]["name"] and socket.startswith(mount["mountPath"] + "/")
END
# The page: its YAML, and the node id of each pod. Its command is that of the Deployment.
python3 - "$root/docs/node-kubernetes.md" "$examples/kubernetes.yaml" << 'END'
import re, sys, yaml
page, examples = (open(name).read() for name in sys.argv[1:])
service, pods = [o for text in re.findall(r"```yaml\n(.*?)```", page, re.S) for o in yaml.safe_load_all(text)]
assert service["kind"] == "Service" and pods["kind"] == "StatefulSet"
assert pods["spec"]["serviceName"] == service["metadata"]["name"]
assert pods["spec"]["selector"]["matchLabels"] == pods["spec"]["template"]["metadata"]["labels"] == service["spec"]["selector"]
(container,) = pods["spec"]["template"]["spec"]["containers"]
index, spec = container["env"]
assert index["valueFrom"]["fieldRef"]["fieldPath"] == "metadata.labels['apps.kubernetes.io/pod-index']"
assert spec["name"] == "SCRU64_NODE_SPEC" and spec["value"] == "$(" + index["name"] + ")/10"
assert pods["spec"]["replicas"] <= 2**10
(command,) = re.findall(r"`(\[sortid, node, run.*?\])`", page)
assert "command: " + command in examples, command
END
[ "$(wc -l < commands)" = 5 ]
while read -r subcommand rest; do
    # shellcheck disable=SC2086 # words
    set -- ${rest%% -- *}
    expect "$subcommand $*" "$program" "$subcommand" "$@" --help
    grep -q "^usage: sortid node $subcommand" output
done < commands

expect "alerts" "$promtool" check rules "$examples/alerts.yaml"
SORTID_STORE=http://a:1 "$program" status prod --metrics > numbers
expect "metrics" "$promtool" check metrics < numbers
# shellcheck disable=SC2016 # the inner shell expands them
SORTID_STORE=http://a:1 "$program" run prod --pool hot --metrics-file own.prom -- \
    sh -c 'for try in $(seq 6000); do [ ! -s own.prom ] || break; sleep 0.01; done; cat own.prom' > own
expect "metrics of a program" "$promtool" check metrics < own
cat own >> numbers
grep -o 'sortid_node_[a-z_]*' "$examples/alerts.yaml" | sort -u > wanted
sed -n 's/^# TYPE \([a-z_]*\) .*/\1/p' numbers | sort -u > there
expect "alerts name metrics that exist" test -z "$(comm -23 wanted there)"

echo "$failures failures"
[ "$failures" = 0 ]
