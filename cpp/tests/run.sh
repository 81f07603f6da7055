#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles test.cpp with sortid.hpp in C++17, 20 and 23, every warning an error, links it with the
# static library and runs it. Then programs which must not compile (refused.txt), and those of docs/cpp.md.
#   cpp/tests/run.sh LIBRARY CXX [FLAG...]
set -eu

usage="usage: cpp/tests/run.sh LIBRARY CXX [FLAG...]"
library=${1:?$usage} cxx=${2:?$usage}
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/lib.sh"
need "$cxx" "g++, clang"
unset SCRU64_NODE_SPEC SORTID_SCRU64_STATE
strict="-O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Werror -I$root/include -DSORTID_STATIC"
# All warnings of clang, except on C++ before 17, on the layout of classes and on what any header has.
case $("$cxx" --version) in *clang*)
    everything="-Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-c++20-compat
        -Wno-pre-c++20-compat-pedantic -Wno-pre-c++17-compat -Wno-padded -Wno-weak-vtables
        -Wno-exit-time-destructors -Wno-global-constructors -Wno-unsafe-buffer-usage
        -Wno-ctad-maybe-unsupported -Wno-unknown-warning-option"
    ;;
*) everything= ;;
esac

# compile STANDARD FILE FLAG...: with the flags of the caller. Word splitting is wanted: flags.
compile() {
    standard=$1 file=$2
    shift 2
    # shellcheck disable=SC2086
    "$cxx" -std="$standard" $strict "$file" "$@"
}

cd "$scratch"
for standard in c++17 c++20 c++2b; do
    # shellcheck disable=SC2086
    compile $standard "$root/cpp/tests/test.cpp" $everything "$@" "$library" -pthread -o test ||
        fail "$standard does not compile"
    ${SORTID_EMULATOR:-} ./test "$root/tests/vectors" || fail "$standard"
done

# Without exceptions and run-time types, where a failure ends the program.
cat > bare.cpp << 'EOF'
#include <sortid.hpp>
int main(int count, char **) {
    sortid::options options;
    options.set_clock([] { return 5; }).set_sleep([](std::uint64_t) {});
    sortid::generator<sortid::ulid> generator(std::move(options));
    const auto id = sortid::ulid::from_string(generator.make().text());
    if (!id || id->unix_ms() != 5 || !sortid::uuidv7::try_make() || sortid::ksuid::from_string("")) return 1;
    return count > 1 ? sortid::ulid("wrong") == *id : 0;
}
EOF
{ compile c++17 bare.cpp -fno-exceptions -fno-rtti "$@" "$library" -pthread -o bare && ${SORTID_EMULATOR:-} ./bare; } ||
    fail "without exceptions"
status=0
${SORTID_EMULATOR:-} ./bare fail > output 2>&1 || status=$?
[ "$status" = 134 ] || fail "without exceptions: status $status, not that of abort"

# A program for each line of refused.txt. All but the first, which shows that the frame compiles,
# must be refused, and with this word in the message.
programs=0
while IFS='	' read -r word line; do
    case $word in '#'*) continue ;; esac
    programs=$((programs + 1))
    printf '#include <sortid.hpp>\nusing namespace sortid::literals;\nint main() { %s }\n' "$line" > refused.cpp
    status=0
    compile c++20 refused.cpp -fsyntax-only 2> message || status=$?
    if [ "$word" = OK ]; then
        [ "$status" = 0 ] || { cat message; fail "refused: $line"; }
    elif [ "$status" = 0 ] || ! grep -q "$word" message; then
        cat message
        fail "not refused for $word: $line"
    fi
done < "$root/cpp/tests/refused.txt"
[ "$programs" -gt 5 ] || fail "$programs programs"

# The programs of docs/cpp.md.
awk '/^```/ { file = "" } /^```cpp$/ { file = "document" ++n ".cpp"; next } file { print > file }' "$root/docs/cpp.md"
for program in document1 document2; do
    compile c++17 $program.cpp "$@" "$library" -pthread -o $program && ${SORTID_EMULATOR:-} ./$program > output ||
        fail "docs/cpp.md: $program"
done
${SORTID_EMULATOR:-} ./document1 | grep -qx "not a digit of this format, at 25" || fail "docs/cpp.md: the output"

echo "$cxx: three standards, $programs programs to refuse"
[ "$failures" = 0 ]
