import { shQuote } from '../../../util/sh-quote.ts';
import { argumentCase, commandPattern, optionCases } from './case-lines.ts';
import { allNodes, type CommandNode } from './tree.ts';

/** A file for a folder of \$fpath, or to be sourced behind compinit; starts no process. */
export function zshCompletion(tree: CommandNode): string {
  const nodes = allNodes(tree);
  return `#compdef safeshell
# zsh completion of safeshell; printed by \`safeshell completion zsh\`
${HELPERS}_safeshell() {
  local at=safeshell count=0 values= word i
  local -a named flags
  for (( i = 2; i < CURRENT; i++ )); do
    word=\${words[i]}
    if [[ -n $values ]]; then values=; continue; fi
    case "$at $word" in
      ${commandPattern(nodes)}) at="$at $word"; count=0 ;;
      *\\ -*) _safeshell_option "$at $word" ;;
      *) (( count++ )) ;;
    esac
  done
  if [[ -n $values ]]; then _safeshell_values "$values"; return; fi
  if [[ $PREFIX == --*=* ]]; then
    _safeshell_option "$at \${PREFIX%%=*}"
    compset -P '*='
    _safeshell_values "\${values:-anything}"
    return
  fi
  case $at in
${nodes.map(nodeCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (( $#named )); then
    _describe command named
  else
    _safeshell_values "\${values:-anything}"
  fi
}
_safeshell_option() {
  case $1 in
${nodes.flatMap(optionCases).join('\n')}
  esac
}
if [[ $funcstack[1] == _safeshell ]]; then _safeshell "$@"; else compdef _safeshell safeshell; fi
`;
}

/** What does not depend on the commands. */
const HELPERS = `_safeshell_values() {
  local -a names
  case $1 in
    rule | pack)
      local file=\${XDG_CACHE_HOME:-$HOME/.cache}/safeshell/names
      [[ -r $file ]] && names=(\${\${(M)\${(f)"$(<$file)"}:#$1 *}#$1 })
      compadd -- $names
      ;;
    session)
      names=(\${XDG_STATE_HOME:-$HOME/.local/state}/safeshell/sessions/*(/N:t))
      compadd -- $names
      ;;
    file) _files ;;
    folder) _files -/ ;;
    command) if (( count == 0 )); then _command_names -e; else _files; fi ;;
    anything) ;;
    *) compadd -- \${=1} ;;
  esac
}
`;

function nodeCase(node: CommandNode): string {
  const flags = node.options.flatMap((option) => option.flags.map((flag) => described(flag, option.summary)));
  const named = node.commands.map(({ name, summary }) => described(name, summary));
  const values = argumentCase(node, '$count');
  return [
    `    (${shQuote(node.path)})`,
    `      flags=(${flags.join(' ')})`,
    `      named=(${named.join(' ')})`,
    ...(values === undefined ? [] : [`      ${values}`]),
    '      ;;',
  ].join('\n');
}

function described(word: string, summary: string): string {
  return shQuote(`${word.replace(/:/g, '\\:')}:${summary}`);
}
