import type { Analysis } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { ClassifyContext } from './context.ts';
import { flowOperations } from './flows.ts';
import { startOperations } from './start.ts';

/** What each program start of a line does, in the order of its invocations. */
export function classifyStarts(analysis: Analysis, context: ClassifyContext): readonly (readonly Operation[])[] {
  const wrappers = new Set(analysis.invocations.flatMap(({ via }) => via.map(({ invocation }) => invocation)));
  const own = analysis.invocations.map((invocation, index) =>
    startOperations({ analysis, invocation, isWrapper: wrappers.has(index) }, context),
  );
  const flows = flowOperations(analysis, own);
  return own.map((operations, index) => joined([...operations, ...(flows[index] ?? [])]));
}

/** What the line as a whole does. */
export function lineOperations(analysis: Analysis, context: ClassifyContext): readonly Operation[] {
  return joined([...classifyStarts(analysis, context).flat(), ...notUnderstood(analysis)]);
}

/** The part of a line that nobody can read may do anything. */
function notUnderstood({ unsure: [first] }: Analysis): readonly Operation[] {
  return first === undefined ? [] : [{ type: 'execute', categories: [], confidence: 0.3, why: first.detail }];
}

/** Each operation once, with the best of its confidences. */
export function joined(operations: readonly Operation[]): readonly Operation[] {
  const found = new Map<string, Operation>();
  for (const one of operations) {
    const key = JSON.stringify([one.type, one.categories, one.resource, one.credential, one.event]);
    const known = found.get(key);
    if (known === undefined || known.confidence < one.confidence) found.set(key, one);
  }
  return [...found.values()];
}
