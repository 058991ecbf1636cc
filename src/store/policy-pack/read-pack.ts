import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import type { Condition, IndexedRule, Policy, Rule, RuleIndex } from '../../model/policy.ts';
import { isRecord, parseJson } from '../../util/guards.ts';
import { once } from '../../util/once.ts';
import { isRule } from '../policy-guard.ts';
import {
  isPackHeader,
  isProgramLine,
  LINE_END,
  type PackedCondition,
  type PackedRule,
  type PackHeader,
  type ProgramRanges,
  type Ranges,
} from './format.ts';

/** More than the header of the shipped packs. */
const FIRST_READ_BYTES = 32_768;

/**
 * A compiled policy on disk. Each method reads what it returns, once, from the file that was opened, even where another
 * one has its name by then. Where the file is damaged it throws DamagedPack and removes the file, which is then compiled anew.
 */
export interface PolicyPack extends RuleIndex {
  readonly header: Pick<PackHeader, 'scope' | 'key' | 'problems' | 'notes'>;
  /** all of it, in memory; throws where the file is damaged */
  whole(): Policy;
  close(): void;
}

/** A part of a pack that is needed cannot be read. The file is gone, or this process opens it no more. */
export class DamagedPack extends Error {
  constructor(cause: unknown) {
    super('the compiled policy is damaged; the next call compiles it anew', { cause });
  }
}

/** Paths of damaged files that cannot be removed. */
const damaged = new Set<string>();

/** Does the work, and once more where a pack proves to be damaged on the way. */
export async function despiteDamage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedPack)) throw error;
    return work();
  }
}

/** undefined = there is none, or not in this version's format. */
export function openPack(path: string): PolicyPack | undefined {
  if (damaged.has(path)) return undefined;
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return undefined;
  }
  const start = readHeader(descriptor);
  if (start !== undefined) return new PackFile(path, descriptor, start);
  closeSync(descriptor);
  return undefined;
}

interface Start {
  readonly header: PackHeader;
  /** length of the header in the file */
  readonly headerBytes: number;
}

function readHeader(descriptor: number): Start | undefined {
  try {
    const { size } = fstatSync(descriptor);
    for (let length = Math.min(FIRST_READ_BYTES, size); ; length = Math.min(length * 8, size)) {
      const bytes = readBytes(descriptor, 0, length);
      const end = bytes.indexOf('\n');
      if (end < 0 && length < size) continue;
      const header = parseJson(bytes.toString('utf8', 0, Math.max(0, end)));
      const headerBytes = end + 1;
      return isPackHeader(header) && header.indexBytes + header.rulesBytes === size - headerBytes
        ? { header, headerBytes }
        : undefined;
    }
  } catch {
    return undefined;
  }
}

function readBytes(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const count = readSync(descriptor, bytes, at, length - at, from + at);
    if (count === 0) throw new Error('the file ends too early');
    at += count;
  }
  return bytes;
}

const NO_NAMES: ReadonlySet<string> = new Set();

const LINE_FEED = 0x0a;

/** `bytes`: lines of the index, and the line feed before them. Changed in place, as a copy is new memory. Throws where they are damaged. */
function parseLines(bytes: Buffer): readonly unknown[] {
  if (bytes.length === 1) return [];
  bytes.write('[', 0);
  bytes.write(']', bytes.length - LINE_END.length);
  const lines: unknown = JSON.parse(bytes.toString('utf8', 0, bytes.length - 1));
  if (!Array.isArray(lines) || lines.length === 0) throw new Error('no lines');
  return lines;
}

interface ParsedRule {
  readonly module: number;
  readonly at: number;
  readonly rule: Rule;
}

/** Parses what stands apart, now or once it is asked for. */
type Later = (parse: () => unknown) => () => unknown;

/** `bytes`: rules with the lines behind them, and the line feed before. Throws where they are damaged. */
function parseRules(bytes: Buffer, later: Later): readonly ParsedRule[] {
  const rules: ParsedRule[] = [];
  let start = 1;
  const next = (end: number): (() => unknown) => {
    const from = start;
    start = end;
    return () => JSON.parse(bytes.toString('utf8', from, end - LINE_END.length));
  };
  while (start < bytes.length) {
    const line = next(bytes.indexOf(LINE_FEED, start) + 1)();
    const [module, at, packed, lengths] = Array.isArray(line) ? line : [];
    if (!(Number.isSafeInteger(module) && Number.isSafeInteger(at) && isRule(packed) && areLengths(lengths)))
      throw new Error('no rule');
    const lines = lengths.map((length) => later(next(start + length)));
    const unpacked = (all: readonly PackedCondition[]) => all.map((condition) => unpack(condition, lines));
    const { when, unless }: PackedRule = packed;
    rules.push({ module, at, rule: { ...packed, when: unpacked(when), unless: unpacked(unless) } });
  }
  if (start !== bytes.length) throw new Error('the lines end too early');
  return rules;
}

function areLengths(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((length) => Number.isSafeInteger(length) && length > 0);
}

function unpack(condition: PackedCondition, lines: readonly (() => unknown)[]): Condition {
  if (condition.op === 'not') return { op: 'not', of: unpack(condition.of, lines) };
  if (condition.op !== 'is') return { op: condition.op, of: condition.of.map((one) => unpack(one, lines)) };
  const { op, type, data, behind } = condition;
  if (behind === undefined) return condition;
  for (const [name, at] of Object.entries(behind)) {
    const get = lines[at];
    if (get === undefined || !isRecord(data)) throw new Error('no data');
    Object.defineProperty(data, name, { get, enumerable: true });
  }
  return { op, type, data };
}

/** What is known of a program that some rule names. */
interface KnownProgram {
  readonly ranges: ProgramRanges;
  readonly subcommands: ReadonlySet<string>;
}

class PackFile implements PolicyPack {
  readonly header: PackHeader;
  readonly #path: string;
  readonly #descriptor: number;
  readonly #headerBytes: number;
  #index: Buffer | undefined;
  readonly #rules = new Map<Ranges, readonly IndexedRule[]>();
  /** undefined = no rule names it: searched for once, too */
  readonly #programs = new Map<string, KnownProgram | undefined>();

  constructor(path: string, descriptor: number, { header, headerBytes }: Start) {
    this.header = header;
    this.#path = path;
    this.#descriptor = descriptor;
    this.#headerBytes = headerBytes;
  }

  get modules(): PackHeader['modules'] {
    return this.header.modules;
  }

  unscoped(): readonly IndexedRule[] {
    return this.#rulesAt(this.header.unscoped);
  }

  calls(): readonly IndexedRule[] {
    return this.#rulesAt(this.header.calls);
  }

  subcommandsOf(program: string): ReadonlySet<string> {
    return this.#program(program)?.subcommands ?? NO_NAMES;
  }

  rulesOf(program: string, subcommand?: string): readonly IndexedRule[] {
    const known = this.#program(program);
    if (known === undefined) return [];
    const { all, other = all, subcommands = {} } = known.ranges;
    if (subcommand === undefined) return this.#rulesAt(all);
    return this.#rulesAt(known.subcommands.has(subcommand) ? (subcommands[subcommand] as Ranges) : other);
  }

  programs(): readonly string[] {
    return this.#orDiscard(() => {
      const lines = parseLines(this.#lines(0, this.header.indexBytes));
      if (!lines.every(isProgramLine)) throw new Error('no index');
      return lines.map(([name]) => name);
    });
  }

  whole(): Policy {
    const modules = this.modules.map((head) => ({ ...head, rules: [] as Rule[] }));
    const now: Later = (parse) => {
      const data = parse();
      return () => data;
    };
    for (const { module, at, rule } of this.#orDiscard(() => this.#rulesIn([0, this.header.rulesBytes], now))) {
      (modules[module] as { rules: Rule[] }).rules[at] = rule;
    }
    return { modules };
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #program(name: string): KnownProgram | undefined {
    if (this.#programs.has(name)) return this.#programs.get(name);
    const ranges = this.#orDiscard(() => this.#rangesOf(name));
    const found = ranges && { ranges, subcommands: new Set(Object.keys(ranges.subcommands ?? {})) };
    this.#programs.set(name, found);
    return found;
  }

  /** Its line is searched as bytes: parsing all of them costs a millisecond. undefined = no rule names it */
  #rangesOf(program: string): ProgramRanges | undefined {
    this.#index ??= this.#readIndex();
    const start = this.#index.indexOf(`\n[${JSON.stringify(program)},`) + 1;
    if (start === 0) return undefined;
    const line: unknown = JSON.parse(this.#index.toString('utf8', start, this.#index.indexOf(LINE_END, start)));
    if (!isProgramLine(line)) throw new Error('no index');
    return line[1];
  }

  /** Zeros are what file systems leave of a write that was cut off. */
  #readIndex(): Buffer {
    const bytes = this.#lines(0, this.header.indexBytes);
    if (bytes.includes(0) || bytes.at(-1) !== LINE_FEED) throw new Error('no index');
    return bytes;
  }

  #rulesAt(ranges: Ranges): readonly IndexedRule[] {
    let rules = this.#rules.get(ranges);
    if (rules === undefined) {
      // most conditions are never evaluated, as one before them does not hold
      const onceAsked: Later = (parse) => once(() => this.#orDiscard(parse));
      const read = this.#orDiscard(() => ranges.flatMap((range) => this.#rulesIn(range, onceAsked)));
      rules = read.map(({ module, rule }) => ({ rule, module: this.modules[module] as IndexedRule['module'] }));
      this.#rules.set(ranges, rules);
    }
    return rules;
  }

  #rulesIn([start, end]: Ranges[number], later: Later): readonly ParsedRule[] {
    const { indexBytes, rulesBytes } = this.header;
    if (end > rulesBytes) throw new Error('outside of the file');
    const rules = parseRules(this.#lines(indexBytes + start, indexBytes + end), later);
    if (rules.some(({ module }) => this.modules[module] === undefined)) throw new Error('no module');
    return rules;
  }

  /** Behind the header, with the line feed before them. */
  #lines(start: number, end: number): Buffer {
    return readBytes(this.#descriptor, this.#headerBytes + start - 1, end - start + 1);
  }

  #orDiscard<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      try {
        rmSync(this.#path, { force: true });
      } catch {
        damaged.add(this.#path);
      }
      throw new DamagedPack(error);
    }
  }
}
