import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InstallableAgent } from '../../../src/agents/agent.ts';
import { INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import { applyEdit, editsFor } from '../../../src/install/agents/edit-agents.ts';
import { nextCall } from '../../../src/install/agents/next-call.ts';
import { nextCalls } from '../../../src/install/agents/next-calls.ts';
import { agentHooks } from '../../../src/install/doctor/agents.ts';
import { fireHooks } from '../../../src/install/doctor/fire.ts';
import { fireFinding } from '../../../src/install/doctor/fire-findings.ts';
import { statusOf } from '../../../src/surfaces/cli/statusline/status.ts';
import { AGENT_STATES, Files, type Truth } from '../../support/agent-states.ts';

let home: string;
let files: Files;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-next-call-'));
  files = new Files(home);
  for (const folder of ['project', 'bin']) mkdirSync(join(home, folder));
  files.write('main.cjs', '//');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = () => ({ HOME: home, PATH: '/usr/bin:/bin' });
const place = () => ({ env: env(), cwd: join(home, 'project') });

/** Refuses what must not run in the words of the agent, and lets all else pass. */
function launcherText(agent: InstallableAgent): string {
  const reason = 'safeshell: refused [self/own-commands]';
  const payload = agent.setup.sample?.({ line: '', cwd: home, session: '' }).payload ?? {};
  const { stdout, stderr, exit } = agent.hook.answer({ kind: 'deny', reason }, payload);
  const { stdout: broken, exit: status, stderr: said } = (agent.setup.refuse ?? agent.hook.refuse)('not run');
  const pass = agent.hook.answer({ kind: 'allow' }, {}).stdout;
  return `#!/bin/sh
__ss_node='${process.execPath}'
__ss_main='${home}/main.cjs'
text=$(cat)
[ -x "$__ss_node" ] || { printf '%s' '${broken}'; printf '%s' '${said.trim()}' >&2; exit ${status}; }
case $text in *uninstall*) printf '%s' '${stdout}'; printf '%s' '${stderr.trim()}' >&2; exit ${exit};; esac
printf '%s' '${pass}'
`;
}

function install(name: string): InstallableAgent {
  const agent = INSTALLABLE_AGENTS.find((one) => one.name === name);
  if (agent === undefined) throw new Error(name);
  const job = { agent, env: env(), project: undefined };
  for (const edit of editsFor(job, 'install')) applyEdit(edit, job);
  const launcher = `.local/share/safeshell/hooks/${name}`;
  files.write(launcher, launcherText(agent));
  chmodSync(join(home, launcher), 0o755);
  files.write(
    '.codex/config.toml',
    `[hooks.state."${home}/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "sha256:0"\n`,
  );
  return agent;
}

const JUDGED: Readonly<Record<Truth, boolean>> = { judged: true, runs: false, refused: false };

describe('status, doctor, --fire and the status line say the same, and what is true', () => {
  test.each(AGENT_STATES.map((state) => [`${state.agent}: ${state.name}`, state] as const))(
    '%s',
    async (_name, { agent: name, truth, says, change }) => {
      const agent = install(name);
      change(files);
      const { state, judged, why } = await nextCall(agent, place(), 'launchers');
      expect([state, judged], why).toEqual([says, JUDGED[truth]]);
      const isWell = says === 'installed';
      expect(why === '').toBe(isWell);

      const calls = await nextCalls(place(), 'launchers');
      const found = await agentHooks(calls, { env: env(), path: env().PATH, shims: join(home, 'shims') });
      const own = found.filter(({ check }) => check === `agent-${name}`);
      expect(own).toMatchObject([{ state: isWell ? 'ok' : 'problem' }]);
      if (!isWell) expect(own[0]?.what).toContain(why);

      const fired = await fireHooks(place(), calls);
      const results = { judged: ['refused'], runs: ['not-asked'], refused: ['unjudged', 'not-started'] }[truth];
      expect(fired.map(({ result }) => result)).toEqual([expect.toBeOneOf(results)]);
      expect(fired.map(fireFinding)).toMatchObject([{ state: isWell ? 'ok' : 'problem' }]);

      if (name !== 'claude') return;
      const line = await statusOf({ cwd: place().cwd, session: undefined }, env());
      expect([line.hook, line.hook_problem, line.guard === 'off']).toEqual([says, why, truth !== 'judged']);
    },
  );
});

test.each([
  [undefined, undefined, 'untrusted'],
  [{ '': true }, undefined, 'installed'], // a folder above
  [{ '': true, project: false }, undefined, 'untrusted'],
  [{ project: 'yes' }, undefined, 'untrusted'],
  [undefined, 'always', 'installed'],
  [{ project: false }, 'always', 'untrusted'],
])("Pi's extension in a project, trusted by %j and %j: %s", async (trusted, defaultProjectTrust, expected) => {
  const agent = install('pi');
  for (const edit of editsFor({ agent, env: env(), project: undefined }, 'uninstall')) {
    applyEdit(edit, { agent, env: env(), project: undefined });
  }
  const job = { agent, env: env(), project: join(home, 'project') };
  for (const edit of editsFor(job, 'install')) applyEdit(edit, job);
  const paths = Object.entries(trusted ?? {}).map(([name, value]) => [join(home, name), value]);
  files.write('.pi/agent/trust.json', JSON.stringify(Object.fromEntries(paths)));
  files.write('.pi/agent/settings.json', JSON.stringify({ defaultProjectTrust }));
  expect((await nextCall(agent, place(), 'files')).state).toBe(expected);
});

test('a launcher that ends otherwise than it should is started, and seen', async () => {
  const agent = install('claude');
  files.write('.local/share/safeshell/hooks/claude', `${launcherText(agent).split('text=')[0]}exit 3\n`);
  expect(await nextCall(agent, place(), 'files')).toMatchObject({ state: 'installed' });
  expect(await nextCall(agent, place(), 'launchers')).toMatchObject({
    state: 'broken',
    why: 'the launcher did not judge a harmless command: status 3',
  });
});

test('a file in the place of a launcher is no launcher', async () => {
  const agent = install('claude');
  files.write('.local/share/safeshell/hooks/claude', '#!/bin/sh\nexit 0\n');
  expect(await nextCall(agent, place(), 'files')).toMatchObject({ state: 'outdated', judged: null });
});

test('an entry that people moved into their local settings counts there alone', async () => {
  const agent = install('claude');
  files.write('project/.claude/settings.local.json', files.read('.claude/settings.json'));
  files.write('.claude/settings.json', '{}');
  expect(await nextCall(agent, place(), 'files')).toMatchObject({ state: 'installed', judged: true });
  expect(await nextCall(agent, { ...place(), cwd: home }, 'files')).toMatchObject({ state: 'absent', judged: false });
});

test('a changed command is not sure to be judged', async () => {
  const agent = install('claude');
  files.write(
    '.claude/settings.json',
    files.read('.claude/settings.json').replaceAll('hooks/claude"', 'hooks/claude || true"'),
  );
  expect(await nextCall(agent, place(), 'files')).toMatchObject({ state: 'outdated', judged: null });
});

test.each([
  '[',
  'null',
  '3',
  '{"hooks": 3}',
  '{"hooks": {"PreToolUse": {"a": 1}}}',
  '{"hooks": {"PreToolUse": [null, 3, {"hooks": [null]}]}}',
  '\0',
])('hostile settings break nothing: %j', async (text) => {
  for (const { name } of INSTALLABLE_AGENTS.filter(({ setup }) => setup.asking !== undefined)) {
    const agent = install(name);
    for (const folder of [
      'project/.claude',
      'project/.gemini',
      'project/.qwen',
      'project/.codex',
      'project/.github/copilot',
    ])
      for (const file of ['settings.json', 'settings.local.json', 'hooks.json', 'config.toml'])
        files.write(`${folder}/${file}`, text);
    expect((await nextCall(agent, place(), 'files')).state).toMatch(/^[a-z]+$/);
  }
  expect(readdirSync(home)).toContain('project');
});
