import type { ProblemList } from '../../problems.ts';
import type { Path } from '../dialect.ts';
import type { PatternDocument, RuleDocument } from './schema.ts';

/** Says what is allowed here but hardly meant: rules that load and silently never match, or match too much. */
export function noticeDoubts(rule: RuleDocument, path: Path, list: ProblemList): void {
  const doubt = (at: Path, expected: string, help?: string) =>
    list.add('doubtful', [...path, ...at], { level: 'notice', expected, ...(help !== undefined && { help }) });
  const names = rule.tool.split('|');
  if (names.some((name) => name !== name.trim())) {
    doubt(['tool'], 'no blanks round `|`: they are taken as part of the name');
  }
  if (names.some((name) => name.includes('*'))) {
    doubt(
      ['tool'],
      'whole names: `*` stands for itself',
      'leave no tool out by listing them: `Write|Edit|NotebookEdit`',
    );
  }
  if (rule.match === undefined) return;
  if (Object.values(rule.match).every((patterns) => patterns.length === 0)) {
    doubt(
      ['match'],
      'a pattern: without one the rule never matches',
      'leave `match` out to match every use of the tool',
    );
  }
  for (const [field, patterns] of Object.entries(rule.match)) {
    for (const [index, pattern] of patterns.entries()) {
      const found = doubtOf(pattern, rule.action);
      if (found !== undefined) doubt(['match', field, index, 'pattern'], found);
    }
  }
}

function doubtOf({ pattern, type }: PatternDocument, action: RuleDocument['action']): string | undefined {
  if (type === 'glob' && action !== 'allow' && /[*?]/.test(pattern)) {
    return 'a pattern that names dot files too: wildcards do not reach them';
  }
  if (type === 'regex' && action === 'allow' && !pattern.startsWith('^')) {
    return 'an allow pattern that starts with `^`: it is searched anywhere in the value';
  }
  return undefined;
}
