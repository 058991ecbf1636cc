import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { grammarOf } from '../../src/grammar/index.ts';
import { indexOf, lookUp } from '../../src/grammar/option-index.ts';

/** Programs that answer --help and do nothing else. */
const PROGRAMS = `
  rm rmdir unlink shred mv cp ln install mkdir mkfifo mktemp touch truncate tee chmod chown chgrp ls cat tac head tail sort
  uniq wc stat du df base64 sha256sum tr split env timeout nice grep sed find xargs tar gzip diff patch make wget
`
  .trim()
  .split(/\s+/);

/** Their own project's name in the text; a BSD or busybox program of the same name has another table. */
const GNU = /GNU|gnu\.org/;

/** What a manual says otherwise than --help, with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'sort --check': 'listed once bare and once with its only value',
  'du --time': 'listed once bare and once with its values',
  'xargs --max-lines': 'the value may be left out: xargs(1)',
  'wget --backups': 'the value may be left out: wget(1)',
  'mv --context': 'shares its table line with cp, where a value is possible',
  'mv --update': 'has an optional value since coreutils 9.3',
  'cp --update': 'has an optional value since coreutils 9.3',
  'diff --label': 'listed with its value behind a blank',
  'diff --GTYPE-group-format': 'stands for several options',
  'diff --LTYPE-line-format': 'stands for several options',
  'patch --merge': 'the value may be left out: patch(1)',
  'wget --max-redirect': 'listed without its value',
  'wget --hsts-file': 'listed without its value',
};

interface Listed {
  readonly name: string;
  readonly value: 'none' | 'optional' | 'required';
}

/** `  -f, --force=WHEN   text` and `--size[=N]`; an indented line that begins with a dash. */
function listedOptions(help: string): Listed[] {
  return help.split('\n').flatMap((line) => {
    const spelled = /^\s{1,8}(-\S.*?)(?:\s{2,}|$)/.exec(line)?.[1] ?? '';
    return [...spelled.matchAll(/(--[a-z][a-z0-9-]*)(\[=|=)?/gi)].map(([, name = '', sign]): Listed => {
      return { name, value: sign === '=' ? 'required' : sign === undefined ? 'none' : 'optional' };
    });
  });
}

describe('options that GNU programs list themselves', () => {
  for (const program of PROGRAMS) {
    const { stdout } = spawnSync(program, ['--help'], { encoding: 'utf8', timeout: 60_000 });
    it.skipIf(!GNU.test(stdout ?? ''))(program, () => {
      const index = indexOf(grammarOf(program));
      const listed = listedOptions(stdout);
      expect(listed.length).toBeGreaterThan(1);
      const wrong = listed.filter(({ name, value }) => {
        const entry = lookUp(index, name);
        const known = entry !== undefined && (index.exact.has(name) || index.grammar.singleDash === true);
        return !(known && entry.spec.value === value) && !(`${program} ${name}` in DIFFERENCES);
      });
      expect(wrong).toEqual([]);
    });
  }
});
