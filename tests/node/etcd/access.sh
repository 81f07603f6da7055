# SPDX-License-Identifier: MIT
# sortid-node and an etcd without its gateway, with its gateway at another URL, and with roles: each
# row of the table in docs/node-stores.md.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

unset SORTID_TEST_STORE
# shellcheck source=tests/node/etcd.sh
. "$cases/../etcd.sh"

# admin ARGUMENT...: etcdctl, which must succeed.
admin() {
    ETCDCTL_API=3 etcdctl --endpoints "$url" "$@" > admin.log 2>&1 || fail "etcdctl $*: $(cat admin.log)"
}

# add_user NAME PERMISSION KEY END: a user who has a role with one permission.
add_user() {
    admin user add "$1:secret"
    admin role add "$1"
    [ $# = 1 ] || admin role grant-permission "$1" "$2" "$3" "$4"
    admin user grant-role "$1" "$1"
}

# may USER COMMAND...: the command succeeds.
may() {
    user=$1
    shift
    run --user "$user" "$@"
    same "status of $user: $*: $(cat err)" "$status" 0
}

# may_not USER COMMAND...: etcd refuses.
may_not() {
    user=$1
    shift
    run --user "$user" "$@"
    same "status of $user: $*" "$status" 3
    ok "message to $user: $*: $(cat err)" grep -q '^sortid: node: .*: etcdserver: permission denied; check the user' err
}

# begin_with [OPTION...]: starts etcd again with these options, and does not wait.
begin_with() {
    store_kill
    order add_options "$@"
    order start 0
}

without_gateway() {
    it 'without a gateway'
    begin_with --enable-grpc-gateway=false
    until run list --timeout 1 && grep -q HTTP err; do eval "$nap"; done
    expect 3 "" "~sortid: node: $url: HTTP 404 \"404 page not found\"; start etcd with --enable-grpc-gateway, or .+"
}

# etcd 3.5 can have the gateway at another URL than gRPC.
with_gateway_elsewhere() {
    it 'a gateway at another URL'
    order free
    elsewhere=http://127.0.0.1:$told
    begin_with --listen-client-http-urls "$elsewhere"
    until "$sortid" list --timeout 1 --store "$elsewhere" > /dev/null 2>&1; do eval "$nap"; done
    until run list --timeout 1 && grep -q HTTP err; do eval "$nap"; done
    expect 3 "" "~sortid: node: $url: the reply is not HTTP/1.1; check the endpoint: .+--listen-client-http-urls, .+"
}

with_roles() {
    it 'roles'
    id=0
    begin_with
    store_start
    run init prod --external --pool p=1-8/8
    run init other --pool p=9/8
    add_user root
    add_user all readwrite sortid/ sortid0
    add_user one readwrite sortid/prod/ sortid/prod0
    add_user reader read sortid/ sortid0
    add_user one-reader read sortid/prod/ sortid/prod0
    admin auth enable
    export SORTID_STORE_PASSWORD=secret
    (umask 077 && echo secret > password) # COMMAND does not get the variable
    for user in all one; do
        id=$((id + 16)) # of a pool with the name of the user
        may "$user" init prod --share-ids --pool "$user=$id/8"
        may "$user" status prod
        may "$user" run prod --pool p -- true
        export user id
        run_sh 'exec "$sortid" run prod --pool "$user" --user "$user" -- sh -c "
            \"\$sortid\" release prod $id/8 --user $user --password-file password && exec sleep 1000"'
        same "status of run" "$status" 3
        stream out "$(printf '0x%x/8 of prod is no longer reserved' $id)"
        ok "run of $user ends: $(cat err)" grep -q 'the reservation of 0x[12]0/8 is lost: killing "sh"' err
    done
    may all init third --pool p=10/8
    may_not one init prod --pool more=0x40/8 # others may have the id
    may all list
    may all status other
    may_not one init fourth --share-ids --pool p=7/8
    may_not one list
    may_not one status other
    for user in reader one-reader; do
        may "$user" status prod
        may_not "$user" init prod --pool r=0x40/8
        may_not "$user" run prod --pool p -- true
    done
    may reader list
    may reader status other
    may_not one-reader list
    may_not one-reader status other

    it 'a wrong password'
    SORTID_STORE_PASSWORD=other
    run list --user all
    expect 3 "" '~sortid: node: .*authentication failed.*; check the user, .+'
    unset SORTID_STORE_PASSWORD
    run list
    expect 3 "" '~sortid: node: .*: etcdserver: user name is empty; check the user, .+'
}

all_of_it() {
    without_gateway
    if "${SORTID_TEST_ETCD:-etcd}" --help 2>&1 | grep -q -e --listen-client-http-urls; then
        with_gateway_elsewhere
    fi
    with_roles
}

if ! command -v etcdctl > /dev/null; then
    skip "no etcdctl (Debian: etcd-client)"
else
    with_store all_of_it
fi
