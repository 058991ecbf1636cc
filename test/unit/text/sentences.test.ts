import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RefusalCause } from '../../../src/model/outcome.ts';
import type { Losses } from '../../../src/model/undo.ts';
import { adviceFor } from '../../../src/text/advice.ts';
import {
  agentKept,
  agentRefusal,
  agentRefusedWrite,
  agentReplacement,
  dialogQuestion,
} from '../../../src/text/agent-message.ts';
import { keptLine, refusedWriteLine } from '../../../src/text/refusal.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';
import { literalsIn } from '../../support/literals.ts';
import { wrongStarts } from '../../support/sentences.ts';

// How sentences start that people and models read. What the command line prints in a test is checked by callCli.

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
const LINES = ['frob x', 'bare', 'sure $X', 'knob x', 'eval "$X"', 'echo (', 'ls )', 'ls'];

const LOSSES: Losses = {
  counts: { changed: 0, untracked: 1, ignored: 0, other: 0, bytes: 1, commits: 0 },
  missing: [],
};

test.each(CAUSES)('of a refusal: %s', (cause) => {
  const asked = [{ kind: 'refuse', cause } as const, { kind: 'refuse', cause, request: 'abcdef012345' } as const];
  expect(asked.map((refusal) => adviceFor(refusal, '/p')).flatMap(wrongStarts)).toEqual([]);
  for (const line of LINES) {
    const decision = judged(POLICY, { ...requestOf([]), action: { kind: 'line', line } });
    const losing = { ...decision, losses: { ...LOSSES, missing: ['the name of x is not known'], problem: 'EFBIG' } };
    const texts = asked.flatMap((refusal) =>
      [decision, losing].map((one) =>
        agentRefusal({ what: line, cwd: '/p' }, refusal, one, cause === 'unsupported' ? 'knob' : undefined),
      ),
    );
    expect([...texts, dialogQuestion(line, losing, 7), agentReplacement(line, decision)].flatMap(wrongStarts)).toEqual(
      [],
    );
  }
});

test('of what was not kept', () => {
  const kept = { ...LOSSES, promises: 'none', problem: 'the disk is full' } as const;
  for (const outcome of [{ kind: 'run', by: 'once' } as const])
    expect([agentKept(outcome, kept) ?? '', keptLine(outcome, kept, false)].flatMap(wrongStarts)).toEqual([]);
});

test('of a refused write', () => {
  const refused = { path: '/x', permit: undefined, project: '/p' };
  for (const one of [refused, { ...refused, path: undefined }])
    expect([agentRefusedWrite(one, '/home'), refusedWriteLine(one, '/home', false)].flatMap(wrongStarts)).toEqual([]);
});

const SRC = join(import.meta.dirname, '../../../src');
const ROOMS = 'surfaces text install undo trash store session settle report suggest policy cases host'.split(' ');
/** Speaks as rm does. */
const AS_RM = 'cli/trash/put.ts';
const LINES_FOR_PEOPLE = new Set(['out', 'err', 'tell', 'writeStderr', 'confirmed', 'agreed', 'answered']);
const ERRORS = new Set(['UsageError', 'InstallError']);

test.each(ROOMS)('of what src/%s prints', (room) => {
  const files = readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => file.endsWith('.ts') && file !== AS_RM);
  const texts = own
    .flatMap((file) => literalsIn(join(SRC, room, file)))
    .flatMap(({ text, to = '' }) => {
      if (LINES_FOR_PEOPLE.has(to)) return text;
      const paragraphs = text.split(/(?<=\.)\n/).map((one) => one.replace(/\s*\n\s*/g, ' '));
      return paragraphs.map((one) => `safeshell: ${ERRORS.has(to) ? '' : 'x '}${one}`);
    });
  expect(texts.flatMap(wrongStarts)).toEqual([]);
});
