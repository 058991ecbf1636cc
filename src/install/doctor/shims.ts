import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../store/atomic-file.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { assignedIn, nodeGone } from '../launcher-fault.ts';
import { findProgram } from '../programs.ts';
import { isShim } from '../shim-template.ts';
import { foldersBefore } from '../shims.ts';
import { type Finding, ok, problem } from './finding.ts';

const REFRESH = 'safeshell refresh';
/** A shim may be for a program that is only in the PATH of other shells of the same person. */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface ShimChecks {
  readonly shims: string;
  /** programs that rules name */
  readonly commands: readonly string[];
  /** with the folder of the launcher */
  readonly path: string;
  /** folder of our dist/ */
  readonly product: string;
}

/** Is there a shim for each program that rules name and that is installed, and nothing else? */
export function shimDirectory({ shims, commands, path, product }: ShimChecks): readonly Finding[] {
  const files = filesIn(shims);
  const own = [...files].filter(([, text]) => isShim(text)).map(([name]) => name);
  const [first] = own;
  if (first === undefined) return [problem('shims', `there are no shims in ${shims}`, REFRESH)];
  const faults = [
    ...namesProblem('have no shim', without(commands, own, path, shims)),
    ...namesProblem('have a shim, and are not installed', notInstalled(own, everyPath(path, shims), shims)),
    ...[...files.keys()].filter((name) => !own.includes(name)).map((name) => stranger(join(shims, name))),
    ...origin(files.get(first) ?? '', product),
  ];
  return faults.length > 0 ? faults : [ok('shims', `${own.length} programs have a shim`)];
}

export function hasShims(folder: string): boolean {
  return [...filesIn(folder).values()].some(isShim);
}

function without(commands: readonly string[], own: readonly string[], path: string, shims: string): readonly string[] {
  const names = [...new Set(commands.map((command) => command.slice(command.lastIndexOf('/') + 1)))];
  return names.filter((name) => !own.includes(name) && findProgram(name, path, shims) !== undefined);
}

function everyPath(path: string, shims: string): string {
  return [path, ...foldersBefore(shims), SYSTEM_PATH].join(':');
}

function notInstalled(own: readonly string[], path: string, shims: string): readonly string[] {
  return own.filter((name) => findProgram(name, path, shims) === undefined);
}

function namesProblem(what: string, names: readonly string[]): readonly Finding[] {
  return names.length === 0 ? [] : [problem('shims', `these programs ${what}: ${names.join(', ')}`, REFRESH)];
}

function stranger(file: string): Finding {
  return problem('shims', `${file} is no shim of ours`, `rm '${file}'`);
}

/** What the shims start: Node.js and our dist/. All are written at once; one speaks for all. */
function origin(shim: string, product: string): readonly Finding[] {
  const node = assignedIn(shim, 'node') ?? '';
  const isOurs = shim.includes(`__ss_main=${shQuote(join(product, 'dist', 'shim.cjs'))}`);
  return [
    ...(existsSync(node) ? [] : [problem('node', `${nodeGone(node)}: shims, hooks and lines start it`, REFRESH)]),
    ...(isOurs ? [] : [problem('duplicates', 'the shims belong to another installation of safeshell', REFRESH)]),
  ];
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
    return new Map(names.map((name) => [name, readIfThere(join(folder, name)) ?? '']));
  } catch {
    return new Map();
  }
}
