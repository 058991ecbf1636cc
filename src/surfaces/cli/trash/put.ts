import { accessSync, constants, lstatSync, readdirSync, readSync, type Stats, writeSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isatty } from 'node:tty';
import { EXIT } from '../../../model/errors.ts';
import { plural } from '../../../text/plural.ts';
import { printable } from '../../../text/printable.ts';
import { putInTrash } from '../../../trash/put.ts';
import { parseRmOptions, type RmOptions } from '../../../trash/rm-options.ts';
import type { CliContext } from '../context.ts';
import { ownerOf, refuseByRules } from './owner.ts';

const STDIN = 0;
const STDERR = 2;
/** rm ends with this where anything could not be removed. */
const FAILED = 1;

/** `--as-rm`, as the first word: folders need -r, messages and exit status are those of rm. */
export async function put(words: readonly string[], context: CliContext): Promise<number> {
  const asRm = words[0] === '--as-rm';
  const given = asRm ? words.slice(1) : words;
  const name = asRm ? 'rm' : 'safeshell trash put';
  const read = parseRmOptions(given);
  if ('usage' in read) {
    context.err(`${name}: ${printable(read.usage)}`);
    return asRm ? FAILED : EXIT.usage;
  }
  if (read.operands.length === 0 && !read.force) {
    context.err(`${name}: missing operand`);
    return asRm ? FAILED : EXIT.usage;
  }
  if (await refuseByRules(['rm', ...(asRm ? [] : ['-r']), ...given], context)) return EXIT.refused;
  const options = asRm ? read : { ...read, recursive: true };
  const putting: Putting = { name, options, context, now: new Date() };
  if (options.ask === 'once' && !confirmedOnce(putting)) return EXIT.ok;
  const results = options.operands.map((operand) => putOne(operand, putting));
  return results.every((isDone) => isDone) ? EXIT.ok : FAILED;
}

interface Putting {
  readonly name: string;
  readonly options: RmOptions;
  readonly context: CliContext;
  readonly now: Date;
}

/** false, with a message, where the file could not be moved. */
function putOne(operand: string, { name, options, context, now }: Putting): boolean {
  const shown = `'${printable(operand)}'`;
  const trimmed = operand.length > 1 ? operand.replace(/(?<!\/)\/+$/, '') : operand;
  const path = isAbsolute(trimmed) ? trimmed : join(context.cwd, trimmed);
  const fail = (why: string) => {
    context.err(`${name}: cannot remove ${shown}: ${why}`);
    return false;
  };
  if (/(?:^|\/)\.\.?$/.test(trimmed)) {
    context.err(`${name}: refusing to remove '.' or '..' directory: skipping ${shown}`);
    return false;
  }
  try {
    const stats = lstatSync(path);
    const why = reasonAgainst(operand, path, stats, options);
    if (why !== undefined) return fail(why);
    if (!isConfirmed(question(stats, path, options), `${shown}? `, name)) return true;
    putInTrash(path, ownerOf(context), now);
    if (options.verbose) context.out(`removed ${stats.isDirectory() ? 'directory ' : ''}${shown}`);
    return true;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (options.force && (code === 'ENOENT' || code === 'ENOTDIR')) return true;
    return fail(SENTENCES[code] ?? printable(message));
  }
}

/** What rm says of them. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  EROFS: 'Read-only file system',
  EBUSY: 'Device or resource busy',
  ENAMETOOLONG: 'File name too long',
  ELOOP: 'Too many levels of symbolic links',
};

function reasonAgainst(operand: string, path: string, stats: Stats, options: RmOptions): string | undefined {
  if (operand.endsWith('/') && !stats.isDirectory()) return 'Not a directory';
  if (!stats.isDirectory() || options.recursive) return undefined;
  if (!options.folders) return 'Is a directory';
  return readdirSync(path).length > 0 ? 'Directory not empty' : undefined;
}

/** The beginning of the question that rm would ask; undefined = none. */
function question(stats: Stats, path: string, { ask }: RmOptions): string | undefined {
  const kind = stats.isSymbolicLink() ? 'symbolic link' : stats.isDirectory() ? 'directory' : 'regular file';
  if (ask === 'each') return `remove ${kind}`;
  if (ask !== 'usual' || stats.isSymbolicLink() || !isatty(STDIN)) return undefined;
  return isWritable(path) ? undefined : `remove write-protected ${kind}`;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** -I: before more than three, or a folder. */
function confirmedOnce({ name, options: { operands, recursive } }: Putting): boolean {
  if (operands.length <= 3 && !recursive) return true;
  const count = plural(operands.length, 'argument');
  return isConfirmed('remove', `${count}${recursive ? ' recursively' : ''}? `, name);
}

function isConfirmed(what: string | undefined, rest: string, name: string): boolean {
  if (what === undefined) return true;
  writeSync(STDERR, `${name}: ${what} ${rest}`);
  return /^\s*y/i.test(readAnswer());
}

/** One line of standard input, byte by byte: the rest may be for others. */
function readAnswer(): string {
  const byte = Buffer.alloc(1);
  let line = '';
  try {
    while (readSync(STDIN, byte, 0, 1, null) === 1 && byte[0] !== 10) line += byte.toString('latin1');
  } catch {
    // closed: nobody said yes
  }
  return line;
}
