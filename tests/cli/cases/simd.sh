# SPDX-License-Identifier: MIT
# The instruction set: --version -v shows it, SORTID_SIMD chooses it, all write and read the same,
# and a name that this machine cannot run is an error.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # run.sh reads it; $sortid is for run_sh

it 'the instruction sets'
run_sh 'unset SORTID_SIMD; "$sortid" --version -v'
expect 0 '~sortid [0-9]+\.[0-9]+\.[0-9]+
simd: [a-z0-9]+
simd of this machine: scalar( [a-z0-9]+)*' ""
simds=$(sed -n 's/^simd of this machine: //p' out)
same "the default is the last" "$(sed -n 's/^simd: //p' out)" "${simds##* }"

it 'each instruction set can be chosen, and writes and reads the same'
"$sortid" gen scru128 -n 200 > ids
"$sortid" gen uuidv7 -n 200 > uuids
for simd in $simds; do
    run_sh "SORTID_SIMD=$simd"' "$sortid" --version -v'
    same "simd" "$(sed -n 's/^simd: //p' out)" "$simd"
    run_sh "SORTID_SIMD=$simd"' "$sortid" convert -f scru128 -e hex < ids > hex &&
        SORTID_SIMD='"$simd"' "$sortid" convert -f scru128 -i hex < hex > back &&
        SORTID_SIMD='"$simd"' "$sortid" convert -f uuidv7 -e hex < uuids >> hex'
    same "exit status" "$status" 0
    ok "$simd reads what it wrote" cmp -s ids back
    [ -f first ] || cp hex first
    ok "$simd writes what scalar writes" cmp -s hex first
    run_sh "SORTID_SIMD=$simd"' "$sortid" gen ulid -n 1000 | "$sortid" check ulid --order strict'
    same "exit status" "$status" 0
done

it 'other names'
for wrong in "" avx AVX2 sse2 'scalar ' scalar,avx2 'a"b'; do
    run_sh "SORTID_SIMD='$wrong'"' exec "$sortid" gen'
    expect_usage '' 'SORTID_SIMD=".*": must be an instruction set that this machine can run: scalar.*'
done
# Names of instruction sets, of which no machine can run all.
for known in avx2 avx512 neon; do
    case " $simds " in *" $known "*) continue ;; esac
    run_sh "SORTID_SIMD=$known"' exec "$sortid" gen'
    expect_usage '' "SORTID_SIMD=\"$known\": must be an instruction set that this machine can run: $simds"
done
