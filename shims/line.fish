
# The line door: asks the guard before a line runs that was typed; docs/lines.md. `safeshell init --no-lines` leaves it out.

# What Enter did before is done to lines that may run; at each prompt, as plugins bind it, too.
function __safeshell_lines
    for mode in default insert
        for key in \r \n
            set -l bound (bind -M $mode $key 2>/dev/null)[-1]
            string match -q -- '*__safeshell_enter*' "$bound"; and continue
            # its words behind the key, as fish has quoted them: its own functions, or somebody's
            set -l words (string replace -r -- '^bind (--(preset|user) |-[Mm] \S+ )*\S+ ' '' "$bound")
            set -l before
            eval "set before $words"
            set -q before[1]; or set before execute
            bind -M $mode $key "__safeshell_enter "(string escape -- $before | string join ' ')
        end
    end
end

function __safeshell_enter # what follows
    # a line that waits for more, or is refused by fish, runs nothing
    if commandline --is-valid
        __safeshell_allows (__safeshell_typed | string collect)
        or begin
            commandline -f repaint
            return
        end
    end
    for one in $argv
        if contains -- $one (bind --function-names)
            commandline -f $one
        else
            eval $one
        end
    end
end

# The line, with the abbreviation that Enter expands.
function __safeshell_typed
    set -l line (commandline | string collect)
    set -l token (commandline -t)
    if test (count $token) = 1; and abbr --query -- $token 2>/dev/null; and test "$token" = (commandline -ct)
        set -l found (abbr --show | string match -e -- "-- $token ")[1]
        set -l parts (string split -m1 -- "-- $token " $found)
        if test (count (commandline -opc)) = 0; or string match -q -- '*--position anywhere*' $parts[1]
            if not string match -q -- '*--function*' $parts[1]
                set -l before (commandline -cb | string collect)
                set -l rest (string sub -s (math (string length -- $before) + 1) -- $line)
                set before (string sub -l (math (string length -- $before) - (string length -- $token)) -- $before)
                set line "$before"(string unescape -- $parts[2])"$rest"
            end
        end
    end
    string collect -- $line
end

function __safeshell_allows # line
    string match -qr '\S' -- "$argv[1]"; or return 0
    set -l answer 127
    if test -x $__safeshell_data/safeshell-line
        $__safeshell_data/safeshell-line fish "$argv[1]"
        set answer $status
    end
    switch $answer
        case 1 130
            return 1
        case 0
        case '*'
            # once, and not where all of it was taken away
            if not set -q __safeshell_is_told; and test -d $__safeshell_data/shims
                set -g __safeshell_is_told yes
                printf '\nsafeshell: lines are not judged before they run; programs still are (safeshell doctor)\n' >&2
            end
    end
    return 0
end
