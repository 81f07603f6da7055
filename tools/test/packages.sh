#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/test/packages runs this script inside a root of a release, as root.
#   tools/test/packages.sh build   builds the packages of the archives in /work into /work/packages, a folder
#                                  that apt can install from
#   tools/test/packages.sh try     installs, uses, removes and purges the packages of /packages; prints a table.
#                                  Installs the package of a program that links; runs autopkgtest.
# Word splitting is intended in the whole file: lists of packages and of flags.
# shellcheck disable=SC2016,SC2046,SC2086
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C HOME=/root

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# quietly COMMAND...: shows the output only if the command fails.
quietly() {
    "$@" > /tmp/log 2>&1 || {
        tail -n 40 /tmp/log >&2
        fail "$*"
    }
}

# ---- build ---------------------------------------------------------------------------------------

# measure FOLDER: prints the size and the dependencies of each package, and checks those of the
# command.
measure() {
    for deb in "$1"/*_*.deb; do
        case $deb in *-dbgsym_*) continue ;; esac
        dpkg-deb -W --showformat '${Package;-24} ${Installed-Size;6} KiB  ${Depends}\n' "$deb"
    done
    size=$(dpkg-deb -f "$1"/sortid_*.deb Installed-Size) needs=$(dpkg-deb -f "$1"/sortid_*.deb Depends)
    [ "$size" -lt 2048 ] || fail "sortid has $size KiB; the limit is 2048"
    case $needs in "libc6 (>= "*[!,]")") ;; *) fail "sortid depends on $needs, not on libc6 alone" ;; esac
}

build() {
    quietly /tree/tools/deb /work/first /work/sortid-*.tar.gz
    quietly /tree/tools/deb /work/second /work/sortid-*.tar.gz
    for deb in /work/first/*.deb; do
        cmp "$deb" "/work/second/${deb##*/}" || fail "two builds differ"
    done
    # Ignored: an upload that closes no bug of Debian. sortid is not in Debian.
    lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
        /work/first/sortid_*.changes || fail lintian
    echo "lintian: no error or warning: $(lintian --version)"
    measure /work/first
    echo "identical if built twice: $(find /work/first -name '*.deb' | wc -l) packages"
    mkdir /work/packages
    cp /work/first/*.deb /work/first/*.dsc /work/first/*.tar.* /work/packages
    cp -R /tree/packaging/debian/tests /work/packages/tests
    cd /work/packages
    dpkg-scanpackages . > Packages 2> /dev/null
}

# ---- try -----------------------------------------------------------------------------------------

# The files of the root that packages may leave behind, without those of dpkg and apt.
files() {
    find / -xdev \( -path /proc -o -path /dev -o -path /tree -o -path /packages -o -path /tmp \
        -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
        -o -path /root -o -path /run \) -prune -o -print | sort
}

install() {
    quietly apt-get -y install --no-install-recommends "$@"
}

# The test of debian/tests that depends on a package; build copies them to /packages/tests.
test_of() {
    case $1 in postgresql-*) echo postgres && return ;; esac
    awk -v name=" $1," '/^Tests:/ { test = $2 } /^Depends:/ && index($0 ",", name) { print test }' /packages/tests/control
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
    install $(needs_of "$test") > /dev/null
    "/packages/tests/$test" > /tmp/use.log 2>&1 || {
        cat /tmp/use.log >&2
        fail "the test of $1"
    }
    echo yes
}

# The packages that are installed now and were not in /tmp/packages.
new_packages() {
    dpkg-query -W -f '${Package}\n' | sort | comm -13 /tmp/packages -
}

# purge_new PACKAGE: purges all packages that came with it; no file named sortid may remain.
purge_new() {
    quietly apt-get -y purge $(new_packages)
    files > /tmp/after
    ! comm -13 /tmp/before /tmp/after | grep -i sortid || fail "$1 leaves these files behind"
}

# installed_version PACKAGE: prints nothing if it is not installed.
installed_version() {
    dpkg-query -W -f '${db:Status-Abbrev} ${Version}' "$1" 2> /dev/null | sed -n 's/^ii *//p'
}

# verify: no file of an installed package is missing or changed.
verify() {
    quietly dpkg --verify
    [ ! -s /tmp/log ] || fail "dpkg --verify: $(cat /tmp/log)"
}

# try_one PACKAGE: installs it alone, uses it, removes it, purges what came with it. Prints a row.
try_one() {
    install "$1"
    verify
    used=$(use "$1")
    quietly dpkg --remove "$1"
    [ -z "$(installed_version "$1")" ] || fail "$1 is not removed"
    purge_new "$1"
    echo "| $release | $1 | yes | $used | yes | yes |"
}

# All packages together: no two contain the same file.
try_all() {
    install $packages
    verify
    echo "all packages together: $(sortid --version | head -n 1)"
    purge_new "all packages"
}

# The package of a program that links the library: dpkg-shlibdeps finds its dependency in the
# symbols file. It runs without the development package.
try_dependant() {
    install libsortid-dev gcc libc6-dev pkg-config dpkg-dev
    mkdir -p /tmp/user/debian /tmp/user/root/DEBIAN /tmp/user/root/usr/bin
    cd /tmp/user
    printf 'Source: user\n\nPackage: user\nArchitecture: any\n' > debian/control
    sed -n '/^cat > main.c/,/^END/p' /packages/tests/library > main.sh
    sh ./main.sh
    gcc main.c -o root/usr/bin/sortid-user $(pkg-config --cflags --libs sortid)
    needs=$(dpkg-shlibdeps -O root/usr/bin/sortid-user 2> /dev/null | sed 's/^shlibs:Depends=//')
    case $needs in *"libsortid0.9 (>= 0.9."*) ;; *) fail "the program depends on $needs" ;; esac
    printf '%s\n' "Package: sortid-user" "Version: 1" "Architecture: $(dpkg --print-architecture)" \
        "Maintainer: sortid contributors <placeholder@example.org>" "Description: test" "Depends: $needs" \
        > root/DEBIAN/control
    quietly dpkg-deb --root-owner-group -b root /packages/sortid-user.deb
    purge_new libsortid-dev
    install /packages/sortid-user.deb
    [ "$(sortid-user | wc -c)" = 27 ] || fail "the program that links does not run"
    quietly apt-get -y purge sortid-user
    quietly apt-get -y autoremove --purge
    [ -z "$(installed_version libsortid0.9)" ] || fail "libsortid0.9 stays without a user"
    purge_new sortid-user
    rm /packages/sortid-user.deb
    echo "a package of a program that links: depends on $needs; installed, used, removed"
}

# The tests of the source package, by the tool of Debian, on this root itself.
try_autopkgtest() {
    install autopkgtest
    autopkgtest --summary-file=/tmp/summary --no-built-binaries /packages/*.deb /packages/sortid_*.dsc -- null \
        > /tmp/autopkgtest.log 2>&1 || {
        tail -n 60 /tmp/autopkgtest.log >&2
        fail autopkgtest
    }
    [ "$(grep -c ' PASS$' /tmp/summary)" = "$(grep -c ^Tests: /packages/tests/control)" ] ||
        fail "autopkgtest ran not all tests: $(cat /tmp/summary)"
    sed 's/^/autopkgtest: /' /tmp/summary
}

try() {
    echo "deb [trusted=yes] file:/packages ./" > /etc/apt/sources.list.d/sortid.list
    mkdir -p /etc/postgresql-common
    quietly apt-get update
    packages=$(cd /packages && for deb in *.deb; do echo "${deb%%_*}"; done | grep -v dbgsym)
    files > /tmp/before
    dpkg-query -W -f '${Package}\n' | sort > /tmp/packages
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    for package in $packages; do try_one "$package"; done
    try_all
    try_dependant
    try_autopkgtest
}

case ${1-} in
build) build ;;
try) try ;;
*) fail "usage: tools/test/packages.sh build|try" ;;
esac
