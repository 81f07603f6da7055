# SPDX-License-Identifier: MIT
# Completion of sortid and sortid-node for bash, read by bash-completion or from a .bashrc. The
# program itself says what a word may become: sortid __complete WORD...

# Offers what compgen finds by these arguments. Process substitution would need /dev/fd.
_sortid_offer() {
    local found
    found=$(compgen "$@") || return 0
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY <<<"$found"
}

# The answer has one word a line, before a tab; ":files" and ":commands" ask for names.
_sortid() {
    local current=${COMP_WORDS[COMP_CWORD]} answer word words=
    answer=$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do # a word and its description
        case $word in
        :files) _sortid_offer -f -- "$current" ;;
        :commands) _sortid_offer -c -f -- "$current" ;;
        *) words+=" $word" ;;
        esac
    done <<<"$answer"
    _sortid_offer -W "$words" -- "$current"
}

complete -o filenames -F _sortid sortid sortid-node
