import { fishQuote } from '../../../util/sh-quote.ts';
import { allNodes, type CommandNode, type OptionNode, type Values } from './tree.ts';

/** For fish 3.1 and newer; starts no process. */
export function fishCompletion(tree: CommandNode): string {
  const nodes = allNodes(tree);
  const takers = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ flags, values }) => (values === undefined ? [] : flags.map((flag) => `${path} ${flag}`))),
  );
  return `# fish completion of safeshell; printed by \`safeshell completion fish\`
function __safeshell_at --description 'is this the command, and the place of the argument?'
    set -l path safeshell
    set -l count 0
    set -l skip 0
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- "$path $word" ${nodes
          .slice(1)
          .map(({ path }) => fishQuote(path))
          .join(' ')}
            set path "$path $word"
            set count 0
        else if string match -q -- '-*' $word
            contains -- "$path $word" ${takers.map(fishQuote).join(' ')}
            and set skip 1
        else
            set count (math $count + 1)
        end
    end
    test "$path" = $argv[1]; or return 1
    test (count $argv) = 1; and return 0
    test $argv[2] = '*'; and return 0
    test $count $argv[3] $argv[2]
end
function __safeshell_named
    set -l cache $XDG_CACHE_HOME
    test -n "$cache"; or set cache $HOME/.cache
    test -r $cache/safeshell/names; or return
    while read -l kind name
        test $kind = $argv[1]; and echo $name
    end <$cache/safeshell/names
end
function __safeshell_sessions
    set -l state $XDG_STATE_HOME
    test -n "$state"; or set state $HOME/.local/state
    for folder in $state/safeshell/sessions/*/
        string replace -r '.*/([^/]*)/$' '$1' -- $folder
    end
end
complete -c safeshell -f
${nodes.flatMap(nodeLines).join('\n')}
`;
}

function nodeLines({ path, commands, options, args, isVariadic }: CommandNode): readonly string[] {
  const here = `complete -c safeshell -n ${fishQuote(`__safeshell_at ${fishQuote(path)}`)}`;
  const named = commands.map(({ name, summary }) => {
    const first = `complete -c safeshell -n ${fishQuote(`__safeshell_at ${fishQuote(path)} 0 -eq`)}`;
    return `${first} -a ${name} -d ${fishQuote(summary)}`;
  });
  const places = args.flatMap((values, at) => {
    const isLast = isVariadic && at === args.length - 1;
    const given = candidates(values);
    const where = `__safeshell_at ${fishQuote(path)} ${at} ${isLast ? '-ge' : '-eq'}`;
    return given === undefined ? [] : [`complete -c safeshell -n ${fishQuote(where)} ${given}`];
  });
  return [...named, ...places, ...options.map((option) => `${here} ${optionText(option)}`)];
}

function optionText({ flags, values, summary }: OptionNode): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = values === undefined ? '' : values === 'file' ? ' -r -F' : ` -x ${candidates(values) ?? ''}`;
  return `${names.join(' ')}${value} -d ${fishQuote(summary)}`;
}

/** undefined = nothing is offered */
function candidates(values: Values): string | undefined {
  if (typeof values !== 'string') return `-a ${fishQuote(values.join(' '))}`;
  switch (values) {
    case 'rule':
    case 'pack':
      return `-a '(__safeshell_named ${values})'`;
    case 'session':
      return "-a '(__safeshell_sessions)'";
    case 'file':
      return '-F';
    case 'folder':
      return "-a '(__fish_complete_directories)'";
    case 'command':
      return "-a '(__fish_complete_command)'";
    case 'anything':
      return undefined;
  }
}
