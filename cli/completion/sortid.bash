# SPDX-License-Identifier: MIT
# Completion of the command sortid for bash, read by bash-completion or from a .bashrc. It offers
# subcommands, options and their values; it runs sortid for the names of formats and encodings. It
# reads no file and completes no ID.

# The names of all formats, and the encodings of the one that is among the words; of all if there is
# none.
_sortid_formats() {
    sortid formats --json 2>/dev/null | sed -n 's/^{"name":"\([^"]*\)".*/\1/p'
}
_sortid_encodings() {
    local rows word format=
    rows=$(sortid formats --json 2>/dev/null)
    for word in "${COMP_WORDS[@]:2}"; do
        [[ $rows != *"{\"name\":\"${word,,}\",\"title\""* ]] || format=${word,,}
    done
    grep "^{\"name\":\"${format:+$format\"}" <<<"$rows" | sed -n 's/.*"encodings":\[\(.*\)\]}$/\1/p' |
        tr -d '"' | tr ',' '\n' | sort -u
}

# The kinds that inspect and compare read: the formats and others. The message that refuses a kind lists them.
_sortid_kinds() {
    sortid inspect -f '' 2>&1 </dev/null | sed -n 's/.*the kinds are //p' | tr ' ' '\n'
}

# Times, and periods, of which a slip is easy.
_sortid_times() {
    echo "now today yesterday tomorrow -1h -1d now-15m $(date +%Y-%m-%d) $(date +%Y-%m)"
}
_sortid_periods() {
    echo "today yesterday $(date +%Y-%m-%d) $(date +%Y-%m) $(date +%Y)"
}

# The names of columns, after those that the word $1 has.
_sortid_columns() {
    local name done=
    [[ $1 != *,* ]] || done=${1%,*},
    for name in input format id time local age unix ms node counter hex int uuid confidence; do
        echo "$done$name"
    done
}

# The options of a subcommand.
_sortid_options() {
    case $1 in
    gen) echo "-n -c --count -e --prefix -0 --at --utc --local --node --state --socket --random --fraction --rate --json --progress -h --help" ;;
    inspect) echo "-f --lenient --json --columns --color --node-size --epoch --utc --local --state -h --help" ;;
    convert) echo "-f -i -e --prefix --lenient --utc --local -h --help" ;;
    check) echo "-i --order --max-errors --lenient --json --watch -h --help" ;;
    range) echo "--in -e --json --sql --dialect --utc --local -h --help" ;;
    find) echo "-i --field --csv --prefix -w --word -o --only --ids -q --color -h --help" ;;
    filter) echo "--since --until --in --utc --local -i --field --csv --header --prefix --multiline -q -h --help" ;;
    sort) echo "-r --reverse -i --field --csv --header --prefix --multiline --memory -h --help" ;;
    compare) echo "-f --json -h --help" ;;
    formats) echo "--json -h --help" ;;
    esac
}

# Words for the value $3 of the option $1 of the subcommand $2; false if it takes no value.
_sortid_values() {
    case $1 in
    -f) if [[ $2 = convert ]]; then _sortid_formats; else _sortid_kinds; fi ;;
    -e | -i)
        if [[ $2 = @(find|filter|sort) ]]; then # which find no integers and no raw bytes
            _sortid_encodings | grep -vx 'int\|bin'
        elif [[ $2 = range ]]; then
            _sortid_encodings | grep -vx typeid
        else
            _sortid_encodings
        fi
        [[ $1$2 != -econvert ]] || echo "time unix ms"
        ;;
    --order) echo "strict time none" ;;
    --max-errors) echo "all 0" ;;
    --color) echo "auto always never" ;;
    --at | --epoch | --since | --until) _sortid_times ;;
    --in) _sortid_periods ;;
    --columns) _sortid_columns "$3" ;;
    --dialect) echo "postgresql sqlite" ;;
    --state) [[ $2 != gen ]] || echo "none" ;;
    --socket) ;;
    -n | -c | --count | --rate | --node | --node-size | --sql | --prefix | --field | --memory) ;;
    *) return 1 ;;
    esac
}

# sortid-node has its own completion, which is in the same folder, or is found as others are.
_sortid_of_node() {
    # shellcheck disable=SC1090,SC1091
    declare -F _sortid_node_words > /dev/null ||
        . "${BASH_SOURCE[0]%/*}/sortid-node" 2> /dev/null ||
        . "${BASH_SOURCE[0]%/*}/../../node/completion/sortid-node.bash" 2> /dev/null || return
    # Read by name in _sortid_node_words.
    # shellcheck disable=SC2034
    local words_of_node=("${COMP_WORDS[@]:1}")
    _sortid_node_words words_of_node $((COMP_CWORD - 1))
}

# Offers what compgen finds by these arguments. Process substitution would need /dev/fd.
_sortid_offer() {
    local found
    found=$(compgen "$@") || return 0
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY <<<"$found"
}

_sortid() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="gen inspect convert check range find filter sort compare formats node help -h --help -V --version"
    elif [[ $command = @(-V|--version) ]]; then
        words="-v"
    elif [ "$command" = node ]; then
        _sortid_of_node
        return
    elif [ "$command" = help ]; then
        [ "$COMP_CWORD" -gt 2 ] || words="gen inspect convert check range find filter sort compare formats node"
    elif words=$(_sortid_values "$before" "$command" "$current"); then
        [[ $before != @(--state|--socket) ]] || _sortid_offer -f -- "$current"
    elif [ "${current:0:1}" = - ]; then
        words=$(_sortid_options "$command")
        [[ $command != range || $COMP_CWORD -eq 2 ]] || words+=" $(_sortid_times)" # such as -1h
    elif [ "$COMP_CWORD" -eq 2 ] && [[ $command = @(gen|check|range) ]]; then
        words=$(_sortid_formats)
    elif [[ $command = @(check|find|filter|sort) ]]; then
        [ "$COMP_CWORD" -ne 2 ] || words=$(_sortid_formats)
        _sortid_offer -f -- "$current"
    elif [ "$command" = range ]; then
        words=$(_sortid_times)
    fi
    _sortid_offer -W "$words" -- "$current"
}

complete -o filenames -F _sortid sortid
