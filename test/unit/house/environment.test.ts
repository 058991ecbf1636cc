import { homedir } from 'node:os';
import { expect, test } from 'vitest';

/** test/support/own-environment.ts; what vitest says to its workers is in capitals, and nothing that a shell or agent sets. */
test('nothing of whoever runs the tests is seen by them', () => {
  const foreign = /^(?:XDG_|LC_|GIT_|CLAUDE|CODEX|AI_AGENT|AGENT$|TERM_|COLORTERM|SHELL$|SSH_|TMUX|NODE_OPTIONS|npm_)/;
  expect(Object.keys(process.env).filter((name) => foreign.test(name))).toEqual([]);
  const { TERM, LANG, HOME } = process.env;
  expect({ TERM, LANG, home: homedir() }).toEqual({ TERM: 'dumb', LANG: 'C.UTF-8', home: HOME });
});
