import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import type { IndexedRule, Policy, Rule, RuleIndex } from '../../model/policy.ts';
import { fnv1a } from '../../util/fnv.ts';
import { isRecord, isString, parseJson } from '../guards.ts';
import { isRule } from '../policy-guard.ts';
import {
  isPackHeader,
  isPlace,
  isRulePlaces,
  LINE_END,
  NO_SUBCOMMAND,
  type PackHeader,
  type Place,
  type RulePlaces,
  TABLE_ENTRY_BYTES,
} from './format.ts';
import { isListStub, isRest, isStub, PackedPattern, type PatternRest, unpacked } from './packed-pattern.ts';

/** More than the header of the shipped packs. */
const FIRST_READ_BYTES = 16_384;
/** No rule is nested deeper. */
const MAX_DEPTH = 100;

/**
 * A compiled policy on disk. What it is asked for is read then, from the file that was opened, even where another has
 * taken its name since. Rules and programs throw where the file is damaged; it is then gone, and compiled anew.
 */
export interface PolicyPack extends RuleIndex {
  readonly header: Pick<PackHeader, 'scope' | 'key' | 'problems' | 'notes'>;
  /** all of it, in memory; throws where the file is damaged */
  whole(): Policy;
  close(): void;
}

/** A part of a pack that is asked for cannot be read. The file is gone, or this process opens it no more. */
export class DamagedPack extends Error {
  constructor(cause: unknown) {
    super('the compiled policy is damaged; the next call compiles it anew', { cause });
  }
}

/** What could not be read, where it cannot be removed either. */
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

/** undefined = there is none, or it is not as we write it. */
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
  /** where the body begins in the file */
  readonly body: number;
}

function readHeader(descriptor: number): Start | undefined {
  try {
    const { size } = fstatSync(descriptor);
    for (let length = Math.min(FIRST_READ_BYTES, size); ; length = Math.min(length * 8, size)) {
      const bytes = readBytes(descriptor, 0, length);
      const end = bytes.indexOf(0x0a);
      if (end < 0 && length < size) continue;
      const header = parseJson(bytes.toString('utf8', 0, Math.max(0, end)));
      return isPackHeader(header) && header.sizeBytes === size - end - 1 ? { header, body: end + 1 } : undefined;
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

/** What was read about a program. */
interface KnownProgram {
  readonly places: RulePlaces;
  readonly subcommands: ReadonlySet<string>;
  /** by first subcommand; undefined = all */
  readonly rules: Map<string | undefined, readonly IndexedRule[]>;
}

const NONE: ReadonlySet<string> = new Set();

/** In the order of the policy, neighbours as one piece, so that they are read in one go. `about` undefined = all. */
function placesAbout(places: RulePlaces, about: string | undefined): readonly Place[] {
  const names = about === undefined ? Object.keys(places) : [...new Set([NO_SUBCOMMAND, about])];
  const starts = new Map(names.flatMap((name) => places[name] ?? [])); // a rule that names two subcommands is there twice
  const pieces: Place[] = [];
  for (const [start, length] of [...starts].toSorted(([a], [b]) => a - b)) {
    const [from, before] = pieces.at(-1) ?? [start, 0];
    if (start === from + before + LINE_END.length) pieces[pieces.length - 1] = [from, start + length - from];
    else pieces.push([start, length]);
  }
  return pieces;
}

class PackFile implements PolicyPack {
  readonly header: PackHeader;
  readonly #path: string;
  readonly #descriptor: number;
  readonly #body: number;
  readonly #programs = new Map<string, KnownProgram>();
  #unscoped: readonly IndexedRule[] | undefined;
  #calls: readonly IndexedRule[] | undefined;

  constructor(path: string, descriptor: number, { header, body }: Start) {
    this.header = header;
    this.#path = path;
    this.#descriptor = descriptor;
    this.#body = body;
  }

  get modules(): PackHeader['modules'] {
    return this.header.modules;
  }

  get unscoped(): readonly IndexedRule[] {
    this.#unscoped ??= this.#rulesAt([this.header.unscoped]);
    return this.#unscoped;
  }

  get calls(): readonly IndexedRule[] {
    this.#calls ??= this.#rulesAt([this.header.calls]);
    return this.#calls;
  }

  subcommandsOf(program: string): ReadonlySet<string> {
    return this.#program(program)?.subcommands ?? NONE;
  }

  rulesOf(program: string, subcommand?: string): readonly IndexedRule[] {
    const known = this.#program(program);
    if (known === undefined) return [];
    const about = subcommand === undefined || known.subcommands.has(subcommand) ? subcommand : NO_SUBCOMMAND;
    let rules = known.rules.get(about);
    if (rules === undefined) {
      rules = this.#rulesAt(placesAbout(known.places, about));
      known.rules.set(about, rules);
    }
    return rules;
  }

  programs(): readonly string[] {
    return this.#orDiscard(() => {
      const names = this.#json(this.header.names);
      if (!Array.isArray(names) || !names.every(isString)) throw new Error('no list of names');
      return names;
    });
  }

  whole(): Policy {
    const { modules, unscoped } = this.header;
    const after = unscoped[0] + unscoped[1] + (unscoped[1] === 0 ? 0 : LINE_END.length);
    const scoped: Place = [after, Math.max(0, this.header.names[0] - after - LINE_END.length)];
    const rules = modules.map((): Rule[] => []);
    this.#orDiscard(() => {
      for (const { at, rule, module } of this.#linesAt([unscoped, scoped])) {
        (rules[module] as Rule[])[at] = unpacked(rule); // the file may be closed by then
      }
    });
    return { modules: modules.map((head, at) => ({ ...head, rules: rules[at] as Rule[] })) };
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** undefined = no rule names it; kept only where one does, as names may be made up without end */
  #program(program: string): KnownProgram | undefined {
    const known = this.#programs.get(program);
    if (known !== undefined) return known;
    const places = this.#placesOf(program);
    if (places === undefined) return undefined;
    const subcommands = new Set(Object.keys(places).filter((name) => name !== NO_SUBCOMMAND));
    const found: KnownProgram = { places, subcommands, rules: new Map() };
    this.#programs.set(program, found);
    return found;
  }

  #placesOf(program: string): RulePlaces | undefined {
    return this.#orDiscard(() => {
      const [start, length] = this.header.table;
      const slot = fnv1a(program) & (length / TABLE_ENTRY_BYTES - 1);
      const entry = this.#bytes([start + slot * TABLE_ENTRY_BYTES, TABLE_ENTRY_BYTES]);
      const programs = this.#json([entry.readUInt32BE(0), entry.readUInt32BE(4)]);
      if (!isRecord(programs)) throw new Error('no slot');
      if (!Object.hasOwn(programs, program)) return undefined;
      const places = programs[program];
      if (!isRulePlaces(places)) throw new Error('no places');
      return places;
    });
  }

  #rulesAt(places: readonly Place[]): readonly IndexedRule[] {
    return this.#orDiscard(() =>
      this.#linesAt(places).map(({ module, rule }) => ({
        rule,
        module: this.modules[module] as IndexedRule['module'],
      })),
    );
  }

  #linesAt(places: readonly Place[]): readonly { module: number; at: number; rule: Rule }[] {
    return places.flatMap((place) => {
      if (place[1] === 0) return [];
      const lines = parseJson(`[${this.#bytes(place).toString('utf8')}]`);
      if (!Array.isArray(lines) || lines.length === 0) throw new Error('no rules');
      return lines.map((line: unknown) => {
        const [module, at, rule, hasParts] = Array.isArray(line) ? line : [];
        if (this.modules[module] === undefined || !Number.isSafeInteger(at) || !isRule(rule))
          throw new Error('no rule');
        if (hasParts === true) this.#link([rule.when, rule.unless, rule.directory]);
        return { module, at, rule };
      });
    });
  }

  /** Gives each pattern in a condition or a list what stands elsewhere, read when it is asked for. */
  #link(value: object, depth = 0): void {
    const inside = value as Record<string, unknown>;
    if (depth > MAX_DEPTH) return;
    const { program } = inside;
    if (isPlace(program)) {
      this.#linkPart(value, 'program', () => this.#json(program));
      return;
    }
    for (const key in inside) {
      const item = inside[key];
      if (typeof item !== 'object' || item === null) continue;
      if (isStub(item)) inside[key] = new PackedPattern(item, () => this.#patternAt(item.rest));
      else if (isListStub(item)) this.#linkPart(inside, key, () => this.#listAt(item['@list']));
      else this.#link(item, depth + 1);
    }
  }

  #listAt(place: Place): readonly unknown[] {
    const list = this.#json(place);
    if (!Array.isArray(list)) throw new Error('no list');
    this.#link(list);
    return list;
  }

  #patternAt(place: Place): PatternRest {
    return this.#orDiscard(() => {
      const rest = this.#json(place);
      if (!isRest(rest)) throw new Error('no pattern');
      this.#link(rest);
      return rest;
    });
  }

  #linkPart(owner: object, key: string, read: () => unknown): void {
    let part: unknown;
    const get = () => (part ??= this.#orDiscard(read));
    Object.defineProperty(owner, key, { get, enumerable: true });
  }

  #json(place: Place): unknown {
    return JSON.parse(this.#bytes(place).toString('utf8'));
  }

  #bytes([offset, length]: Place): Buffer {
    if (offset + length > this.header.sizeBytes) throw new Error('a place outside of the file');
    return readBytes(this.#descriptor, this.#body + offset, length);
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
