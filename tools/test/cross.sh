# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Shared by the scripts for other machines, which source it instead of lib.sh. Uses Debian's cross
# compilers and builds cmocka from its source package. Programs run under qemu's user emulation,
# which checks results but not speed. Emulated tests skip what qemu-user lacks, and report it
# (tests/CMakeLists.txt). Only tests that check sources with tools of this machine are excluded;
# `make test` runs them.
# shellcheck source=tools/test/lib.sh
. "${0%/*}/lib.sh"

# with_cmocka CMAKE_OPTION...: builds the tests with a cmocka that is built with the same options.
with_cmocka() {
    mkdir -p "$build"
    tools/third-party "$build/cmocka" cmocka "$@" > "$build/log" 2>&1 || {
        tail -n 5 "$build/log"
        skip "cmocka cannot be fetched or built, see $build/log"
    }
    build_tests release -DCMOCKA_INCLUDE_DIR="$build/cmocka" \
        -DCMOCKA_LIBRARY="$build/cmocka/libcmocka.a" -DSORTID_JANSSON=OFF "$@"
}

# Makes a root folder for the emulator: the cross compiler's libraries under each path that the
# loader may use, and an empty loader cache. qemu searches files that are missing there on this
# machine, which may have other versions of libraries for the same processor (libc6-i386).
make_root() {
    mkdir -p "$build/root/etc" "$build/root/lib"
    : > "$build/root/etc/ld.so.cache"
    ln -sf "/usr/$triplet/lib/"*.so* "$build/root/lib"
    ln -sfn . "$build/root/lib/$("$triplet-gcc" -print-multiarch)"
}

# Whether this machine runs the programs without an emulator, as most x86-64 machines run i686.
loader=/lib/ld-linux.so.2
runs_here() {
    [ "$triplet" = i686-linux-gnu ] && "$build/root$loader" --version > /dev/null 2>&1
}

# qemu-i386 7.2 crashes in the test of signals of generator/test_default, after some threads and
# forks. The same program passes on a real CPU and under every other emulator.
broken_here='^generator/test_default$'

write_runner() {
    cat > "$build/root/run" << END
#!/bin/sh
exec '$build/root$loader' --library-path "$build/root/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}" "\$@"
END
    chmod +x "$build/root/run"
}

# The SIMD implementations that the emulated machine must run; a script may set more.
simd=scalar

# cross TRIPLET EMULATOR [CTEST OPTION...]: builds for a machine, runs all tests except of sources.
cross() {
    triplet=$1 emulator=$2
    shift 2
    need tests "$way"
    make_root
    if runs_here; then
        write_runner
        emulator=$build/root/run
    else
        emulator="$(command -v "$emulator");-L;$build/root" # absolute: a test sets PATH
        [ "$triplet" != i686-linux-gnu ] || set -- "$@" -E "$broken_here"
    fi
    with_cmocka -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="${triplet%%-*}" \
        -DCMAKE_C_COMPILER="$triplet-gcc" \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$emulator"
    export SORTID_REQUIRE_SIMD="$simd"
    run "$@"
}
