import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { JOBS } from '../support/box/jobs.ts';
import { installedHome, type TempHome } from '../support/installed.ts';
import { which } from '../support/shim-world.ts';

const stands = boxHere().bubblewrap !== undefined;
const WORKER = join(import.meta.dirname, '../support/box/worker.mjs');
const PATH = '/usr/local/bin:/usr/bin:/bin';

describe.skipIf(!stands)('ordinary work in a box', () => {
  const jobs = JOBS.filter(({ needs }) => needs.every((one) => which(one) !== undefined));
  type Done = { readonly name: string; readonly status: number; readonly stdout: string; readonly stderr: string };
  let outside: readonly Done[];
  let inside: readonly Done[];
  let home: TempHome;
  beforeAll(() => {
    home = installedHome('home');
    const agent = join(home.home, 'agent');
    copyFileSync(process.execPath, agent);
    const done = (where: string) => {
      const file = home.file(`${where}.json`, JSON.stringify({ jobs, folder: join(home.home, where) }));
      const words = [WORKER, file];
      return JSON.parse(
        home.run(where === 'work' ? agent : home.launcher, where === 'work' ? words : ['run', '--', agent, ...words], {
          env: { PATH },
        }).stdout,
      ) as readonly Done[];
    };
    outside = done('work');
    inside = done('work-box');
  });
  afterAll(() => home.remove());

  test.each(jobs.map(({ name }, at) => [name, at] as const))('%s', (_, at) => {
    const [there, here] = [outside[at], inside[at]];
    expect(there).toMatchObject({ status: expect.any(Number) });
    expect([here?.status, here?.stdout], here?.stderr).toEqual([there?.status, there?.stdout]);
  });
});
