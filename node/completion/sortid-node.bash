# SPDX-License-Identifier: MIT
# Completion of the program sortid-node for bash, read by bash-completion or from a .bashrc, and by
# that of sortid for `sortid node`. It offers subcommands, options and names of files; it asks no etcd.

# The options of a subcommand.
_sortid_node_options() {
    local client="--store --user --password-file --cacert --cert --key --timeout -h --help"
    case $1 in
    init) echo "--pool --external --quarantine --max-ahead --raise-bounds --clock-error --force --far --json $client" ;;
    pool) echo "--wait --json $client" ;;
    status) echo "--json --metrics $client" ;;
    health) echo "--min-free --json $client" ;;
    list) echo "--json $client" ;;
    release) echo "--force --json $client" ;;
    run) echo "--pool --label --horizon --lease --max-skew --wait --quarantine --metrics-file $client --" ;;
    serve) echo "--pool --socket --mode --reservations --label --horizon --lease --max-skew --wait --metrics-file $client" ;;
    esac
}

# Offers what compgen finds by these arguments. Process substitution would need /dev/fd.
_sortid_node_offer() {
    local found
    found=$(compgen "$@") || return 0
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY <<<"$found"
}

# Words $1: those of sortid-node, $2: the number of the one to complete.
_sortid_node_words() {
    local -n typed=$1
    local current=${typed[$2]} before=${typed[$2 - 1]} word words=
    COMPREPLY=()
    for word in "${typed[@]:2:$2-2}"; do # after "--" comes another command
        if [[ $word = -- && ${typed[1]} = run ]]; then
            _sortid_node_offer -c -f -- "$current"
            return
        fi
    done
    if [ "$2" -eq 1 ]; then
        words="init list status health release pool run serve -h --help --version"
    else
        case $before in
        --socket | --metrics-file | --password-file | --cacert | --cert | --key)
            _sortid_node_offer -f -- "$current" ;;
        --raise-bounds | --clock-error | --max-ahead | --store | --user | --timeout | --pool | --label | --horizon | --lease | --max-skew | --wait | \
            --quarantine | --mode | --reservations | --min-free) ;;
        *) [ "${current:0:1}" != - ] || words=$(_sortid_node_options "${typed[1]}") ;;
        esac
    fi
    _sortid_node_offer -W "$words" -- "$current"
}

_sortid_node() {
    _sortid_node_words COMP_WORDS "$COMP_CWORD"
}

complete -o filenames -F _sortid_node sortid-node
