#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/test/packages runs this script inside a root of a release, as root.
#   tools/test/packages.sh build   builds the packages of the archives in /work into /work/packages, a folder
#                                  that apt can install from, and the package of 0.1 into /work/packages/old
#   tools/test/packages.sh try     installs, uses, upgrades and removes the packages of /packages; prints a table
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C HOME=/root

fail() {
    echo "FAILED: $*"
    exit 1
}

# quietly COMMAND...: shows the output only if the command fails.
quietly() {
    "$@" > /tmp/log 2>&1 || {
        tail -n 40 /tmp/log
        fail "$*"
    }
}

# ---- build ---------------------------------------------------------------------------------------------

# build_in FOLDER
build_in() {
    mkdir "$1"
    archive=$(echo /work/sortid-*.tar.gz)
    name=$(basename "$archive" .tar.gz)
    cp "$archive" "$1/sortid_${name#sortid-}.orig.tar.gz"
    tar -xzf "$archive" -C "$1"
    cd "$1/$name"
    cp -R packaging/debian debian
    quietly pg_buildext updatecontrol
    quietly dpkg-buildpackage -us -uc
}

build_old() {
    tar -xf /work/sortid-0.1.tar -C /work
    cd /work/sortid-0.1
    quietly cmake -B build
    quietly cmake --build build --parallel "$(nproc)"
    mkdir /work/packages/old
    quietly cpack -G DEB --config build/CPackConfig.cmake -B /work/packages/old
}

build() {
    build_in /work/first
    build_in /work/second
    for deb in /work/first/*.deb; do
        cmp "$deb" "/work/second/${deb##*/}" || fail "two builds differ"
    done
    echo "identical if built twice: $(find /work/first -name '*.deb' | wc -l) packages"
    mkdir /work/packages
    cp /work/first/*.deb /work/packages
    cp -R /work/first/sortid-*/debian/tests /work/packages/tests
    build_old
    cd /work/packages
    dpkg-scanpackages --multiversion . > Packages 2> /dev/null
}

# ---- try -----------------------------------------------------------------------------------------------

# The files of the root that packages may leave behind. dpkg, apt, their caches and logs are left out.
files() {
    find / -xdev \( -path /proc -o -path /dev -o -path /tree -o -path /packages -o -path /tmp \
        -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
        -o -path /root -o -path /run \) -prune -o -print | sort
}

install() {
    quietly apt-get -y install --no-install-recommends "$@"
}

# The test of a package in debian/tests; build copies them to /packages/tests.
test_of() {
    case $1 in
    sortid) echo command ;;
    libsortid-dev) echo library ;;
    libsortid-node-dev) echo node ;;
    sqlite3-sortid) echo sqlite ;;
    postgresql-*) echo postgres ;;
    esac
}

# What the test of a package needs, from debian/tests/control.
needs_of() {
    sed -n "/^Tests: $1\$/,/^\$/s/^Depends: //p" /packages/tests/control | tr -d ',@'
}

# use PACKAGE: runs its test; prints "yes", or "-" if it has none.
use() {
    test=$(test_of "$1")
    [ -n "$test" ] || {
        echo -
        return
    }
    # Word splitting is intended: a list of packages.
    # shellcheck disable=SC2046
    install $(needs_of "$test") > /dev/null
    sh "/packages/tests/$test" > /tmp/use.log 2>&1 || {
        cat /tmp/use.log >&2
        fail "the test of $1" >&2
    }
    echo yes
}

# try_one PACKAGE: installs it alone, uses it, removes all that came with it, and compares the files.
try_one() {
    files > /tmp/before
    dpkg-query -W -f '${Package}\n' | sort > /tmp/packages
    install "$1"
    used=$(use "$1")
    quietly dpkg --remove "$1"
    # Word splitting is intended: a list of packages.
    # shellcheck disable=SC2046
    quietly apt-get -y purge $(dpkg-query -W -f '${Package}\n' | sort | comm -13 /tmp/packages -)
    files > /tmp/after
    comm -13 /tmp/before /tmp/after | grep -i sortid && fail "$1 leaves these files behind"
    printf '%-26s installed, used: %s, removed\n' "$1" "$used"
}

# The package of 0.1 contains what is now in several packages.
try_upgrade() {
    install /packages/old/sortid_*.deb
    version=$(sortid --version)
    case $version in "sortid 0.1."*) ;; *) fail "version 0.1 is not installed: $version" ;; esac
    # Word splitting is intended: a list of packages.
    # shellcheck disable=SC2086
    install $packages
    case $(sortid --version) in "sortid 0.2."*) ;; *) fail "not upgraded: $(sortid --version)" ;; esac
    quietly dpkg --verify
    [ ! -s /tmp/log ] || fail "dpkg --verify: $(cat /tmp/log)"
    echo "upgraded from $version to $(sortid --version | head -n 1): all packages at once"
    # shellcheck disable=SC2086
    quietly apt-get -y purge $packages
}

try() {
    echo "deb [trusted=yes] file:/packages ./" > /etc/apt/sources.list.d/sortid.list
    mkdir -p /etc/postgresql-common
    quietly apt-get update
    packages=$(cd /packages && for deb in *.deb; do echo "${deb%%_*}"; done | grep -v dbgsym)
    for package in $packages; do try_one "$package"; done
    try_upgrade
}

case ${1-} in
build) build ;;
try) try ;;
*) fail "usage: tools/test/packages.sh build|try" ;;
esac
