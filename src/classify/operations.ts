import type { Analysis } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import { type ClassifySubject, classify, classifyStarts } from './classify.ts';
import type { ClassifyContext } from './context.ts';

/** What a request does: found out when somebody asks, and only once. */
export interface Operations {
  /** the request as a whole */
  all(): readonly Operation[];
  /** one program start, by its index */
  ofStart(invocation: number): readonly Operation[];
  /** the whole, if anybody has asked for it */
  seen(): readonly Operation[] | undefined;
}

export function classifyLazily(
  subject: ClassifySubject,
  analysis: Analysis,
  context: () => ClassifyContext,
): Operations {
  let whole: readonly Operation[] | undefined;
  let starts: readonly (readonly Operation[])[] | undefined;
  return {
    all: () => (whole ??= classify(subject, context())),
    ofStart: (at) => {
      starts ??= classifyStarts(analysis, context());
      return starts[at] ?? [];
    },
    seen: () => whole,
  };
}

/** The caller knows what it does. */
export function givenOperations(given: readonly Operation[]): Operations {
  return { all: () => given, ofStart: () => given, seen: () => given };
}
