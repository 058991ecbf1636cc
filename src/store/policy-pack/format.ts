import type { Problem } from '../../model/errors.ts';
import type { RuleFileHeader } from '../../model/policy.ts';
import { isRecord, isString } from '../guards.ts';
import { VERSIONS } from '../layout.ts';
import { isRuleFileHeader } from '../policy-guard.ts';

/**
 * A compiled policy as one file, so that it is swapped in one step and read in small pieces, whatever its size:
 *
 *   header    one line of JSON, see PackHeader
 *   body      lines of JSON, each ended by a comma too: state machines and other parts of patterns; rules, those without
 *             `commands` first, those about tool calls last; all program names; for each slot the RulePlaces of its programs
 *   table     for each slot the place of its line in the body, two unsigned 32-bit numbers, big-endian
 *
 * A program's slot is its hash. A state machine, several times the size of its pattern and seldom asked for, stands
 * once, and its place stands in its patterns. So it is with all else of a pattern in a condition that texts without a
 * certain literal need not be tried on, and with long lists of such: most commands have no path to try them on. A rule's line: the index of its module, its own index there, the rule, and whether
 * parts of it stand elsewhere. Places count from the start of the body.
 */
export interface PackHeader {
  readonly version: number;
  /** the project whose rules are among the sources, or '' */
  readonly scope: string;
  /** of the sources */
  readonly key: string;
  /** see CachedPolicy */
  readonly problems?: string;
  readonly notes?: CompileNotes;
  readonly modules: readonly RuleFileHeader[];
  readonly unscoped: Place;
  /** rules about tool calls */
  readonly calls: Place;
  readonly names: Place;
  readonly table: Place;
  /** of body and table */
  readonly sizeBytes: number;
}

/** What was found out when the rules were compiled: nobody compiles them again to tell it. */
export interface CompileNotes {
  /** what compiled them */
  readonly compiler: string;
  /** how many there are */
  readonly rules: number;
  readonly notices: readonly Problem[];
  /** base names and paths that the project's own rules name */
  readonly projectCommands: readonly string[];
}

/** Offset and length in bytes. */
export type Place = readonly [number, number];

/** Stands for the subcommands of rules that name none. */
export const NO_SUBCOMMAND = '';

/** Where the rules of a program stand, by the first subcommands that they name, in the order of the policy. */
export type RulePlaces = Readonly<Record<string, readonly Place[]>>;

/** A pattern in a condition's data of which the rest stands elsewhere. */
export interface PatternStub {
  readonly needs: readonly string[];
  readonly written: string;
  readonly rest: Place;
}

/** A list in a condition's data that stands elsewhere. */
export interface ListStub {
  readonly '@list': Place;
}

/** So that several lines are the inside of one list. */
export const LINE_END = ',\n';

export const TABLE_ENTRY_BYTES = 8;

export function isPlace(value: unknown): value is Place {
  return (
    Array.isArray(value) && value.length === 2 && value.every((number) => Number.isSafeInteger(number) && number >= 0)
  );
}

export function isRulePlaces(value: unknown): value is RulePlaces {
  return isRecord(value) && Object.values(value).every((places) => Array.isArray(places) && places.every(isPlace));
}

export function isPackHeader(value: unknown): value is PackHeader {
  if (!isRecord(value) || value.version !== VERSIONS.policy) return false;
  const { scope, key, problems, notes, modules, unscoped, calls, names, table, sizeBytes } = value;
  return (
    isString(scope) &&
    isString(key) &&
    (problems === undefined || isString(problems)) &&
    (notes === undefined || isNotes(notes)) &&
    Array.isArray(modules) &&
    modules.every(isRuleFileHeader) &&
    Number.isSafeInteger(sizeBytes) &&
    [unscoped, calls, names, table].every((place) => isPlace(place) && place[0] + place[1] <= (sizeBytes as number))
  );
}

function isNotes(value: unknown): value is CompileNotes {
  if (!isRecord(value)) return false;
  const { compiler, rules, notices, projectCommands } = value;
  return (
    isString(compiler) &&
    Number.isSafeInteger(rules) &&
    Array.isArray(notices) &&
    notices.every(isRecord) &&
    Array.isArray(projectCommands) &&
    projectCommands.every(isString)
  );
}
