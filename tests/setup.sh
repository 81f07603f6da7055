#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/setup on simulated machines: PATH has a few programs of this one, and scripts that
# replace apt, id, sudo, the compiler and pg_config. Checks what is missing, what is printed, and
# what is run after that. Run by CTest. It installs nothing and needs no network.
#   tests/setup.sh ROOT
set -eu

root=${1:?usage: tests/setup.sh ROOT}
. "$(dirname "$0")/lib.sh"
cd "$scratch"
unset SETUP PG_CONFIG

# The servers and settings of this machine are not those of the simulated ones.
mkdir tools servers
sed "s|^policy=|&$scratch/settings|; s|^cluster=|&$scratch/settings|" "$root/tools/setup" > tools/setup
chmod +x tools/setup
[ "$(grep -c "^[a-z]*=$scratch/settings" tools/setup)" = 2 ]
sed "s|/usr/lib/postgresql|$scratch/servers|" "$root/tools/pg_config" > tools/pg_config
grep -q "$scratch/servers" tools/pg_config
chmod +x tools/pg_config

complain() {
    fail "$*"
    cat output
}

# program NAME: a script from standard input, the first of this name in PATH.
program() {
    {
        echo '#!/bin/sh'
        cat
    } > "bin/$1"
    chmod +x "bin/$1"
}

# machine USER_ID PROGRAM...: a new machine with these programs, which do nothing. Its apt writes
# down what it is asked for, and installs it.
machine() {
    rm -rf bin installed asked lists servers/* settings
    mkdir -p bin installed settings/usr/sbin
    : > asked
    user=$1
    shift
    for tool in sh sed sort tr grep find cat head tail dirname rm mv touch chmod env mkdir wc; do
        ln -s "$(command -v "$tool")" bin
    done
    echo "echo $user" | program id
    # As Debian's, it works for the scripts of packages only.
    program deb-systemd-helper << SCRIPT
[ -n "\${DPKG_MAINTSCRIPT_PACKAGE:-}" ] || { echo 'deb-systemd-helper was not called from dpkg' >&2; exit 1; }
echo "deb-systemd-helper \$*" >> $scratch/asked
SCRIPT
    echo "echo \"update-rc.d \$*\" >> $scratch/asked" | program update-rc.d
    for name in "$@"; do program "$name" < /dev/null; done
    program apt-get << SCRIPT
case " \$* " in
*' --assume-no '*)
    [ ! -e $scratch/lists ] && exit 100
    echo '0 upgraded, 7 newly installed, 0 to remove and 0 not upgraded.'
    echo 'Need to get 1,234 kB/9.5 MB of archives.'
    echo 'After this operation, 33.1 MB of additional disk space will be used.'
    exit 1
    ;;
esac
echo "apt-get \$*" >> $scratch/asked
case " \$* " in
*' update '*) touch $scratch/lists ;;
*) for word; do case \$word in -* | install) ;; *) touch "$scratch/installed/\$word" ;; esac; done ;;
esac
for name in make cmake gcc; do
    [ ! -e $scratch/installed/\$name ] || { touch $scratch/bin/\$name; chmod +x $scratch/bin/\$name; }
done
SCRIPT
    program cc << SCRIPT
grep -q 'stdio.h' && [ ! -e $scratch/no-headers ]
SCRIPT
}

# setup STATUS [VARIABLE=VALUE...] OPTION: how tools/setup ends; what it says is in `output`.
setup() {
    wanted=$1
    shift
    status=0
    env PATH="$scratch/bin" "$@" > output 2>&1 || status=$?
    [ "$status" = "$wanted" ] || complain "status $status instead of $wanted: $*"
}

says() {
    grep -qxF -e "$1" output || complain "not said: $1"
}

asked() {
    [ "$(cat asked)" = "$1" ] || { complain "asked of apt, instead of '$1':"; cat asked; }
}

install='apt-get update && apt-get install --no-install-recommends'

# ---- Who may install, and what is printed first --------------------------------------------------
machine 0 make cmake
setup 0 tools/setup --build
asked ''
[ ! -s output ] || complain "it speaks where nothing is missing"

machine 0 make
setup 0 tools/setup --build
asked 'apt-get -qq update
apt-get -qq -y install --no-install-recommends cmake'
[ "$(cat output)" = 'tools/setup: these packages are missing: cmake
tools/setup: running: apt-get -qq update
tools/setup: with what they depend on: 7 packages, 9.5 MB to download, 33.1 MB on the disk
tools/setup: running: apt-get -qq -y install --no-install-recommends cmake' ] ||
    complain "it does not say first what it installs"

machine 0 make
setup 1 SETUP=no tools/setup --build
asked ''
says "    $install cmake"
! grep -q 'to download' output || complain "it knows sizes without lists"
grep -q 'their sizes are unknown' output || complain "it is silent about the sizes"
touch lists
setup 1 SETUP=no tools/setup --build
says 'tools/setup: with what they depend on: 7 packages, 9.5 MB to download, 33.1 MB on the disk'

machine 1000 make sudo
setup 1 tools/setup --build
asked ''
says "    $install cmake"
! grep -q 'running\|installing' output || complain "it says that it installs"
grep -q 'SETUP=sudo would' output || complain "it does not say how sudo is used"

machine 1000
echo 'echo "sudo $*" >> asked; exec "$@"' | program sudo
setup 0 SETUP=sudo tools/setup --build
asked 'sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update
apt-get -qq update
sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends cmake make
apt-get -qq -y install --no-install-recommends cmake make'

machine 1000 make
setup 1 SETUP=sudo tools/setup --build
asked ''
says "    $install cmake"
setup 1 tools/setup --build
! grep -q 'SETUP=sudo would' output || complain "it names sudo, which is missing"

machine 0 make
setup 2 SETUP=yes tools/setup --build
asked ''
says 'tools/setup: SETUP=yes: not no or sudo'
setup 2 tools/setup --unknown
says 'tools/setup: --unknown: not a part'

machine 0 make
rm bin/apt-get
setup 1 tools/setup --build
says 'tools/setup: please install the software of these Debian packages: cmake'

# What fails, or does not help, is no success.
machine 0 make
echo 'exit 100' | program apt-get
setup 1 tools/setup --build
says "    $install cmake"
machine 0 make
echo 'exit 0' | program apt-get
setup 1 tools/setup --build
says "    $install cmake"

# make passes SETUP on, and stops before it configures. `make` alone never installs.
machine 0 make
rm bin/make
for tool in make awk nproc; do ln -sf "$(command -v "$tool")" bin; done
mkdir -p tree/tools tree/tests
cp tools/setup tools/pg_config "$root/tools/tests" tree/tools
cp "$root/tests/list.txt" tree/tests
cp "$root/Makefile" tree
setup 2 MAKEFLAGS= MAKELEVEL= make -C tree
asked ''
says "    $install cmake"
for target in all run test lint; do
    for order in "env SETUP=no make $target" "make $target SETUP=no"; do
        # Word splitting is wanted: a command.
        # shellcheck disable=SC2086
        setup 2 MAKEFLAGS= MAKELEVEL= $order -C tree
        asked ''
        grep -q "^    $install .*cmake" output || complain "no command: $order"
        [ ! -e tree/build ] || complain "it continues: $order"
    done
done

# A target that make takes for done already would test nothing, without an error.
mkdir tree/tools/test
touch tree/tools/test/full
setup 0 MAKEFLAGS= MAKELEVEL= make -n test-full -C tree
says tools/test/full

# A selection of tests needs the packages of these tests only.
setup 2 MAKEFLAGS= MAKELEVEL= SETUP=no make test "SORTID_CTEST=^format/" -C tree
says "    $install cmake libcmocka-dev"
grep -q '^make test: [0-9]* tests, about [0-9]* minutes' output || complain "it does not say how many tests"
setup 2 MAKEFLAGS= MAKELEVEL= SETUP=no make test "SORTID_CTEST=^sqlite/" -C tree
says "    $install cmake faketime libcmocka-dev libsqlite3-dev python3 sqlite3"
setup 2 MAKEFLAGS= MAKELEVEL= SETUP=no make test SORTID_CTEST=unknown -C tree
grep -q "no test .* matches 'unknown'" output || complain "a selection of no test passes"

# ---- Servers -------------------------------------------------------------------------------------
# Their services are neither started nor enabled, and PostgreSQL makes no cluster.
machine 0
sed -i "2i\\
case \" \$* \" in *' -y install '*) [ ! -x $scratch/settings/usr/sbin/policy-rc.d ] || echo denied >> $scratch/asked ;; esac" bin/apt-get
setup 1 tools/setup --etcd
asked 'apt-get -qq update
denied
apt-get -qq -y install --no-install-recommends etcd-client etcd-server openssl
deb-systemd-helper disable etcd.service
update-rc.d etcd disable'
[ ! -e settings/usr/sbin/policy-rc.d ] || complain "the policy remains"
[ ! -e settings/etc/postgresql-common ] || complain "it writes a configuration of what it does not install"

# The configuration of PostgreSQL is the package's afterwards.
machine 0
settings=$scratch/settings/etc/postgresql-common/createcluster.conf
sed -i "2i\\
case \" \$* \" in *' -y install '*) cat $settings >> $scratch/asked; echo default > $settings.ucf-dist ;; esac" bin/apt-get
setup 1 tools/setup --postgres
asked 'apt-get -qq update
create_main_cluster = false
apt-get -qq -y install --no-install-recommends postgresql postgresql-server-dev-[0-9]+$
deb-systemd-helper disable postgresql.service
update-rc.d postgresql disable'
[ "$(ls "${settings%/*}") $(cat "$settings")" = 'createcluster.conf default' ] || complain "the configuration remains"

# ---- PostgreSQL ----------------------------------------------------------------------------------
# server VERSION: a server and its client, without the server's headers.
server() {
    folder=$scratch/servers/$1
    mkdir -p "$folder/bin" "$folder/lib/pgxs/src/makefiles" "$folder/include"
    touch "$folder/bin/initdb" "$folder/lib/pgxs/src/makefiles/pgxs.mk"
    chmod +x "$folder/bin/initdb"
    cat > "$folder/bin/pg_config" << SCRIPT
#!/bin/sh
case \$1 in
--version) echo 'PostgreSQL $1.4 (Debian $1.4-1)' ;;
--bindir) echo '$folder/bin' ;;
--pgxs) echo '$folder/lib/pgxs/src/makefiles/pgxs.mk' ;;
--includedir-server) echo '$folder/include' ;;
esac
SCRIPT
    chmod +x "$folder/bin/pg_config"
}

# finds_headers_of VERSION: a compiler for which this server alone has headers.
finds_headers_of() {
    echo "case \"\$* \$(cat)\" in *servers/$1/include* | *stdio.h*) exit 0 ;; *) exit 1 ;; esac" | program cc
}

# wants PACKAGES: what is missing for PostgreSQL.
wants() {
    setup 1 SETUP=no tools/setup --postgres
    says "    $install $1"
}

# The client has the files of PGXS, so that they say nothing about the headers.
machine 0
server 15
ln -s "$scratch/servers/15/bin/pg_config" bin
finds_headers_of none
wants postgresql-server-dev-15
finds_headers_of 15
setup 0 SETUP=no tools/setup --postgres

# Without a compiler nothing can be asked, and one is missing too.
rm bin/cc
wants 'gcc libc6-dev postgresql-server-dev-15'

# libpq-dev alone brings a pg_config without a server; and PATH may have none.
machine 0
server 14
server 9
echo 'echo /nowhere/17' | program pg_config
finds_headers_of none
wants postgresql-server-dev-14
rm bin/pg_config
wants postgresql-server-dev-14
PG_CONFIG=$scratch/servers/9/bin/pg_config
export PG_CONFIG
wants postgresql-server-dev-9
unset PG_CONFIG

# Without a server: headers of the one that apt would install, if apt knows.
machine 0
finds_headers_of none
program apt-cache << 'SCRIPT'
[ "$*" = 'depends postgresql' ] && printf 'postgresql\n  Depends: postgresql-17\n  Suggests: postgresql-doc\n'
SCRIPT
wants 'postgresql postgresql-server-dev-17'
program apt-cache < /dev/null
wants "postgresql 'postgresql-server-dev-[0-9]+\$'"

# Root asks again once apt has lists.
rm -f lists
program apt-cache << SCRIPT
[ ! -e $scratch/lists ] || echo '  Depends: postgresql-16'
SCRIPT
setup 1 tools/setup --postgres
asked 'apt-get -qq update
apt-get -qq -y install --no-install-recommends postgresql postgresql-server-dev-16
deb-systemd-helper disable postgresql.service
update-rc.d postgresql disable'

# ---- Other questions -----------------------------------------------------------------------------
# A minimal Python lacks modules; clang may lack its runtime although another version has one.
machine 0 python3
echo 'exit 1' | program python3
setup 1 SETUP=no tools/setup --test
grep -q ' python3' output || complain "a minimal Python passes for a whole one"
machine 0 clang llvm-cov
setup 0 SETUP=no tools/setup --coverage
echo 'exit 1' | program clang
setup 1 SETUP=no tools/setup --coverage
says "    $install libclang-rt-dev"

# ---- The sets of tests ---------------------------------------------------------------------------
# tools/test/full says how long each of them takes.
for way in "$root/tools/test"/*; do
    case $way in *.sh | */full) continue ;; esac
    grep -q '^# Takes about [0-9]* minutes on two cores\.$' "$way" || complain "$way lacks its minutes"
done

echo "$failures failures"
[ "$failures" = 0 ]
