import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALLABLE_AGENTS } from '../../src/agents/find.ts';
import type { Finding } from '../../src/install/doctor/finding.ts';
import type { Fired } from '../../src/install/doctor/fire.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

const NAMES = INSTALLABLE_AGENTS.map(({ name }) => name);

const PLUGINS = ['opencode', 'kilo', 'pi', 'openclaw'];

let home: TempHome;
let project: string;
beforeAll(() => {
  home = installedHome(undefined, { packs: ['self'] });
  project = join(home.home, 'project');
  mkdirSync(project);
  expect(home.safeshell(['agents', 'install', ...NAMES])).toMatchObject({ status: 0, stderr: '' });
  // what a person does: OpenClaw has to be switched on, Codex to trust the hooks
  home.file('.openclaw/openclaw.json', '{"plugins":{"entries":{"safeshell":{"enabled":true}}}}');
  const trusted = [home.home, project].map(
    (folder) => `[hooks.state."${folder}/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "x"\n`,
  );
  home.file('.codex/config.toml', trusted.join(''));
});
afterAll(() => home.remove());

interface Said {
  readonly status: number | null;
  readonly problems: number;
  readonly findings: readonly Finding[];
  readonly fired: readonly Fired[];
}

function fire(cwd = home.home): Said {
  const PATH = `${home.shims}:${home.tools}`;
  const { status, stdout } = home.safeshell(['doctor', '--fire', '--json'], { cwd, env: { PATH } });
  return { status, ...(JSON.parse(stdout) as Omit<Said, 'status'>) };
}

const results = ({ fired }: Said) => Object.fromEntries(fired.map(({ agent, result }) => [agent, result]));
const all = (result: string) => Object.fromEntries(NAMES.map((name) => [name, result]));

/** While files are as `change` makes them. */
function during(paths: readonly string[], change: (path: string) => void, act: () => void): void {
  for (const path of paths) renameSync(path, `${path}.kept`);
  try {
    for (const path of paths) change(path);
    act();
  } finally {
    for (const path of paths) {
      rmSync(path, { force: true });
      renameSync(`${path}.kept`, path);
    }
  }
}

const launchers = () => NAMES.map((name) => join(home.home, '.local/share/safeshell/hooks', name));

describe('safeshell doctor --fire', () => {
  test('says of whole hooks that they refused, and by which rule', () => {
    const said = fire();
    expect(results(said)).toEqual(all('refused'));
    expect(new Set(said.fired.map(({ rule }) => rule))).toEqual(new Set(['self/own-commands']));
    expect([said.status, said.problems]).toEqual([0, 0]);
    expect(home.starts()).toEqual([]);
  });

  test('is on record as what it is', () => {
    const { stdout } = home.safeshell(['log', '--json', '--limit', '500']);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const own = records.filter(({ door }) => door === 'hook');
    expect(own).toHaveLength(NAMES.length);
    for (const record of own) expect(JSON.stringify(record)).toContain('safeshell uninstall # safeshell doctor --fire');
  });

  test('plain doctor starts each launcher once, and says how to try them', () => {
    const count = () => home.safeshell(['log', '--json', '--limit', '500']).stdout.trimEnd().split('\n').length;
    const before = count();
    const { stdout } = home.safeshell(['doctor', '--json'], { env: { PATH: `${home.shims}:${home.tools}` } });
    const { findings, fired } = JSON.parse(stdout);
    expect(fired).toBeUndefined();
    expect(findings.find(({ check }: Finding) => check === 'fire')?.what).toContain('safeshell doctor --fire');
    expect(count() - before).toBe(NAMES.length);
  });

  test('tells a launcher that is gone', () => {
    during(
      launchers(),
      () => {},
      () => {
        const said = fire();
        expect(results(said)).toEqual({ ...all('unjudged'), amp: 'not-started' });
        expect(said.status).toBe(1);
        expect(said.fired.find(({ agent }) => agent === 'codex')?.said).toContain('launcher is missing');
        const faults = said.findings.filter(({ check }) => check === 'fire-codex');
        expect(faults).toMatchObject([{ state: 'problem', fix: expect.stringContaining('agents install codex') }]);
      },
    );
  });

  test('tells a hook that says nothing', () => {
    during(
      launchers(),
      (path) => writeFileSync(path, '#!/bin/sh\nexit 0\n', { mode: 0o755 }),
      () => {
        const said = fire();
        expect(results(said)).toEqual({
          ...all('open'),
          ...Object.fromEntries(PLUGINS.map((name) => [name, 'unjudged'])),
        });
        expect(said.status).toBe(1);
      },
    );
  });

  test('tells an emptied program', () => {
    const app = join(home.home, '.local/share/safeshell/app/dist');
    during(
      [join(app, 'hook.cjs')],
      (path) => writeFileSync(path, ''),
      () => {
        const said = fire();
        expect(Object.values(results(said))).not.toContain('refused');
        expect(said.status).toBe(1);
      },
    );
  });

  test("tells where an agent's settings keep it from asking", () => {
    const files = ['.config/amp/settings.json', '.factory/hooks.json'].map((name) => join(home.home, name));
    const front: Readonly<Record<string, object>> = {
      'amp.permissions': { tool: '*', action: 'allow' },
      PreToolUse: { matcher: '*', hooks: [{ type: 'command', command: 'true' }] },
    };
    const change = (path: string) => {
      const settings = JSON.parse(readFileSync(`${path}.kept`, 'utf8'));
      for (const name of Object.keys(settings)) settings[name] = [front[name], ...settings[name]];
      writeFileSync(path, JSON.stringify(settings));
    };
    home.file('project/.claude/settings.local.json', '{"disableAllHooks": true}');
    during(files, change, () => {
      expect(results(fire(project))).toEqual({
        ...all('refused'),
        amp: 'not-asked',
        droid: 'not-asked',
        claude: 'not-asked',
        copilot: 'not-asked', // reads that file, too
      });
    });
    rmSync(join(project, '.claude'), { recursive: true });
  });

  test('runs nothing that came with a project, unless it is as we write it', () => {
    const command = `/bin/sh -c 'touch ran' ${join('/gone/safeshell/hooks/codex')}`;
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
    home.file('project/.codex/hooks.json', JSON.stringify({ hooks }));
    home.file('project/.claude/settings.local.json', JSON.stringify({ hooks }).replaceAll('codex', 'claude'));
    home.file('project/.opencode/plugins/safeshell.js', "import 'node:fs'; // safeshell/hooks/opencode\nthrow 1;\n");
    home.file('project/.clinerules/hooks/PreToolUse', '#!/bin/sh\ntouch ran # /gone/safeshell/hooks/cline\n');
    chmodSync(join(project, '.clinerules/hooks/PreToolUse'), 0o755);
    const tried = () => fire(project).fired.filter(({ file }) => file.startsWith(project));
    const found = tried();
    expect(found.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['claude', 'codex', 'cline']));
    for (const one of found) expect(one).toMatchObject({ result: 'not-started', rule: null });
    expect(existsSync(join(project, 'ran'))).toBe(false);
    for (const name of ['.codex', '.claude', '.opencode', '.clinerules'])
      rmSync(join(project, name), { recursive: true });
    expect(home.safeshell(['agents', 'install', 'codex', 'cline', '--project', project])).toMatchObject({ status: 0 });
    expect(tried().map(({ agent, result }) => [agent, result])).toEqual([
      ['codex', 'refused'],
      ['cline', 'refused'],
    ]);
  });
});
