import type { Reply } from '../settle/asker.ts';

/** A place on the network, as a program behind the wall has named it. */
export interface Destination {
  /** a domain or an address */
  readonly host: string;
  readonly port: number;
}

/** What more than this ask for at one time is refused: whoever answers has to be able to read it. */
const MAX_OPEN = 8;

/**
 * May this be connected to? Each place is asked about once: a yes counts until the agent ends, or for as long as was said, a no until it
 * ends; without an answer the next try asks again. `ask`: a person, elsewhere.
 */
export function rememberedAnswers(
  ask: (to: Destination) => Promise<Reply>,
  now: () => number = Date.now,
): (to: Destination) => Promise<boolean> {
  const open = new Map<string, Promise<Reply>>();
  const given = new Map<string, { readonly isYes: boolean; readonly untilMs: number }>();
  const asked = async (key: string, to: Destination): Promise<boolean> => {
    const question = open.get(key) ?? ask(to);
    open.set(key, question);
    try {
      const { isYes, untilMs } = meaningOf(await question);
      if (untilMs > now()) given.set(key, { isYes, untilMs });
      return isYes;
    } finally {
      open.delete(key);
    }
  };
  return async ({ host, port }) => {
    const to = { host: host.toLowerCase(), port };
    const key = `${to.host}:${port}`;
    const before = given.get(key);
    if (before !== undefined && before.untilMs > now()) return before.isYes;
    if (!open.has(key) && open.size >= MAX_OPEN) return false;
    return asked(key, to);
  };
}

/** `untilMs` 0 = it counts for this try alone. */
function meaningOf(reply: Reply): { readonly isYes: boolean; readonly untilMs: number } {
  if (typeof reply === 'object' && !('answer' in reply)) return { isYes: false, untilMs: 0 };
  const { answer, untilMs = Number.POSITIVE_INFINITY } = typeof reply === 'object' ? reply : { answer: reply };
  return { isYes: answer !== 'no', untilMs: answer === 'no' ? Number.POSITIVE_INFINITY : untilMs };
}
