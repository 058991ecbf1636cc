import type { Pattern } from '../model/policy.ts';
import { triAny, triOf } from '../model/tri.ts';
import { couldMatch, HOLE, matches } from '../patterns/match.ts';
import { normalizePath } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import { patternsText } from './listed.ts';
import { ANYTHING, NEVER } from './signs.ts';

/** With the program's own name as the last segment: `bin/git.exe` is also `bin/git`. */
function inFull(written: string, program: string | undefined): string {
  return program === undefined ? written : written.slice(0, written.lastIndexOf('/') + 1) + program;
}

/** A relative path also in its absolute form: `./x` matches `**\/x`, but not `x`, which would be found in PATH. */
function withAbsolute(written: string, cwd: string | undefined): readonly string[] {
  const isRelative = written.includes('/') && !written.startsWith('/');
  return isRelative ? [written, normalizePath(`${cwd ?? '/_'}/${written}`)] : [written];
}

export const programPath = defineCondition<{ patterns: string | string[] }, { patterns: readonly Pattern[] }>({
  type: 'program_path',
  summary: "The program word as written, or with the program's own name: `./install.sh`, `/opt/x/bin/tool`.",
  primary: 'patterns',
  schema: (z) =>
    z.strictObject({ patterns: z.union([z.string(), z.array(z.string().min(1)).min(1)]).describe('globs') }),
  lower: ({ patterns }, lowering) => ({
    patterns: [patterns].flat().map((one) => lowering.glob(one.replace(/^\.\//, '[.]/'), 'path')),
  }),
  evaluate: ({ patterns }, { invocation }) => {
    const word = invocation?.argv[0];
    if (word === undefined) return 'no';
    if (word.kind === 'unknown')
      return triAny(patterns, (pattern) => couldMatch(pattern, [word.prefix, HOLE, word.suffix]));
    const written = word.kind === 'known' ? word.value : word.pattern;
    const names = [...new Set([written, inFull(written, invocation?.program)])];
    const spellings = names.flatMap((one) => withAbsolute(one, invocation?.cwd));
    return triAny(patterns, (pattern) => triAny(spellings, (one) => matches(pattern, one)));
  },
  signs: ({ patterns }, { program, isOther }) => {
    const mayName = (pattern: Pattern) =>
      matches(pattern, program) !== 'no' || couldMatch(pattern, [HOLE, `/${program}`]) !== 'no';
    return isOther || patterns.some(mayName) ? ANYTHING : NEVER;
  },
  always: ({ patterns }, { program, isOther }) =>
    isOther !== true && patterns.some((pattern) => matches(pattern, program) === 'yes'),
  says: ({ patterns }) => `the program is ${patternsText(patterns)}`,
  explain: (_data, { invocation }) => `program is \`${invocation?.argv[0]?.text ?? ''}\``,
});

export const unknownProgram = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'unknown_program',
  summary:
    'Which program starts is only known when the line runs: `"$TOOL" x`, `$(cat name) x`. Its arguments are read without the grammar of any program.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, { invocation }) =>
    triOf((invocation !== undefined && invocation.program === undefined) === value),
  // a shim knows which program it stands for
  signs: ({ value }) => (value ? NEVER : ANYTHING),
  plain: ({ value }) => (value ? [] : undefined),
  says: ({ value }) => `which program starts is ${value ? 'only known when it runs' : 'known'}`,
  explain: (_data, { invocation }) =>
    invocation?.program === undefined ? 'the program is not known' : `the program is \`${invocation.program}\``,
});
