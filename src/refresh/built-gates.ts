import { join } from 'node:path';
import { compileGates, type GatesBefore } from '../gate/gate.ts';
import { lineGate } from '../gate/line-gate.ts';
import type { KeptFor } from '../gate/losing.ts';
import { OTHER } from '../gate/plan.ts';
import type { Policy, Rule } from '../model/policy.ts';
import { commandsOf } from '../policy/compile.ts';
import { compilerOf } from '../policy/lowered-packs.ts';
import { undoOf } from '../policy/undo-settings.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { sha256 } from '../store/sha256.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { keptFor } from './base-policy.ts';

interface GatesFile {
  /** what compiled them */
  readonly compiler: string;
  /** programs of which many have the same */
  readonly texts: readonly string[];
  /** index in `texts` by the key of a gate; -1 = the program has none */
  readonly byKey: Readonly<Record<string, number>>;
}

/** Written by the build beside the code that compiled them. */
export const GATES_FILE = 'gates.json';

/** What this process compiled, or read from that file. */
const made = new Map<string, string>();

/** Gates by program, with the key of each, as an earlier process kept them. */
export interface KeyedGates {
  readonly byProgram: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
}

interface GatesWithKeys extends GatesBefore {
  /** of the programs that were added */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Gates by shipped packs as the build compiled them, those of this process, and `earlier` ones of the same compiler. One that is
 * made from anything else has another key: it is compiled, which takes some seconds for all.
 */
export function builtGates(keptFor: KeptFor, earlier?: KeyedGates, folder: string = __dirname): GatesWithKeys {
  const keys: Record<string, string> = {};
  const ofKey = new Map(
    Object.entries(earlier?.keys ?? {}).map(([program, key]) => [key, earlier?.byProgram[program]]),
  );
  const find = (key: string) => made.get(key) ?? ofKey.get(key) ?? fromBuild(folder, key);
  return {
    keys,
    find: (program, rules) => find(keyOf(keptFor, program, rules)),
    add(program, rules, gate) {
      const key = keyOf(keptFor, program, rules);
      keys[program] = key;
      made.set(key, gate);
    },
  };
}

/** 128 bits; keys are what no packing makes smaller. */
const KEY_LENGTH = 32;

/** Names all that a gate is made from, but for what makes it: the same on every machine, as where a rule stands has no say. */
function keyOf(keptFor: KeptFor, program: string, rules: readonly Rule[]): string {
  return sha256([keptFor, program, ...rules.map(hashOf)].join('\n')).slice(0, KEY_LENGTH);
}

const hashOf = memoizeByObject(({ at, ...rule }: Rule) => sha256(JSON.stringify(rule)));

/** What the build writes to GATES_FILE in the folder of its code: of all programs, as the packs and the settings are at first. */
export function gatesFileText(folder: string, policy: Policy, programs = programsWithGate(policy)): string {
  const compiled = new Map<string, string>();
  const unsaid = keptFor(undoOf([]));
  compileGates(policy, programs, unsaid, {
    find: () => undefined,
    add: (program, rules, gate) => compiled.set(keyOf(unsaid, program, rules), gate),
  });
  const texts = [...new Set(compiled.values())].filter((text) => text !== '');
  const indexOf = new Map(texts.map((text, at) => [text, at]));
  const byKey = Object.fromEntries([...compiled].map(([key, text]) => [key, indexOf.get(text) ?? -1]));
  return JSON.stringify({ compiler: compilerOf(folder), texts, byKey } satisfies GatesFile);
}

function programsWithGate(policy: Policy): readonly string[] {
  return [...new Set([...(lineGate(policy)?.gated ?? []), ...commandsOf(policy.modules), OTHER])];
}

let built: { readonly folder: string; readonly file: GatesFile } | undefined;

function fromBuild(folder: string, key: string): string | undefined {
  if (built?.folder !== folder) built = { folder, file: readGates(folder) };
  const { byKey, texts } = built.file;
  const at = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
  return at === -1 ? '' : texts[at ?? texts.length];
}

const NOTHING: GatesFile = { compiler: '', texts: [], byKey: {} };

function readGates(folder: string): GatesFile {
  const file = parseJson(readIfThere(join(folder, GATES_FILE)) ?? '');
  return isGatesFile(file) && file.compiler === compilerOf(folder) ? file : NOTHING;
}

function isGatesFile(file: unknown): file is GatesFile {
  if (!isRecord(file) || !isRecord(file.byKey)) return false;
  const { compiler, texts, byKey } = file;
  const areNumbers = Object.values(byKey).every((at) => typeof at === 'number');
  return isString(compiler) && Array.isArray(texts) && texts.every(isString) && areNumbers;
}
