/** Options that `check` and `explain` share, and whether each takes values. */
const OWN: Readonly<Record<string, 'none' | 'one' | 'many'>> = {
  '--json': 'none',
  '--all': 'none',
  '--cwd': 'one',
  '--actor': 'one',
  '--session': 'one',
  '--rules': 'many',
};

/**
 * `check 'rm -rf x' --actor ai`: options may follow a command that is one word to us. Where all that follows is options
 * of ours they are moved in front; anything else is part of the command and stays: `check git push --force`.
 */
export function optionsFirst(argv: readonly string[]): readonly string[] {
  const [name, ...rest] = argv;
  if (name !== 'check' && name !== 'explain') return argv;
  const start = commandAt(rest);
  const trailing = rest.slice(start + 1);
  if (start < 0 || trailing.length === 0 || !isOwnOptions(trailing)) return argv;
  return [name, ...rest.slice(0, start), ...trailing, '--', rest[start] as string];
}

/** Index of the first word of the command; -1 where `--` has been written or there is none. */
function commandAt(words: readonly string[]): number {
  let at = 0;
  while (at < words.length) {
    const word = words[at] as string;
    if (word === '--') return -1;
    const takes = OWN[word.replace(/=.*$/s, '')];
    if (takes === undefined) return word.startsWith('--') ? -1 : at;
    if (takes === 'many') return -1;
    at += takes === 'one' && !word.includes('=') ? 2 : 1;
  }
  return -1;
}

function isOwnOptions(words: readonly string[]): boolean {
  let at = 0;
  while (at < words.length) {
    const word = words[at] as string;
    const takes = OWN[word.replace(/=.*$/s, '')];
    if (takes === undefined) return false;
    at += 1;
    if (takes === 'none' || word.includes('=')) continue;
    if (words[at] === undefined) return false;
    at += 1;
    while (takes === 'many' && words[at] !== undefined && !words[at]?.startsWith('--')) at += 1;
  }
  return true;
}
