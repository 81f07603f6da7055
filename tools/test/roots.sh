# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2016,SC2154
# Shared by the scripts that run commands in roots of Debian's releases; they source it instead of
# lib.sh. mmdebstrap makes a root from the mirror of this machine's apt. It must be run as root.
# Nothing is installed on this system, and no mount or process remains.
# shellcheck source=tools/test/lib.sh
. "${0%/*}/lib.sh"

# need_roots: installs mmdebstrap and sets `mirror`, or skips.
need_roots() {
    [ "$(id -u)" = 0 ] || skip "making the root of another release needs root"
    need roots
    unshare --mount --ipc --pid --fork true || skip "this machine does not allow new namespaces"
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
        'Label: Debian' | head -n 1)
    [ -n "$mirror" ] || skip "apt uses no Debian mirror"
}

# make_root RELEASE FOLDER PACKAGES [OPTION...]: makes a root, with options of mmdebstrap; the
# output goes to FOLDER.log. Accepts an outdated mirror, but checks its signatures. PostgreSQL does
# not create a cluster. In a namespace /proc is unmounted even if a process of a package uses it.
make_root() {
    release=$1 folder=$2 packages=$3
    shift 3
    rm -rf "$folder"
    unshare --mount --pid --fork --kill-child --mount-proc \
        mmdebstrap --variant=apt --include="$packages" --dpkgopt=force-unsafe-io \
        --aptopt='Acquire::Check-Valid-Until "false"' \
        --setup-hook='mkdir -p "$1/etc/postgresql-common"' \
        --setup-hook='echo create_main_cluster = false > "$1/etc/postgresql-common/createcluster.conf"' \
        "$@" "$release" "$folder" "$mirror" > "$folder.log" 2>&1
}

# why_no_root FOLDER: prints the first error of mmdebstrap.
why_no_root() {
    grep '^E: ' "$1.log" | head -n 1
}

# keep_root RELEASE FOLDER PACKAGES [OPTION...]: makes a root, unless there is one with these.
keep_root() {
    [ ! -d "$2" ] || [ "$3" != "$(cat "$2.packages" 2> /dev/null)" ] || return 0
    rm -f "$2.packages"
    echo "make test-$way: making the root ${2##*/}"
    make_root "$@" || {
        echo "make test-$way: no root ${2##*/}: $(why_no_root "$2")"
        return 1
    }
    echo "$3" > "$2.packages"
}

# each_root NAMES FUNCTION: calls it for each name, and says how long it took. Then fails if one
# failed, and skips if one had the status 77.
each_root() {
    names=$1 function=$2
    failed='' left_out=''
    for each in $names; do
        outcome=0
        started=$(date +%s)
        "$function" "$each" || outcome=$?
        case $outcome in 0) ;; 77) left_out="$left_out $each" ;; *) failed="$failed $each" ;; esac
        echo "make test-$way: $each: $(($(date +%s) - started)) s"
    done
    [ -z "$failed" ] || fail "${failed# }"
    [ -z "$left_out" ] || skip "in part:$left_out"
}

# in_root FOLDER COMMAND...: runs a command in a root, with this tree read-only as /tree. Mounts,
# shared memory and processes are in namespaces that end with the command, even if it is killed. If
# `archives` is set, that folder is apt's package cache. `root_seconds` limits the time.
in_root() {
    folder=$1
    shift
    mkdir -p "$folder/tree"
    timeout --foreground "${root_seconds:-3600}" \
        unshare --mount --ipc --pid --fork --kill-child sh -euc '
        tree=$1 folder=$2 archives=$3
        shift 3
        mount --bind "$tree" "$folder/tree"
        mount -o remount,bind,ro "$folder/tree"
        mount --rbind /dev "$folder/dev"
        mount -t tmpfs -o mode=1777 tmpfs "$folder/dev/shm"
        mount -t proc proc "$folder/proc"
        [ -z "$archives" ] || mount --bind "$archives" "$folder/var/cache/apt/archives"
        exec chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"
    ' sh "$root" "$folder" "${archives:-}" "$@" < /dev/null
}

# in_bare_root FOLDER COMMAND...: the same in a root where nothing is mounted, not even /proc.
in_bare_root() {
    folder=$1
    shift
    timeout --foreground "${root_seconds:-3600}" unshare --ipc --pid --fork --kill-child \
        chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@" < /dev/null
}
