import type { Pattern, ToolTest } from '../../../model/policy.ts';
import type { Verdict } from '../../../model/verdict.ts';
import { compileGlob, compileRegex } from '../../../patterns/compile.ts';
import type { ProblemList } from '../../problems.ts';
import type { Path } from '../dialect.ts';

const MAX_PATTERN_LENGTH = 500;
const REGEX_CHARACTER = /[\\^$.*+?()[\]{}|]/;
/** Words and stars only: as a regex hardly meant, as a glob at once understood. */
const LOOKS_LIKE_GLOB = /^[\w*-]*\*[\w*-]*$/;

export interface ToolContext {
  readonly action: Verdict;
  readonly path: Path;
  readonly list: ProblemList;
}

/** A list holds whole names; a text is a whole name or a regex over the whole name. undefined = it is wrong. */
export function lowerTools(
  written: string | readonly string[] | undefined,
  context: ToolContext,
): readonly ToolTest[] | 'any' | undefined {
  if (written === undefined) return 'any';
  if (typeof written !== 'string') return written;
  if (!REGEX_CHARACTER.test(written)) return [written];
  const whole = wholeRegex(written, context);
  if (whole === undefined) return undefined;
  const glob = LOOKS_LIKE_GLOB.test(written) ? globBeside(written, context) : undefined;
  return glob === undefined ? [whole] : [whole, glob];
}

/** Anchored as a group, so that `a|b` is anchored on both sides of each. */
export function wholeRegex(written: string, { path, list }: Omit<ToolContext, 'action'>): Pattern | undefined {
  const [head = ''] = /^\(\?[a-zA-Z]+\)/.exec(written) ?? [];
  const anchored = `${head}\\A(?:${written.slice(head.length)})\\Z`;
  const pattern = lowerRegex(written, anchored, { path, list });
  return pattern && { ...pattern, written };
}

/** `delete_*` blocks `delete_user` too; to allow, only what the regex says counts. */
function globBeside(written: string, { action, path, list }: ToolContext): Pattern | undefined {
  list.add('doubtful', path, {
    level: 'notice',
    expected: 'a regular expression: `*` repeats the character before it',
    help:
      action === 'allow'
        ? `write \`${written.replaceAll('*', '.*')}\` for every tool that begins so`
        : `read as a glob too; write \`${written.replaceAll('*', '.*')}\` to say so`,
  });
  const glob = action === 'allow' ? undefined : compileGlob(written, { flavour: 'text' });
  return glob === undefined || 'error' in glob ? undefined : glob;
}

/** Python's spelling; searched anywhere unless it says otherwise. undefined = it is wrong. */
export function lowerRegex(
  subject: string,
  source: string,
  { path, list }: Omit<ToolContext, 'action'>,
): Pattern | undefined {
  if (subject.length > MAX_PATTERN_LENGTH) {
    list.add('bad-regex', path, { expected: `at most ${MAX_PATTERN_LENGTH} characters` });
    return undefined;
  }
  const pattern = compileRegex(source, { language: 'python' });
  if (!('error' in pattern)) return pattern;
  const help = LOOKS_LIKE_GLOB.test(subject)
    ? `write \`${subject.replaceAll('*', '.*')}\` for any text there`
    : undefined;
  list.add(pattern.error, path, { subject, expected: pattern.detail, ...(help !== undefined && { help }) });
  return undefined;
}
