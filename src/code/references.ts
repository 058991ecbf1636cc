import { type Effect, effectsOf, listItems } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { UNKNOWN, type Value } from './value.ts';

/** A call that may call the functions among its arguments: `map(os.remove, paths)`, `Thread(target=os.system, args=..)`. */
export interface HandingCall extends Given {
  /** the last part of its name: `map`, `Thread` */
  readonly name: string;
  /** the object of a method that is called with each of its items: `paths.forEach(fs.rmSync)` */
  readonly receiver?: Value;
}

/** What only looks at a function. */
const LOOKS =
  /^(?:print|pprint|repr|str|format|type|id|hash|callable|is[a-z]*|has[a-zA-Z]*|help|dir|vars|wraps|bool|len|signature|get[a-z]*|assert\w*|patch|object|log|info|debug|warn|error|inspect|typeof|String|Boolean|keys|equal|deepEqual|strictEqual|ok|expect|promisify|runIn(?:New)?Context|createContext)$/;
/** What calls a function with each item of a list. */
const EACH = /^(?:x?map\w*|imap\w*|filter|takewhile|dropwhile|reduce|for_?each|flatMap|some|every|find\w*)$/i;
/** What calls it with the words that follow it, which may be lists. */
const FOLLOWING =
  /^(?:partial\w*|register|submit|to_thread|run_in_executor|callback|push|finalize|call_\w+|addCleanup|addClassCleanup|bind|call|invoke)$/;

/**
 * The effects of functions that are handed on without a call, with the arguments that they will be called with; one that is
 * not known where no text tells them.
 */
export function handedEffects(call: HandingCall, effects: ReadonlyMap<string, Effect>): readonly CodeFinding[] {
  if (LOOKS.test(call.name)) return [];
  const found: CodeFinding[] = [];
  for (const [at, value] of call.args.entries()) {
    const effect = effectOf(value, effects);
    if (effect !== undefined) found.push(...calledWith(call, call.args.slice(at + 1), effect));
  }
  for (const value of call.named.values()) {
    const effect = effectOf(value, effects);
    if (effect !== undefined) found.push(...calledWith(call, [], effect));
  }
  return found;
}

interface Handed {
  readonly name: string;
  readonly effect: Effect;
}

function effectOf(value: Value, effects: ReadonlyMap<string, Effect>): Handed | undefined {
  const effect = value.kind === 'name' ? effects.get(value.name) : undefined;
  return value.kind === 'name' && effect !== undefined ? { name: value.name, effect } : undefined;
}

function calledWith(call: HandingCall, rest: readonly Value[], { name, effect }: Handed): readonly CodeFinding[] {
  const run = (args: readonly Value[]) => effectsOf(effect, { name, args, named: new Map() });
  const words = call.named.get('args');
  if (words !== undefined) return run(words.kind === 'list' ? words.items : [UNKNOWN]);
  if (call.receiver !== undefined) return listItems(call.receiver).flatMap((item) => run([item]));
  if (rest.length === 0) return run([UNKNOWN]);
  if (/^set(?:Timeout|Interval)$/.test(call.name)) return run(rest.slice(1)); // behind the delay
  if (FOLLOWING.test(call.name)) return run(rest);
  const [first] = rest as [Value];
  if (first.kind !== 'list') return run(rest);
  return EACH.test(call.name) ? first.items.flatMap((item) => run([item])) : run(first.items.flatMap(listItems));
}

/** What is kept from one statement to the next, beside the names. */
export interface Following {
  /** where the code went: `os.chdir`, `process.chdir` */
  directory: Value | undefined;
  /** functions with an effect that stand in a list, a mapping, a choice: a call of what is not known may be one of them */
  readonly loose: Set<string>;
  /** the arguments of such calls */
  readonly unclear: Given[];
}

/** The arguments of a call. */
export interface Given {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

const MAX_UNCLEAR = 20;

/** Any of the functions with any of the arguments: which of them is called where is not followed. */
export function looseCalls(
  { loose, unclear }: Following,
  effects: ReadonlyMap<string, Effect>,
): readonly CodeFinding[] {
  return [...loose].flatMap((name) => {
    const effect = effects.get(name);
    if (effect === undefined) return [];
    return unclear.slice(0, MAX_UNCLEAR).flatMap((given) => effectsOf(effect, { name, ...given }));
  });
}
