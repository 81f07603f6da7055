# SPDX-License-Identifier: MIT
# Completion of the command sortid for fish, to be installed in vendor_completions.d. It offers subcommands, options
# and their values; it runs sortid for the names of formats and encodings. It reads no file and completes no ID.

# The names of all formats, each with its title.
function __sortid_formats
    sortid formats --json 2>/dev/null |
        string replace -rf '^\{"name":"([^"]*)","title":"([^"]*)".*' '$1\t$2'
end

# The encodings of the format that is among the words; of all if there is none.
function __sortid_encodings
    set -l rows (sortid formats --json 2>/dev/null)
    for word in (commandline -opc)[2..-1]
        set -l row (string match -e -- '{"name":"'(string lower -- $word)'","title"' $rows)
        test -n "$row"; and set rows $row
    end
    string replace -rf '.*"encodings":\[(.*)\]\}$' '$1' $rows | string replace -a '"' '' |
        string split , | sort -u
end

# The kinds that inspect and compare read: the formats and others. The message that refuses a kind lists them.
function __sortid_kinds
    sortid inspect -f '' 2>&1 </dev/null | string replace -rf '.*the kinds are ' '' | string split ' '
end

function __sortid_times
    printf '%s\n' now today yesterday tomorrow -1h -1d now-15m (date +%Y-%m-%d) (date +%Y-%m)
end

function __sortid_periods
    printf '%s\n' today yesterday (date +%Y-%m-%d) (date +%Y-%m) (date +%Y)
end

# Whether the first operand after the subcommand is still to come.
function __sortid_needs_format
    test (count (commandline -opc)) -eq 2
end

# Whether the subcommand is one of these.
function __sortid_in
    set -l words (commandline -opc)
    contains -- "$words[2]" $argv
end

# Whether the subcommand is node, and its own one of these.
function __sortid_node_in
    set -l words (commandline -opc)
    __sortid_in node; and contains -- "$words[3]" $argv
end

set -l commands gen inspect convert check range find filter sort compare formats node help
complete -c sortid -f
complete -c sortid -n "not __sortid_in $commands" -s h -l help -d 'Show help'
complete -c sortid -n "not __sortid_in $commands" -s V -l version -d 'Show the version'
complete -c sortid -n "not __sortid_in $commands" -s v -d 'With --version: and the instruction sets'
complete -c sortid -n "not __sortid_in $commands" -a gen -d 'Make IDs'
complete -c sortid -n "not __sortid_in $commands" -a inspect -d 'Show the time, fields and encodings of IDs'
complete -c sortid -n "not __sortid_in $commands" -a convert -d 'Convert IDs to another encoding'
complete -c sortid -n "not __sortid_in $commands" -a check -d 'Check the IDs of a stream and their order'
complete -c sortid -n "not __sortid_in $commands" -a range -d 'Print the first and the last ID of a time range'
complete -c sortid -n "not __sortid_in $commands" -a find -d 'Find IDs in other text'
complete -c sortid -n "not __sortid_in $commands" -a filter -d 'Keep the lines whose ID lies in a span'
complete -c sortid -n "not __sortid_in $commands" -a sort -d 'Sort lines by the time of their IDs'
complete -c sortid -n "not __sortid_in $commands" -a compare -d 'Tell which of two IDs is earlier'
complete -c sortid -n "not __sortid_in $commands" -a formats -d 'List the formats'
complete -c sortid -n "not __sortid_in $commands" -a node -d 'Reserve scru64 node ids'
complete -c sortid -n "not __sortid_in $commands" -a help -d 'Show the help of a command'
complete -c sortid -n "__sortid_in help; and __sortid_needs_format" -a 'gen inspect convert check range find filter sort compare formats node'
complete -c sortid -n "__sortid_in gen inspect convert check range find filter sort compare formats" -s h -l help -d 'Show help'

# ---- Formats, encodings, times ------------------------------------------------------------------------
complete -c sortid -n "__sortid_in gen check range; and __sortid_needs_format" -a '(__sortid_formats)'
complete -c sortid -n "__sortid_in convert" -s f -x -a '(__sortid_formats)' -d 'Of this format'
complete -c sortid -n "__sortid_in inspect compare" -s f -x -a '(__sortid_kinds)' -d 'Of this kind'
complete -c sortid -n "__sortid_in convert check" -s i -x -a '(__sortid_encodings)' -d 'Read this encoding'
complete -c sortid -n "__sortid_in gen" -s e -x -a '(__sortid_encodings)' -d 'Write this encoding'
complete -c sortid -n "__sortid_in range" -s e -x -a '(__sortid_encodings | string match -v typeid)' -d 'Write this encoding'
complete -c sortid -n "__sortid_in convert" -s e -x -a '(__sortid_encodings; printf "%s\n" time unix ms)' -d 'Write this encoding'
complete -c sortid -n "__sortid_in range; and not __sortid_needs_format" -a '(__sortid_times)'
complete -c sortid -n "__sortid_in gen inspect convert range" -l utc -d 'Times are UTC'
complete -c sortid -n "__sortid_in gen inspect convert range" -l local -d 'Times are local'
complete -c sortid -n "__sortid_in gen inspect check range formats" -l json -d 'Write JSON'
complete -c sortid -n "__sortid_in gen convert" -l prefix -x -d 'TypeID: the prefix'
complete -c sortid -n "__sortid_in inspect convert check" -l lenient -d 'ulid: read i l o, ignore hyphens'

# ---- gen ------------------------------------------------------------------------------------------------
complete -c sortid -n "__sortid_in gen" -s n -x -d 'Number of IDs'
complete -c sortid -n "__sortid_in gen" -s c -l count -x -d 'Number of IDs'
complete -c sortid -n "__sortid_in gen" -s 0 -d 'End IDs with NUL'
complete -c sortid -n "__sortid_in gen" -l at -x -a '(__sortid_times)' -d 'Stop the clock at this time'
complete -c sortid -n "__sortid_in gen" -l node -x -d 'scru64: node spec'
complete -c sortid -n "__sortid_in gen" -l state -r -F -a none -d 'State file'
complete -c sortid -n "__sortid_in gen" -l socket -r -F -d 'scru64: socket of an agent'
complete -c sortid -n "__sortid_in gen" -l random -d 'Random IDs'
complete -c sortid -n "__sortid_in gen" -l fraction -d 'With the fraction of the ms'
complete -c sortid -n "__sortid_in gen" -l rate -x -d 'IDs a second'
complete -c sortid -n "__sortid_in gen" -l progress -d 'Show how many were made'

# ---- inspect, check, range --------------------------------------------------------------------------------
complete -c sortid -n "__sortid_in inspect" -l columns -x -a '(__fish_append , input format id time local age unix ms node counter hex int uuid confidence)' -d 'Print a table'
complete -c sortid -n "__sortid_in inspect" -l color -x -a 'auto always never' -d 'Colour the output'
complete -c sortid -n "__sortid_in inspect" -l node-size -x -d 'scru64: bits of the node id'
complete -c sortid -n "__sortid_in inspect" -l epoch -x -a '(__sortid_times)' -d 'Snowflakes count from this time'
complete -c sortid -n "__sortid_in inspect" -l state -r -F -d 'Show a state file'
complete -c sortid -n "__sortid_in check; and not __sortid_needs_format" -F
complete -c sortid -n "__sortid_in check" -l order -x -a 'strict time none' -d 'Required order'
complete -c sortid -n "__sortid_in check" -l max-errors -x -a 'all 0' -d 'Bad lines to report'
complete -c sortid -n "__sortid_in check" -l watch -d 'Say each second what was read'
complete -c sortid -n "__sortid_in range" -l in -x -a '(__sortid_periods)' -d 'A year, month or day'
complete -c sortid -n "__sortid_in range" -l sql -x -d 'Condition for this column'
complete -c sortid -n "__sortid_in range" -l dialect -x -a 'postgresql sqlite' -d 'Of the condition'

# ---- find, filter, sort, compare ----------------------------------------------------------------------------
complete -c sortid -n "__sortid_in find filter sort; and __sortid_needs_format" -a '(__sortid_formats)'
complete -c sortid -n "__sortid_in find filter sort" -F
complete -c sortid -n "__sortid_in find filter sort" -s i -x -d 'Read this encoding' \
    -a '(__sortid_encodings | string match -vr "^(int|bin)\$")'
complete -c sortid -n "__sortid_in find filter sort" -l field -x -d 'The field that has the ID'
complete -c sortid -n "__sortid_in find filter sort" -l csv -d 'Lines are CSV'
complete -c sortid -n "__sortid_in find filter sort" -l prefix -x -d 'Text before the ID'
complete -c sortid -n "__sortid_in filter sort" -l header -d 'The first line is a heading'
complete -c sortid -n "__sortid_in filter sort" -l multiline -d 'Lines without an ID belong to the one before'
complete -c sortid -n "__sortid_in find" -s w -l word -d 'Whole words'
complete -c sortid -n "__sortid_in find" -s o -l only -d 'Print the IDs and their places'
complete -c sortid -n "__sortid_in find" -l ids -d 'Print the IDs alone'
complete -c sortid -n "__sortid_in find filter" -s q -d 'Print nothing; the exit status tells'
complete -c sortid -n "__sortid_in find" -l color -x -a 'auto always never' -d 'Colour the output'
complete -c sortid -n "__sortid_in filter" -l since -x -a '(__sortid_times)' -d 'From this time'
complete -c sortid -n "__sortid_in filter" -l until -x -a '(__sortid_times)' -d 'Before this time'
complete -c sortid -n "__sortid_in filter" -l in -x -a '(__sortid_periods)' -d 'A year, month or day'
complete -c sortid -n "__sortid_in filter" -l utc -d 'Times are UTC'
complete -c sortid -n "__sortid_in filter" -l local -d 'Times are local'
complete -c sortid -n "__sortid_in sort" -s r -l reverse -d 'The latest first'
complete -c sortid -n "__sortid_in sort" -l memory -x -d 'Megabytes to use'
complete -c sortid -n "__sortid_in compare" -l json -d 'Write JSON'

# ---- node -----------------------------------------------------------------------------------------------------
complete -c sortid -n "__sortid_in node; and __sortid_needs_format" -a 'init list status health release pool run serve'
complete -c sortid -n "__sortid_in node" -s h -l help -d 'Show help'
complete -c sortid -n "__sortid_in node; and __sortid_needs_format" -l version -d 'Show the version'
set -l calls init list status health release pool run serve
complete -c sortid -n "__sortid_node_in $calls" -l store -x -d 'URL of etcd or PostgreSQL'
complete -c sortid -n "__sortid_node_in $calls" -l user -x -d 'Log in'
complete -c sortid -n "__sortid_node_in $calls" -l timeout -x -d 'Of one request'
for file in password-file cacert cert key
    complete -c sortid -n "__sortid_node_in $calls" -l $file -r -F
end
complete -c sortid -n "__sortid_node_in init list status health release pool" -l json -d 'Write JSON'
complete -c sortid -n "__sortid_node_in pool; and test (count (commandline -opc)) -eq 3" -a 'grow shrink remove reopen'
complete -c sortid -n "__sortid_node_in status" -l metrics -d 'Numbers for Prometheus'
complete -c sortid -n "__sortid_node_in health" -l min-free -x -d 'Of each pool'
complete -c sortid -n "__sortid_node_in init" -l external -d 'Permit programs that do not know bounds'
complete -c sortid -n "__sortid_node_in init" -l max-ahead -x -d 'Of bounds'
complete -c sortid -n "__sortid_node_in init" -l raise-bounds -x -a auto -d 'Nobody begins before'
complete -c sortid -n "__sortid_node_in init" -l clock-error -x -d 'Of the old store'
complete -c sortid -n "__sortid_node_in init" -l force -d 'Accept an early time'
complete -c sortid -n "__sortid_node_in init" -l far -d 'Accept a late time'
complete -c sortid -n "__sortid_node_in init run" -l quarantine -x -d 'After an unclean end'
complete -c sortid -n "__sortid_node_in init run serve" -l pool -x -d 'A pool'
complete -c sortid -n "__sortid_node_in pool run serve" -l wait -x -d 'For ids'
complete -c sortid -n "__sortid_node_in run serve" -l label -x -d 'Name of the holder'
complete -c sortid -n "__sortid_node_in run serve" -l horizon -x -d 'Of the bound'
complete -c sortid -n "__sortid_node_in run serve" -l lease -x -d 'Of the reservation'
complete -c sortid -n "__sortid_node_in run serve" -l max-skew -x -d 'Between the clocks'
complete -c sortid -n "__sortid_node_in run serve" -l metrics-file -r -F -d 'Numbers for Prometheus'
complete -c sortid -n "__sortid_node_in serve" -l socket -r -F -d 'Its path'
complete -c sortid -n "__sortid_node_in serve" -l mode -x -a '600 660 666' -d 'Permissions of the socket'
complete -c sortid -n "__sortid_node_in serve" -l reservations -x -d 'How many node ids'
