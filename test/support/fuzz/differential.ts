import type { Analysis, Invocation } from '../../../src/model/invocation.ts';
import type { Word } from '../../../src/model/word.ts';
import { fullName } from '../../../src/util/full-name.ts';
import { baseName } from '../../../src/util/path.ts';
import { STUBS } from '../ask-shell.ts';
import { installed, RealShell, type RealShellName } from '../real-shell.ts';
import { analyzeAnywhere, type Finding } from './crash.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';

/** Real programs are out of reach, so these names, which the recorder would not be called by, are not needed. */
const NAMES = STUBS.filter((name) => !name.includes(' '));
const TIMEOUT_MS = 1000;
/** Programs whose output nobody can tell. Wrappers, which print what they start prints, `cat` and other filters do not count. */
const PRINTERS = 'ls git curl node python3 date seq rm'.split(' ');
/** Programs whose output is computed: these are themselves. */
const COMPUTED = 'tr base64 xxd rev tac xargs echo'.split(' ').filter((name) => installed(name) !== undefined);
const WORLDS = [
  { env: {}, positional: [], stub: { status: 0, prints: 'cmdz' } },
  {
    env: { X: 'vX wX', x: 'xB', a: 'aB' },
    positional: ['p1', 'p 2'],
    stub: { status: 1, prints: 'cmdy yB', printers: PRINTERS },
  },
];

/**
 * What no line asks for: an empty name starts nothing; bash 5.2 reads `$(coproc x)` as `$(COPROC x)`; `time` alone is a
 * program in dash; zsh starts `cat` for a redirection without a command.
 */
const ARTEFACTS: Readonly<Partial<Record<RealShellName, readonly string[]>>> = {
  bash: ['', 'COPROC'],
  dash: ['', 'time'],
  zsh: ['', 'cat', 'more'],
};

export interface Tally {
  readonly mutants: number;
  /** in which the shell started at least one program */
  readonly executing: number;
  readonly starts: number;
  /** of the executing: those where something is said not to be understood */
  readonly unsure: number;
  readonly holes: readonly Finding[];
}

/**
 * Text that must not be run at all, even where nothing but recorders can be found by name: absolute paths, however
 * they are spelled, and builtins that reach other processes or ignore PATH.
 */
const FORBIDDEN = [
  /\bkill\b|\bsuspend\b|\bu?limit\b|\benable\b|\bzmodload\b/,
  /(?:^|[^\w.~-])\/(?!dev\/(?:null|stdin|stdout|stderr|fd\/\d)\b)/,
  /[$}"'`)\]*?~\\]\w*\/|\$\w+\//,
  /\bbin\b|\/\/|:\/|\.\./,
  /\$\{\w*(?:PATH|PWD|HOME|BASH|SHELL|_)\w*[^}\w]/,
  /\\(?:x|u|U|0|\d{2})|\/dev\/(?:tcp|udp)/,
  /\bcommand\b.*-\w*p|\bhash\b.*-\w*p|exec\b.*-\w*c/s,
  /^[-+]|\0/,
];

export function isHarmless(line: string): boolean {
  return line.length < 2000 && !FORBIDDEN.some((pattern) => pattern.test(line));
}

export interface Fuzzing {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly shell?: RealShellName;
  /** asked before each mutant */
  readonly isDone: (mutants: number) => boolean;
  readonly onHole?: (hole: Finding) => void;
}

/** Runs mutants in a real shell, two at a time. A hole: it started what we neither reported nor were unsure about. */
export async function differential({ seed, lines, shell = 'bash', isDone, onHole }: Fuzzing): Promise<Tally> {
  const random = new Random(seed);
  const safe = lines.filter(isHarmless);
  const tally = { mutants: 0, executing: 0, starts: 0, unsure: 0, holes: [] as Finding[] };
  const work = async (real: RealShell) => {
    const place = { real, shell };
    while (!isDone(tally.mutants)) {
      const turn = tally.mutants++;
      const line = harmlessMutant(random, safe);
      const analysis = analyzeAnywhere(line, shell);
      const executed = await executedNames(place, line, turn);
      if (executed.length === 0) continue;
      tally.executing++;
      tally.starts += executed.length;
      if (analysis.unsure.length > 0) tally.unsure++;
      if (unseen(analysis, executed).length === 0) continue;
      const hole = await minimised(place, line, turn);
      tally.holes.push(hole);
      onHole?.(hole);
    }
  };
  const pool = [new RealShell(NAMES), new RealShell(NAMES)];
  await Promise.all(pool.map(work));
  for (const real of pool) real.close();
  return tally;
}

interface Place {
  readonly real: RealShell;
  readonly shell: RealShellName;
}

function harmlessMutant(random: Random, lines: readonly string[]): string {
  for (;;) {
    const line = mutate(random, lines);
    if (isHarmless(line)) return line;
  }
}

async function executedNames({ real, shell }: Place, text: string, turn: number): Promise<readonly string[]> {
  const world = WORLDS[turn % WORLDS.length] as (typeof WORLDS)[number];
  const files = { 'a.txt': 'x\n' };
  const { executed } = await real.run({ ...world, shell, text, timeoutMs: TIMEOUT_MS, files, real: COMPUTED });
  // a recorder that is sourced instead of started goes by the shell's own name
  const isSourced = /(?:^|\W)\.(?!\w)|source/.test(text);
  const isProgram = (name: string) => ARTEFACTS[shell]?.includes(name) !== true && !(isSourced && name === shell);
  return executed.map(([name = '']) => name).filter(isProgram);
}

/** Names that were started and that no start of the analysis can have. */
function unseen({ invocations, unsure }: Analysis, executed: readonly string[]): readonly string[] {
  if (unsure.length > 0) return [];
  return executed.filter((name) => !invocations.some((one) => canBe(one, baseName(name))));
}

function canBe({ program, argv }: Invocation, name: string): boolean {
  const [word] = argv;
  if (isNamedByItsEnd(program, word)) return true;
  if (program !== undefined || word?.kind !== 'unknown') return program === fullName(name) || word?.kind === 'glob';
  // of a word that may be several the first is the program
  const [first = '', ...more] = word.prefix.split(/[ \t\n]/);
  if (word.fields === 'any' && more.length > 0 && name === baseName(first)) return true;
  return name.startsWith(baseName(word.prefix)) && (word.fields === 'any' || name.endsWith(word.suffix));
}

/**
 * `$J/bin/java`: a base name that is known counts as the program, and that J may hold blanks, so that its first word is another
 * program, is ignored on purpose: each such line would be a question. Not a hole that this harness looks for.
 */
function isNamedByItsEnd(program: Invocation['program'], word: Word | undefined): boolean {
  return program !== undefined && word?.kind === 'unknown' && word.fields === 'any' && word.suffix.includes('/');
}

/** The shortest text found by leaving out pieces, from large to single characters, that still is a hole. */
async function minimised(place: Place, line: string, turn: number): Promise<Finding> {
  let best = { line, names: await holeIn(place, line, turn) };
  for (let size = best.line.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < best.line.length; ) {
      const shorter = best.line.slice(0, at) + best.line.slice(at + size);
      const names = isHarmless(shorter) ? await holeIn(place, shorter, turn) : [];
      if (names.length > 0) best = { line: shorter, names };
      else at += size;
    }
  }
  return { line: best.line, what: `${place.shell} started ${[...new Set(best.names)].join(', ')}` };
}

async function holeIn(place: Place, line: string, turn: number): Promise<readonly string[]> {
  return unseen(analyzeAnywhere(line, place.shell), await executedNames(place, line, turn));
}
