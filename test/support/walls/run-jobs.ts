import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWall, probeWall } from '../../../src/install/wall.ts';
import { CHECKOUT, installedHome, type Ran, type TempHome } from '../installed.ts';
import { sampled } from '../runs.ts';
import { which } from '../shim-world.ts';
import type { Job } from './jobs/job.ts';

const AGENT = { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' };
/** Without these, two runs of the same differ. */
const STEADY = {
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  npm_config_update_notifier: 'false',
};
const GITCONFIG = '[user]\nname = Dev\nemail = dev@example.com\n[protocol "file"]\nallow = always\n';

const wall = findWall(CHECKOUT);
const stands = wall !== undefined && probeWall(wall) !== 'none';

/** Each job once without a wall and once behind one, from the same start: status, output and the files of its project have to be the same. */
export function testJobs(jobs: readonly Job[]): void {
  if (!stands) console.warn('not tested, nothing on this machine confines: ordinary jobs behind a wall');
  const isHere = (program: string) => which(program) ?? existsSync(join(dirname(process.execPath), program));
  const missing = new Set(jobs.flatMap(({ needs }) => needs.split(' ')).filter((one) => !isHere(one)));
  const required = [...missing].filter((one) => process.env.CI && !LARGE.has(one));
  if (missing.size > 0) console.warn(`not tested, not installed: ${[...missing].join(', ')}`);
  const testable = sampled(jobs, 'WALL_JOBS_EVERY', 4).filter(
    ({ needs }) => !needs.split(' ').some((one) => missing.has(one)),
  );

  describe.skipIf(!stands)('behind a wall as without one', () => {
    let world: JobWorld;
    beforeAll(() => {
      world = new JobWorld();
    });
    afterAll(() => world.remove());

    test('what they need is installed', () => expect(required).toEqual([]));

    test.each(testable.map((job) => [job.name, job] as const))('%s', (_, job) => {
      const [free, walled] = [world.ran(job, 'free'), world.ran(job, job.whole ? 'whole' : 'agent')];
      expect(walled.isConfined, 'it was not confined').toBe(true);
      if (job.refused === undefined) return expect(walled.result).toEqual(free.result);
      expect(free.result).toMatchObject({ status: 0 });
      expect(walled.result).toMatchObject({ stderr: expect.stringMatching(job.refused) });
      expect(walled.result.status).not.toBe(0);
    });
  });
}

/** What is too large for CI to install it for this alone. */
const LARGE = new Set('java javac go cmake ninja gdb tclsh valgrind'.split(' '));

type Way = 'free' | 'agent' | 'whole';

/** The guard, and a project. HOME is not in /tmp: what lies in there could not be written then. */
class JobWorld {
  private readonly home: TempHome;
  private readonly project: string;
  private readonly kept: ReadonlySet<string>;

  constructor() {
    this.home = installedHome('space dir', { packs: ['self'], place: '/var/tmp' });
    const settings = this.home.read('.config/safeshell/config.yaml');
    this.home.file('.config/safeshell/config.yaml', `${settings}confine: local_code\n`);
    this.home.safeshell(['agents', 'install', 'claude']);
    this.home.file('.gitconfig', GITCONFIG);
    this.project = join(this.home.home, 'my project');
    mkdirSync(this.project);
    this.kept = new Set(entries(this.home.home, 3));
  }

  remove(): void {
    this.home.remove();
  }

  ran(job: Job, way: Way) {
    for (const path of entries(this.home.home, 3))
      if (!this.kept.has(path)) rmSync(path, { recursive: true, force: true });
    for (const [name, text] of Object.entries(job.files ?? {}))
      chmodSync(this.home.file(`my project/${name}`, text), 0o755);
    if (job.before) expect(this.free(job.before)).toMatchObject({ status: 0, stderr: '' });
    const before = this.confinedStarts();
    const { status, stdout, stderr } = this[way](job.line);
    const files = entries(this.project, 99).map((path) => `${this.nameOf(path)} ${lstatSync(path).mode.toString(8)}`);
    return {
      result: { status, stdout: withoutTimes(stdout), stderr: withoutTimes(stderr), files: [...new Set(files)].sort() },
      isConfined: way === 'whole' || this.confinedStarts() > before,
    };
  }

  private get path(): string {
    return `${this.home.tools}:${dirname(this.home.launcher)}`;
  }

  private free(line: string): Ran {
    return this.bash(line, { PATH: this.path });
  }

  private whole(line: string): Ran {
    const args = ['confine', '--', '/bin/bash', '--norc', '-c', line];
    return this.home.safeshell(args, { cwd: this.project, env: { ...STEADY, PATH: this.path } });
  }

  /** As its shell tool does: its hook sees the line first. */
  private agent(line: string): Ran {
    const env = { ...AGENT, PATH: `${this.home.shims}:${this.path}` };
    const payload = {
      ...{ session_id: 's', cwd: this.project, permission_mode: 'bypassPermissions', hook_event_name: 'PreToolUse' },
      ...{ tool_name: 'Bash', tool_input: { command: line } },
    };
    const hook = join(this.home.home, '.local/share/safeshell/hooks/claude');
    const { stdout } = this.home.run(hook, [], { cwd: this.project, env, input: JSON.stringify(payload) });
    const said = stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput;
    expect(said.permissionDecision, stdout).not.toBe('deny');
    return this.bash(said.updatedInput?.command ?? line, env);
  }

  /** Without its start-up file, which it reads where its input is a socket. */
  private bash(line: string, env: Readonly<Record<string, string>>): Ran {
    return this.home.run('/bin/bash', ['--norc', '-c', line], { cwd: this.project, env: { ...STEADY, ...env } });
  }

  /** How many starts are on record as confined. */
  private confinedStarts(): number {
    const folder = '.local/state/safeshell/audit';
    const days = existsSync(join(this.home.home, folder)) ? readdirSync(join(this.home.home, folder)) : [];
    const texts = days.filter((name) => name.endsWith('.jsonl')).map((name) => this.home.read(`${folder}/${name}`));
    return texts.join('').split('"confined":true').length;
  }

  /** Objects and packs of git are named by what is in them, times among that. */
  private nameOf(path: string): string {
    return path
      .slice(this.project.length + 1)
      .replace(/objects\/..\b.*/, 'objects/X')
      .replace(/pack-\w+/, 'pack-X');
  }
}

function entries(folder: string, depth: number): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() && depth > 1 ? [path, ...entries(path, depth - 1)] : [path];
  });
}

const withoutTimes = (text: string) => text.replace(/\d+(\.\d+)?m?s\b/g, 'T');
