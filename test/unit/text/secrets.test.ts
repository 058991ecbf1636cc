import { expect, test } from 'vitest';
import { agentRefusal } from '../../../src/text/agent-message.ts';
import { explainText } from '../../../src/text/decision.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { questionText } from '../../../src/text/question.ts';
import { brokenText, refusalLine, refusalText, replacementText } from '../../../src/text/refusal.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: other, commands: [frob], action: redirect, redirect_to: "frob --safe $ARGS", message: "as {command}" }
`,
});
const TOKEN = `ghp_${'a1B2c3D4'.repeat(4)}`;
// long enough that a secret would be cut in two where a text is shortened
const ARGV = ['frob', '--password', 'hunter2horse', 'https://bob:hunter2horse@git.test', 'x'.repeat(76), TOKEN];
const DECISION = judged(POLICY, requestOf([...ARGV, 'y'.repeat(150), `-H`, `Authorization: Bearer ${TOKEN}`]));
const PAINT = createPaint(true);
const PAGE = { paint: PAINT, columns: 80, rows: 24 };
const REFUSAL = { kind: 'refuse', cause: 'denied' } as const;

test.each([
  ['a question', questionText(DECISION, PAGE)],
  ['a refusal', refusalText(REFUSAL, DECISION, PAGE)],
  ['a refusal for an agent', refusalLine(REFUSAL, DECISION)],
  ['a refusal by a hook', agentRefusal({ what: ARGV.join(' '), cwd: '/w' }, REFUSAL, DECISION)],
  ['what runs instead', replacementText(DECISION, ARGV, false, PAINT)],
  ['what runs instead, for an agent', replacementText(DECISION, ARGV, true, PAINT)],
  ['an explanation', explainText(DECISION, PAINT, 'all')],
  ['a broken guard', brokenText(ARGV, `no ${TOKEN}`, 'not run')],
])('%s shows no secrets', (_label, text) => {
  expect(text).toContain('frob');
  expect(text).not.toMatch(/hunter2|a1B2c3/);
});
