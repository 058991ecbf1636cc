import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { makeFolder } from '../store/folders.ts';
import { MODES } from '../store/layout.ts';

/** How the launchers of hooks judge the commands of a line; see gate/line-gate.ts. */
export interface HookGates {
  /** sh, by program: the text that its shim has */
  readonly own: Readonly<Record<string, string>>;
  /** the gate of programs that `known` does not name; undefined = they are for Node */
  readonly other: string | undefined;
  readonly known: readonly string[];
  readonly writers: readonly string[];
  readonly project: string;
}

/** The file for programs that have none of their own: no program's name begins so. */
const OTHER_FILE = '.other';

export function gatesFolder(hooks: string): string {
  return join(hooks, '.gates');
}

/** Programs that have a gate now. */
export function gatedPrograms(hooks: string): readonly string[] {
  try {
    return readdirSync(gatesFolder(hooks)).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

/**
 * Writes a file for each program: sh reads what it runs to the end. `changing` is called before the first one changes.
 * Throws what node:fs throws.
 */
export function writeGates(hooks: string, gates: HookGates | undefined, changing: () => void): void {
  const folder = gatesFolder(hooks);
  const wanted: Readonly<Record<string, string>> =
    gates === undefined ? {} : { ...gates.own, [OTHER_FILE]: otherText(gates) };
  makeFolder(folder);
  const gone = readdirSync(folder).filter((name) => !Object.hasOwn(wanted, name));
  const changed = Object.entries(wanted).filter(([name, text]) => readIfThere(join(folder, name)) !== text);
  if (gone.length + changed.length > 0) changing();
  for (const name of gone) rmSync(join(folder, name), { force: true });
  for (const [name, text] of changed) writeFileAtomic(join(folder, name), text, { mode: MODES.file, durable: false });
}

/** Where the file of a known program is not there, that is not because nothing is known of it. */
function otherText({ other, known }: HookGates): string {
  if (other === undefined) return ':';
  return `case $__ss_name in *[!a-z_-]*) return ;; esac
case ' ${known.join(' ')} ' in *" $__ss_name "*) return ;; esac
${other}`;
}
