import type { Pattern } from '../model/policy.ts';
import type { Detector, Findings, Hit, Open } from './hit.ts';
import { KINDS, type Kind } from './kinds.ts';
import { NAMED_DETECTORS } from './named.ts';
import { EMAIL, NUMBER_KINDS, numbers } from './personal.ts';
import { maskLines, PRIVATE_KEY } from './private-key.ts';
import { MAX_HELD, openFrom } from './tail.ts';
import { TOKEN_DETECTORS } from './tokens.ts';

/** A pattern of the rules' author, found within single lines. */
export interface CustomKind {
  readonly name: string;
  readonly pattern: Pattern;
}

export interface RedactOptions {
  /** absent = all */
  readonly kinds?: readonly Kind[];
  readonly custom?: readonly CustomKind[];
}

export interface Scan {
  /** in order, none overlaps another */
  readonly hits: readonly Hit[];
  /** what stands before is the same whatever text follows */
  readonly settled: number;
  /** what the text after `settled` begins with */
  readonly open: Open | undefined;
}

/** Of a longer one so much waits still: what begins in it may be recognised later. */
const OVERLAP = 1024;
/**
 * A find that is longer is not searched again by what found it: a text full of beginnings would take quadratic time.
 */
const LONG = 256;
const LINE_FEED = 10;
/** What no detector names stands for all characters that are wider than a byte. */
function byteAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 256 ? code : 255;
}

/** What a secret goes on with. */
const REST = /[\w+/=.~%-]*/y;

/**
 * Finds what is to be masked, in one pass: a table tells by two neighbouring characters which detectors have to look
 * closer, for most of any text none. Pure; time is linear in the text.
 */
export class Scanner {
  private readonly detectors: readonly Detector[];
  /** by a character and the one before it: index into groups */
  private readonly index = new Uint16Array(1 << 16);
  /** indexes of detectors; the first group is empty */
  private readonly groups: (readonly number[])[] = [[]];
  private readonly custom: readonly CustomRegex[];

  constructor({ kinds = KINDS, custom = [] }: RedactOptions) {
    this.detectors = detectorsOf(new Set(kinds));
    this.custom = kinds.includes('CUSTOM') ? custom.map(customRegex) : [];
    const grown = new Map<number, number>();
    for (const [at, { pairs }] of this.detectors.entries()) {
      for (const pair of pairs) this.addPair(pair, at, grown);
    }
  }

  private addPair([first, second]: readonly [string, string], detector: number, grown: Map<number, number>): void {
    for (let before = 0; before < first.length; before++) {
      for (let at = 0; at < second.length; at++) {
        const cell = (first.charCodeAt(before) << 8) | second.charCodeAt(at);
        this.index[cell] = this.grow(cell, detector, grown);
      }
    }
  }

  /** The group of a cell with one detector more. */
  private grow(cell: number, detector: number, grown: Map<number, number>): number {
    const group = this.index[cell] ?? 0;
    const key = group * this.detectors.length + detector;
    let next = grown.get(key);
    if (next === undefined) {
      next = this.groups.push([...(this.groups[group] ?? []), detector]) - 1;
      grown.set(key, next);
    }
    return next;
  }

  /** Searches from `from` on; what stands before it is context. `open`: what the text there begins with. */
  scan(text: string, from = 0, open?: Open): Scan {
    const findings: Findings = { hits: [], next: from, closed: from };
    if (open?.kind === 'key') maskLines(text, open, findings);
    if (open?.kind === 'secret') maskRest(text, findings);
    this.search(text, findings);
    this.searchCustom(text, from, findings);
    return settle(text, findings, this.custom.length > 0);
  }

  private search(text: string, findings: Findings): void {
    const { index, groups } = this;
    const reach = new Float64Array(this.detectors.length);
    let at = findings.next;
    let before = at > 0 ? byteAt(text, at - 1) : LINE_FEED;
    while (at < text.length) {
      const code = byteAt(text, at);
      const group = index[(before << 8) | code] as number;
      before = code;
      at++;
      if (group === 0) continue;
      findings.next = at;
      for (const id of groups[group] as readonly number[]) this.detect(id, text, at - 1, findings, reach);
      if (findings.next === at) continue;
      at = findings.next;
      before = byteAt(text, at - 1);
    }
  }

  private detect(id: number, text: string, at: number, findings: Findings, reach: Float64Array): void {
    if (at < (reach[id] as number)) return;
    const { hits } = findings;
    const known = hits.length;
    (this.detectors[id] as Detector).find(text, at, findings);
    const last = hits.length > known ? hits[hits.length - 1] : undefined;
    if (last !== undefined && last.end - at > LONG) reach[id] = last.end;
  }

  private searchCustom(text: string, from: number, { hits }: Findings): void {
    if (this.custom.length === 0) return;
    for (let at = from; at < text.length; ) {
      const feed = text.indexOf('\n', at);
      const end = feed < 0 ? text.length : feed;
      for (const { regex, longest } of this.custom) {
        for (let start = at; start < end; start += longest) {
          for (const match of text.slice(start, Math.min(end, start + longest)).matchAll(regex)) {
            const found = start + match.index;
            if (match[0] !== '') hits.push({ from: found, start: found, end: found + match[0].length });
          }
        }
      }
      at = end + 1;
    }
  }
}

const SCANNERS = new Map<string, Scanner>();

/** One for each set of kinds; patterns of rules' authors come and go with their rules. */
export function scannerFor(options: RedactOptions = {}): Scanner {
  if (options.custom !== undefined && options.custom.length > 0) return new Scanner(options);
  const key = (options.kinds ?? KINDS).join();
  let scanner = SCANNERS.get(key);
  if (scanner === undefined) {
    scanner = new Scanner(options);
    SCANNERS.set(key, scanner);
  }
  return scanner;
}

function detectorsOf(kinds: ReadonlySet<Kind>): readonly Detector[] {
  return [
    ...(kinds.has('SECRET') ? [...TOKEN_DETECTORS, ...NAMED_DETECTORS, PRIVATE_KEY] : []),
    ...(kinds.has('EMAIL') ? [EMAIL] : []),
    ...(NUMBER_KINDS.some((kind) => kinds.has(kind)) ? [numbers(kinds)] : []),
  ];
}

interface CustomRegex {
  readonly regex: RegExp;
  /** longest piece of a line that it is tried on */
  readonly longest: number;
}

const MAX_DOUBTFUL = 1000;

/** A pattern that is not proven linear gets short texts only. */
function customRegex({ pattern: { source, flags, linear, bareUpTo = 100 } }: CustomKind): CustomRegex {
  const regex = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return { regex, longest: linear ? MAX_HELD : Math.max(1, Math.min(bareUpTo, MAX_DOUBTFUL)) };
}

function maskRest(text: string, findings: Findings): void {
  const start = findings.next;
  REST.lastIndex = start;
  REST.test(text);
  const end = REST.lastIndex;
  findings.next = end;
  if (end > start) findings.hits.push({ from: start, start, end, whole: true });
  if (end === text.length) findings.open = { state: { kind: 'secret' }, at: end };
}

/** What can still change waits, but not for ever: a secret that is too long to wait is masked as far as it is known. */
function settle(text: string, { hits: found, open, closed }: Findings, byLine: boolean): Scan {
  const hits = merged(found);
  if (open !== undefined) return { hits, settled: open.at, open: open.state };
  const held = Math.max(closed, openFrom(text, byLine));
  const settled = beforeSplit(hits, held, text.length);
  if (text.length - settled <= MAX_HELD) return { hits, settled, open: undefined };
  const cut = text.length - OVERLAP;
  const split = hits.find((hit) => hit.from < cut && (hit.end > cut || hit.end === text.length));
  if (split === undefined) return { hits, settled: cut, open: undefined };
  return { hits, settled: split.end, open: split.end === text.length ? { kind: 'secret' } : undefined };
}

/** The last offset up to `at` that is not inside of a hit, nor between its beginning and what is masked of it. */
function beforeSplit(hits: readonly Hit[], at: number, length: number): number {
  let offset = at;
  for (let last = hits.length - 1; last >= 0; last--) {
    const { from, end } = hits[last] as Hit;
    if (end <= offset && end < length) break;
    if (from < offset) offset = from;
  }
  return offset;
}

/** In order; those that overlap are one. */
function merged(found: readonly Hit[]): readonly Hit[] {
  const hits: Hit[] = [];
  for (const hit of [...found].sort((a, b) => a.start - b.start)) {
    const last = hits.at(-1);
    if (last === undefined || hit.start >= last.end) hits.push(hit);
    else {
      const whole = hit.whole === true || last.whole === true;
      const [from, end] = [Math.min(hit.from, last.from), Math.max(hit.end, last.end)];
      hits[hits.length - 1] = { from, start: last.start, end, whole };
    }
  }
  return hits;
}
