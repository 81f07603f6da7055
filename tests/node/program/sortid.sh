# SPDX-License-Identifier: MIT
# `sortid node`: becomes the program sortid-node in the folder of sortid, else the one on PATH; says
# so if there is none. $SORTID is the command.
# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154 # run.sh reads it; $sortid is for run_sh

export FAKE_LOG="$PWD/log" SORTID_STORE=http://a:1 SORTID
mkdir alone together
cp "$SORTID" alone/sortid
cp "$SORTID" together/sortid
cp "$sortid" together/sortid-node

it 'in the folder of sortid'
run_sh 'exec together/sortid node --version'
expect 0 '~sortid-node .*' ""
run_sh 'PATH=$PWD/together:$PATH; exec sortid node list'
same "exit status" "$status" 0
ok "it lists" grep -q '^prod: ' out

it 'on PATH'
run_sh 'PATH=$PWD/together:$PATH; exec alone/sortid node --version'
expect 0 '~sortid-node .*' ""

it 'without /proc'
# Hidden in a namespace of mounts, which ends with the command; root needs no namespace of users.
hidden=
if [ -e /proc/self ]; then
    for how in "unshare -m" "unshare -rm"; do
        if [ -z "$hidden" ] && $how mount -t tmpfs none /proc 2> /dev/null; then hidden=$how; fi
    done
fi
cat > bare.sh <<'END'
[ -z "$hidden" ] || mount -t tmpfs none /proc
exec "$@"
END
run_sh "hidden='$hidden' $hidden sh bare.sh alone/sortid --version"
if grep -q Sanitizer err; then
    skip "this build needs /proc, under a sanitizer"
elif [ -n "$hidden" ] || ! [ -e /proc/self ]; then
    ln -s ../together/sortid alone/link
    for called in together/sortid alone/link; do
        run_sh "hidden='$hidden' $hidden sh bare.sh $called node --version"
        expect 0 '~sortid-node .*' ""
    done
    run_sh "PATH=\$PWD/together:\$PATH hidden='$hidden' $hidden sh bare.sh sortid node --version"
    expect 0 '~sortid-node .*' ""
    run_sh "hidden='$hidden' $hidden sh bare.sh alone/sortid node list"
    expect 3 "" '~sortid: node: cannot find the program .*'
else
    skip "no file system may be mounted here, which hides /proc"
fi

it 'nowhere'
mkdir empty
run_sh 'PATH=$PWD/empty exec alone/sortid node list'
expect 3 "" 'sortid: node: cannot find the program sortid-node in the folder of sortid or on PATH; it is built if libcurl, jansson and libpq are installed'

it 'not to be run'
echo nonsense > alone/sortid-node
if [ "$(id -u)" = 0 ]; then chmod 644 alone/sortid-node; else chmod 000 alone/sortid-node; fi
run_sh 'exec alone/sortid node list'
expect 3 "" 'sortid: node: sortid-node: Permission denied'

it 'signals are as they were'
run_sh 'exec together/sortid node run prod --pool hot -- sh -c "kill -PIPE \$\$; echo alive"'
expect 141 "" ""
