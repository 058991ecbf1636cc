import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../store/atomic-file.ts';
import { productRoot } from '../../store/product.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { writeEnvFile } from './env-script.ts';
import { SHELLS } from './index.ts';
import type { ShellIntegration, ShellPaths } from './shell.ts';

/** Exists = typed lines are not judged before they run. */
function noLinesFile({ data }: ShellPaths): string {
  return join(data, 'no-lines');
}

/** Switches judging of typed lines on or off; upgrades preserve it. Throws what node:fs throws. */
export function keepLines(paths: ShellPaths, wanted: boolean): void {
  if (wanted) rmSync(noLinesFile(paths), { force: true });
  else writeFileAtomic(noLinesFile(paths), '', { mode: 0o644 });
}

export function areLinesWanted(paths: ShellPaths): boolean {
  return !existsSync(noLinesFile(paths));
}

/** All that start-up files read, as this version has it. Throws what node:fs throws. */
export function writeShellFiles(paths: ShellPaths, product = productRoot()): void {
  writeEnvFile(paths);
  for (const shell of SHELLS) {
    const path = join(paths.data, `interactive.${shell.name}`);
    writeFileAtomic(path, interactiveCode(shell, paths, product), { mode: 0o644 });
  }
  const later = readFileSync(join(product, 'shims', 'later.sh'), 'utf8');
  writeFileAtomic(join(paths.data, 'later.sh'), fillIn(later, paths, shQuote), { mode: 0o644 });
}

/** The prompt and, where it is wanted, the line door. Both may be read twice in one shell: start-up files do. */
function interactiveCode(shell: ShellIntegration, paths: ShellPaths, product: string): string {
  const read = (part: string) => {
    const file = join(product, 'shims', `${part}.${shell.name}`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const text = read('prompt') + (areLinesWanted(paths) ? read('line') : '');
  return fillIn(text, paths, shell.quote);
}

function fillIn(text: string, { data, shims, seen, walls }: ShellPaths, quote: (value: string) => string): string {
  const values: Readonly<Record<string, string>> = {
    DATA: data,
    SHIMS: shims,
    SEEN: seen,
    WALLS: walls,
    LINE: join(data, 'safeshell-line'),
  };
  return text.replace(/@([A-Z]+)@/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : quote(value);
  });
}
