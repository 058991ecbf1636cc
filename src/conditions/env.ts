import type { Facts, GuardFolders } from '../model/facts.ts';
import type { Analysis, Assignment, Invocation } from '../model/invocation.ts';
import { type Tri, triOf } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { isWithin, normalizePath } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import { isSystemProgram } from '../util/system-programs.ts';
import { defineCondition } from './condition.ts';
import { anyOfText, type GlobsExcept, globsExcept, globsExceptText, splitExcept } from './listed.ts';
import { ANYTHING, NEVER, type Signs } from './signs.ts';
import type { Subject } from './subject.ts';
import { mayBeUnset } from './unset.ts';

function isUncertain({ analysis, invocation }: Subject, name: string): boolean {
  if (invocation === undefined) return false;
  const last = invocation.assignments.findLast((assignment) => assignment.name === name);
  return (last !== undefined && last.value.kind !== 'known') || mayBeUnset(analysis, invocation, name);
}

/** Variables that shells give a meaning or a value of their own: what sh sees need not be what the caller set. */
const OF_SHELLS =
  /^(_|PWD|OLDPWD|IFS|PS\d|PPID|OPT\w*|SHLVL|LINENO|S?RANDOM|SECONDS|EPOCH\w*|E?[UG]ID|USERNAME|GROUPS|HOST\w*|MACHTYPE|CPUTYPE|OSTYPE|VENDOR|(BASH|ZSH|KSH|FUNC|DIR|HIST|PIPE|SAFESHELL|NODE|COMP)\w*|COLUMNS|LINES|TTY\w*|ERRNO|ARGC|(READ)?NULLCMD|S?PROMPT\d?|RPS\d|TIMEFMT|WORDCHARS|LOGCHECK|KEYTIMEOUT|LISTMAX|MAILCHECK|SAVEHIST|REPLY|MATCH|MBEGIN|MEND)$/;

function variableSigns(name: string, value: string): Signs {
  const isPlain = /^[A-Z][A-Z0-9_]*$/.test(name) && !OF_SHELLS.test(name) && /^[ -~]*$/.test(value);
  return isPlain ? [[{ variable: name, equals: value }]] : ANYTHING;
}

export const envEquals = defineCondition<
  { name?: string | undefined; variable?: string | undefined; value: string },
  { name: string; value: string }
>({
  type: 'env_equals',
  summary: 'An environment variable equals a value. Unset is not "".',
  schema: (z) =>
    z
      .strictObject({
        name: z.string().min(1).optional().describe('name of the environment variable'),
        variable: z.string().min(1).optional().describe('the same as `name`'),
        value: z.string().describe('compared whole; an unset variable equals nothing, so that `not` holds for it'),
      })
      .refine((args) => (args.name === undefined) !== (args.variable === undefined), 'exactly one of name, variable'),
  lower: ({ name, variable, value }) => ({ name: name ?? variable ?? '', value }),
  evaluate: ({ name, value }, subject): Tri =>
    isUncertain(subject, name) ? 'unknown' : triOf(subject.environment()[name] === value),
  says: ({ name, value }) => `the variable ${name} is \`${value}\``,
  explain: ({ name }, subject) => {
    const value = subject.environment()[name];
    return value === undefined ? `${name} is not set` : `${name} is \`${value}\``;
  },
  signs: ({ name, value }) => variableSigns(name, value),
  ofLine: true,
  ofWorld: true,
});

const ASSIGNING = new Set(['export', 'declare', 'typeset', 'readonly', 'env']);

/** In front of the command, exported before it, or its own arguments: `export PATH=x`, `env PATH=x make`. */
export function assignmentsOf(invocation: Invocation | undefined): readonly Assignment[] {
  if (invocation === undefined) return [];
  const { program, argv, assignments } = invocation;
  if (program === undefined || !ASSIGNING.has(program)) return assignments;
  const own = argv.slice(1).flatMap((word): Assignment[] => {
    const written = word.kind === 'glob' ? word.pattern : word.kind === 'known' ? word.value : word.prefix;
    const [head, name] = /^([A-Za-z_]\w*)\+?=/.exec(written) ?? [];
    if (head === undefined || name === undefined) return [];
    // `"x=y"` as well as `x="y"`
    const text = word.text.replace(/^(["'])(.*)\1$/s, '$2').slice(head.length);
    const known = word.kind === 'known' && { value: word.value.slice(head.length) };
    return [{ name, value: { ...word, ...known, text } }];
  });
  return [...assignments, ...own];
}

interface AssignsArgs {
  names: string | string[];
  written?: string | string[] | undefined;
  without_shims?: true | undefined;
}

interface AssignsData {
  readonly names: readonly string[];
  readonly exceptNames?: readonly string[];
  readonly written?: GlobsExcept;
  readonly withoutShims?: true;
}

/** Each start has all that was exported before it: what the line assigns at all is read once. */
const assignedIn = memoizeByObject(({ invocations }: Analysis): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const invocation of invocations) for (const { name } of assignmentsOf(invocation)) names.add(name);
  return names;
});

const namedIn = memoizeByObject(({ names, exceptNames = [] }: AssignsData) => {
  const matchesAny = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) => shellGlobMatches(pattern, name));
  return memoizeByObject(
    (analysis: Analysis): ReadonlySet<string> =>
      new Set([...assignedIn(analysis)].filter((name) => matchesAny(names, name) && !matchesAny(exceptNames, name))),
  );
});

function isAssigned(data: AssignsData, { analysis, invocation }: Subject, facts: Facts): boolean {
  const named = invocation === undefined ? undefined : namedIn(data)(analysis);
  if (named === undefined || named.size === 0) return false;
  return assignmentsOf(invocation).some(
    (one) =>
      named.has(one.name) &&
      isWrittenSo(data, one) &&
      !(data.withoutShims ? one.ofGuard || findsShims(one, facts) : isAsBefore(one, facts)),
  );
}

/** The variable has that value already. Only of PATH may a shell have another one than the guard sees. */
function isAsBefore({ name, value }: Assignment, { env }: Facts): boolean {
  return value.kind === 'known' && value.value === env[name];
}

/** Programs of the system are found behind the guard's shims. Compared with their real folder: any pattern for it could be forged. */
function findsShims({ value }: Assignment, { guard, realpath }: Facts): boolean {
  if (guard === undefined || value.kind !== 'known') return false;
  const folders = value.value.split(':');
  const end = guard.bare === undefined ? folders.indexOf(guard.shims) : folders.length;
  const isHarmless = (folder: string) =>
    folder.startsWith('/') && !hasBarePrograms(realpath(normalizePath(folder)), guard);
  return end >= 0 && folders.slice(0, end).every(isHarmless);
}

/** Does this folder have programs of the system without shims? In a box only the copy of the file system has, and what leads to it. */
function hasBarePrograms(folder: string, { bare }: GuardFolders): boolean {
  if (bare === undefined) return isSystemProgram(`${folder}/x`);
  return isWithin(folder, '/proc') || (isWithin(folder, bare) && isSystemProgram(`${folder.slice(bare.length)}/x`));
}

function isWrittenSo({ written }: AssignsData, { name, value, append }: Assignment): boolean {
  if (written === undefined) return true;
  const unquoted = value.text.replace(/^(["'])(.*)\1$/s, '$2');
  const text = append ? `$${name}${unquoted}` : unquoted; // `x+=y` is `x=$x` and y
  if (written.except?.some((pattern) => matches(pattern, text) === 'yes')) return false;
  return written.value.some((pattern) => matches(pattern, text) !== 'no');
}

export const assigns = defineCondition<AssignsArgs, AssignsData>({
  type: 'assigns',
  summary: 'The line assigns or exports a variable for this command: `PATH=. make`, `export LD_PRELOAD=x; ls`.',
  primary: 'names',
  schema: (z) =>
    z.strictObject({
      names: z
        .union([z.string(), z.array(z.string()).min(1)])
        .describe('variable names or globs: GIT_CONFIG_*; `!GLOB` excludes names'),
      written: z
        .union([z.string(), z.array(z.string()).min(1)])
        .optional()
        .describe(
          'globs on the value as it stands in the line, without outer quotes: `*$PATH*`; `!GLOB` leaves out values that match the others',
        ),
      without_shims: z
        .literal(true)
        .optional()
        .describe(
          'leaves out literal values of PATH in which the shims of the guard come before the programs of the system',
        ),
    }),
  lower: ({ names, written, without_shims: withoutShims }, lowering) => {
    const { value, except } = splitExcept(names, lowering);
    return {
      names: value,
      ...(except.length > 0 && { exceptNames: except }),
      ...(written !== undefined && { written: globsExcept(written, lowering) }),
      ...(withoutShims && { withoutShims }),
    };
  },
  evaluate: (data, subject, facts) => triOf(isAssigned(data, subject, facts)),
  // an argv has no assignments but those among its own words
  signs: (_data, { program }) => (ASSIGNING.has(program) ? ANYTHING : NEVER),
  plain: () => [],
  says: ({ names, exceptNames, written, withoutShims }) =>
    `it sets the variable ${anyOfText(names)}${exceptNames === undefined ? '' : ` and not ${anyOfText(exceptNames)}`}${written === undefined ? '' : ` to ${globsExceptText(written)}`}${withoutShims ? ", without the guard's shims in front" : ''}`,
  explain: (_data, subject) =>
    `the line sets ${
      assignmentsOf(subject.invocation)
        .map((one) => one.name)
        .join(', ') || 'no variable'
    }`,
});
