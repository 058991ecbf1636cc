import { expect, test } from 'vitest';
import type { RefusalCause } from '../../../src/model/outcome.ts';
import { adviceFor } from '../../../src/text/advice.ts';
import { agentRefusal } from '../../../src/text/agent-message.ts';
import { refusedWriteText } from '../../../src/text/permits.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  rules: `
rules:
  - { name: no, commands: [frob], action: deny, message: No way., help: "Use \`knob\`." }
  - { name: bare, commands: [bare], action: deny }
  - { name: sure, commands: [sure], conditions: [{ args: { operand: x } }], action: require_approval }
  - { name: other, commands: [knob], action: redirect, redirect_to: "knob --safe $ARGS" }
`,
});
const CAUSES = [
  ...([
    'denied',
    'syntax',
    'said-no',
    'interrupted',
    'nobody-to-ask',
    'timeout',
    'no-replacement',
    'not-kept',
  ] as const),
  ...(['not-confined', 'unsupported', 'guard-broken'] as const),
] satisfies readonly RefusalCause[];
const LINES = ['frob x', 'bare', 'sure $X', 'knob x', 'eval "$X"', 'echo (', 'ls'];

/** After its head: `safeshell: refused: ` and the command are no sentence. */
function lowerStarts(text: string): readonly string[] {
  const [, body = text] = /^safeshell: [^`]*`.*?`(?: \[[^\]]*\])?\.(?: |$)(.*)$/s.exec(text) ?? [];
  return body.split(/(?<=[.!?]) (?=\S)/).filter((sentence) => /^[a-z]/.test(sentence));
}

test.each(CAUSES)('no sentence that a model reads starts in lower case: %s', (cause) => {
  const asked = [{ kind: 'refuse', cause } as const, { kind: 'refuse', cause, request: 'abcdef012345' } as const];
  expect(asked.map((refusal) => adviceFor(refusal, '/p')).flatMap(lowerStarts)).toEqual([]);
  for (const line of LINES) {
    const decision = judged(POLICY, { ...requestOf([]), action: { kind: 'line', line } });
    const texts = asked.map((refusal) =>
      agentRefusal({ what: line, cwd: '/p' }, refusal, decision, cause === 'unsupported' ? 'knob' : undefined),
    );
    expect(texts.flatMap(lowerStarts)).toEqual([]);
  }
});

test('nor one about a refused write', () => {
  const refused = { path: '/x', permit: undefined, project: '/p' };
  expect(lowerStarts(refusedWriteText(refused, '/home'))).toEqual([]);
  expect(lowerStarts(refusedWriteText({ ...refused, path: undefined }, '/home'))).toEqual([]);
});
