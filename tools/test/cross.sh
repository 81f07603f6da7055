# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the scripts of other machines share; they source it in place of lib.sh. Cross compilers come
# from Debian, cmocka from its source package; programs run under qemu's user emulation: results,
# no speed. An emulated test skips what qemu-user lacks, and says so (see tests/CMakeLists.txt). No
# test is left out but those that look at sources by tools of this machine, as `make test` does.
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

# The libraries of the cross compiler as a root for the emulator, with an empty cache and under each
# name that the machine's loader looks for: what is not there, qemu takes from this machine, which
# may have libraries of the same processor, but of another version (libc6-i386).
make_root() {
    mkdir -p "$build/root/etc" "$build/root/lib"
    : > "$build/root/etc/ld.so.cache"
    ln -sf "/usr/$triplet/lib/"*.so* "$build/root/lib"
    ln -sfn . "$build/root/lib/$("$triplet-gcc" -print-multiarch)"
}

# Whether this machine runs programs of the other by itself, as x86-64 with most implementations those of
# i686: then there is nothing to emulate but the way to the libraries.
loader=/lib/ld-linux.so.2
runs_here() {
    [ "$triplet" = i686-linux-gnu ] && "$build/root$loader" --version > /dev/null 2>&1
}

# qemu-i386 7.2 crashes in generator/test_default, in its test of signals, after some threads and forks.
# The same program passes where the CPU runs it, and under every other emulator.
broken_here='^generator/test_default$'

write_runner() {
    cat > "$build/root/run" << END
#!/bin/sh
exec '$build/root$loader' --library-path "$build/root/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}" "\$@"
END
    chmod +x "$build/root/run"
}

# Those that a machine must run, whatever this one does; a script may name more.
simd=scalar

# cross TRIPLET EMULATOR [CTEST OPTION...]: all tests of a machine, but those that look at sources
# alone. SORTID_CTEST in the environment, a pattern of names as `ctest -R` takes it, narrows them.
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
