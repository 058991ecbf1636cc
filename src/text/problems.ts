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
  'unknown-subcommand': (subject) => `no subcommand is called \`${subject}\``,
  'unknown-option': (subject) => `no option is called \`${subject}\``,
  'unknown-program': (subject) => `nobody here knows a program \`${subject}\``,
  'never-holds': (subject) => `\`${subject}\` never holds`,
  'never-wins': (subject) => `\`${subject}\` never allows anything`,
  covered: (subject) => `\`${subject}\` never decides`,
  'eaten-escape': (subject) => `YAML takes the backslash out of ${subject}`,
  untested: (subject) => `no examples for ${subject} rules`,
};

/** What they say as `expected` is what is wrong, in the words of who reads such a text. */
const SAY_WHY: readonly ProblemCode[] = ['bad-regex', 'bad-glob', 'exponential-regex', 'never-wins', 'covered'];

/**
 * `file:12:5: error: unknown key `comands`, did you mean `commands`?`, or what was expected, and other help on a line of
 * its own. Where a word is near, the list of all that are possible is left out.
 */
export function problemText({ code, level, at, subject, expected, help }: Problem): string {
  const isNear = help?.startsWith('did you mean') === true;
  const wanted =
    expected === undefined || isNear ? '' : SAY_WHY.includes(code) ? `: ${expected}` : `, expected ${expected}`;
  const line = `${at.file}:${at.line}:${at.column}: ${level}: ${SENTENCES[code](subject)}${isNear ? `, ${help}` : wanted}`;
  return help === undefined || isNear ? printable(line) : `${printable(line)}\n  help: ${printable(help)}`;
}

/** File by file as they came, each from its top. */
export function byPosition(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ at }) => at.file))];
  return [...problems].sort(
    (a, b) => files.indexOf(a.at.file) - files.indexOf(b.at.file) || a.at.line - b.at.line || a.at.column - b.at.column,
  );
}
