import { ARCHIVES } from './commands/archives.ts';
import { CLOUD } from './commands/cloud.ts';
import { DATABASES } from './commands/databases.ts';
import { DISKS } from './commands/disks.ts';
import { CONTAINERS } from './commands/docker.ts';
import { FILE_READERS } from './commands/file-readers.ts';
import { FILE_WRITERS } from './commands/file-writers.ts';
import { FINDERS } from './commands/find.ts';
import { GITHUB } from './commands/gh.ts';
import { GIT } from './commands/git.ts';
import { INTERPRETERS } from './commands/interpreters.ts';
import { KUBERNETES } from './commands/kubectl.ts';
import { PACKAGES } from './commands/packages.ts';
import { REMOVERS } from './commands/rm.ts';
import { SPEAKERS } from './commands/speakers.ts';
import { STARTERS } from './commands/starters.ts';
import { SYSTEM } from './commands/system.ts';
import { TEXT_TOOLS } from './commands/text-tools.ts';
import { TRANSFER } from './commands/transfer.ts';
import type { Grammar } from './grammar.ts';

/** For programs without a table: every dash word is an option and none takes the next word. */
export const DEFAULT_GRAMMAR: Grammar = { anyOption: true };

const FAMILIES: readonly Readonly<Record<string, Grammar>>[] = [
  ARCHIVES,
  CLOUD,
  CONTAINERS,
  DATABASES,
  DISKS,
  FILE_READERS,
  FILE_WRITERS,
  FINDERS,
  GIT,
  GITHUB,
  INTERPRETERS,
  KUBERNETES,
  PACKAGES,
  REMOVERS,
  SPEAKERS,
  STARTERS,
  SYSTEM,
  TEXT_TOOLS,
  TRANSFER,
];

let byName: ReadonlyMap<string, Grammar> | undefined;

function table(): ReadonlyMap<string, Grammar> {
  byName ??= new Map(FAMILIES.flatMap((family) => Object.entries(family)));
  return byName;
}

/** Every program with a table of its own. */
export function knownPrograms(): readonly string[] {
  return [...table().keys()];
}

/** The grammar of a program by its base name; `python3.12` is `python`. DEFAULT_GRAMMAR when there is none. */
export function grammarOf(program: string): Grammar {
  return table().get(program) ?? table().get(program.replace(/-?\d[\d.]*$/, '')) ?? DEFAULT_GRAMMAR;
}
