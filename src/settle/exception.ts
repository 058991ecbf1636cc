import { existsSync, readFileSync } from 'node:fs';
import { askingMatches, type Decision, type RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { RuleIndex } from '../model/policy.ts';
import { wordValue } from '../model/word.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';
import { isWithin } from '../util/path.ts';
import { withListItems } from '../util/yaml-list.ts';

/** What "always" excepts: exactly this command, in this directory tree, from these rules. */
export interface Exception {
  /** rule ids */
  readonly rules: readonly string[];
  readonly argv: readonly string[];
  /** one more word, `feature/*`: see the condition exact_command. Never from a prompt */
  readonly last?: string;
  /** absolute: the repository's root, else the working directory */
  readonly within: string;
  /** the file that it would be written to */
  readonly file: string;
}

export interface ExceptionScope {
  readonly within: string;
  readonly file: string;
}

/** The repository around a directory, as it lies on disk: GIT_* must not widen what "always" excepts. */
export function treeOf(cwd: string, facts: Facts): string {
  const repository = facts.git(cwd, {});
  const root = repository === null || repository === 'unknown' ? cwd : repository.root;
  return isWithin(cwd, root) ? root : cwd;
}

/**
 * The exception that would silence this question, or undefined where none may: a deny or a rule of pack `self` is among
 * the matches, a rule is not ours to loosen (managed, a project's own), or the command is not one plain, fully known start.
 */
export function proposeException(
  decision: Decision,
  policy: Pick<RuleIndex, 'modules'>,
  scope: ExceptionScope,
): Exception | undefined {
  const asking = askingMatches(decision);
  if (decision.unsure.length > 0 || asking.length === 0 || decision.analysis.invocations.length !== 1) return undefined;
  if (decision.trace.some(({ end, rule }) => end === 'matched' && rule.action === 'deny')) return undefined;
  if (!asking.every((match) => mayLoosen(match, policy))) return undefined;
  const [start] = decision.analysis.invocations;
  if (start === undefined || start.via.length + start.assignments.length + start.redirects.length > 0) return undefined;
  const argv = start.argv.map(wordValue);
  if (!argv.every((word): word is string => word !== undefined && isWritable(word))) return undefined;
  return { rules: [...new Set(asking.map(({ rule }) => rule.id))], argv, ...scope };
}

function mayLoosen({ rule, module, invocation }: RuleTrace, policy: Pick<RuleIndex, 'modules'>): boolean {
  const tier = policy.modules.find(({ name }) => name === module)?.tier;
  const isOurs = tier === 'user' || ((tier === 'pack' || tier === 'managed') && rule.overridable);
  return isOurs && !rule.id.startsWith('self/') && invocation === 0;
}

/** Bytes that are no UTF-8 arrive as U+FFFD: an exception for such a word would match other words, too. */
function isWritable(word: string): boolean {
  return !/[\p{Surrogate}\uFFFD]/u.test(word);
}

/** One list item per rule: JSON, which is YAML too, with what YAML takes for unprintable escaped. */
export function exceptionLines({ rules, argv, last, within }: Exception): readonly string[] {
  return rules.map((name) =>
    JSON.stringify({ name, unless: [{ exact_command: { argv, last, within } }] }).replace(
      /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

const HEADER = `# Written by "always" at a prompt, and by safeshell suggest: these commands, in these directories, are not asked about.
# Delete a line to be asked again.
version: 1
`;

/**
 * Adds the exception to its file, which appears whole or not at all; what people wrote into it stays.
 * Throws an Error where the file cannot be written or its `overrides` are spelled so that a line cannot be added.
 */
export function writeException(exception: Exception): void {
  const { file } = exception;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const after = withException(before, exception);
  if (after === undefined) throw new Error(`${file}: \`overrides\` is not a list of lines`);
  writeFileAtomic(file, after);
}

/** The text of the file with the exception in it; `text` undefined = there is none yet. undefined = no line can be added. */
export function withException(text: string | undefined, exception: Exception): string | undefined {
  const before = text ?? HEADER;
  const fresh = exceptionLines(exception).filter((item) => !before.includes(`- ${item}\n`));
  return fresh.length === 0 ? before : withListItems(before, 'overrides', fresh);
}
