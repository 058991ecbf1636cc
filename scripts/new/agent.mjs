import { addToList, all, camel, create, insertBefore, title } from './edits.mjs';

export const usage = 'NAME, small letters with dashes: acme';
export const pattern = /^[a-z]+(-[a-z]+)*$/;

const COUNT = /\b(\d+)((?: coding)? agents)\b/g;

export function steps(name) {
  return [
    [`src/agents/${name}.ts`, create(agent(name))],
    [
      'src/agents/index.ts',
      addToList(`import { ${camel(name)} } from './${name}.ts';`, /^ {2}hermes,$/m, `  ${camel(name)},\n`),
    ],
    [`test/tables/agents/${name}.yaml`, create(table(name))],
    ['src/classify/programs/interpreters.ts', insertBefore(/ octofriend octo /, ` ${name}`)],
    ['rules/self.yaml', insertBefore(/"\*\*\/\.vibe\/hooks\.toml"/, `"**/.${name}/hooks.json", `)],
    [
      'docs/agents.md',
      all(
        insertBefore(/^\| `hermes` /m, `| \`${name}\` ${title(name)} | exit status 2 | no | no | not known |\n`),
        insertBefore(/^\| Hermes Agent \| by/m, `| ${title(name)} | by its contract: where it is documented |\n`),
      ),
    ],
    ['README.md', (before) => before.replace(COUNT, (_, count, what) => `${Number(count) + 1}${what}`)],
  ];
}

export const left = (name) => [
  `src/agents/${name}.ts: what its hook sends and takes for an answer, where it is registered; name the source, and whether it was seen live`,
  `test/tables/agents/${name}.yaml: what its shells have that no person has, calls as it was seen to send them, the answers that it obeys`,
  'rules/self.yaml: its settings, which agents may not write, and their folder, which they may not delete',
  'docs/agents.md: its rows',
];

const variable = (name) => `${name.replaceAll('-', '_').toUpperCase()}_AGENT`;

const agent = (name) => `import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { hookGroup, settingsPath } from './settings.ts';
import { hasFields } from './payload-signs.ts';

/** ${title(name)}. Source: where its hooks are documented; not seen live. */
export const ${camel(name)}: Agent = {
  name: '${name}',
  title: '${title(name)}',
  process: { markers: [{ ${variable(name)}: true }], programs: ['${name}'] },
  hook: {
    isFrom: hasFields('${name}_version'),
    read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['Bash'] }]),
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  setup: {
    found: { programs: ['${name}'], paths: ['.${name}'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        ${name.includes('-') ? `'${name}_version'` : `${name}_version`}: '1',
        hook_event_name: 'PreToolUse',
        session_id: session,
        cwd,
        tool_name: 'Bash',
        tool_input: { command: line },
      },
    }),
    files: (context) => [
      hookGroup({ path: settingsPath(context, '.${name}', 'hooks.json'), matcher: '.*', command: context.command }),
    ],
  },
};
`;

const table = (name) => `environment:
  ${variable(name)}: "1"
processes:
  - ${name} run x
refused_by:
  - exit-2
calls:
  - name: ${name}-bash
    expect: refuse
    accepted:
      - exit: 2
        stdout: null
    payload:
      ${name}_version: "1"
      hook_event_name: PreToolUse
      session_id: s
      cwd: /home/dev/proj
      tool_name: Bash
      tool_input:
        command: rm -rf /
`;
