import { execFile } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { Template } from '../support/proofs/home.ts';
import { canTrace, ProofJail } from '../support/proofs/jail.ts';
import { PLAIN } from '../support/proofs/worlds.ts';
import { runs } from '../support/runs.ts';

/** Fewer have too little that is proven. */
const LINES = Math.max(60, runs(300));
const PROJECT_LINES = Math.max(45, runs(150));

const isTried = canTrace() || process.env.CI !== undefined;
if (!isTried) console.warn('not tested, no bubblewrap, user namespaces or strace: what is proven, as it runs');

describe.skipIf(!isTried)('in a jail', () => {
  const template = new Template();
  afterAll(() => template.remove());

  const seen = async (line: string, ...programs: string[]) => {
    const jail = await ProofJail.furnish(template, PLAIN);
    try {
      return (await jail.run([{ line, programs }])).flatMap(({ what }) => what).join('\n');
    } finally {
      jail.remove();
    }
  };

  test.each([
    ['touch x', /opens for writing/],
    ['echo x >> README.md', /opens for writing/],
    ['chmod +x README.md', /chmod/],
    ['rm draft.txt', /unlink/],
    ['mv README.md other.md', /rename/],
    ['touch -d 2020-01-01 README.md', /opens for writing|utimens/],
    ['cat ../notes.md', /reads outside of the project/],
    ['cat out.md', /reads outside of the project/],
    ['cat key.pem', /reads a secret/],
    ['ls src | xargs touch', /opens for writing/],
    ['git branch other', /refs\/heads\/other/],
    ['git add draft.txt', /the index|opens for writing/],
    ['exec 3<>/dev/tcp/127.0.0.1/9', /connect/],
    ['awk \'BEGIN { system("wc -l README.md") }\'', /starts .*wc/],
    ['git -c diff.external=/home/u/.recorder diff', /starts .*recorder/],
  ])('what %s does is seen', async (line, what) => {
    expect(await seen(line, ...(line.match(/[a-z]+/g) ?? []).filter((word) => word !== 'wc'))).toMatch(what);
  });

  test.each([
    'cat README.md',
    'git status',
    'git diff | head',
    'ls -la /tmp; grep -rn foo src',
    'rg -n TODO | sort | uniq -c',
  ])('%s does nothing', async (line) => {
    expect(await seen(line, ...(line.match(/[a-z]+/g) ?? []))).toBe('');
  });

  // all that is proven of these lines runs; `npm run proofs` tries 20,000 fresh ones each week, and every world
  test('what is proven of generated lines only reads', { timeout: 600_000 }, async () => {
    const { status, output } = await proofs('--seed', '20250106', '--lines', LINES, '--hostile', '20', '--every', '15');
    expect(output).not.toContain('VIOLATION');
    expect(status, output).toBe(0);
    const { proven, hostileProven } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(proven).toBeGreaterThan(LINES / 5);
    expect(hostileProven).toBeGreaterThan(0);
  });
});

test.skipIf(!isTried)(
  'what is proven at level project changes nothing outside of it',
  { timeout: 600_000 },
  async () => {
    const generated = ['--seed', '20250107', '--lines', PROJECT_LINES, '--hostile', '20'];
    const { status, output } = await proofs('--level', 'project', ...generated, '--every', '40');
    expect(output).not.toContain('VIOLATION');
    expect(status, output).toBe(0);
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '').changing).toBeGreaterThan(PROJECT_LINES / 15);
  },
);

function proofs(...args: readonly (string | number)[]): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/proofs.mjs', ...args.map(String)],
      { maxBuffer: 16 * 1024 * 1024 },
      (_, stdout, stderr) => resolve({ status: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
