import { addToList, camel, create, snake } from './edits.mjs';

export const usage = 'NAME [remembers], small letters with dashes: file-size';
/** Not `--remembers`: npm takes options that it is called with for its own. */
export const words = ['remembers'];
export const pattern = /^[a-z][a-z\d]*(-[a-z\d]+)*$/;

export function steps(name, options) {
  const remembers = options.includes('remembers');
  return [
    [`src/conditions/${name}.ts`, create(remembers ? rememberingFamily(name) : family(name))],
    [
      'src/conditions/index.ts',
      addToList(`import { ${camel(name)} } from './${name}.ts';`, /\];\n\nconst BY_TYPE/, `  ${camel(name)},\n`),
    ],
    [`test/cases/conditions/${name}.yaml`, create(remembers ? rememberingCases(name) : cases(name))],
  ];
}

export const left = (name, options) => [
  `src/conditions/${name}.ts: its keys, and what it evaluates; \`summary\` and the description of each key are its documentation`,
  `test/cases/conditions/${name}.yaml: commands that it matches, and near twins that it does not`,
  ...(options.includes('remembers') ? [] : [SIGNS]),
  'npm run generate, after each change of its documentation or its schema',
];

const SIGNS =
  '`signs` (src/conditions/condition.ts), where words of a command show that it cannot hold: without it each command of its rules starts Node.js';

const family = (name) => `import { triAny, triOf } from '../model/tri.ts';
import { wordValue } from '../model/word.ts';
import { defineCondition } from './condition.ts';

interface Args {
  word: string;
}

export const ${camel(name)} = defineCondition<Args, Args>({
  type: '${snake(name)}',
  summary: 'An argument of the command is exactly this word.',
  primary: 'word',
  schema: (z) => z.strictObject({ word: z.string().min(1).describe('compared whole') }),
  lower: (args) => args,
  evaluate: ({ word }, { invocation }) =>
    triAny(invocation?.argv.slice(1) ?? [], (argument) => {
      const value = wordValue(argument);
      return value === undefined ? 'unknown' : triOf(value === word);
    }),
  says: ({ word }) => \`an argument is \\\`\${word}\\\`\`,
  explain: ({ word }, { invocation }) => \`arguments of \\\`\${invocation?.text ?? ''}\\\` were compared with \\\`\${word}\\\`\`,
});
`;

const cases = (name) => `- id: a-whole-argument
  rules: |
    rules:
      - { name: r, commands: [tool], conditions: [{ ${snake(name)}: now }], action: deny }
  steps:
    - { command: tool later now }
    - { command: tool n"o"w }
    - { command: 'tool "$WHEN"' }
    - { command: tool nowhere }
    - { command: tool --now }
  expect: [deny, deny, deny, allow, allow]
`;

const rememberingFamily = (name) => `import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';

interface Args {
  calls: number;
}

export const ${camel(name)} = defineCondition<Args, Args>({
  type: '${snake(name)}',
  summary: 'This session has run at least this many calls before.',
  primary: 'calls',
  schema: (z) => z.strictObject({ calls: z.number().int().positive().describe('number of calls') }),
  lower: (args) => args,
  evaluate: ({ calls }, { caller }) => triOf(caller.session.counts.total >= calls),
  says: ({ calls }) => \`at least \${calls} calls ran before\`,
  explain: (_data, { caller }) => \`\${caller.session.counts.total} calls so far\`,
  remembers: true,
  ofLine: true,
  ofWorld: true,
});
`;

const rememberingCases = (name) => `- id: calls-before
  rules: |
    rules:
      - { name: r, commands: [tool], conditions: [{ ${snake(name)}: 2 }], action: deny }
  steps: [{ command: tool a }, { command: tool b }, { command: tool c }, { command: tool d, session: another }]
  expect: [allow, allow, deny, allow]
`;
