import type { Pattern } from '../model/policy.ts';
import { triAny } from '../model/tri.ts';
import { couldMatch, HOLE, matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';
import { ANYTHING, NEVER } from './signs.ts';

export const programPath = defineCondition<{ patterns: string | string[] }, { patterns: readonly Pattern[] }>({
  type: 'program_path',
  summary: 'The program word as written: `./install.sh`, `/opt/x/bin/tool`.',
  primary: 'patterns',
  schema: (z) =>
    z.strictObject({ patterns: z.union([z.string(), z.array(z.string().min(1)).min(1)]).describe('globs') }),
  lower: ({ patterns }, lowering) => ({ patterns: [patterns].flat().map((one) => lowering.glob(one, 'path')) }),
  evaluate: ({ patterns }, { invocation }) => {
    const word = invocation?.argv[0];
    if (word === undefined) return 'no';
    return triAny(patterns, (pattern) =>
      word.kind === 'unknown'
        ? couldMatch(pattern, [word.prefix, HOLE, word.suffix])
        : matches(pattern, word.kind === 'known' ? word.value : word.pattern),
    );
  },
  signs: ({ patterns }, { program }) =>
    patterns.some((pattern) => matches(pattern, program) !== 'no') ? ANYTHING : NEVER,
  explain: (_data, { invocation }) => `program is \`${invocation?.argv[0]?.text ?? ''}\``,
});
