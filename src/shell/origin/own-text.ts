import { insertedBySed } from '../../code/sed.ts';
import type { Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import type { Walker } from '../state/walker.ts';
import { isForeign, originOf } from './origin.ts';

/** Filters that print lines of their input unchanged. */
const SELECTS = new Set(['cat', 'head', 'tail', 'tac', 'grep', 'egrep', 'fgrep', 'sort', 'uniq']);
/** Programs that transform a text; what they insert is in their arguments, or in files. */
const CHANGES = new Set([
  ...SELECTS,
  ...'sed gsed awk gawk mawk jq yq cut fold expand unexpand dos2unix unix2dos envsubst m4 cpp jinja2 gomplate'.split(
    ' ',
  ),
  ...'esbuild tsc swc babel terser rollup sass prettier shfmt black'.split(' '),
]);
const INTERPRETERS = new Set(['python', 'python3', 'node', 'deno', 'bun', 'ruby', 'perl', 'php', 'sh', 'bash', 'zsh']);

/**
 * The texts that the line inserts into a text made of local files: `sed s/a/b/ x.sh > y.sh; sh y.sh` runs x.sh with `b`
 * in it. Undefined where the text may have another origin. `made` = a file that the line makes; for a pipe into a shell
 * only filters are accepted, as such pipes mostly build commands from lists.
 */
export function insertedText(from: readonly number[], made: boolean, walker: Walker): readonly string[] | undefined {
  const { starts, texts } = originOf(from, walker) ?? { starts: [], texts: [] };
  // how a program transforms a text of the line is not computed
  const isChanged = starts.some(speaks) && starts.some((start) => isFed(start) && !SELECTS.has(start.program ?? ''));
  if (isChanged || texts.length > 0 || starts.some(isForeign) || !starts.some(readsFile)) return undefined;
  if (!starts.every((start) => (made ? makesText(start) : selects(start)))) return undefined;
  return starts.flatMap(textsOf);
}

function selects(start: Invocation): boolean {
  return start.role === 'program' && SELECTS.has(start.program ?? '') && (readsFile(start) || isFed(start));
}

function speaks({ program }: Invocation): boolean {
  return program === 'echo' || program === 'print' || program === 'printf';
}

function makesText(start: Invocation): boolean {
  const { program, argv } = start;
  if (program === undefined) return false;
  if (speaks(start)) return argv.every((word) => word.kind === 'known');
  if (isOwnScript(start)) return true;
  if (program === 'tr') return /^-[ds]+$/.test(wordValue(argv[1]) ?? '');
  return CHANGES.has(program) && (readsFile(start) || isFed(start));
}

/** `./gen.sh`, `python gen.py`: trusted, as it could as well run what it prints. */
function isOwnScript({ program = '', argv }: Invocation): boolean {
  if (/^\.{1,2}\//.test(wordValue(argv[0]) ?? '')) return true;
  return INTERPRETERS.has(program) && /^[\w./][\w./-]*\.\w+$/.test(wordValue(argv[1]) ?? '');
}

/** Whether it reads a file: an operand, or `< file`. The first operand of some filters is a pattern or a script. */
function readsFile(start: Invocation): boolean {
  const { program = '', argv, inputs } = start;
  if (speaks(start)) return false;
  if (isOwnScript(start) || inputs.some(({ kind }) => kind === 'file')) return true;
  const operands = argv.slice(1).filter((word) => !/^-./.test(wordValue(word) ?? ''));
  return operands.length > (/grep$|sed$|awk$|^jq$|^yq$/.test(program) ? 1 : 0);
}

function isFed({ inputs }: Invocation): boolean {
  return inputs.some((input) => 'from' in input && input.from.length > 0);
}

function textsOf({ program = '', argv }: Invocation): readonly string[] {
  if (/sed$/.test(program)) return scriptsOf(argv).flatMap(insertedBySed);
  if (!/awk$|^jq$|^yq$/.test(program)) return [];
  return argv
    .slice(1)
    .flatMap((word) => [...(wordValue(word) ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text));
}

/** `-e script`, or the first operand. */
function scriptsOf(argv: readonly Word[]): readonly string[] {
  const words = argv.slice(1).map((word) => wordValue(word) ?? '');
  const named = words.flatMap((word, at) => {
    if (/^(?:-\w*e|--expression)$/.test(words[at - 1] ?? '')) return [word];
    return /^--expression=/.test(word) ? [word.slice('--expression='.length)] : [];
  });
  const [first] = words.filter((word) => !word.startsWith('-'));
  return named.length > 0 || first === undefined ? named : [first];
}
