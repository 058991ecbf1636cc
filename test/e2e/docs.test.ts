import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKOUT, installedHome, type TempHome } from '../support/installed.ts';

/** Commands that a test of the docs cannot run: it would run itself, or wait for a build. */
const NOT_RUN = [
  'npm ci && npm test',
  'git clone https://github.com/safeshell/safeshell && cd safeshell && ./install.sh',
];

/** Last, as its commands install anew and uninstall. */
const OF_INSTALLING = 'install.md';
const DOCS = readdirSync(join(CHECKOUT, 'docs')).filter((name) => name.endsWith('.md') && name !== OF_INSTALLING);
const FILES = ['README.md', ...[...DOCS, OF_INSTALLING].map((name) => `docs/${name}`)];

interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

interface Step {
  readonly command: string;
  readonly expected: readonly string[];
}

function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    line: markdown.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** `$ command` lines, each with the output below it. */
function stepsOf(text: string): readonly Step[] {
  const steps: { command: string; expected: string[] }[] = [];
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), expected: [] });
    else steps.at(-1)?.expected.push(line);
  }
  return steps;
}

/** A line `...` stands for any lines, `...` within a line for any text. */
function outputPattern(expected: readonly string[]): RegExp {
  const lines = expected.map((line) =>
    line === '...' ? '(?:.*\\n)*?' : `${line.split('...').map(escapeRegex).join('.*')}\\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** One bash for the block; what each of its commands printed, stdout and stderr together. */
function runBlock(steps: readonly Step[]): readonly string[] {
  const mark = '<<end of command>>';
  const script = steps.map(({ command }) => `{ ${command}\n} 2>&1; printf '%s\\n' '${mark}'`).join('\n');
  const { stdout } = home.run('/bin/bash', ['-c', script], {
    cwd: join(home.home, 'project'),
    env: { PATH: `${home.guardedPath}:${home.home}/.local/bin` },
  });
  const outputs = stdout.split(`${mark}\n`);
  expect(outputs).toHaveLength(steps.length + 1);
  return outputs;
}

/** A guarded HOME with a repository, in which `./install.sh` is that of the checkout. */
function readersHome(): TempHome {
  const home = installedHome('reader');
  const project = join(home.home, 'project');
  mkdirSync(project);
  home.run('/usr/bin/git', ['init', '-q', '-b', 'topic', project]);
  writeFileSync(join(project, '.git/info/exclude'), 'install.sh\n');
  writeFileSync(join(project, 'notes.txt'), '');
  writeFileSync(join(project, 'install.sh'), `#!/bin/sh\nexec '${CHECKOUT}/install.sh' --no-build --no-agents "$@"\n`);
  chmodSync(join(project, 'install.sh'), 0o755);
  return home;
}

/** What a table of verdicts calls them. */
const VERDICTS: Readonly<Record<string, string>> = {
  runs: 'allow',
  'needs approval': 'require_approval',
  denied: 'deny',
};

/** Rows of a table with the head `| Command | From you | From an agent |`. */
function verdictRows(markdown: string): readonly (readonly [command: string, human: string, ai: string])[] {
  const [, table = ''] = markdown.split(/^\| Command \| From you \| From an agent \|\n\|[- |]+\|\n/m);
  return [...table.matchAll(/^\| `(.+)` \| ([a-z ]+) \| ([a-z ]+) \|$/gm)].map(
    ([, command = '', human = '', ai = '']) => [command.replaceAll('\\|', '|'), human, ai],
  );
}

/** One for all: what the commands of a file have changed is undone. */
let home: TempHome;
let restore: () => void;
beforeAll(() => {
  home = readersHome();
  restore = home.keep();
});
afterAll(() => home.remove());

describe.each(FILES)('%s', (file) => {
  const blocks = blocksOf(readFileSync(join(CHECKOUT, file), 'utf8'));
  const consoles = blocks.filter(({ language }) => language === 'console');

  test('shows no commands that nobody runs', () => {
    const shown = blocks.filter(({ language }) => ['sh', 'bash', 'shell', 'zsh', 'fish'].includes(language));
    expect(shown.map(({ text }) => text.trim()).filter((text) => !NOT_RUN.includes(text))).toEqual([]);
  });

  if (consoles.length === 0) return;
  test('shows what its commands print', () => {
    try {
      for (const { line, text } of consoles) {
        const steps = stepsOf(text);
        const outputs = runBlock(steps);
        for (const [index, { command, expected }] of steps.entries()) {
          expect(outputs[index], `${file}:${line}: ${command}`).toMatch(outputPattern(expected));
        }
      }
    } finally {
      restore();
    }
  });
});

describe('the verdicts in README.md', () => {
  const rows = verdictRows(readFileSync(join(CHECKOUT, 'README.md'), 'utf8'));

  test('are six', () => expect(rows).toHaveLength(6));

  test.each(rows)('%s: for a person %s, for an agent %s', (command, human, ai) => {
    for (const [actor, told] of Object.entries({ human, ai })) {
      const { stdout } = home.run(join(home.home, '.local/bin/safeshell'), ['check', '--actor', actor, command], {
        cwd: join(home.home, 'project'),
      });
      expect([actor, stdout.split('  ')[0]?.trim()]).toEqual([actor, VERDICTS[told]]);
    }
  });
});
