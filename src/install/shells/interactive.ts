import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../store/atomic-file.ts';
import { productRoot } from '../../store/product.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { writeEnvFile } from './env-script.ts';
import { SHELLS } from './index.ts';
import type { ShellIntegration, ShellPlaces } from './shell.ts';

/** Is there: lines that are typed are not asked about before they run. */
function noLinesFile({ data }: ShellPlaces): string {
  return join(data, 'no-lines');
}

/** Whether shells ask about a line before they run it; holds for upgrades too. Throws what node:fs throws. */
export function keepLines(places: ShellPlaces, wanted: boolean): void {
  if (wanted) rmSync(noLinesFile(places), { force: true });
  else writeFileAtomic(noLinesFile(places), '', { mode: 0o644 });
}

export function areLinesWanted(places: ShellPlaces): boolean {
  return !existsSync(noLinesFile(places));
}

/** All that start-up files read, as this version has it. Throws what node:fs throws. */
export function writeShellFiles(places: ShellPlaces, product = productRoot()): void {
  writeEnvFile(places);
  for (const shell of SHELLS) {
    const path = join(places.data, `interactive.${shell.name}`);
    writeFileAtomic(path, interactiveCode(shell, places, product), { mode: 0o644 });
  }
  const later = readFileSync(join(product, 'shims', 'later.sh'), 'utf8');
  writeFileAtomic(join(places.data, 'later.sh'), fillIn(later, places, shQuote), { mode: 0o644 });
}

/** The prompt and, where it is wanted, the line door. Both may be read twice in one shell: start-up files do. */
function interactiveCode(shell: ShellIntegration, places: ShellPlaces, product: string): string {
  const read = (part: string) => {
    const file = join(product, 'shims', `${part}.${shell.name}`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const text = read('prompt') + (areLinesWanted(places) ? read('line') : '');
  return fillIn(text, places, shell.quote);
}

function fillIn(text: string, { data, shims, seen }: ShellPlaces, quote: (value: string) => string): string {
  const values: Readonly<Record<string, string>> = {
    DATA: data,
    SHIMS: shims,
    SEEN: seen,
    LINE: join(data, 'safeshell-line'),
  };
  return text.replace(/@([A-Z]+)@/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : quote(value);
  });
}
