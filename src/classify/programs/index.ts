import type { Access } from '../../grammar/accesses.ts';
import { tellsEffects } from '../../grammar/effect-of.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { DEFAULT_GRAMMAR, grammarOf, withoutVersion } from '../../grammar/index.ts';
import type { Behaviour, Call, ProgramFamily } from '../behaviour.ts';
import { parseRows, type WordPattern } from '../pattern-words.ts';
import { CLOUD_OPERATIONS } from './cloud.ts';
import { CONTAINER_OPERATIONS } from './containers.ts';
import { CREDENTIAL_OPERATIONS } from './credentials.ts';
import { DATABASE_OPERATIONS } from './databases.ts';
import { FILE_OPERATIONS } from './files.ts';
import { INTERPRETER_OPERATIONS } from './interpreters.ts';
import { NETWORK_OPERATIONS } from './network.ts';
import { PACKAGE_OPERATIONS } from './packages.ts';
import { SHELL_OPERATIONS } from './shell.ts';
import { SYSTEM_OPERATIONS } from './system.ts';
import { VCS_OPERATIONS } from './vcs.ts';

export const FAMILIES: readonly ProgramFamily[] = [
  CREDENTIAL_OPERATIONS,
  CLOUD_OPERATIONS,
  CONTAINER_OPERATIONS,
  DATABASE_OPERATIONS,
  FILE_OPERATIONS,
  INTERPRETER_OPERATIONS,
  NETWORK_OPERATIONS,
  PACKAGE_OPERATIONS,
  SHELL_OPERATIONS,
  SYSTEM_OPERATIONS,
  VCS_OPERATIONS,
];

/** All that the tables say of one program beside the effects in its grammar; several families may speak of it. */
export interface Described {
  readonly patterns: readonly WordPattern[];
  readonly special?: (call: Call) => Behaviour | undefined;
  readonly paths?: (call: Call) => readonly Access[];
  /** a family that works on files speaks of it */
  readonly onFiles: boolean;
}

type Key = 'rows' | 'special' | 'paths' | 'grammars';
type Entry<K extends Key> = NonNullable<ProgramFamily[K]>[string];

/** Every entry of one kind, by program. */
function collect<K extends Key>(key: K): ReadonlyMap<string, readonly Entry<K>[]> {
  const found = new Map<string, Entry<K>[]>();
  for (const family of FAMILIES) {
    for (const [names, entry] of Object.entries(family[key] ?? {})) {
      for (const name of names.split(/\s+/)) found.set(name, [...(found.get(name) ?? []), entry as Entry<K>]);
    }
  }
  return found;
}

interface Tables {
  readonly rows: ReadonlyMap<string, readonly Entry<'rows'>[]>;
  readonly special: ReadonlyMap<string, readonly Entry<'special'>[]>;
  readonly paths: ReadonlyMap<string, readonly Entry<'paths'>[]>;
  readonly grammars: ReadonlyMap<string, readonly Entry<'grammars'>[]>;
}

let tables: Tables | undefined;
const described = new Map<string, Described>();

function all(): Tables {
  tables ??= {
    rows: collect('rows'),
    special: collect('special'),
    paths: collect('paths'),
    grammars: collect('grammars'),
  };
  return tables;
}

function fileProgram(program: string): boolean {
  return FAMILIES.some(
    ({ onFiles, rows }) => onFiles && Object.keys(rows ?? {}).some((names) => names.split(/\s+/).includes(program)),
  );
}

function describe(program: string): Described {
  const rows = all().rows.get(program);
  const [special] = all().special.get(program) ?? [];
  const [paths] = all().paths.get(program) ?? [];
  return {
    patterns: parseRows((rows ?? []).flat()),
    onFiles: fileProgram(program),
    ...(special !== undefined && { special }),
    ...(paths !== undefined && { paths }),
  };
}

/** What the tables say of a program, by its base name; `python3.12` is `python`. */
export function describedProgram(program: string): Described | undefined {
  const names = [program, withoutVersion(program)];
  const name = names.find((one) => all().rows.has(one) || all().special.has(one)) ?? names.find(tells);
  if (name === undefined) return undefined;
  const known = described.get(name) ?? describe(name);
  described.set(name, known);
  return known;
}

const tells = (name: string) => tellsEffects(grammarOf(name));

const WORDS: Grammar = { ...DEFAULT_GRAMMAR, operands: 'text*' };

/** The option grammar of a program; without any, its words are text unless it works on files or is not known at all. */
export function grammarFor(program: string): Grammar {
  const own = all().grammars.get(program)?.[0] ?? grammarOf(program);
  return own === DEFAULT_GRAMMAR && describedProgram(program)?.onFiles === false ? WORDS : own;
}
