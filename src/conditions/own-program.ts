import { triOf } from '../model/tri.ts';
import { isSystemProgram } from '../util/system-programs.ts';
import { defineCondition } from './condition.ts';
import { ANYTHING, NEVER } from './signs.ts';

export const ownProgram = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'own_program',
  summary:
    'The program is a file that is named by its path, in no folder where the system has its programs: `./build.sh`, `~/bin/x`, `node_modules/.bin/tsc`.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, { invocation }) => {
    const word = invocation?.argv[0];
    if (word === undefined) return triOf(!value);
    if (word.kind !== 'known') return 'unknown';
    return triOf((word.value.includes('/') && !isSystemProgram(word.value)) === value);
  },
  // a shim stands for a name, and hooks leave paths to Node
  signs: ({ value }) => (value ? NEVER : ANYTHING),
  says: ({ value }) => (value ? 'it is a program of its own, by its path' : 'it is a program of the system, or a name'),
  explain: (_data, { invocation }) => `program is \`${invocation?.argv[0]?.text ?? ''}\``,
});
