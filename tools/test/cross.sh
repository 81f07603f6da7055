# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the scripts for other machines share; they source it instead of lib.sh. Cross compilers come
# from Debian, cmocka from its source package; programs run under qemu's user emulation, which shows
# results but no speed. An emulated test skips what qemu-user lacks, and says so (tests/CMakeLists.txt).
# Only tests that check sources with tools of this machine are left out; `make test` runs them.
# shellcheck source=tools/test/lib.sh
. "${0%/*}/lib.sh"

# with_cmocka CMAKE_OPTION...: configures with a cmocka that is built by the same options.
with_cmocka() {
    mkdir -p "$build"
    tools/cmocka "$build/cmocka" "$@" > "$build/log" 2>&1 || {
        tail -n 5 "$build/log"
        skip "cmocka cannot be fetched or built, see $build/log"
    }
    configure release -DCMOCKA_INCLUDE_DIR="$build/cmocka" \
        -DCMOCKA_LIBRARY="$build/cmocka/libcmocka.a" -DSORTID_JANSSON=OFF "$@"
}

# The libraries of the cross compiler as a root for the emulator, with an empty cache, under each
# name that the machine's loader may ask for. What is missing there, qemu takes from this machine, which
# may have libraries of the same processor in another version (libc6-i386).
make_root() {
    mkdir -p "$build/root/etc" "$build/root/lib"
    : > "$build/root/etc/ld.so.cache"
    ln -sf "/usr/$triplet/lib/"*.so* "$build/root/lib"
    ln -sfn . "$build/root/lib/$("$triplet-gcc" -print-multiarch)"
}

# Whether this machine runs programs of the other without an emulator, as most x86-64 machines run i686:
# then only the path of the libraries is set.
loader=/lib/ld-linux.so.2
runs_here() {
    [ "$triplet" = i686-linux-gnu ] && "$build/root$loader" --version > /dev/null 2>&1
}

# qemu-i386 7.2 crashes in generator/test_default, in its test of signals, after some threads and forks.
# The same program passes on a CPU that runs it, and under every other emulator.
broken_here='^generator/test_default$'

write_runner() {
    cat > "$build/root/run" << END
#!/bin/sh
exec '$build/root$loader' --library-path "$build/root/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}" "\$@"
END
    chmod +x "$build/root/run"
}

# The implementations that a machine must run, whatever this one runs; a script may name more.
simd=scalar

# cross TRIPLET EMULATOR [CTEST OPTION...]: all tests of a machine, except those that only check
# sources. SORTID_CTEST in the environment, a pattern of names as for `ctest -R`, selects some of them.
cross() {
    triplet=$1 emulator=$2
    shift 2
    need test "$way"
    make_root
    if runs_here; then
        write_runner
        emulator=$build/root/run
    else
        emulator="$emulator;-L;$build/root"
        [ "$triplet" != i686-linux-gnu ] || set -- "$@" -E "$broken_here"
    fi
    with_cmocka -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="${triplet%%-*}" \
        -DCMAKE_C_COMPILER="$triplet-gcc" -DSORTID_TEST_TIMEOUT=2400 \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$emulator"
    compile
    export SORTID_REQUIRE_SIMD="$simd"
    run ${SORTID_CTEST:+-R "$SORTID_CTEST"} "$@"
}
