import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { baseName, isDevice, isWithin, parentPath, resolvePath } from '../../util/path.ts';
import { absolutePath, fileKey } from '../state/file-key.ts';
import { regionIn } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import { concat, EMPTY, unknown } from '../state/value.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';

export const COPIERS = new Set(['cp', 'mv', 'ln', 'install', 'gcp', 'gmv', 'gln', 'ginstall']);

/** Whether rsync copies from and to this machine alone. */
export function copiesHere(program: string, argv: readonly Word[]): boolean {
  return program === 'rsync' && argv.slice(1).every((word) => wordValue(word)?.includes(':') === false);
}

const LINKS = new Set(['ln', 'gln']);

/** `cp /bin/rm x`: records that x is a copy of a program, or of a file that the line wrote. */
export function trackCopies(start: ProgramStart, program: string | undefined, walker: Walker): void {
  if (program === 'rename') trackRenames(start, walker);
  const isMove = program === 'git' && wordValue(start.argv[1]) === 'mv';
  if (program === undefined || !(isMove || COPIERS.has(program) || copiesHere(program, start.argv))) return;
  const operands = start.argv
    .slice(isMove ? 2 : 1)
    .map(pathOf)
    .filter((value) => value !== undefined && !/^-./.test(value)) as string[];
  const target = operands.at(-1);
  if (operands.length < 2 || target === undefined) return;
  const isLink = LINKS.has(program) && start.argv.some((word) => /^-\w*s|^--symbolic$/.test(wordValue(word) ?? ''));
  const keepsOthers = start.argv.some((word) => KEEPS_OTHERS.test(wordValue(word) ?? ''));
  const region = keepsOthers ? regionIn(start.frame) : start.frame.region;
  for (const source of operands.slice(0, -1)) remember(source, target, isLink, start.frame.with({ region }), walker);
}

/** With these options a file that is there may stay as it is. Source: cp(1), mv(1) GNU 9 */
const KEEPS_OTHERS = /^-[a-zA-Z]*[niu]|^--(?:no-clobber|interactive|update)/;

/** util-linux: `rename from to files` puts `to` for the first `from` in their names; Perl's program of this name has other words. */
function trackRenames({ argv, frame }: ProgramStart, walker: Walker): void {
  const values = argv.slice(1).map((word) => wordValue(word) ?? '');
  const [from = '', to = '', ...paths] = values.filter((value) => !/^-./.test(value));
  for (const path of paths) {
    const name = baseName(path);
    const target = path.slice(0, path.length - name.length) + name.replace(from, () => to);
    if (from !== '' && target !== path) remember(path, target, false, frame, walker);
  }
}

/** The path of an operand; `$(which rm)` counts as `/rm`. */
function pathOf(word: Word): string | undefined {
  if (word.kind !== 'unknown' || !word.prefix.startsWith('/')) return wordValue(word);
  return /^\/[^/]+$/.test(word.suffix) ? word.suffix : undefined;
}

/** `.. | tee x.sh`: records the input as the content of the file. */
export function trackTee(
  { argv, frame, standsFor }: ProgramStart,
  program: string | undefined,
  index: number,
  walker: Walker,
): void {
  if (program !== 'tee' || frame.stdin.kind !== 'data') return;
  const { data, input } = frame.stdin;
  // `tee x.sh < file`: what it prints is that of the file
  const given =
    data.known || input.kind !== 'file' || data.from.length > 0 ? data : unknown('command-output', { from: [index] });
  const { record } = walker;
  const operands = argv.slice(1);
  const appends = operands.some((operand) => /^-\w*a|^--append$/.test(wordValue(operand) ?? ''));
  for (const operand of operands) {
    const path = wordValue(operand)?.startsWith('-') ? undefined : fileKey(operand, frame);
    if (path === undefined || isDevice(path)) continue;
    const before = appends ? (record.files.text(path) ?? unknown('stdin')) : EMPTY;
    // what code writes is not known: what it is given stands for it, and it is not known either whether it comes so far
    record.writeFile(path, { content: concat(before, given) }, standsFor === undefined ? frame.region : undefined);
  }
}

function remember(source: string, target: string, isLink: boolean, frame: Frame, walker: Walker): void {
  const { record } = walker;
  const [from, to] = [absolutePath(source, frame), absolutePath(target, frame)];
  if (from === undefined || to === undefined) return;
  const original = record.copies.get(from) ?? baseName(from);
  // the target may be a directory: the copy then keeps its name
  for (const path of [to, `${to}/${baseName(from)}`]) {
    if (isWithin(from, path)) continue; // `cp a/x .`: a folder, and no copy of what lies in it
    // what a symbolic link names is found from its own folder
    const found = isLink ? resolvePath(parentPath(path), source) : from;
    record.copies.set(path, original);
    record.writeFile(path, { source: found }, frame.region);
  }
}

/** The original of a program that the line copied. */
export function runCopy(word: Word, frame: Frame, walker: Walker): string | undefined {
  const { copies } = walker.record;
  if (copies.size === 0) return undefined;
  const value = wordValue(word);
  if (value === undefined) return undefined;
  if (value.includes('/')) {
    const path = absolutePath(value, frame);
    return path === undefined ? undefined : copies.get(path);
  }
  // a bare name is looked up in PATH, which the line may have pointed at the copy
  if (!frame.scope.exports.some(({ name }) => name === 'PATH')) return undefined;
  for (const [path, program] of copies) if (baseName(path) === value) return program;
  return undefined;
}
