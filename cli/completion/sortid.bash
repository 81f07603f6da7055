# SPDX-License-Identifier: MIT
# Completion of sortid and sortid-node for bash, read by bash-completion or from a .bashrc. The program itself
# says what a word may become: sortid __complete WORD...

# Offers what compgen finds by these arguments. Process substitution would need /dev/fd.
_sortid_offer() {
    local found
    found=$(compgen "$@") || return 0
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY <<<"$found"
}

# The answer has one word a line, before a tab; ":files" and ":commands" ask for names.
_sortid() {
    local current=${COMP_WORDS[COMP_CWORD]} word files=
    local -a words=()
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files) files=-f ;;
        :commands) files="-c -f" ;;
        *) words+=("$word") ;;
        esac
    done <<<"$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)"
    # shellcheck disable=SC2086 # one option or two
    [ -z "$files" ] || _sortid_offer $files -- "$current"
    _sortid_offer -W "${words[*]}" -- "$current"
}

complete -o filenames -F _sortid sortid sortid-node
