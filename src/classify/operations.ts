import type { Facts } from '../model/facts.ts';
import type { Analysis } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { JsonObject } from '../model/request.ts';
import { classify, classifyStarts } from './classify.ts';
import type { CompiledClassifier } from './settings.ts';

/** What a request does: classified when a rule first asks, and only once. */
export interface Operations {
  /** the request as a whole */
  all(): readonly Operation[];
  /** one program start, by its index */
  ofStart(invocation: number): readonly Operation[];
  /** the same as `all` if that has been computed; undefined = not yet */
  seen(): readonly Operation[] | undefined;
}

interface ClassifyOptions {
  readonly cwd: string;
  readonly facts: Facts;
  /** absent = nothing is classified */
  readonly classifier?: () => CompiledClassifier;
  /** what the request does, where the caller knows */
  readonly operations?: readonly Operation[];
}

interface Call {
  /** undefined = a shell */
  readonly tool: string | undefined;
  readonly input: JsonObject;
  readonly line?: string | undefined;
}

/** undefined = nobody can say what the request does. A call that runs a command is classified by that command. */
export function operationsOf(
  analysis: Analysis,
  call: Call | undefined,
  { cwd, facts, classifier, operations: given }: ClassifyOptions,
): Operations | undefined {
  if (given !== undefined) return { all: () => given, ofStart: () => given, seen: () => given };
  if (classifier === undefined) return undefined;
  const subject =
    call?.tool === undefined || call.line !== undefined ? analysis : { tool: call.tool, input: call.input };
  const context = () => ({ classifier: classifier(), cwd, facts });
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
