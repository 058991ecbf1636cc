import type { Environment } from '../model/request.ts';
import { isRecord, isString, isStrings } from '../util/guards.ts';

/** One call of a shim behind a wall, for the broker. From a process that may be anything: nothing of it is trusted until brokerCall. */
export interface BrokerCall {
  /** of a protocol: another one is not answered */
  readonly version: typeof VERSION;
  readonly argv: readonly string[];
  /** the caller's, for rules and facts alone: nothing is started with it */
  readonly env: Environment;
  /** absolute */
  readonly cwd: string;
  readonly step: 'ask' | 'replace';
  /** ids of rules by which a hook has the output masked; see HandOver */
  readonly redactedBy?: readonly string[];
  /** process id of the shim, which becomes the program */
  readonly shim: number;
}

export const VERSION = 1;

/** undefined = it is none. */
export function brokerCall(value: unknown): BrokerCall | undefined {
  if (!isRecord(value) || value.version !== VERSION) return undefined;
  const { argv, env, cwd, step, redactedBy, shim } = value;
  if (!isStrings(argv) || argv.length === 0 || !isRecord(env) || !isString(cwd) || !cwd.startsWith('/'))
    return undefined;
  if ((step !== 'ask' && step !== 'replace') || !Number.isSafeInteger(shim) || Number(shim) <= 1) return undefined;
  if (redactedBy !== undefined && !isStrings(redactedBy)) return undefined;
  const variables = Object.entries(env).filter((pair): pair is [string, string] => isString(pair[1]));
  const call = { version: VERSION, argv, env: Object.fromEntries(variables), cwd, step, shim: Number(shim) } as const;
  return redactedBy === undefined ? call : { ...call, redactedBy };
}
