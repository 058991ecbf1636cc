import { askingMatches, type Decision, type RuleTrace } from '../model/decision.ts';
import { wordValue } from '../model/word.ts';
import { GRANT_MS, type Grant, type Grants } from '../store/grants.ts';
import { once } from '../util/once.ts';
import { baseName } from '../util/path.ts';

/** Grants of an approved line: the shims of its programs do not ask again about what the person has agreed to. */
export interface LineGrants {
  /** Uses up the grants for every match that asks; true = all of them were granted to a process above us. Never throws. */
  take(decision: Decision): boolean;
  /** Throws what node:fs throws. */
  leave(decision: Decision): void;
  /** The same for a request that runs instead of another, as a whole: its own starts are not asked about either. */
  leaveWhole(decision: Decision): void;
}

export interface LineGrantOptions {
  readonly store: Grants;
  /** processes that we were started by, as `PID-START`: what one of them was granted counts here */
  ancestors(): readonly string[];
  /** the process below which grants count, as `PID-START`; undefined = unknown, so that no grant is left */
  holder(): string | undefined;
  /** the agent's own word for its session */
  readonly session?: string | undefined;
  /** the request is the first start itself: grants are left only for what it starts in turn */
  readonly isStart?: boolean;
  /** symlinks resolved, as a program sees its own directory */
  realpath(path: string): string;
}

export function createLineGrants(options: LineGrantOptions): LineGrants {
  const { store, session, isStart = false, realpath } = options;
  const leaveFor = (starts: readonly Agreed[]) => {
    const holder = starts.length === 0 ? undefined : options.holder();
    if (holder === undefined) return;
    const untilMs = Date.now() + GRANT_MS;
    const from = session === undefined ? {} : { session };
    store.leave(starts.map(({ argv, cwd, rules }) => ({ holder, ...from, argv, cwd, rules, untilMs })));
  };
  return {
    take(decision) {
      const above = once(() => new Set(options.ancestors()));
      const take = (start: Agreed) => store.take((one) => above().has(one.holder) && covers(one, start));
      const whole = wholeOf(decision, realpath);
      if (whole !== undefined && take(whole) !== undefined) return true;
      const starts = decision.unsure.length > 0 ? [] : startsOf(decision, realpath);
      if (starts.length === 0 || !starts.every((start) => start.isKnown)) return false;
      const taken: Grant[] = [];
      for (const start of starts) {
        const grant = take(start);
        if (grant === undefined) break;
        taken.push(grant);
      }
      if (taken.length === starts.length) return true;
      giveBack(store, taken);
      return false;
    },
    leave(decision) {
      const starts = startsOf(decision, realpath).filter(
        ({ isKnown, isOurs, index }) => isKnown && isOurs && !(isStart && index === 0),
      );
      leaveFor(starts);
    },
    leaveWhole(decision) {
      const whole = wholeOf(decision, realpath);
      if (whole !== undefined) leaveFor([whole]);
    },
  };
}

/** A start that may run without another question. */
type Agreed = Pick<Grant, 'argv' | 'cwd' | 'rules'>;

/** A start that rules ask about. */
interface AskingStart extends Agreed {
  /** in the analysis; -1 = the line as a whole, or a default */
  readonly index: number;
  /** its words and directory are known before it runs */
  readonly isKnown: boolean;
  /** a program that is looked up on this machine */
  readonly isOurs: boolean;
}

/** The start that is the whole request, with everything that asks about any part of it; undefined = none is, or nothing asks. */
function wholeOf({ byDefault, unsure, ...decision }: Decision, realpath: (path: string) => string): Agreed | undefined {
  const { text, invocations } = decision.analysis;
  const [first] = invocations;
  const words = first?.argv.map(wordValue) ?? [];
  const [program, ...rest] = words.filter((word) => word !== undefined);
  const isWhole = first?.text.trim() === text.trim() && rest.length === words.length - 1;
  if (!isWhole || program === undefined || first?.cwd === undefined) return undefined;
  const rules = askingMatches(decision).map(({ rule }) => rule.id);
  // no ids of rules: a grant for one start of a line never has them
  const others = [
    ...(byDefault === undefined ? [] : [`default:${byDefault}`]),
    ...unsure.map(({ code }) => `unsure:${code}`),
  ];
  const asking = [...new Set([...rules, ...others])];
  return asking.length === 0
    ? undefined
    : { argv: [baseName(program), ...rest], cwd: realpath(first.cwd), rules: asking };
}

function startsOf(decision: Decision, realpath: (path: string) => string): readonly AskingStart[] {
  const { invocations } = decision.analysis;
  const asking = askingMatches(decision);
  // a rule about the line as a whole is about the only start in it
  const indexOf = ({ invocation }: RuleTrace) => invocation ?? (invocations.length === 1 ? 0 : -1);
  const byStart = new Map<number, Set<string>>();
  for (const match of asking) {
    const rules = byStart.get(indexOf(match));
    if (rules === undefined) byStart.set(indexOf(match), new Set([match.rule.id]));
    else rules.add(match.rule.id);
  }
  return [...byStart].map(([index, rules]) => {
    const start = invocations[index];
    const words = start?.argv.map(wordValue) ?? [];
    const [program = '', ...rest] = words.filter((word) => word !== undefined);
    const isElsewhere = start?.via.some(({ elsewhere }) => elsewhere !== undefined) ?? true;
    return {
      index,
      isKnown: words.length > 0 && words.every((word) => word !== undefined) && start?.cwd !== undefined,
      isOurs: start?.role === 'program' && start.standsFor === undefined && !isElsewhere,
      argv: [baseName(program), ...rest],
      cwd: realpath(start?.cwd ?? '/'),
      rules: [...rules],
    };
  });
}

function covers(grant: Grant, { argv, cwd, rules }: Agreed): boolean {
  const isSame = grant.argv.length === argv.length && argv.every((word, at) => word === grant.argv[at]);
  return isSame && grant.cwd === cwd && rules.every((rule) => grant.rules.includes(rule));
}

function giveBack(store: Grants, grants: readonly Grant[]): void {
  try {
    store.leave(grants);
  } catch {
    // asked again
  }
}
