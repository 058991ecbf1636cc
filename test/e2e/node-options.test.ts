import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import { renderLauncher } from '../../src/install/hook-template.ts';
import { type NodeOptions, nodeOptions, recordedOptions, workingOptions } from '../../src/install/node-options.ts';
import { shimText } from '../../src/install/shim-text.ts';
import { presentShells, ShimWorld } from '../support/shim-world.ts';

const HASHES = '--no-rehash-snapshot';
const BUDGET = '--interrupt-budget=1000000';
const TURBOFAN = '--invocation-count-for-turbofan=30000';
const MAGLEV = '--invocation-count-for-maglev=4000';
const ALL = ['--min-semi-space-size=8', HASHES, BUDGET, TURBOFAN, MAGLEV];
const without = (...refused: readonly string[]) => ALL.filter((option) => !refused.includes(option));

/** What a Node.js does at an option that it does not know: Node.js 20 to 24. */
const rejects = (pattern: string) => `case $word in ${pattern}) echo "node: bad option: $word" >&2; exit 9 ;; esac`;

const MINUTE_S = 60;

let world: ShimWorld;
let folder: string;
afterEach(() => world.remove());

/** A Node.js that was installed some time ago. `ageS`: seconds. */
async function install(takes?: string, ageS = 10 * MINUTE_S): Promise<void> {
  world.fakeNode(takes);
  const madeS = Math.floor(Date.now() / 1000) - ageS;
  utimesSync(world.node, madeS, madeS);
  await new Promise((resolve) => setTimeout(resolve, 250)); // until its inode counts as unchanged
}

async function worldWith(takes?: string): Promise<void> {
  world = new ShimWorld(['frob']);
  folder = join(world.root, 'options');
  await install(takes);
}

/** As `safeshell refresh` does. */
function refresh(): NodeOptions {
  const found = nodeOptions(world.node, folder);
  world.generate(['frob'], { nodeOptions: found });
  return found;
}

function hook(options: NodeOptions, timeout?: string): string {
  const text = renderLauncher({
    template: shimText('.', 'hook.sh'),
    gateTemplate: '',
    agent: claude as Parameters<typeof renderLauncher>[0]['agent'],
    node: world.node,
    nodeOptions: options,
    main: world.main,
    hooks: world.root,
    stamp: join(world.root, 'stamp'),
    sources: [],
    gates: undefined,
    gatesFolder: join(world.root, 'gates'),
    projects: '',
    programs: { dd: '/bin/dd', cat: '/bin/cat' },
    timeout,
    queue: { slots: 2, sleep: '/bin/sleep', napSeconds: 1 },
  });
  return world.script(join(world.root, 'hook'), text.replace(/^#!.*\n/, ''));
}

const SILENT = { status: 0, signal: null, stdout: '', stderr: '' };
/** What each Node.js was started with, up to the file that it ran. */
const nodeStarts = () =>
  world.starts().flatMap(([label, ...words]) => (label === 'node' ? [words.slice(0, words.indexOf(world.main))] : []));

describe.each<[node: string, takes: string, works: readonly string[]]>([
  ['takes all options', ':', ALL],
  ['is one of version 20', rejects(`${TURBOFAN} | ${MAGLEV}`), without(TURBOFAN, MAGLEV)],
  ['is one of version 22 or 24', rejects(BUDGET), without(BUDGET)],
  ['rejects all', rejects('*'), []],
  ['warns of one', `[ $word != ${HASHES} ] || echo "(node) Warning: $word" >&2`, without(HASHES)],
  ['crashes at one', `[ $word != ${MAGLEV} ] || kill -s ABRT $$`, without(MAGLEV)],
  ['takes each, but not two together', '[ $# -lt 4 ] || exit 9', []],
])('a Node.js that %s', (_name, takes, works) => {
  test('is started once with the options that work, and prints nothing', async () => {
    await worldWith(takes);
    const found = refresh();
    expect(found.options).toEqual(works);
    for (const shell of [[], ...presentShells()]) {
      expect(world.run(`${world.shim('frob', shell)} x`), shell.join(' ')).toEqual(SILENT);
      expect(nodeStarts()).toEqual([works]);
    }
    const launcher = hook(found, '/usr/bin/timeout');
    expect(world.start([launcher], { env: { FAKE_STATUS: '220' }, input: '{}' })).toEqual(SILENT);
    expect(nodeStarts()).toEqual([works]);
  });
});

test('a hook without a time limit gets no fixed hashes', async () => {
  await worldWith();
  const launcher = hook(refresh());
  expect(world.start([launcher], { env: { FAKE_STATUS: '220' } })).toEqual(SILENT);
  expect(nodeStarts()).toEqual([without(HASHES)]);
});

test('tries a Node.js once, and again after a change of its file', async () => {
  await worldWith();
  refresh();
  expect(recordedOptions(folder)).toEqual(ALL);
  world.script(world.node, 'exit 1');
  expect(recordedOptions(folder)).toBeUndefined();
  await install(rejects(HASHES), MINUTE_S);
  expect(refresh().options).toEqual(without(HASHES));
  expect(recordedOptions(folder)).toEqual(without(HASHES));
  expect(workingOptions(world.node, ALL)).toEqual(without(HASHES));
});

describe('until the next refresh another Node.js', () => {
  test.each([
    ['older', 20 * MINUTE_S],
    ['newer', MINUTE_S],
  ])('with a file that is %s is started once, without options', async (_name, ageS) => {
    await worldWith();
    const launcher = hook(refresh());
    await install(rejects('*'), ageS);
    expect(world.run('frob x')).toEqual(SILENT);
    expect(nodeStarts()).toEqual([[]]);
    expect(world.start([launcher], { env: { FAKE_STATUS: '220' } })).toEqual(SILENT);
    expect(nodeStarts()).toEqual([[]]);
  });

  test('is started without them in the middle of a refresh, too', async () => {
    await worldWith();
    const launcher = hook(refresh());
    await install(rejects(BUDGET), MINUTE_S);
    expect(nodeOptions(world.node, folder).options).toEqual(without(BUDGET));
    expect(world.run('frob x')).toEqual(SILENT);
    expect(nodeStarts()).toEqual([[]]);
    expect(world.start([launcher], { env: { FAKE_STATUS: '220' } })).toEqual(SILENT);
    expect(nodeStarts()).toEqual([[]]);
    expect(refresh().options).toEqual(without(BUDGET));
    expect(world.run('frob x')).toEqual(SILENT);
    expect(nodeStarts()).toEqual([without(BUDGET)]);
  });

  test('with a file of the same time is asked again without options', async () => {
    await worldWith();
    const launcher = hook(refresh(), '/usr/bin/timeout');
    const madeS = Math.floor(Date.now() / 1000) - 10 * MINUTE_S;
    utimesSync(world.node, madeS, madeS);
    refresh();
    world.fakeNode(rejects('*'));
    utimesSync(world.node, madeS, madeS);
    expect(world.run('frob x').status).toBe(0);
    expect(nodeStarts()).toEqual([[]]);
    expect(world.start([launcher], { env: { FAKE_STATUS: '220' } }).status).toBe(0);
    expect(nodeStarts()).toEqual([[]]);
  });
});

test('a Node.js that was just installed gets no options: its file may change again unnoticed', async () => {
  await worldWith();
  world.fakeNode();
  refresh();
  expect(recordedOptions(folder)).toBeUndefined();
  expect(world.run('frob x')).toEqual(SILENT);
  expect(nodeStarts()).toEqual([[]]);
});
