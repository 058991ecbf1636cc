import { guard, type World } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { Action, Request } from '../../model/request.ts';
import type { Span } from '../../model/word.ts';
import { shWord } from '../../util/sh-quote.ts';

/** Several starts of a line may be redirected, one after the other. */
const MAX_REPLACEMENTS = 8;

export interface RewrittenLine {
  readonly line: string;
  /** the decision on that line */
  readonly decision: Decision;
}

/**
 * The shell line of `call` with what runs instead in it; undefined where it cannot be put there exactly, or where the
 * guard does not allow the line that comes of it.
 */
export function rewrittenLine(
  decision: Decision,
  call: Action,
  request: Omit<Request, 'action'>,
  world: World,
): RewrittenLine | undefined {
  if (call.kind === 'argv' || call.line === undefined || decision.analysis.text !== call.line) return undefined;
  if (call.kind === 'tool' && !Object.values(call.input).includes(call.line)) return undefined; // put together from parts
  let at = decision;
  for (let count = 0; count < MAX_REPLACEMENTS && at.verdict === 'redirect'; count++) {
    const line = spliced(at);
    if (line === undefined) return undefined;
    const action = withLine(call, line);
    at = guard({ ...request, action }, world);
    if (at.verdict === 'allow') return { line, decision: at };
  }
  return undefined;
}

/** Replaces the line, and in the input of a tool whichever field it is in. */
export function withLine(call: Exclude<Action, { kind: 'argv' }>, line: string): Action {
  if (call.kind === 'line') return { ...call, line };
  const fields = Object.entries(call.input).map(([name, value]) => [name, value === call.line ? line : value]);
  return { ...call, input: Object.fromEntries(fields), line };
}

/**
 * The line with the words of the redirected start replaced, all else as it was; undefined where the words do not stand
 * in one piece of the line that nothing else has a part in.
 */
function spliced({ analysis, replacement }: Decision): string | undefined {
  if (replacement === undefined) return undefined;
  const start = analysis.invocations[replacement.invocation];
  const span = start && wordsSpan(start);
  if (span === undefined || start === undefined || start.via.length > 0 || start.role === 'function') return undefined;
  const others = analysis.invocations.filter((one) => one !== start && !isStartedBy(replacement.invocation, one));
  if (others.some((one) => one.span === undefined || touches(one, span))) return undefined;
  const words = replacement.argv.map(shWord);
  return analysis.text.slice(0, span.start) + words.join(' ') + analysis.text.slice(span.end);
}

/** What it starts goes with it: the commands of a script. */
function isStartedBy(index: number, { via }: Invocation): boolean {
  return via.some(({ invocation }) => invocation === index);
}

/**
 * From the first word to the last, where nothing but blanks and words stands between. Each has to be known from the line
 * alone: the shell that reads it may have other variables than we.
 */
function wordsSpan({ argv, redirects, assignments }: Invocation): Span | undefined {
  const spans = argv.map(({ span }) => span);
  if (!spans.every((span): span is Span => span !== undefined)) return undefined;
  if (argv.some(({ kind, text }) => kind !== 'known' || /[$`]/.test(text))) return undefined;
  const whole = { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 };
  const inOrder = spans.every((span, at) => at === 0 || (spans[at - 1] as Span).end <= span.start);
  const between = [...redirects, ...assignments].some(({ span }) => span === undefined || overlaps(span, whole));
  return inOrder && !between ? whole : undefined;
}

/** A start within the words (a substitution), or the same words started again (a loop). */
function touches({ argv, span }: Invocation, whole: Span): boolean {
  return argv.some((word) => word.span !== undefined && overlaps(word.span, whole)) || span?.start === whole.start;
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
