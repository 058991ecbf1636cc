import { shQuote } from '../../../util/sh-quote.ts';
import { allNodes, type CommandNode, type Values } from './tree.ts';

/** A file for a folder of \$fpath, or to be sourced behind compinit; starts no process. */
export function zshCompletion(tree: CommandNode): string {
  const nodes = allNodes(tree);
  return `#compdef safeshell
# zsh completion of safeshell; printed by \`safeshell completion zsh\`
_safeshell_values() {
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
_safeshell() {
  local at=safeshell count=0 values= word i
  local -a named flags
  for (( i = 2; i < CURRENT; i++ )); do
    word=\${words[i]}
    if [[ -n $values ]]; then values=; continue; fi
    case "$at $word" in
      ${nodes
        .slice(1)
        .map(({ path }) => `(${shQuote(path)})`)
        .join(' | ')
        .replace(/\)$/, ')')}) at="$at $word"; count=0 ;;
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

function optionCases({ path, options }: CommandNode): readonly string[] {
  return options.flatMap(({ flags, values }) =>
    values === undefined
      ? []
      : [
          `    ${flags.map((flag) => `(${shQuote(`${path} ${flag}`)})`).join('|')}) values=${shQuote(valuesText(values))} ;;`,
        ],
  );
}

function nodeCase({ path, commands, options, args, isVariadic }: CommandNode): string {
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.summary)));
  const named = commands.map(({ name, summary }) => described(name, summary));
  const places = args.map((values, at) => {
    const pattern = isVariadic && at === args.length - 1 ? '*' : String(at);
    return `${pattern}) values=${shQuote(valuesText(values))} ;;`;
  });
  return [
    `    (${shQuote(path)})`,
    `      flags=(${flags.join(' ')})`,
    `      named=(${named.join(' ')})`,
    ...(places.length > 0 ? [`      case $count in ${places.join(' ')} esac`] : []),
    '      ;;',
  ].join('\n');
}

function described(word: string, summary: string): string {
  return shQuote(`${word.replace(/:/g, '\\:')}:${summary}`);
}

function valuesText(values: Values): string {
  return typeof values === 'string' ? values : values.join(' ');
}
