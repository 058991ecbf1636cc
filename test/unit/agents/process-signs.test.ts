import { describe, expect, test } from 'vitest';
import { AGENTS } from '../../../src/agents/index.ts';
import { detectActor } from '../../../src/facts/actor.ts';
import { agentNames } from '../../../src/facts/agent-names.ts';
import type { Ancestor } from '../../../src/facts/ancestors.ts';
import type { Environment } from '../../../src/model/request.ts';
import { agentTable } from '../../support/agent-tables.ts';

/** Command lines that begin with an interpreter. */
const INTERPRETED = /^\S*(node|python)/;
const titled = (line: string): Ancestor => ({ pid: 7, started: '1', argv: [line], environment: () => undefined });
const started = (line: string): Ancestor => ({ ...titled(line), argv: line.split(' ') });
const who = (env: Environment, ...chain: Ancestor[]) => detectActor({ env, ancestors: () => chain });
const ROWS = AGENTS.map(({ name }) => [name, agentTable(name)] as const);

describe('shells of agents', () => {
  test.each(AGENTS)('$name says how it is recognised, or that it is an editor', ({ name, process }) => {
    const { environment, processes } = agentTable(name);
    const isSeen = environment !== undefined || processes !== undefined;
    expect(isSeen ? 'signs' : 'editor').toBe(process === 'editor' ? 'editor' : 'signs');
  });

  test.each(ROWS)('%s by the variables of its shells', (agent, { environment }) => {
    if (environment !== undefined) expect(who(environment)).toMatchObject({ actor: 'ai', agent });
  });

  test.each(ROWS.flatMap(([agent, { processes = [] }]) => processes.map((line) => [agent, line])))(
    '%s: %s',
    (agent, line) => {
      const shell = started('/bin/bash -c x');
      expect(who({}, shell, started(line))).toMatchObject({ actor: 'ai', agent });
      if (!INTERPRETED.test(line)) expect(who({}, shell, titled(line))).toMatchObject({ actor: 'ai', agent });
    },
  );

  test('sh recognises each by its process too, where Node.js cannot be started', () => {
    const { programs } = agentNames();
    const own = ROWS.flatMap(([, { processes = [] }]) => processes.filter((line) => !INTERPRETED.test(line)));
    const names = own.map((line) => line.slice(line.lastIndexOf('/', line.indexOf(' ')) + 1).replace(/ [a-z-].*/, ''));
    expect(names.filter((name) => !programs.includes(name))).toEqual([]);
  });
});

describe('shells of people', () => {
  test.each(['windsurf', 'kiro', 'kiro-cli-term', 'cursor', 'hermesc', 'goose-notes', 'vibes'])('below %s', (line) => {
    expect(who({}, started('bash'), started(line))).toMatchObject({ actor: 'human' });
  });

  test.each<[string, Environment]>([
    ['CI without a terminal', { CI: 'true', NO_TTY: '1', NONINTERACTIVE: '1' }],
    ['a pager', { LESS: '-FX', PAGER: 'cat' }],
    ['the home of Hermes', { HERMES_HOME: '/home/u/.hermes' }],
  ])('with %s', (_, env) => expect(who(env)).toMatchObject({ actor: 'human' }));
});
