import { parseArgs } from 'node:util';
import type { RealShellName } from '../real-shell.ts';
import { longCode, slowReader } from './code.ts';
import { Slowest } from './cold.ts';
import { corpus } from './corpus.ts';
import { crashOf, type Finding, shellAt } from './crash.ts';
import { differential, type Fuzzing } from './differential.ts';
import { hardText } from './mutate.ts';
import { Random } from './random.ts';

export { answerFirst } from './cold.ts';

/** How many of the slowest lines are asked again, in processes of their own. */
const COLD = 12;

const USAGE =
  'usage: npm run fuzz -- [--mode differential|crash|code] [--minutes N] [--mutants N] [--seed S] [--shell bash|dash|zsh]';

/**
 * The fuzzer's command line; resolves to its exit status: 0 nothing found, 1 something, 64 wrong usage. `bundle` = this
 * program as one file.
 */
export async function main(args: readonly string[], root: string, bundle: string): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      mode: { type: 'string', default: 'differential' },
      minutes: { type: 'string' },
      mutants: { type: 'string' },
      shell: { type: 'string', default: 'bash' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const seed = Number(values.seed);
  const endMs = Date.now() + Number(values.minutes ?? (values.mutants === undefined ? 1 : 600)) * 60_000;
  const most = Number(values.mutants ?? Number.POSITIVE_INFINITY);
  const isKnown =
    ['differential', 'crash', 'code'].includes(values.mode) && ['bash', 'dash', 'zsh'].includes(values.shell);
  if (!isKnown || [seed, endMs, most].some(Number.isNaN)) {
    console.error(USAGE);
    return 64;
  }
  const isDone = (mutants: number) => mutants >= most || Date.now() >= endMs;
  if (values.mode === 'code') return slowCode(seed, isDone);
  const lines = corpus(root);
  console.log(`${values.mode} fuzzing of ${lines.length} lines, seed ${seed}`);
  return values.mode === 'crash'
    ? crash({ lines, seed, isDone }, bundle)
    : holes({ lines, seed, isDone, shell: values.shell as RealShellName });
}

function crash({ lines, seed, isDone }: Fuzzing, bundle: string): number {
  const random = new Random(seed);
  const slowest = new Slowest(COLD);
  let mutants = 0;
  let found = 0;
  for (; !isDone(mutants); mutants++) {
    const [line, shell] = [hardText(random, lines), shellAt(mutants)];
    const beganMs = performance.now();
    const finding = crashOf(line, shell);
    slowest.add({ line, shell }, performance.now() - beganMs);
    if (finding === undefined) continue;
    found++;
    report(finding, seed);
  }
  const cold = slowest.coldFindings(bundle);
  for (const finding of cold) report(finding, seed);
  console.log(`${mutants} lines, ${found} findings; of the ${COLD} slowest, ${cold.length} slow in a new process`);
  return found + cold.length > 0 ? 1 : 0;
}

function slowCode(seed: number, isDone: Fuzzing['isDone']): number {
  console.log(`fuzzing the readers of code, seed ${seed}`);
  const random = new Random(seed);
  let texts = 0;
  let found = 0;
  for (; !isDone(texts); texts++) {
    const { language, code } = longCode(random);
    const finding = slowReader(language, code);
    if (finding === undefined) continue;
    found++;
    report(finding, seed);
  }
  console.log(`${texts} texts, ${found} slow`);
  return found > 0 ? 1 : 0;
}

async function holes(fuzzing: Fuzzing): Promise<number> {
  const tally = await differential({ ...fuzzing, onHole: (hole) => report(hole, fuzzing.seed) });
  const { mutants, executing, starts, unsure } = tally;
  console.log(`${mutants} mutants, ${executing} started something (${starts} starts), unsure about ${unsure} of them`);
  console.log(`${tally.holes.length} holes`);
  return tally.holes.length > 0 ? 1 : 0;
}

function report({ line, what }: Finding, seed: number): void {
  console.log(`FOUND (seed ${seed}): ${what}\n  ${abridged(line)}`);
}

/** A piece that stands many times in a row is written once: JSON texts and how often each is repeated. */
function abridged(line: string): string {
  let rest = 0;
  let shown = '';
  for (const match of line.matchAll(/([\s\S]{1,24}?)\1{15,}/g)) {
    const [all, piece = ''] = match;
    shown += `${JSON.stringify(line.slice(rest, match.index))} + ${JSON.stringify(piece)} x ${all.length / piece.length} + `;
    rest = match.index + all.length;
  }
  return shown + JSON.stringify(line.slice(rest));
}
