# Written by safeshell. Shells run it for folders in PATH that are new, or have another time than they had when they were
# looked through: makes the shims of programs that rules name and that are there now. Those shims have no gate: the first
# call of one brings all in line (ADR 25).
shims=@SHIMS@
seen=@SEEN@
later='@'LATER@
umask 077
PATH=${PATH#"$shims:"}
{ IFS= read -r generation && IFS= read -r names; } 2>/dev/null <"$shims/.programs" || exit 0
[ -d "$seen/$generation" ] || rm -rf -- "$seen" # of other programs
added=
for folder; do
  # first the time, then the look: what is installed meanwhile makes it another one
  { mkdir -p -- "$seen/$generation$folder" && touch -r "$folder" -- "$seen/$generation$folder/.seen"; } 2>/dev/null
  for name in $names; do
    [ -f "$folder/$name" ] && [ -x "$folder/$name" ] && [ ! -e "$shims/$name" ] || continue
    # first the folder, then the shim: who brings all in line under another PATH must find the program, or takes the shim away
    printf '%s\n' "$folder" >>"$shims/.found" 2>/dev/null
    fresh=$shims/.$name.$$
    { sed "s/$later/$name/g" <"$shims/.later" >"$fresh" && chmod 755 "$fresh" && mv -f -- "$fresh" "$shims/$name"; } 2>/dev/null &&
      added=$added-$name
    rm -f -- "$fresh"
  done
done
# for shells that remember where commands were
[ -z "$added" ] || {
  fresh=$shims/.programs.$$
  printf '%s\n%s\n' "$(printf '%s' "$generation$added" | cksum | tr -d ' ')" "$names" >"$fresh" && mv -f -- "$fresh" "$shims/.programs"
} 2>/dev/null
