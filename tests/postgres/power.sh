# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Failures of the machine (preload_system.c). The power is cut while IDs are made; then state files
# contain what was last synced, the boot is another one and the clock was set back. The disk is
# full, fails to sync or is read-only. State files are damaged at any byte. No ID is equal to or
# below an earlier one, and no damaged file is started again. In its own cluster, `power`. Sourced
# by postgres.sh, after lib.sh.

make_system
mkdir -p "$tmp/system/disk"
[ "$(id -u)" != 0 ] || chown "$server_user" "$tmp/system/disk"
set_system clock 0
set_system boot 10000000-0000-4000-8000-000000000000
init power "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "fsync = off"
start_in_system power
sql power "CREATE EXTENSION sortid"

# ---- Power cuts ----------------------------------------------------------------------------------
is_gone() {
    ! pgrep -g "$1" > /dev/null && ! kill -0 "$1" 2> /dev/null
}

# cut PAGE: kills all processes at once, then gives each state file the content that was synced,
# except PAGE, which the system has written by itself; 9: no page.
cut() {
    postmaster=$(server_pid power)
    # shellcheck disable=SC2046 # a list of numbers
    kill -9 "$postmaster" $(pgrep -P "$postmaster") 2> /dev/null || true # some have ended
    wait
    await "the server outlives its power" is_gone "$postmaster"
    for file in "$tmp"/power/sortid/*-*-*; do
        disk=$tmp/system/disk/${file##*/}
        [ -e "$disk" ] || fail "$file was never synced"
        for page in 0 1 2; do
            [ "$page" = "$1" ] ||
                dd if="$disk" of="$file" bs=4096 count=1 skip="$page" seek="$page" conv=notrunc status=none
        done
    done
}

# each_fails SQLSTATE [SETTING]
each_fails() {
    for type in $types; do refuses power "$1" "${2:-} SELECT $(shared "$type")"; done
}

for type in $types; do take power "$type" "$tmp/$type.power" 1 & done
wait
clock=0
for round in 1 2 3 4; do
    begin_round power "power.$round"
    sleep "0.$((round * 3 % 10))5"
    cut_at=$(date +%s%3N) # by the clock of the system, not of the server
    cut $((round % 4))
    set_system boot "${round}0000000-0000-4000-8000-000000000001"
    # With the clock an hour back, IDs wait; from half a second before the cut, they begin after all
    # earlier ones.
    if [ "$round" = 2 ]; then
        set_system clock $((clock - 3600000))
        start_in_system power
        each_fails 57014 "SET statement_timeout = 200;"
        stop power
    fi
    clock=$((clock - ($(date +%s%3N) - cut_at) - 500))
    set_system clock "$clock"
    start_in_system power
    for type in $types; do
        whole_ids "$type" "power.$round" >> "$tmp/$type.power"
        take power "$type" "$tmp/$type.power" 2 &
    done
    wait
done
cut_off=0
for type in $types; do
    rising "$tmp/$type.power"
    cut_off=$((cut_off + $(wc -l < "$tmp/$type.power")))
    tail -n 1 "$tmp/$type.power" > "$tmp/last" # the rest of the script needs no more
    mv "$tmp/last" "$tmp/$type.power"
done
[ "$cut_off" -ge 20000 ] || fail "only $cut_off IDs around the power cuts"
echo "4 power cuts, $cut_off IDs between them, all increasing"

# ---- A disk that fails ---------------------------------------------------------------------------
each_goes_on() {
    for type in $types; do
        take power "$type" "$tmp/$type.power" 1
        rising "$tmp/$type.power"
    done
}
# IDs may be made up to the bound that was synced; a clock beyond it needs the disk.
set_system fails "msync 5"
clock=$((clock + 60000))
set_system clock "$clock"
each_fails 58030
rm "$tmp/system/fails"
each_goes_on
# A full disk: no file can be made, and no incomplete file is left.
before=$(find "$tmp/power/sortid" | wc -l)
set_system fails "posix_fallocate 28"
sql power "ALTER SYSTEM SET sortid.node_spec = '43/8'" "SELECT pg_reload_conf()" > /dev/null
refuses power 53100 "SELECT FROM pg_sleep(0.3); SELECT scru64()"
expect "files on a full disk" "$before" "$(find "$tmp/power/sortid" | wc -l)"
rm "$tmp/system/fails"
# A folder without write permission: the same, but existing files work.
chmod 500 "$tmp/power/sortid"
refuses power 42501 "SELECT scru64()"
expect "files in a read-only folder" "$before" "$(find "$tmp/power/sortid" | wc -l)"
take power ulid "$tmp/ulid.power" 1
rising "$tmp/ulid.power"
chmod 700 "$tmp/power/sortid"
expect "a node's first ID" 43 "$(sql power "SELECT scru64_node_id(scru64(), 8)")"
sql power "ALTER SYSTEM RESET sortid.node_spec" "SELECT pg_reload_conf()" > /dev/null
sleep 0.3
for file in "$tmp"/power/sortid/*; do chmod 400 "$file"; done
each_fails 42501
for file in "$tmp"/power/sortid/*; do chmod 600 "$file"; done
each_goes_on

# ---- Damage anywhere -----------------------------------------------------------------------------
# The layout is in src/generator/state_file.h. Damages each byte of the state's head and identity,
# of the file's head and bound, and of the bound's slots, and some bytes between them. The state is
# refused, or the next ID is above all earlier ones of the file. Each damage is done to the same
# content: IDs of different damaged files may repeat a time, because a state that does not match its
# check value continues after the bound.
file=$(find "$tmp/power/sortid" -name 'ulid-*')
# await_backends: waits until all sessions have ended. A backend closes its state file, which it has
# mapped, after psql has ended.
await_backends() {
    await "a backend does not end" has_no_backend
}
has_no_backend() {
    ! pgrep -P "$(server_pid power)" -f '\[local\]' > /dev/null
}
await_backends
cp -p "$file" "$tmp/whole"
refused=0
for byte in $(seq 0 15) $(seq 16 11 319) $(seq 64 71) $(seq 320 335) $(seq 336 5 383) $(seq 384 391) \
    $(seq 4096 4103) $(seq 8192 8199); do
    was=$(od -An -tu1 -j "$byte" -N 1 "$file" | tr -d ' ')
    # shellcheck disable=SC2059 # an octal escape
    printf "\\$(printf %o $((was ^ 255)))" |
        dd of="$file" bs=1 seek="$byte" conv=notrunc status=none
    if answer=$(sql power "SET statement_timeout = 100" \
        "SELECT encode(ulid_shared()::bytea, 'hex')" 2>&1); then
        { cat "$tmp/ulid.power" && echo "$answer"; } > "$tmp/ulid.damaged"
        rising "$tmp/ulid.damaged"
    else
        case $answer in
        *"ulid_shared(): "* | *"statement timeout"*) refused=$((refused + 1)) ;;
        *) fail "byte $byte changed: $answer" ;;
        esac
    fi
    await_backends
    cat "$tmp/whole" > "$file"
done
# At least these bytes: 12 + 16 + 8 + 8 + 8. (ulid has no lock.)
[ "$refused" -ge 52 ] || fail "only $refused damages were refused"
for size in 1 4095 4096 8192 12287 12289 20000; do
    cat "$tmp/whole" > "$file"
    truncate -s "$size" "$file"
    refuses power XX001 "SELECT ulid_shared()"
    await_backends
done
# The file of the server's first node under the name of its second.
nodes=$(find "$tmp/power/sortid" -name 'scru64-8-2a-*')
other=$(find "$tmp/power/sortid" -name 'scru64-8-2b-*')
cat "$other" > "$tmp/other"
cat "$nodes" > "$other"
sql power "ALTER SYSTEM SET sortid.node_spec = '43/8'" "SELECT pg_reload_conf()" > /dev/null
refuses power 55000 "SELECT FROM pg_sleep(0.3); SELECT scru64()"
# Older files, put back after another boot: IDs begin after their bound and the clock.
cat "$tmp/other" > "$other"
cat "$tmp/whole" > "$file"
expect "an ID of the restored file" 26 "$(sql power "SELECT length(ulid_shared()::text)")"
stop power
rm -r "$tmp/system/disk" "$tmp/system/boot"
