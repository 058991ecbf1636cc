/**
 * What Codex' documentation says of its rules, written anew from it: no code of the product is used.
 * Source: openai/codex codex-rs/execpolicy/README.md (2026-08); developers.openai.com/codex/rules: a script of plain words alone is
 * taken apart, one with redirections, substitutions, variables or wildcards is matched as it is handed to the shell.
 */

export type CodexPattern = readonly (string | readonly string[])[];

/** The first words of one simple command as it is written in the line, each compared whole. */
export function codexMatches(pattern: CodexPattern, command: string, options: { byPath?: boolean } = {}): boolean {
  const words = plainWords(command);
  if (words === undefined) return false;
  const [program = '', ...rest] = words;
  const names = options.byPath && program.startsWith('/') ? [program, program.replace(/^.*\//, '')] : [program];
  return names.some((name) => isPrefix(pattern, [name, ...rest]));
}

function isPrefix(pattern: CodexPattern, words: readonly string[]): boolean {
  return pattern.every((one, at) => words[at] !== undefined && [one].flat().includes(words[at] as string));
}

/** undefined = it is no command of plain words. */
function plainWords(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = command.trim();
  while (rest !== '') {
    if (/^[~#]/.test(rest)) return undefined;
    let word = '';
    for (;;) {
      const [all = '', single, double, bare] =
        /^(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\;&|<>(){}*?[\]]+))/.exec(rest) ?? [];
      if (all === '') return undefined;
      word += single ?? double ?? bare ?? '';
      rest = rest.slice(all.length);
      if (rest === '' || /^\s/.test(rest)) break;
    }
    words.push(word);
    rest = rest.trimStart();
  }
  return words.length === 0 || /^\w+=/.test(command.trim()) ? undefined : words;
}
