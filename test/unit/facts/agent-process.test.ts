import { expect, test } from 'vitest';
import { lineShell } from '../../../src/facts/agent-process.ts';

/** `chain`: from the program up, a `|` between processes. */
test.each([
  ['frob | sh -c frob | claude', 'sh -c frob'],
  ['frob | bash -lc frob | claude | zsh', 'bash -lc frob'],
  ['frob | sh -c make | make -j | bash -c make | claude', 'bash -c make'],
  ['frob | timeout 9 frob | bash -o pipefail -c x | claude', 'bash -o pipefail -c x'],
  ['frob | sh -c frob | node server.js | claude', 'sh -c frob'],
  ['frob | node server.js | claude', undefined],
  ['frob | bash | claude', undefined],
  ['frob | bash -i | tmux | claude', undefined],
  ['frob | claude', undefined],
  ['frob | sh -c frob | zsh', undefined],
  ['', undefined],
])('%s: %s', (chain, expected) => {
  const processes = chain.split(' | ').map((line, at) => ({
    pid: at + 100,
    argv: line.split(' '),
    started: String(at),
    environment: () => ({}),
  }));
  expect(lineShell(processes)?.argv.join(' ')).toBe(expected);
});
