import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plumbing } from '../../src/grammar/commands/git-plumbing.ts';
import { porcelain } from '../../src/grammar/commands/git-porcelain.ts';
import { grammarOf } from '../../src/grammar/index.ts';
import type { GrammarIndex } from '../../src/grammar/option-index.ts';
import { childIndex, indexOf, lookUp } from '../../src/grammar/option-index.ts';

/**
 * git lists an option as `--name=` when it must have a value. These take the next word where there is one, and are
 * listed without the sign because they may also stand last.
 */
const VALUE_UNLESS_LAST = new Set([
  '--contains',
  '--no-contains',
  '--with',
  '--without',
  '--merged',
  '--no-merged',
  '--points-at',
]);

/** What our table says otherwise than one version of git, each with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'git merge: --file needs no value': 'read by a low-level callback, which git lists without the sign',
  'git update-index: --cacheinfo needs no value': 'read by a low-level callback, which git lists without the sign',
};

/** Programs behind `git merge -s`; they have no options to list. */
const MERGE_STRATEGY = /^merge-(octopus|ours|one-file|recursive(-ours|-theirs)?|resolve|subtree)$/;

const git = spawnSync('git', ['--version'], { encoding: 'utf8' });
const present = git.status === 0;
if (!present) console.warn('git is not installed: its options are not confirmed');

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-git-'));
  if (present) spawnSync('git', ['init', '-q', home], { env: environment() });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

function completions(...command: string[]): string[] {
  const env = environment();
  const listed = spawnSync('git', [...command, '--git-completion-helper-all'], { encoding: 'utf8', cwd: home, env });
  return listed.stdout.split(/\s+/).filter((word) => word !== '' && word !== '--');
}

/** What is wrong with our reading of one listed option; undefined = nothing. */
function complaint(index: GrammarIndex, listed: string): string | undefined {
  const name = listed.replace(/=$/, '');
  const entry = lookUp(index, name);
  if (entry === undefined || !index.exact.has(name)) return `${name} is not known`;
  if (entry.negated) return listed.endsWith('=') ? `${name} takes a value` : undefined;
  const required = entry.spec.value === 'required';
  if (listed.endsWith('=')) return required ? undefined : `${name} needs a value`;
  return required && !VALUE_UNLESS_LAST.has(name) && !name.startsWith('--no-') ? `${name} needs no value` : undefined;
}

function complaints(path: readonly string[], index: GrammarIndex): string[] {
  const found: string[] = [];
  for (const word of completions(...path)) {
    const subcommand = index.grammar.subcommands?.[word];
    if (word.startsWith('--')) {
      const wrong = complaint(index, word);
      if (wrong !== undefined) found.push(`git ${path.join(' ')}: ${wrong}`);
    } else if (subcommand === undefined) found.push(`git ${path.join(' ')}: subcommand ${word} is not known`);
    else found.push(...complaints([...path, word], childIndex(index, word, subcommand)));
  }
  return found.filter((line) => !(line in DIFFERENCES));
}

describe.skipIf(!present)(`options of the installed git (${git.stdout.trim()})`, () => {
  const root = indexOf(grammarOf('git'));
  const installed = present ? spawnSync('git', ['--list-cmds=main'], { encoding: 'utf8' }).stdout.split('\n') : [];
  const described = [...Object.keys(porcelain()), ...Object.keys(plumbing())].filter(
    (name) => installed.includes(name) && !MERGE_STRATEGY.test(name),
  );

  it.each(described)('git %s', (name) => {
    const grammar = root.grammar.subcommands?.[name];
    expect(grammar).toBeDefined();
    expect(complaints([name], childIndex(root, name, grammar ?? {}))).toEqual([]);
  });

  it('is given something to compare', () => {
    expect(completions('push').length).toBeGreaterThan(30);
    expect(completions('stash')).toContain('drop');
  });

  it('knows every command that git lists', () => {
    const internal = /--|^remote-/;
    const subcommands = root.grammar.subcommands ?? {};
    const missing = installed.filter(
      (name) =>
        name !== '' &&
        !internal.test(name) &&
        !MERGE_STRATEGY.test(name) &&
        !(name in subcommands) &&
        !(name in (root.grammar.aliases ?? {})),
    );
    expect(missing).toEqual([]);
  });
});
