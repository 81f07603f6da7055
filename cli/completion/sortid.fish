# SPDX-License-Identifier: MIT
# Completion of sortid and sortid-node for fish, to be installed in vendor_completions.d. The
# program itself says what a word may become: sortid __complete WORD...

function __sortid_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':commands'
                complete -C "$current"
            case '-*'\t'*' # fish shows options only where one is typed
                string match -q -- '-*' "$current"; and echo $line
            case '*'
                echo $line
        end
    end
end

complete -c sortid -f -a '(__sortid_complete)'
complete -c sortid-node -f -a '(__sortid_complete)'
