import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import { AGENTS } from '../../../src/agents/index.ts';
import { RECOGNISABLE_AGENTS } from '../../../src/agents/recognisable.ts';
import { describedProgram } from '../../../src/classify/programs/index.ts';
import { filesOf } from '../../../src/install/agents/edit-agents.ts';
import { isSetByItself } from '../../../src/shell/walk/set-by-itself.ts';
import { agentTable } from '../../support/agent-tables.ts';
import { judgeIn } from '../../support/judge.ts';
import { shipped } from '../../support/shipped.ts';

/** Lists that name agents and cannot be made from theirs: rules, and rooms that may not import it. */

const PROGRAMS = AGENTS.flatMap(({ process }) => (process === 'editor' ? [] : (process.programs ?? [])));

describe('rules/self.yaml', () => {
  const { policy } = shipped();
  const files = INSTALLABLE_AGENTS.flatMap((agent) => {
    const projects = agent.setup.onlyUser ? [undefined] : [undefined, '/home/dev/project'];
    const paths = projects.flatMap((project) => filesOf({ agent, env: { HOME: '/home/dev' }, project }));
    return paths.map(({ path }) => [agent.name, path] as const);
  });

  test.each(files)('keeps agents from writing to the hooks of %s: %s', (_name, path) => {
    for (const line of [`echo x > '${path}'`, `rm '${path}'`]) {
      expect([line, judgeIn(policy, line).verdict]).toEqual([line, 'deny']);
      expect([line, judgeIn(policy, line, 'human').verdict]).not.toEqual([line, 'deny']);
    }
  });

  test.each(['own-plugin', 'unasked-agent'])('%s names programs of agents', (name) => {
    const { rules } = parse(readFileSync('rules/self.yaml', 'utf8')) as {
      rules: { name: string; commands: string[] }[];
    };
    const commands = rules.find((rule) => rule.name === name)?.commands ?? ['nothing'];
    expect(commands.filter((command) => !PROGRAMS.includes(command))).toEqual([]);
  });
});

test.each(PROGRAMS.filter((program) => /^[a-z-]+$/.test(program)))(
  'what %s does is known to rules about operations',
  (program) => {
    expect(describedProgram(program)).toBeDefined();
  },
);

describe('a test of whether a variable is set', () => {
  const marked = RECOGNISABLE_AGENTS.flatMap(({ markers = [] }) => markers).flatMap((marker) => Object.keys(marker));
  const seen = AGENTS.flatMap(({ name }) => Object.keys(agentTable(name).environment ?? {}));

  test.each([...new Set([...marked, ...seen])])('says nothing for sure of %s, which agents set', (name) => {
    expect(isSetByItself(name)).toBe(true);
  });

  test.each(['DEPLOY_ENV', 'DRY_RUN', 'EMAIL_TO', 'FORCE', 'MAIN_DIR', 'RAMP_UP', 'RUN_PI_TESTS', 'TARGET'])(
    'is certain of %s, which nobody sets',
    (name) => expect(isSetByItself(name)).toBe(false),
  );
});
