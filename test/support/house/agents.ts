import type { Agent, InstallableAgent } from '../../../src/agents/agent.ts';
import { HOOKED_AGENTS, INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import { AGENTS } from '../../../src/agents/index.ts';
import { describedProgram } from '../../../src/classify/programs/index.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import { filesOf } from '../../../src/install/agents/edit-agents.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { loadRules } from '../../../src/rules/load.ts';
import { AGENT_TABLES } from '../agent-tables.ts';
import { textOf, unlisted } from './lists.ts';

const SELF = 'rules/self.yaml';
const LIST = 'src/agents/index.ts';

export function agentGaps(): readonly string[] {
  const names = AGENTS.map(({ name }) => name);
  const strangers = Object.keys(AGENT_TABLES).filter((name) => !names.includes(name));
  const { policy } = loadRules([{ file: SELF, text: textOf(SELF), tier: 'pack', module: 'self' }]);
  return [
    ...unlisted({ folder: 'src/agents', exported: /^export const (\w+): (?:Hooked)?Agent\b/gm, list: LIST }),
    ...strangers.map((name) => `${LIST}: add \`${name}\` to the list, there is a table of it`),
    ...AGENTS.flatMap(tableGaps),
    ...AGENTS.flatMap(programGaps),
    ...HOOKED_AGENTS.flatMap(({ name, title }) => docsGaps(name, title)),
    ...INSTALLABLE_AGENTS.flatMap((agent) => ownSettingsGaps(agent, policy)),
    ...countGaps(),
  ];
}

function tableGaps({ name, hook }: Agent): readonly string[] {
  const file = `test/tables/agents/${name}.yaml`;
  const table = AGENT_TABLES[name];
  if (table === undefined) return [`\`${name}\` has no table: write ${file}, see test/support/agent-tables.ts`];
  const { calls = [], refused_by: refusals = [] } = table;
  const isWhole = hook === undefined || (calls.some((call) => call.expect === 'refuse') && refusals.length > 0);
  return isWhole ? [] : [`${file}: add a call that is refused, and what the agent takes for a refusal`];
}

/** The room that classifies may not import the list of agents: it has the names of their programs. */
function programGaps({ process }: Agent): readonly string[] {
  const programs = process === 'editor' ? [] : (process.programs ?? []);
  return programs
    .filter((program) => /^[a-z-]+$/.test(program) && describedProgram(program) === undefined)
    .map((program) => `src/classify/programs/interpreters.ts: add \`${program}\` to the programs of agents`);
}

function docsGaps(name: string, title: string): readonly string[] {
  const docs = textOf('docs/agents.md');
  const [, seen = ''] = docs.split('\n| agent | seen how |');
  const titles = [...seen.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  return [
    ...(docs.includes(`\n| \`${name}\` `) ? [] : [`docs/agents.md: add a row on what \`${name}\` understands`]),
    ...(titles.includes(title) ? [] : [`docs/agents.md: add a row on how ${title} was seen`]),
  ];
}

/** An agent that may write its own settings can take the guard out of them. */
function ownSettingsGaps(agent: InstallableAgent, policy: Policy): readonly string[] {
  const env = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
  const cwd = '/home/dev/project';
  const at = localTime('2025-01-06T10:00:00');
  const facts = whatIfFacts({ env, cwd, at, git: { branch: 'topic', root: cwd }, files: [] });
  const projects = agent.setup.onlyUser ? [undefined] : [undefined, cwd];
  const files = projects.flatMap((project) => filesOf({ agent, env, project }));
  const open = files.filter(({ path }) => {
    const action = { kind: 'line', line: `echo x > '${path}'` } as const;
    return guard({ action, cwd, env, actor: 'ai', at }, { policy, facts }).verdict !== 'deny';
  });
  return open.map(({ path }) => `${SELF}: deny agents to write ${path}, the settings of \`${agent.name}\``);
}

function countGaps(): readonly string[] {
  const files = ['README.md', 'docs/agents.md', 'docs/install.md', 'docs/security.md', 'package.json'];
  return files.flatMap((file) => {
    const counts = [...textOf(file).matchAll(/\b(\d+)(?: coding)? agents\b/g)].map(([, count]) => Number(count));
    const isWrong = counts.some((count) => count !== HOOKED_AGENTS.length);
    return isWrong ? [`${file}: say that there are ${HOOKED_AGENTS.length} agents`] : [];
  });
}
