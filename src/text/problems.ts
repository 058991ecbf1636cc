import type { Problem, ProblemCode } from '../model/errors.ts';
import { printable } from './printable.ts';

const SENTENCES: Readonly<Record<ProblemCode, (subject: string) => string>> = {
  'yaml-syntax': (subject) => `not valid YAML at \`${subject}\``,
  'unreadable-file': (subject) => `cannot read \`${subject}\``,
  'unknown-key': (subject) => `unknown key \`${subject}\``,
  'missing-key': (subject) => `missing key \`${subject}\``,
  'wrong-type': (subject) => `wrong kind of value \`${subject}\``,
  'wrong-value': (subject) => `wrong value \`${subject}\``,
  'duplicate-name': (subject) => `two rules are called \`${subject}\``,
  'bash-condition': (subject) => `bash text \`${subject}\` is no condition`,
  'unknown-condition': (subject) => `unknown condition \`${subject}\``,
  'bad-regex': (subject) => `not a regular expression: \`${subject}\``,
  'exponential-regex': (subject) => `regular expression \`${subject}\` takes exponential time on some commands`,
  'bad-glob': (subject) => `not a glob: \`${subject}\``,
  'bad-template': (subject) => `cannot build a command from \`${subject}\``,
  'unknown-dialect': (subject) => `unknown dialect \`${subject}\``,
  'unknown-rule': (subject) => `no single rule is called \`${subject}\``,
  'not-overridable': (subject) => `rule \`${subject}\` may not be loosened`,
  'not-trusted': (subject) => `\`${subject}\` would loosen the policy, and this file is not trusted`,
  'not-enforced': (subject) => `\`${subject}\` has no effect`,
  doubtful: (subject) => `\`${subject}\` may not mean what it looks like`,
  unsupported: (subject) => `\`${subject}\` is not supported`,
  'failed-example': (subject) => `example \`${subject}\` comes out wrong`,
};

/** `file:12:5: error: unknown key `comands`, expected one of ..` and the help on a line of its own. */
export function problemText({ code, level, at, subject, expected, help }: Problem): string {
  const what = SENTENCES[code](subject) + (expected === undefined ? '' : `, expected ${expected}`);
  const line = printable(`${at.file}:${at.line}:${at.column}: ${level}: ${what}`);
  return help === undefined ? line : `${line}\n  help: ${printable(help)}`;
}
