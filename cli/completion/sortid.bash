# SPDX-License-Identifier: MIT
# Completion of sortid and sortid-node for bash, read by bash-completion or from a .bashrc. The program itself
# says what a word may become: sortid __complete WORD...

# Reads the words of a program's answer, one a line before a tab; ":files" and ":commands" ask for names.
_sortid_answer() {
    local current=$1 word files=
    local -a words=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files) files=-f ;;
        :commands) files="-c -f" ;;
        *) words+=("$word") ;;
        esac
    done
    # shellcheck disable=SC2086 # one option or two
    [ -z "$files" ] || mapfile -t COMPREPLY < <(compgen $files -- "$current")
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "${words[*]}" -- "$current")
}

_sortid() {
    COMPREPLY=()
    _sortid_answer "${COMP_WORDS[COMP_CWORD]}" < <(
        "${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}

complete -o filenames -F _sortid sortid sortid-node
