import { shQuote } from '../../../util/sh-quote.ts';
import { argumentCase, assignment, commandPattern, optionCases } from './case-lines.ts';
import { allNodes, type CommandNode } from './tree.ts';

/** For bash 3.2 and newer, with and without the package bash-completion; starts no process. */
export function bashCompletion(tree: CommandNode): string {
  const nodes = allNodes(tree);
  return `# bash completion of safeshell; printed by \`safeshell completion bash\`
${HELPERS}_safeshell() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at=safeshell count=0 values= word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == = ]]; then continue; fi
    if [[ -n $values ]]; then values=; continue; fi
    case "$at $word" in
      ${commandPattern(nodes)}) at="$at $word"; count=0 ;;
      *\\ -*) _safeshell_option "$at $word" ;;
      *) count=$((count + 1)) ;;
    esac
  done
  if [[ $cur == = ]]; then cur=; fi
  if [[ -n $values ]]; then
    _safeshell_values "$values"
  else
    _safeshell_words "$at" "$count"
  fi
  return 0
}
_safeshell_option() {
  case $1 in
${nodes.flatMap(optionCases).join('\n')}
  esac
}
_safeshell_words() {
  local offered= values=
  case $1 in
${nodes.map(wordsCase).join('\n')}
  esac
  if [[ $cur == -* ]]; then _safeshell_offer $offered; else _safeshell_values "$values"; fi
}
complete -F _safeshell safeshell
`;
}

/** What does not depend on the commands. */
const HELPERS = `_safeshell_offer() {
  local name quoted
  for name in "$@"; do
    [[ $name == "$cur"* ]] || continue
    printf -v quoted %q "$name"
    COMPREPLY[\${#COMPREPLY[@]}]=$quoted
  done
}
_safeshell_named() {
  local kind name file=\${XDG_CACHE_HOME:-$HOME/.cache}/safeshell/names
  [[ -r $file ]] || return 0
  while read -r kind name; do
    [[ $kind == "$1" ]] && _safeshell_offer "$name"
  done <"$file"
}
_safeshell_values() {
  local name
  case $1 in
    rule | pack) _safeshell_named "$1" ;;
    session)
      for name in "\${XDG_STATE_HOME:-$HOME/.local/state}"/safeshell/sessions/*/; do
        name=\${name%/}
        [[ -d $name ]] && _safeshell_offer "\${name##*/}"
      done
      ;;
    file) _safeshell_paths -f ;;
    folder) _safeshell_paths -d ;;
    command) if [[ $count -eq 0 ]]; then _safeshell_paths -c; else _safeshell_paths -f; fi ;;
    anything) ;;
    *) _safeshell_offer $1 ;;
  esac
}
_safeshell_paths() {
  local name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do
    COMPREPLY[\${#COMPREPLY[@]}]=$name
  done < <(compgen "$1" -- "$cur")
}
`;

function wordsCase(node: CommandNode): string {
  const { path, commands, options } = node;
  const flags = options.flatMap((option) => option.flags).join(' ');
  const words = commands.length > 0 ? assignment(commands.map(({ name }) => name)) : (argumentCase(node, '$2') ?? ':');
  return `    ${shQuote(path)}) offered=${shQuote(flags)}; ${words} ;;`;
}
