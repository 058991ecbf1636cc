import fc from 'fast-check';
import '../support/seed.ts';
import { describe, expect, test } from 'vitest';
import { claude } from '../../src/rules/import/claude.ts';
import { codex } from '../../src/rules/import/codex.ts';
import { gemini } from '../../src/rules/import/gemini.ts';
import { claudeMatches } from '../support/import/claude.ts';
import { type CodexPattern, codexMatches } from '../support/import/codex.ts';
import { type GeminiRule, geminiMatches } from '../support/import/gemini.ts';
import { allowsLine, importedPolicy, restrictsLine } from '../support/import/ours.ts';
import { least, runs } from '../support/runs.ts';

const PROGRAMS = ['git', 'npm', 'ls', './run.sh', '/usr/bin/git', 'find', 'timeout', 'watch', 'k'];
const ARGS = [
  'log',
  'push',
  'run',
  'test',
  'build',
  '-p',
  '--force',
  '--output=x',
  'main',
  'x',
  '-exec',
  '-delete',
  'a:b',
];
/** Words that mean something to the shell. */
const TRICKY = [
  '"log"',
  "'log'",
  'l"o"g',
  '\\log',
  '$X',
  '${X}',
  '"$X"',
  '$(ls)',
  '`ls`',
  '*.ts',
  'lo?',
  '[l]og',
  '{log,push}',
  '~/x',
  "$'log'",
  '"a b"',
  "'a;b'",
  '"a|b"',
  '>out',
  '2>out',
  '>/dev/null',
  '2>&1',
  '2>/dev/null',
  '<in',
  '<<<x',
  '>&2',
  '&>/dev/null',
  '>/dev/null/../x',
  '$((1+1))',
  '<(ls)',
  '>(ls)',
  '"-exec"',
  "'-delete'",
  '=x',
  '!x',
  'HEAD~1',
  'stash@{0}',
  '',
  '""',
  '\u00e9',
];
const PREFIXES = [
  'FOO=x',
  'NODE_ENV=test',
  'sudo',
  'env',
  'timeout 30',
  'command',
  'exec',
  'eval',
  'nice',
  'xargs',
  '\\',
];

const argument = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ARGS) },
  { weight: 1, arbitrary: fc.constantFrom(...TRICKY) },
);
const blank = fc.oneof(
  { weight: 12, arbitrary: fc.constant(' ') },
  { weight: 1, arbitrary: fc.constantFrom('  ', '\t', ' \\\n') },
);

/** Mostly nothing. */
function rarely(...texts: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...texts) });
}

const someWords = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PROGRAMS) },
  { weight: 1, arbitrary: fc.constantFrom('"git"', '/tmp/git', '$P', 'g\\it') },
);

/** A simple command, which often begins with these words. */
function simpleCommand(words: readonly string[]): fc.Arbitrary<string> {
  const begin = fc.oneof({ weight: 4, arbitrary: fc.constant(words.join(' ')) }, { weight: 1, arbitrary: someWords });
  return fc
    .tuple(rarely(...PREFIXES), begin, fc.array(fc.tuple(blank, argument), { maxLength: 3 }))
    .map(([prefix, first, args]) => {
      const lead = prefix === '' || prefix === '\\' ? prefix : `${prefix} `;
      return `${lead}${first}${args.map((one) => one.join('')).join('')}`;
    });
}

const BEFORE = [
  'cd /tmp && ',
  'cd . && ',
  'export FOO=x; ',
  'git() { rm -rf x; }; ',
  'PATH=/tmp:$PATH; ',
  'alias git=rm\n',
  'set -- git log; ',
  'GIT_PAGER=x; ',
];
/** Other programs than the line's may still be allowed behind these. */
const HARMLESS = /^(?:git\(|alias |! |time )/;
const KEYWORDS = ['! ', 'time '];
const OPERATORS = [' && ', ' || ', '; ', ' | ', ' & ', '\n'];

/** A line with the simple commands in it, and what may stand before them. */
function someLine(words: readonly string[]) {
  return fc
    .tuple(
      rarely(...BEFORE, ...KEYWORDS),
      fc.array(fc.tuple(simpleCommand(words), fc.constantFrom(...OPERATORS)), { minLength: 1, maxLength: 2 }),
      rarely('(', '{ '),
    )
    .map(([before, parts, around]) => {
      const commands = parts.map(([command]) => command);
      const joined = parts
        .map(([command, operator], at) => command + (at === parts.length - 1 ? '' : operator))
        .join('');
      const line = around === '' ? joined : around === '(' ? `(${joined})` : `{ ${joined}; }`;
      return {
        commands,
        line: `${before}${line}`,
        isBare: before === '',
        isChanged: before !== '' && !HARMLESS.test(before),
      };
    });
}

/** A rule, made of words, and a line. */
function ruleAndLine<Rule>(ruleOf: (words: readonly string[]) => fc.Arbitrary<Rule>) {
  return words.chain((all) => fc.tuple(ruleOf(all), someLine(all)));
}

const words = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.array(fc.constantFrom(...ARGS), { maxLength: 2 }))
  .map(([one, more]) => [one, ...more]);

const RUNS = { numRuns: runs(400) };

/** Every one of the line's commands, taken alone, is allowed by the agent too, where ours allows the line. */
function expectNotWider(
  isOurs: boolean,
  { commands, isChanged }: { readonly commands: readonly string[]; readonly isChanged: boolean },
  isTheirs: (command: string) => boolean,
) {
  if (isOurs) expect(isChanged).toBe(false);
  if (isOurs) expect(commands.filter((command) => !isTheirs(command))).toEqual([]);
}

/** How often a property said something: one that never does would be worth nothing. */
function counting() {
  let count = 0;
  return {
    add: (isOne: boolean) => (count += isOne ? 1 : 0),
    atLeast: (times: number) => expect(count).toBeGreaterThanOrEqual(least(times)),
  };
}

function claudeRule(all: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('', ' *', ':*', '*'), fc.option(fc.constantFrom(0, 1), { freq: 2, nil: undefined }))
    .filter(([, wildcard]) => wildcard !== 0 || all.length > 1)
    .map(([tail, wildcard]) => `Bash(${all.map((word, at) => (at === wildcard ? '*' : word)).join(' ')}${tail})`);
}

function claudeFile(list: string, rules: readonly string[]) {
  return [{ path: '/home/u/.claude/settings.json', text: JSON.stringify({ permissions: { [list]: rules } }) }];
}

function codexPattern([program = '', ...rest]: readonly string[]): fc.Arbitrary<CodexPattern> {
  return fc.option(fc.constantFrom('log', 'test'), { freq: 2, nil: undefined }).map((other) => {
    const [second, ...more] = rest;
    return second === undefined || other === undefined ? [program, ...rest] : [program, [second, other], ...more];
  });
}

function codexFile(decision: string, pattern: CodexPattern) {
  return [
    {
      path: '/home/u/.codex/rules/a.rules',
      text: `prefix_rule(pattern=${JSON.stringify(pattern)}, decision="${decision}")\n`,
    },
  ];
}

const REGEXES = [
  'git (log|push)',
  'npm run \\\\w+',
  'git|npm',
  'ls',
  'git [a-z]+',
  'git log( -p)?',
  '(git|npm) \\\\S+ main',
  '.*log',
];

function geminiFile(decision: string, rule: GeminiRule) {
  const [[key, value] = ['', '']] = Object.entries(rule);
  const text = `[[rule]]\ntoolName = "run_shell_command"\n${key} = "${value}"\ndecision = "${decision}"\npriority = 100\n`;
  return [{ path: '/home/u/.gemini/policies/a.toml', text }];
}

describe('an imported rule that allows is never wider than the original', () => {
  test('Claude Code', () => {
    const allowed = counting();
    fc.assert(
      fc.property(ruleAndLine(claudeRule), ([rule, line]) => {
        const { policy } = importedPolicy(claude, claudeFile('allow', [rule]));
        const isOurs = allowsLine(policy, line.line);
        allowed.add(isOurs);
        expectNotWider(isOurs, line, (command) => claudeMatches(rule, command, 'allow'));
      }),
      RUNS,
    );
    allowed.atLeast(20);
  });

  test('Codex', () => {
    const allowed = counting();
    fc.assert(
      fc.property(ruleAndLine(codexPattern), ([pattern, line]) => {
        const { policy } = importedPolicy(codex, codexFile('allow', pattern));
        const isOurs = allowsLine(policy, line.line);
        allowed.add(isOurs);
        expectNotWider(isOurs, line, (command) => codexMatches(pattern, command));
      }),
      RUNS,
    );
    allowed.atLeast(20);
  });

  test('Gemini CLI', () => {
    const allowed = counting();
    const rule = (all: readonly string[]): fc.Arbitrary<GeminiRule> =>
      fc.oneof(
        fc.constant({ commandPrefix: all.join(' ') }),
        fc.constantFrom(...REGEXES).map((commandRegex) => ({ commandRegex })),
      );
    fc.assert(
      fc.property(ruleAndLine(rule), ([written, line]) => {
        const { policy } = importedPolicy(gemini, geminiFile('allow', written));
        const isOurs = allowsLine(policy, line.line);
        allowed.add(isOurs);
        const regex = written.commandRegex?.replaceAll('\\\\', '\\');
        const theirs = regex === undefined ? written : { commandRegex: regex };
        expectNotWider(isOurs, line, (command) => geminiMatches(theirs, command, 'allow'));
      }),
      RUNS,
    );
    allowed.atLeast(20);
  });
});

/** With nothing in front of the commands, which would be something else to the agent too. */
describe('an imported rule that restricts is never narrower', () => {
  test('Claude Code', () => {
    const stopped = counting();
    fc.assert(
      fc.property(ruleAndLine(claudeRule), ([rule, { commands, line, isBare }]) => {
        fc.pre(isBare);
        const { policy } = importedPolicy(claude, claudeFile('deny', [rule]));
        const isTheirs = commands.some((command) => claudeMatches(rule, command, 'deny'));
        stopped.add(isTheirs);
        if (isTheirs) expect([line, restrictsLine(policy, line, 'deny')]).toEqual([line, true]);
      }),
      RUNS,
    );
    stopped.atLeast(20);
  });

  test('Codex', () => {
    const stopped = counting();
    fc.assert(
      fc.property(ruleAndLine(codexPattern), ([pattern, { commands, line, isBare }]) => {
        fc.pre(isBare);
        const { policy } = importedPolicy(codex, codexFile('prompt', pattern));
        const isTheirs = commands.some((command) => codexMatches(pattern, command, { byPath: true }));
        stopped.add(isTheirs);
        if (isTheirs) expect([line, restrictsLine(policy, line, 'require_approval')]).toEqual([line, true]);
      }),
      RUNS,
    );
    stopped.atLeast(20);
  });

  test('Gemini CLI', () => {
    const stopped = counting();
    const prefix = (all: readonly string[]): fc.Arbitrary<GeminiRule> => fc.constant({ commandPrefix: all.join(' ') });
    fc.assert(
      fc.property(ruleAndLine(prefix), ([written, { commands, line, isBare }]) => {
        fc.pre(isBare);
        const { policy } = importedPolicy(gemini, geminiFile('deny', written));
        const isTheirs = commands.some((command) => geminiMatches(written, command, 'deny'));
        stopped.add(isTheirs);
        if (isTheirs) expect([line, restrictsLine(policy, line, 'deny')]).toEqual([line, true]);
      }),
      RUNS,
    );
    stopped.atLeast(20);
  });
});
