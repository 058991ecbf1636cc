import { fullName, SHORT_NAMES } from '../util/full-name.ts';
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
import { CLUSTERS } from './commands/services-clusters.ts';
import { DATA_SERVICES } from './commands/services-data.ts';
import { DELIVERY } from './commands/services-delivery.ts';
import { FORGES } from './commands/services-forges.ts';
import { HOSTING } from './commands/services-hosting.ts';
import { OPERATIONS } from './commands/services-operations.ts';
import { SECRET_MANAGERS } from './commands/services-secrets.ts';
import { SPEAKERS } from './commands/speakers.ts';
import { STARTERS } from './commands/starters.ts';
import { SYSTEM } from './commands/system.ts';
import { TEXT_TOOLS } from './commands/text-tools.ts';
import { TRANSFER } from './commands/transfer.ts';
import { tellsEffects } from './effect-of.ts';
import type { Family } from './family.ts';
import type { Grammar } from './grammar.ts';

/** For programs without a table: every dash word is an option and none takes the next word. */
export const DEFAULT_GRAMMAR: Grammar = { anyOption: true };

export const FAMILIES: readonly Family[] = [
  ARCHIVES,
  CLOUD,
  CLUSTERS,
  CONTAINERS,
  DATA_SERVICES,
  DATABASES,
  DELIVERY,
  DISKS,
  FILE_READERS,
  FILE_WRITERS,
  FINDERS,
  FORGES,
  GIT,
  GITHUB,
  HOSTING,
  INTERPRETERS,
  KUBERNETES,
  OPERATIONS,
  PACKAGES,
  REMOVERS,
  SECRET_MANAGERS,
  SPEAKERS,
  STARTERS,
  SYSTEM,
  TEXT_TOOLS,
  TRANSFER,
];

let familyOf: ReadonlyMap<string, Family> | undefined;
const built = new Map<string, Grammar>();

function families(): ReadonlyMap<string, Family> {
  familyOf ??= new Map(FAMILIES.flatMap((family) => family.names.map((name): [string, Family] => [name, family])));
  return familyOf;
}

function tableOf(program: string): Grammar | undefined {
  const family = built.has(program) ? undefined : families().get(program);
  if (family !== undefined)
    for (const [name, one] of Object.entries(family.build())) built.set(name, told(one, family));
  return built.get(program);
}

function told(grammar: Grammar, { effects }: Family): Grammar {
  return effects === undefined || tellsEffects(grammar) ? grammar : { ...grammar, effects };
}

/** Every program with a table of its own, under its short names too. */
export function knownPrograms(): readonly string[] {
  return [...families().keys(), ...Object.keys(SHORT_NAMES)];
}

/** `python3.12` -> `python`. */
export function withoutVersion(program: string): string {
  return program.length > 80 ? program : program.replace(/-?\d[\d.]*$/, '');
}

/** `python3`, `python3.12`: the same program under its version. */
const PYTHON = /^python\d(?:\.\d+)?$/;

/** The grammar of the program of just this name; undefined = none. For what has to be certain: `ls2` is no `ls`. */
export function exactGrammarOf(program: string): Grammar | undefined {
  return tableOf(program) ?? (PYTHON.test(program) ? tableOf('python') : undefined);
}

/** Has the program a grammar of its own? */
export function hasGrammar(program: string | undefined): boolean {
  return program !== undefined && grammarOf(program) !== DEFAULT_GRAMMAR;
}

/** The grammar of a program by its base name; `python3.12` is `python`. DEFAULT_GRAMMAR when there is none. */
export function grammarOf(program: string): Grammar {
  const name = fullName(program);
  return tableOf(name) ?? tableOf(withoutVersion(name)) ?? DEFAULT_GRAMMAR;
}
