import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { JOBS, type Job } from '../support/box/jobs.ts';
import { installedHome, type Ran, type TempHome } from '../support/installed.ts';
import { sampled } from '../support/runs.ts';
import { which } from '../support/shim-world.ts';

const stands = boxHere().bubblewrap !== undefined;
const WORKER = join(import.meta.dirname, '../support/box/worker.mjs');
/** Jobs of one process: all of them together take longer than a busy machine has time for one process. */
const JOBS_OF_PROCESS = 6;
const groups = (jobs: readonly Job[]) =>
  Array.from({ length: Math.ceil(jobs.length / JOBS_OF_PROCESS) }, (_, at) =>
    jobs.slice(at * JOBS_OF_PROCESS, (at + 1) * JOBS_OF_PROCESS),
  );
const PATH = '/usr/local/bin:/usr/bin:/bin';

describe.skipIf(!stands)('ordinary work in a box', () => {
  const jobs = sampled(JOBS, 'BOX_JOBS_EVERY', 3).filter(({ needs }) => needs.every((one) => which(one) !== undefined));
  type Done = { readonly name: string; readonly status: number; readonly stdout: string; readonly stderr: string };
  let outside: readonly Done[];
  let inside: readonly Done[];
  let home: TempHome;
  beforeAll(() => {
    home = installedHome('home');
    const agent = join(home.home, 'agent');
    copyFileSync(process.execPath, agent);
    const done = (where: string, start: (words: readonly string[]) => Ran) =>
      groups(jobs).flatMap((group, at): readonly Done[] => {
        const folder = join(home.home, where, `${at}`);
        return JSON.parse(
          start([WORKER, home.file(`${where}-${at}.json`, JSON.stringify({ jobs: group, folder }))]).stdout,
        );
      });
    outside = done('work', (words) => home.run(agent, words, { env: { PATH } }));
    inside = done('work-box', (words) => home.run(home.launcher, ['run', '--', agent, ...words], { env: { PATH } }));
  });
  afterAll(() => home.remove());

  test.each(jobs.map(({ name }, at) => [name, at] as const))('%s', (_, at) => {
    const [there, here] = [outside[at], inside[at]];
    expect(there).toMatchObject({ status: expect.any(Number) });
    expect([here?.status, here?.stdout], here?.stderr).toEqual([there?.status, there?.stdout]);
  });
});
