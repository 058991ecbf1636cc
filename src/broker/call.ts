import type { Environment } from '../model/request.ts';
import { isRecord, isString, isStrings } from '../util/guards.ts';

export const VERSION = 1;

/** One call of a shim or a hook behind a wall or in a box, for the broker. From a process that may be anything: nothing of it is trusted until brokerCall. */
export type BrokerCall = ShimCall | HookCall;

interface CallFrom {
  /** of a protocol: another one is not answered */
  readonly version: typeof VERSION;
  /** the caller's, for rules and facts alone: nothing is started with it */
  readonly env: Environment;
  /** absolute */
  readonly cwd: string;
  /** process id of the shim, which becomes the program, or of the launcher */
  readonly parent: number;
  /** session of the box that it comes from */
  readonly box?: string;
}

export interface ShimCall extends CallFrom {
  readonly door: 'shim';
  readonly argv: readonly string[];
  readonly step: 'ask' | 'replace';
  /** ids of rules by which a hook has the output masked; see HandOver */
  readonly redactedBy?: readonly string[];
  /** one wall is enough */
  readonly isConfined: boolean;
}

export interface HookCall extends CallFrom {
  readonly door: 'hook';
  /** the agent that the hook was registered for */
  readonly agent?: string;
  /** what the agent sent */
  readonly payload: string;
}

export const DOORS = ['shim', 'hook'] as const;

/** undefined = it is none. */
export function brokerCall(value: unknown): BrokerCall | undefined {
  if (!isRecord(value)) return undefined;
  const from = callFrom(value);
  if (from === undefined) return undefined;
  if (value.door === 'shim') return shimCall(from, value);
  return value.door === 'hook' ? hookCall(from, value) : undefined;
}

function callFrom({ version, env, cwd, parent, box }: Readonly<Record<string, unknown>>): CallFrom | undefined {
  if (version !== VERSION || !isRecord(env) || !isString(cwd) || !cwd.startsWith('/')) return undefined;
  if (!Number.isSafeInteger(parent) || Number(parent) <= 1) return undefined;
  if (box !== undefined && !isString(box)) return undefined;
  const variables = Object.entries(env).filter((pair): pair is [string, string] => isString(pair[1]));
  return {
    version,
    env: Object.fromEntries(variables),
    cwd,
    parent: Number(parent),
    ...(box !== undefined && { box }),
  };
}

function shimCall(from: CallFrom, value: Readonly<Record<string, unknown>>): ShimCall | undefined {
  const { argv, step, redactedBy, isConfined } = value;
  if (!isStrings(argv) || argv.length === 0 || (step !== 'ask' && step !== 'replace')) return undefined;
  if (typeof isConfined !== 'boolean' || (redactedBy !== undefined && !isStrings(redactedBy))) return undefined;
  return { ...from, door: 'shim', argv, step, isConfined, ...(redactedBy !== undefined && { redactedBy }) };
}

function hookCall(from: CallFrom, { agent, payload }: Readonly<Record<string, unknown>>): HookCall | undefined {
  if (!isString(payload) || (agent !== undefined && !isString(agent))) return undefined;
  return { ...from, door: 'hook', payload, ...(agent !== undefined && { agent }) };
}
