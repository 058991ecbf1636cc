# Written by safeshell for interactive fish: `safeshell refresh` writes it anew. All of it does nothing where safeshell is gone.
set -g __safeshell_data @DATA@
set -g __safeshell_seen @SEEN@
set -g __safeshell_walls @WALLS@

# A program that was installed since gets its shim before its first use. A process starts only where a folder in PATH is new
# or has another time. fish looks commands up each time, so that nothing is to be forgotten.
function __safeshell_programs --on-event fish_preexec
    test -r $__safeshell_data/shims/.programs; and read -l now <$__safeshell_data/shims/.programs; or return
    set -l changed
    for folder in $PATH
        string match -q '/*' -- $folder; and test $folder != $__safeshell_data/shims -a -d $folder; or continue
        set -l mark $__safeshell_seen/$now$folder/.seen
        test -e $mark; and not test $folder -nt $mark; and not test $folder -ot $mark; or set -a changed $folder
    end
    test -n "$changed" -a "$__safeshell_blind" != xxx; or return
    /bin/sh $__safeshell_data/later.sh $changed </dev/null >/dev/null 2>&1
    # Marks that cannot be kept are not asked for; one that is missing once may be of another generation, written meanwhile.
    test -e $__safeshell_seen/$now$changed[1]/.seen; and set -g __safeshell_blind; or set -g __safeshell_blind "$__safeshell_blind"x
end

# What a rule of the person's own confines leaves a line, which is said where the command has failed by itself. The file is emptied.
function __safeshell_told --on-event fish_postexec
    set -l ended $status
    set -l note $__safeshell_walls/shell-$fish_pid
    test -s $note; and read -l line <$note; or return
    contains $ended 0 126 127 129; or test $ended -ge 130; or echo $line >&2
    echo -n >$note
end

function __safeshell_prompt --on-event fish_prompt
    __safeshell_programs
    functions -q __safeshell_lines; and __safeshell_lines # the line door, if it is wanted
end
