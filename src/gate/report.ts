import { remembers } from '../conditions/memory.ts';
import type { Policy } from '../model/policy.ts';
import { emitGate } from './emit.ts';
import type { KeptFor } from './losing.ts';
import { type Case, type GatePlan, planContext, planGate } from './plan.ts';
import { constantReason } from './reason-tests.ts';

/** Why calls of a command always go to Node. */
export interface Forced {
  /** a rule's id, STARTS_OTHERS or TOO_MUCH */
  readonly by: string;
  /** for calls with these first words; absent = all calls */
  readonly subcommands?: readonly string[];
}

/** Which calls of a command its shim can pass without Node. */
export interface GateReport {
  readonly command: string;
  /** ids of the rules that name it */
  readonly rules: readonly string[];
  /** `never`: every call goes to Node; `words`: the gate tests the words; `subcommands`: it does so for some first words */
  readonly gate: 'never' | 'words' | 'subcommands';
  /** how many first words the gate may pass, of those in the grammar */
  readonly subcommands?: { readonly passable: number; readonly known: number };
  readonly forced: readonly Forced[];
}

/** The tests would be longer than a shim may be. */
export const TOO_MUCH = 'looks for too much';

interface ReportOptions {
  readonly keptFor?: KeptFor;
  /** why no program has a gate; empty = they may have one */
  readonly forced?: readonly Forced[];
  /** called before each program with how many are done */
  readonly onProgress?: (done: number) => void;
}

/** One for each program, in the order of the programs. Planning a gate takes milliseconds. */
export function reportGates(
  policy: Policy,
  programs: readonly string[],
  { keptFor = 'nobody', forced = [], onProgress = () => {} }: ReportOptions = {},
): readonly GateReport[] {
  const rules = policy.modules.flatMap((module) => module.rules);
  const everyCall = forced.length > 0 ? forced : rules.filter(remembers).map(({ id }): Forced => ({ by: id }));
  const context = planContext(keptFor);
  return programs.map((command, done) => {
    onProgress(done);
    const own = rules.filter(({ commands }) => commands?.includes(command)).map(({ id }) => id);
    if (everyCall.length > 0) return { command, rules: own, gate: 'never', forced: everyCall };
    return { command, rules: own, ...reportOf(planGate(command, rules, context)) };
  });
}

function reportOf(plan: GatePlan): Pick<GateReport, 'gate' | 'subcommands' | 'forced'> {
  const gate = emitGate(plan);
  if (plan.subcommands.size === 0) {
    if (gate !== undefined) return { gate: 'words', forced: [] };
    return { gate: 'never', forced: [{ by: constantReason(plan.words)?.id ?? TOO_MUCH }] };
  }
  const passable = new Set(gate?.subcommands);
  const stopped = [...plan.subcommands].filter(([name]) => !passable.has(name));
  const subcommands = { passable: passable.size, known: plan.subcommands.size };
  return { gate: passable.size > 0 ? 'subcommands' : 'never', subcommands, forced: byReason(stopped) };
}

function byReason(stopped: readonly (readonly [string, Case])[]): readonly Forced[] {
  const found = new Map<string, string[]>();
  for (const [name, one] of stopped) {
    const by = constantReason(one)?.id ?? TOO_MUCH;
    found.set(by, [...(found.get(by) ?? []), name]);
  }
  return [...found].map(([by, subcommands]) => ({ by, subcommands }));
}
