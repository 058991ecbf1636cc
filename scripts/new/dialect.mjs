import { addToList, all, create, insertBefore, title, upper } from './edits.mjs';

export const usage = 'NAME, one word in small letters: acme';
export const pattern = /^[a-z][a-z\d]*$/;

export function steps(name) {
  return [
    [`src/rules/dialects/${name}/dialect.ts`, create(definition(name))],
    [
      'src/rules/dialects/index.ts',
      // the native language is last: it takes what none of the others recognises
      addToList(`import { ${upper(name)} } from './${name}/dialect.ts';`, /SAFESHELL\];/, `${upper(name)}, `),
    ],
    ['src/model/policy.ts', insertBefore(/\] as const;\nexport type Dialect/, `, '${name}'`)],
    [`test/cases/${name}/first.yaml`, create(cases(name))],
    [
      'docs/dialects.md',
      all(
        insertBefore(/\n\nA file says its language/, `\n| \`${name}\` | tool calls of any agent | \`shell\` |`),
        insertBefore(/^## From another language/m, section(name)),
      ),
    ],
  ];
}

export const left = (name) => [
  `src/rules/dialects/${name}/dialect.ts: its schema, how a rule is lowered, which answer wins (\`rank\`, \`order\`)`,
  `test/cases/${name}: a file for each part of the language, also for what it refuses to load`,
  'docs/dialects.md: how each part is read, and by what a file of it is recognised',
];

const definition = (name) => `import * as z from 'zod';
import type { Rule } from '../../../model/policy.ts';
import { VERDICTS } from '../../../model/verdict.ts';
import { addIssues, type ProblemList } from '../../problems.ts';
import type { YamlSource } from '../../yaml-source.ts';
import { mappingOf } from '../content.ts';
import type { DialectDefinition, LoweredFile, LoweredRule } from '../dialect.ts';

const ruleSchema = z.strictObject({ id: z.string(), tool: z.string(), answer: z.enum(['deny', 'allow']) });
const fileSchema = z.strictObject({ dialect: z.literal('${name}'), rules: z.array(ruleSchema) });

/** ${title(name)}: how each part is read is in docs/dialects.md. */
export const ${upper(name)}: DialectDefinition = {
  name: '${name}',
  rank: VERDICTS,
  order: ['verdict'],
  unmatched: 'allow',
  shellTool: 'shell',
  recognizes: (content) => mappingOf(content)?.dialect === '${name}',
  lower,
};

function lower(source: YamlSource, module: string, list: ProblemList): LoweredFile {
  const parsed = fileSchema.safeParse(source.value);
  if (!parsed.success) addIssues(list, parsed.error, [], []);
  const rules = (parsed.data?.rules ?? []).map(({ id, tool, answer }, index): LoweredRule => {
    const rule: Rule = {
      id: \`\${module}/\${id}\`,
      name: id,
      at: source.positionOf(['rules', index, 'id']),
      tools: [tool],
      when: [],
      unless: [],
      action: answer,
      severity: 'medium',
      overridable: true,
    };
    return { rule, enabled: true, match: [], noMatch: [] };
  });
  return { rules, overrides: [] };
}
`;

const cases = (name) => `- id: whole-names
  rules: |
    dialect: ${name}
    rules:
      - { id: a, tool: Write, answer: deny }
  steps: [{ tool: Write }, { tool: Writer }]
  expect: [deny, allow]
- id: unknown-keys
  rules: |
    dialect: ${name}
    rules:
      - { id: a, tool: Write, answer: deny, when: always }
  load: error
  steps: []
`;

const section = (name) => `## ${title(name)}

\`\`\`yaml
dialect: ${name}
rules:
  - { id: no-writes, tool: Write, answer: deny }
\`\`\`

- \`tool\` is compared whole. Of several rules about a tool the strictest holds.

`;
