import { createNarrower } from '../../../policy/narrow.ts';
import { type Advice, adviceOf, type Narrowing, type NoisyRule, USUAL } from '../../../report/advice.ts';
import type { Habit } from '../../../report/habits.ts';
import { exceptionLines } from '../../../settle/exception.ts';
import { type Suggestion, suggest } from '../../../suggest/suggest.ts';
import { withListItems } from '../../../util/yaml-list.ts';
import type { CliContext } from '../context.ts';
import { refusedIn } from '../suggest/suggest.ts';

/** Exceptions that are shown for one rule. */
const MAX_EXCEPTIONS = 3;

/** What a person may do about the noisy rules that are still in force. */
export function adviceFor(
  noisy: readonly NoisyRule[],
  habits: readonly Habit[],
  context: CliContext,
): readonly Advice[] {
  if (noisy.length === 0) return [];
  const { cwd, env } = context;
  const narrower = createNarrower({ cwd, env });
  const isRepeated = noisy.some((one) => one.isRepeated);
  const found = isRepeated ? suggest({ habits, refused: refusedIn(context).refused }, { env, least: USUAL }) : [];
  return noisy.flatMap((one) => {
    const rule = narrower.find(one.rule);
    if (rule === undefined) return [];
    const forAgents = one.noise === 'bypassed' || (one.isHuman && !one.isRepeated);
    const narrowing = exceptionsFrom(one.rule, found) ?? (forAgents ? narrower.forAgentsAlone(rule) : undefined);
    return [adviceOf(one, narrowing)];
  });
}

function exceptionsFrom(rule: string, found: readonly Suggestion[]): Narrowing | undefined {
  const exceptions = found.map(({ exception }) => exception).filter(({ rules }) => rules.includes(rule));
  const [first] = exceptions;
  if (first === undefined) return undefined;
  const lines = exceptions.slice(0, MAX_EXCEPTIONS).flatMap(exceptionLines);
  return { isException: true, file: first.file, yaml: withListItems('', 'overrides', lines) ?? '' };
}
