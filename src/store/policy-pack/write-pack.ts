import type { Pattern, Policy, Rule } from '../../model/policy.ts';
import { fnv1a } from '../../util/fnv.ts';
import { baseName } from '../../util/path.ts';
import { isRecord, isString } from '../guards.ts';
import {
  LINE_END,
  type ListStub,
  NO_SUBCOMMAND,
  type PackHeader,
  type PatternStub,
  type Place,
  type RulePlaces,
  TABLE_ENTRY_BYTES,
} from './format.ts';

/** What a pack is about, beside its rules. */
export type PackLabel = Pick<PackHeader, 'version' | 'scope' | 'key' | 'problems' | 'notes'>;

/** A pack without its label: the same rules can be kept under another one. */
export interface PackedRules {
  readonly about: Omit<PackHeader, keyof PackLabel>;
  readonly body: Uint8Array;
}

export function packFile(label: PackLabel, { about, body }: PackedRules): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...label, ...about })}\n`), body]);
}

/** Throws a RangeError for a policy of more than 4 GB. */
export function packRules({ modules }: Policy): PackedRules {
  const parts = new Lines(0);
  const texts = rulesInOrder({ modules }).map(({ module, at, rule }) => {
    const text = textOf({ ...rule, when: inParts(rule.when, parts), unless: inParts(rule.unless, parts) }, parts);
    return { text: `[${module},${at},${text},${/"(rest|program|@list)":\[/.test(text)}]`, rule };
  });
  const rules = new Lines(parts.end);
  const placesOf = new Map<string, Map<string, Place[]>>();
  let unscoped: Place = [rules.end, 0];
  let calls: Place | undefined;
  for (const { text, rule } of texts) {
    const place = rules.add(text);
    const about = aboutOf(rule);
    if (about === 'line') unscoped = joined(unscoped, place);
    if (about === 'calls') calls = calls === undefined ? place : joined(calls, place);
    if (about === 'commands') addPlaces(placesOf, rule, place);
  }
  const rest = new Lines(rules.end);
  const names = rest.add(JSON.stringify([...placesOf.keys()]));
  const slots = slotsOf(placesOf).map((programs) => rest.add(JSON.stringify(programs)));
  const table = tableOf(slots);
  const body = Buffer.concat([...parts.chunks, ...rules.chunks, ...rest.chunks, table]);
  const heads = modules.map(({ rules: _, ...head }) => head);
  return {
    about: {
      modules: heads,
      unscoped,
      calls: calls ?? [0, 0],
      names,
      table: [rest.end, table.length],
      sizeBytes: body.length,
    },
    body,
  };
}

/** Those without `commands`, which every command reads, side by side at the start; those about tool calls at the end. */
function rulesInOrder({ modules }: Policy): readonly { module: number; at: number; rule: Rule }[] {
  const all = modules.flatMap(({ rules }, module) => rules.map((rule, at) => ({ module, at, rule })));
  return (['line', 'commands', 'calls'] as const).flatMap((about) => all.filter(({ rule }) => aboutOf(rule) === about));
}

/** Which list of a RuleIndex a rule is in. */
function aboutOf({ tools, commands }: Rule): 'line' | 'commands' | 'calls' {
  if (tools !== undefined) return 'calls';
  return commands === undefined ? 'line' : 'commands';
}

/** State machines stand aside. */
function textOf(value: unknown, parts: Lines): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isMachine(inner) ? parts.addOnce(JSON.stringify(inner)) : inner,
  );
}

/** As JSON text; what is shorter stays where it is. */
const LONG_LIST = 256;

/** The same with stubs for patterns that most texts are not tried on, and for long lists of these. */
function inParts(value: unknown, parts: Lines): unknown {
  if (Array.isArray(value)) return listInParts(value, parts);
  if (!isRecord(value) || isMachine(value)) return value;
  if (isTelling(value)) {
    const { needs, written, ...rest } = value;
    return { needs, written, rest: parts.addOnce(textOf(rest, parts)) } satisfies PatternStub;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inParts(item, parts)]));
}

function listInParts(list: readonly unknown[], parts: Lines): readonly unknown[] | ListStub {
  const items = list.map((item) => inParts(item, parts));
  if (!list.some((item) => isRecord(item) && isTelling(item))) return items;
  const text = textOf(items, parts);
  return text.length < LONG_LIST ? items : { '@list': parts.addOnce(text) };
}

function isTelling(value: object): value is Pattern & Pick<PatternStub, 'needs'> {
  const { source, written, needs } = value as Partial<Pattern>;
  return isString(source) && isString(written) && Array.isArray(needs);
}

function isMachine(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.code) && Array.isArray(value.sets);
}

/** Lines of text with their places. */
class Lines {
  readonly chunks: Uint8Array[] = [];
  readonly #known = new Map<string, Place>();
  end: number;

  constructor(start: number) {
    this.end = start;
  }

  add(text: string): Place {
    const chunk = Buffer.from(`${text}${LINE_END}`);
    const place: Place = [this.end, chunk.length - LINE_END.length];
    this.chunks.push(chunk);
    this.end += chunk.length;
    return place;
  }

  addOnce(text: string): Place {
    const place = this.#known.get(text) ?? this.add(text);
    this.#known.set(text, place);
    return place;
  }
}

/** One place from the start of the first line to the end of the last. */
function joined(first: Place, last: Place): Place {
  return [first[0], last[0] + last[1] - first[0]];
}

function addPlaces(placesOf: Map<string, Map<string, Place[]>>, { commands, subcommands }: Rule, place: Place): void {
  for (const program of new Set(commands?.map(baseName))) {
    const places = placesOf.get(program) ?? new Map<string, Place[]>();
    placesOf.set(program, places);
    for (const subcommand of subcommands ?? [NO_SUBCOMMAND]) {
      const known = places.get(subcommand);
      if (known === undefined) places.set(subcommand, [place]);
      else known.push(place);
    }
  }
}

/** As many slots as programs, to a power of two: a slot holds one or two. */
function slotsOf(
  placesOf: ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>,
): readonly Readonly<Record<string, RulePlaces>>[] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, placesOf.size)));
  const slots = Array.from({ length: count }, (): [string, RulePlaces][] => []);
  for (const [name, places] of placesOf) slots[fnv1a(name) & (count - 1)]?.push([name, Object.fromEntries(places)]);
  return slots.map((entries) => Object.fromEntries(entries));
}

function tableOf(slots: readonly Place[]): Buffer {
  const table = Buffer.alloc(slots.length * TABLE_ENTRY_BYTES);
  for (const [index, [offset, length]] of slots.entries()) {
    table.writeUInt32BE(offset, index * TABLE_ENTRY_BYTES);
    table.writeUInt32BE(length, index * TABLE_ENTRY_BYTES + 4);
  }
  return table;
}
