# Written by safeshell for interactive fish: `safeshell refresh` writes it anew. All of it does nothing where safeshell is gone.
set -g __safeshell_data @DATA@

function __safeshell_prompt --on-event fish_prompt
    functions -q __safeshell_lines; and __safeshell_lines # the line door, if it is wanted
end
