/** What a model says: it asks for one call of a tool, or it says something and is done. */
export type Turn =
  /** `at`: number of the call; `input`: a bare text for a tool that has no schema */
  | { readonly kind: 'call'; readonly at: number; readonly tool: string; readonly input: object | string }
  | { readonly kind: 'say'; readonly text: string };

/** A tool that the agent offers to the model. */
export interface Offer {
  readonly name: string;
  /** JSON schema of its input; absent = a bare text */
  readonly schema?: Schema;
}

export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Exchange {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the agent sends
  readonly body: any;
}

/** A way in which agents talk to models, as far as one tool call needs it. */
export interface Protocol {
  matches(path: string): boolean;
  offers(exchange: Exchange): readonly Offer[];
  /** what became of calls, as the conversation has it */
  results(exchange: Exchange): readonly unknown[];
  /** the whole body of the answer; `data:` lines where the agent wants a stream */
  answer(turn: Turn, exchange: Exchange): string;
}

export const MODEL = 'mock-model';
/** Of the nth call, from 0. */
export function callId(at: number): string {
  return `call_${String(at + 1).padStart(4, '0')}`;
}

/** Server-sent events; with their names where the protocol has names. */
export function events(list: readonly object[], named = false): string {
  const lines = list.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  if (!named) return lines.join('');
  return list.map((event, at) => `event: ${(event as { type: string }).type}\n${lines[at]}`).join('');
}
