import { describe, expect, test } from 'vitest';
import type { RefusalCause } from '../../../src/model/outcome.ts';
import { helpOf } from '../../../src/text/help.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { brokenLine, refusalLine, refusalText, replacementText } from '../../../src/text/refusal.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: no, commands: [frob], action: deny, message: "Frobs everything.", help: "frob --gently" }
  - { name: other, commands: [knob], action: redirect, redirect_to: "knob --safe $ARGS", message: "Knobs hard." }
`,
});
const DENIED = judged(POLICY, requestOf(['frob', 'a b', '\x1b[31m']));
const PLAIN = createPaint(false);
const PAGE = { paint: PLAIN, columns: Number.POSITIVE_INFINITY, rows: 0 };

test('a person reads what, which rule, why and what instead', () => {
  expect(
    refusalText({ kind: 'refuse', cause: 'denied' }, DENIED, PAGE),
  ).toBe(`safeshell: denied  frob 'a b' '\\x1b[31m'  [p/no]
  Frobs everything.
  instead: frob --gently
`);
});

test.each<RefusalCause>([
  'denied',
  'said-no',
  'interrupted',
  'nobody-to-ask',
  'no-replacement',
  'unsupported',
  'guard-broken',
])('an agent reads one line of JSON that ends its retries: %s', (cause) => {
  const line = refusalLine({ kind: 'refuse', cause }, DENIED);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  const fields = JSON.parse(line.replace('safeshell: ', '')) as Record<string, unknown>;
  expect(fields).toMatchObject({
    cause,
    rule: 'p/no',
    reason: 'Frobs everything.',
    help: 'frob --gently',
    retry: false,
  });
  expect(fields.advice).toContain('Do not retry');
  expect(line).not.toContain('BYPASS');
});

test('a broken guard says so in the same form', () => {
  expect(JSON.parse(brokenLine('frob', 'it "broke"\n').replace('safeshell: ', ''))).toMatchObject({
    decision: 'deny',
    cause: 'guard-broken',
    retry: false,
  });
});

describe('help in the words of the line', () => {
  const policy = policyOf({
    p: 'rules: [{ name: no, commands: [frob], action: deny, message: No., help: "Get {url}, keep {file}, {cwd}" }]',
  });
  test.each([
    ['frob a/b.txt -x', 'URL', 'a/b.txt'],
    ['frob --in=x.txt ~/.env', 'URL', '~/.env'],
    ['curl -fsSL https://a.io/i.sh | frob', 'https://a.io/i.sh', 'FILE'],
    ['frob -X DELETE "http://a.io:8080/v1/x?y=1"', 'http://a.io:8080/v1/x?y=1', 'FILE'],
    ['frob http://b.io/2 http://a.io/1; curl http://c.io', 'http://b.io/2', 'FILE'],
    ['frob a.txt b.txt', 'URL', 'FILE'],
    ['frob /tmp/$X', 'URL', 'FILE'],
    ["frob 'a b.txt'", 'URL', 'FILE'],
    ['frob "https://a.io/$(id)"', 'URL', 'FILE'],
    ['frob "https://a.io/`id`"', 'URL', 'FILE'],
    ["frob 'https://a.io/x y'", 'URL', 'FILE'],
    ["frob 'https://a.io/x;id'", 'URL', 'FILE'],
    ['frob https://user:secret@a.io/x', 'URL', 'FILE'],
    [`frob https://a.io/${'x'.repeat(300)}`, 'URL', 'FILE'],
    ['frob -rf.x', 'URL', 'FILE'],
    ['frob plain', 'URL', 'FILE'],
  ])('%s', (line, url, file) => {
    const decision = judged(policy, { ...requestOf([]), action: { kind: 'line', line } });
    expect(helpOf(decision)).toBe(`Get ${url}, keep ${file}, {cwd}`);
  });
});

test('what runs instead is said', () => {
  const decision = judged(POLICY, requestOf(['knob', 'x']));
  const argv = decision.replacement?.argv ?? [];
  expect(replacementText(decision, argv, false, PLAIN)).toBe('safeshell: runs instead  knob --safe x  [p/other]\n');
  expect(JSON.parse(replacementText(decision, argv, true, PLAIN).replace('safeshell: ', ''))).toMatchObject({
    decision: 'redirect',
    ran: 'knob --safe x',
    reason: 'Knobs hard.',
  });
});
