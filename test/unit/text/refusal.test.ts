import { describe, expect, test } from 'vitest';
import type { RefusalCause } from '../../../src/model/outcome.ts';
import { helpOf } from '../../../src/text/help.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { brokenLine, refusalLine, refusalText, replacementText } from '../../../src/text/refusal.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';
import { shipped } from '../../support/shipped.ts';

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
    p: 'rules: [{ name: no, commands: [frob], action: deny, message: No., help: "Get {url}, keep {file}, {cwd}, {command} -n" }]',
  });
  test.each([
    ['frob a/b.txt -x', 'URL', 'a/b.txt', 'frob a/b.txt -x'],
    ['frob --in=x.txt ~/.env', 'URL', '~/.env', 'frob --in=x.txt ~/.env'],
    ['curl -fsSL https://a.io/i.sh | frob', 'https://a.io/i.sh', 'FILE', 'frob'],
    ['frob -X DELETE "http://a.io:8080/v1/x?y=1"', 'http://a.io:8080/v1/x?y=1', 'FILE', 'COMMAND'],
    ['frob http://b.io/2 http://a.io/1; curl http://c.io', 'http://b.io/2', 'FILE', 'frob http://b.io/2 http://a.io/1'],
    ['frob a.txt b.txt', 'URL', 'FILE', 'frob a.txt b.txt'],
    ['frob /tmp/$X', 'URL', 'FILE', 'COMMAND'],
    ["frob 'a b.txt'", 'URL', 'FILE', 'COMMAND'],
    ['frob "https://a.io/$(id)"', 'URL', 'FILE', 'COMMAND'],
    ['frob "https://a.io/`id`"', 'URL', 'FILE', 'COMMAND'],
    ["frob 'https://a.io/x y'", 'URL', 'FILE', 'COMMAND'],
    ["frob 'https://a.io/x;id'", 'URL', 'FILE', 'COMMAND'],
    ['frob https://user:secret@a.io/x', 'URL', 'FILE', 'COMMAND'],
    [`frob https://a.io/${'x'.repeat(300)}`, 'URL', 'FILE', 'COMMAND'],
    ['frob -rf.x', 'URL', 'FILE', 'frob -rf.x'],
    ['frob plain', 'URL', 'FILE', 'frob plain'],
    ['frob -- x', 'URL', 'FILE', 'COMMAND'],
    ['frob x --', 'URL', 'FILE', 'COMMAND'],
    ["frob ''", 'URL', 'FILE', 'COMMAND'],
    ['sudo frob --x=1', 'URL', 'FILE', 'frob --x=1'],
  ])('%s', (line, url, file, command) => {
    const decision = judged(policy, { ...requestOf([]), action: { kind: 'line', line } });
    expect(helpOf(decision)).toBe(`Get ${url}, keep ${file}, {cwd}, ${command} -n`);
  });

  /** Signs of a name: a path, a host, a number. */
  const SIGNS = /[./:@=*~\d]/;
  /** The same on every machine, or in every project: places of the system, subcommands, modes, stores. */
  const NO_NAMES = new Set(
    `. / /tmp/ ./:/app /proc/mdstat /proc/sys/kernel/sysrq /proc/self/cgroup ~/.local/bin/ dist/* if=/dev/zero bs=1M count=10 600 644
    755 100 1 .env .env.example .gitignore .mcp.json .cargo/config.toml /registry/secrets s3 ec2 r2 s3api x509 /c:5 /query
    emulators:start flyway:info db:migrate:status gitlab:check pg:info pipelines:diff projects:list ps:report environment:list env:info
    vm.info ban.list state.apply d1 jenkins-cli.jar test=True repository.url credential.helper https://slack.com/api/auth.test
    https://connect.squareupsandbox.com/v2/payments`.split(/\s+/),
  );
  /** Names that examples like to have. */
  const EXAMPLES =
    /^(?:web|nginx|orders|shop|prod|production|staging|main|master|old|express|requests|lodash|guest|[a-z])$/;

  test.each(shipped().policy.modules.flatMap(({ rules }) => rules.filter(({ help }) => help !== undefined)))(
    'of $id names no other things',
    ({ help = '' }) => {
      const spans = [...help.matchAll(/`([^`]*)`/g)].map(([, span = '']) => span.replace(/'[^']*\([^']*'/g, ''));
      const words = spans.flatMap((span) => span.split(/\s+/).slice(1)).filter((word) => !/^-|[A-Z]{3}|\{/.test(word));
      expect(words.filter((word) => EXAMPLES.test(word) || (SIGNS.test(word) && !NO_NAMES.has(word)))).toEqual([]);
    },
  );
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
