import fc from 'fast-check';
import '../support/seed.ts';
import { describe, expect, test } from 'vitest';
import { verdictWord } from '../../src/model/decision.ts';
import type { Policy, Rule } from '../../src/model/policy.ts';
import { strictness } from '../../src/model/verdict.ts';
import { inMode } from '../../src/policy/mode.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { judgeIn } from '../support/judge.ts';
import { linesOf } from '../support/lines.ts';
import { runs } from '../support/runs.ts';
import { shipped } from '../support/shipped.ts';

const { policy } = shipped();
const LINES = ['everyday', 'destructive', 'mentions'].flatMap((name) => linesOf(`test/cases/${name}.yaml`));
/** Lines that are one plain command: what a person could type word by word. */
const PLAIN = LINES.filter((line) => /^[\w./:@=,+-]+( [\w./:@=,+-]+)*$/.test(line) && !/^\w+=/.test(line));

/** Words that only the shell knows: no wrapper can start them, and no argv has them first. */
const SHELL_WORD =
  /^(cd|export|source|\.|set|pushd|popd|alias|unset|exec|exit|return|eval|trap|type|command|builtin|wait|read|true|false|:|test|\[|declare|local|umask|ulimit|jobs|fg|bg|hash|shopt|time|if|for|while|until|case|function|select|coproc)( |$)/;

const line = fc.constantFrom(...LINES);
const plain = fc.constantFrom(...PLAIN);

function level(command: string | readonly string[], rules: Policy = policy): number {
  return strictness(judgeIn(rules, command).verdict);
}

describe('what must always hold', () => {
  test('what is not enforced changes nothing, and is told: it is what would hold if all were', () => {
    const watching = inMode(policy, 'watch');
    const own: Policy = { modules: policy.modules.filter(({ name }) => name === 'self') };
    fc.assert(
      fc.property(line, fc.constantFrom('ai' as const, 'human' as const), (command, actor) => {
        const whole = judgeIn(policy, command, actor);
        const decision = judgeIn(watching, command, actor);
        // doubts are nobody's rule: in a policy that watches they stop nothing either
        const held = judgeIn(inMode(own, 'watch'), command, actor);
        expect(verdictWord(decision)).toBe(verdictWord(held));
        expect(decision.trace.filter(({ end }) => end === 'matched').map(({ rule }) => rule.id)).toEqual(
          held.trace.filter(({ end }) => end === 'matched').map(({ rule }) => rule.id),
        );
        const isSame = strictness(verdictWord(whole)) <= strictness(verdictWord(decision));
        expect(decision.watched?.verdict).toBe(isSame ? undefined : verdictWord(whole));
        expect(decision.watched?.decider?.rule.id).toBe(isSame ? undefined : whole.decider?.rule.id);
      }),
      { numRuns: runs(150) },
    );
  });

  test('`a; b` is as strict as the stricter of both', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        // A start may change what follows (cd, export): only then may the second be judged differently.
        fc.pre(!/^(cd|export|source|\.|set|pushd|alias|unset|exec|exit|return) ?/.test(a));
        expect(level(`${a}; ${b}`)).toBe(Math.max(level(a), level(b)));
      }),
      { numRuns: runs(100) },
    );
  });

  test('quoting every word changes nothing', () => {
    fc.assert(
      fc.property(plain, (command) => {
        fc.pre(!SHELL_WORD.test(command));
        const quoted = command.split(' ').map((word) => `'${word}'`);
        expect(level(quoted.join(' '))).toBe(level(command));
      }),
      { numRuns: runs(100) },
    );
  });

  test('a line of plain words and its argv are judged alike', () => {
    fc.assert(
      fc.property(plain, (command) => {
        fc.pre(!SHELL_WORD.test(command));
        expect(level(command.split(' '))).toBe(level(command));
      }),
      { numRuns: runs(100) },
    );
  });

  test('a wrapper never weakens', () => {
    const wrappers = [
      'sudo',
      'env',
      'nohup',
      'timeout 5',
      'nice -n 5',
      'time',
      'command',
      'stdbuf -oL',
      'setsid',
      'busybox',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...wrappers), plain, (wrapper, command) => {
        fc.pre(!SHELL_WORD.test(command));
        expect(level(`${wrapper} ${command}`)).toBeGreaterThanOrEqual(level(command));
      }),
      { numRuns: runs(150) },
    );
  });

  test('a shell that is told the line never weakens it', () => {
    fc.assert(
      fc.property(fc.constantFrom('bash -c', 'sh -c', 'sudo sh -c', 'eval', 'env bash -lc'), line, (shell, command) => {
        // a new shell has words of its own in place of ours: $1 is known to be empty there
        fc.pre(!/\$\{?[0-9@*#]/.test(command));
        // and root has another home
        fc.pre(!(shell.startsWith('sudo') && /~|\bHOME\b/.test(command)));
        expect(level(`${shell} ${shQuote(command)}`)).toBeGreaterThanOrEqual(level(command));
      }),
      { numRuns: runs(150) },
    );
  });

  test('one more deny never weakens', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('git', 'rm', 'ls', 'npm', 'curl'), (command, program) => {
        const rule: Rule = {
          id: 'extra/deny',
          name: 'deny',
          at: { file: '', line: 1, column: 1 },
          commands: [program],
          when: [],
          unless: [],
          action: 'deny',
          severity: 'low',
          overridable: true,
        };
        const [first] = policy.modules;
        if (first === undefined) throw new Error('no shipped rules');
        const stricter: Policy = { modules: [...policy.modules, { ...first, name: 'extra', rules: [rule] }] };
        expect(level(command, stricter)).toBeGreaterThanOrEqual(level(command));
      }),
      { numRuns: runs(100) },
    );
  });
});
