import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { compileBeside, type compileGates } from '../../../src/gate/gate.ts';
import type { Policy } from '../../../src/model/policy.ts';
import type { Environment } from '../../../src/model/request.ts';
import { wordValue } from '../../../src/model/word.ts';
import { baseName } from '../../../src/util/path.ts';
import { WRAPPERS } from '../../../src/wrappers/index.ts';
import { readStart } from '../wrapper-notation.ts';
import { policyOf } from './policies.ts';
import { type GateCall, type Gates, passedOfEach } from './run-gates.ts';
import type { GateWorld } from './world.ts';

/** See test/tables/gate/corners.yaml. */
interface Row {
  readonly rule: { readonly commands: readonly string[] };
  /** programs that are called, where the rule is about what they start */
  readonly of?: readonly string[];
  readonly in?: string | readonly string[];
  readonly env?: Environment;
  readonly stops?: readonly Written[];
  readonly node?: readonly Written[];
  readonly passes?: readonly Written[];
}

/** Words apart by blanks, or a list of them. */
type Written = string | readonly string[];

/** What has to become of a call: the gate of a call that is not `passes` must leave it to Node. */
export type Wanted = 'stops' | 'node' | 'passes';

/** A policy, and calls that were chosen for it. */
export interface Corner {
  readonly policy: Policy;
  readonly programs: readonly string[];
  readonly env: Environment;
  readonly calls: readonly (GateCall & { readonly wanted: Wanted })[];
}

export function corners(world: GateWorld): readonly Corner[] {
  const rows = parse(readFileSync('test/tables/gate/corners.yaml', 'utf8')) as readonly Row[];
  return rows.map((row) => {
    const { rule, of = [], env = {} } = row;
    const folders = [row.in ?? 'project'].flat().map((folder) => resolve(world.home, folder));
    const calls = (['stops', 'node', 'passes'] as const).flatMap((wanted) =>
      (row[wanted] ?? []).flatMap((written) => folders.map((folder) => ({ ...callOf(written, folder), wanted }))),
    );
    // a gate for programs that only start what the rule is about
    const others = { name: 'others', commands: of, action: 'deny', message: 'no', conditions: [NEVER] };
    const rules = [{ name: 'corner', action: 'deny', message: 'no', ...rule }, ...(of.length === 0 ? [] : [others])];
    return { policy: policyOf(rules), programs: [...rule.commands, ...of], env: environment(world, env), calls };
  });
}

const NEVER = { args: { any_flag: '--no-such-flag' } };

export function environment(world: GateWorld, more: Environment = {}): Environment {
  return world.env({ STAGE: 'prod', EMPTY: '', ...more });
}

function callOf(written: Written, folder: string): GateCall {
  const [program = '', ...words] = typeof written === 'string' ? written.split(' ') : written;
  return { program, words: words.map((word) => Buffer.from(word)), folder };
}

interface WrapperRow {
  readonly start: string;
  readonly peeled: readonly { readonly argv?: string }[];
}

function wrapperRows(): readonly WrapperRow[] {
  const folder = 'test/tables/wrappers';
  return readdirSync(folder).flatMap((file) => parse(readFileSync(join(folder, file), 'utf8')) as WrapperRow[]);
}

/** Words that start something, wholly known. */
function startsIn(rows: readonly WrapperRow[]): readonly (readonly string[])[] {
  return rows.flatMap(({ start }) => {
    const { argv, assignments } = readStart(start);
    const [program = '', ...words] = argv.flatMap((word) => wordValue(word) ?? []);
    // a shim has the name alone
    return words.length === argv.length - 1 && assignments.length === 0 ? [[baseName(program), ...words]] : [];
  });
}

/**
 * Every start in the tables of wrappers, under rules that are about nothing but what is started there: whatever a wrapper
 * is known to start, its gate leaves to Node. What the guard allows may pass or not.
 */
export function wrapperCorner(world: GateWorld): Corner {
  const rows = wrapperRows();
  const wrappers = [...WRAPPERS.keys()];
  const started = rows.flatMap(({ peeled }) => peeled.map(({ argv = '' }) => argv.split(' ')[0] ?? ''));
  const names = new Set(started.filter((name) => /^[a-z]+$/.test(name) && !WRAPPERS.has(name)));
  const policy = policyOf([
    { name: 'started', commands: [...names], action: 'deny', message: 'no' },
    { name: 'wrappers', commands: wrappers, action: 'deny', message: 'no', conditions: [NEVER] },
  ]);
  const folder = join(world.home, 'project');
  const env = environment(world);
  const stopped = startsIn(rows).filter((argv) => !world.allows(policy, argv, folder, env));
  const calls = stopped.map((argv) => ({ ...callOf(argv, folder), wanted: 'stops' as const }));
  return { policy, programs: [...new Set(calls.map(({ program }) => program))], env, calls };
}

export type CompiledCorner = Corner & Gates;

export function compiled(corner: Corner, compile: typeof compileGates): CompiledCorner {
  const { policy, programs } = corner;
  return { ...corner, gates: compile(policy, programs), beside: compileBeside(policy) };
}

/** The calls that come out otherwise than wanted. */
export function wrongCalls(all: readonly CompiledCorner[], shell: readonly string[], world: GateWorld) {
  const environments = new Map(all.map(({ env }) => [JSON.stringify(env), env]));
  return [...environments].flatMap(([key, env]) => {
    const own = all.filter((corner) => JSON.stringify(corner.env) === key);
    const answers = passedOfEach(own, { shell, env, folder: world.root });
    return own.flatMap(({ calls }, group) =>
      calls.filter(({ wanted }, at) => answers[group]?.[at] !== (wanted === 'passes')),
    );
  });
}

/** A call for people to read. */
export function callText({ program, words, folder }: GateCall): string {
  return `${[program, ...words].join(' ')} in ${folder}`;
}
