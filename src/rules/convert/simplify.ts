import type { ContextData } from '../../conditions/caller.ts';
import type { InputData } from '../../conditions/input.ts';
import type { TextTest } from '../../conditions/value.ts';
import type { Condition } from '../../model/policy.ts';
import { compileRegex } from '../../patterns/compile.ts';

/** The same condition with the operators of our language; `never` = it cannot be true. */
export function simplify(condition: Condition): Condition | 'never' {
  if (condition.op === 'not') {
    const inner = simplify(condition.of);
    return inner === 'never' ? condition : { op: 'not', of: inner };
  }
  if (condition.op === 'any') {
    const of = condition.of.map(simplify).filter((one) => one !== 'never');
    return of.length === 0 ? 'never' : of.length === 1 ? (of[0] as Condition) : { op: 'any', of };
  }
  if (condition.op === 'all') {
    const of = condition.of.map(simplify);
    return of.includes('never') ? 'never' : { op: 'all', of: of as Condition[] };
  }
  if (condition.op !== 'is') return condition;
  if (condition.type === 'input') return simplifyInput(condition.data as InputData);
  if (condition.type === 'context') return simplifyContext(condition.data as ContextData);
  return condition;
}

/** No test at all never passes; that a text lacks another is that it is there and does not contain it. */
function simplifyInput(data: InputData): Condition | 'never' {
  if (data.tests.length === 0) return 'never';
  const lacking = data.tests.flatMap((test) => (test.is === 'lacks' ? { text: test.text } : []));
  const others = data.tests.filter((test) => test.is !== 'lacks');
  const input = (tests: readonly TextTest[]): Condition => ({ op: 'is', type: 'input', data: { ...data, tests } });
  const parts = [
    ...(others.length > 0 ? [input(others)] : []),
    ...lacking.map(
      ({ text }): Condition => ({
        op: 'all',
        of: [input([ANYTHING]), { op: 'not', of: input([{ is: 'contains', text }]) }],
      }),
    ),
  ];
  return parts.length === 1 ? (parts[0] as Condition) : { op: 'any', of: parts };
}

const anything = compileRegex('');
const ANYTHING: TextTest = 'error' in anything ? { is: 'contains', text: '' } : { is: 'matches', pattern: anything };

/** `!` is for a single text: none of several is none of the list. */
function simplifyContext(data: ContextData): Condition {
  const is = (one: ContextData): Condition => ({ op: 'is', type: 'context', data: one });
  const isPlain = !data.negated || data.values.length === 1;
  return isPlain ? is(data) : { op: 'not', of: is({ ...data, negated: false }) };
}
