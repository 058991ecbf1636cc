import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { microseconds, table, times } from './report.mjs';
import { median, nanosecondsInTurns, quantile } from './timing.mjs';

const CWD = '/home/dev/app';
const ENV = { HOME: '/home/dev', PATH: '/usr/local/bin:/usr/bin:/bin' };
const LINES = fileURLToPath(new URL('./agent-lines.txt', import.meta.url));

/** A proof, warm, of a line that the shipped rules have decided about; beside `decide` of the same line. Facts are new for each call. */
export async function benchProve({ library, quick }) {
  const { decide, prove, analyzeLine, whatIfFacts, localTime, shippedPolicy, defaultClassifier } = library;
  const { policy } = shippedPolicy();
  const at = localTime('2025-01-06T10:00:00');
  const world = { env: ENV, cwd: CWD, at, git: { branch: 'feature/x', root: CWD }, files: [] };
  const newFacts = () => whatIfFacts(world);
  const lines = readFileSync(LINES, 'utf8').trim().split('\n');
  const rows = [];
  for (const line of quick ? lines.slice(0, 60) : lines) {
    const analysis = analyzeLine(line, { cwd: CWD, env: ENV, facts: newFacts() });
    const judge = () => decide({ policy, analysis, actor: 'ai', cwd: CWD, env: ENV, facts: newFacts() });
    const decision = judge();
    const context = () => ({
      facts: newFacts(),
      cwd: CWD,
      level: 'reads',
      classifier: defaultClassifier,
      tierOf: () => 'pack',
    });
    const { isProven } = prove(decision, context());
    const [none, decided, proved] = nanosecondsInTurns([newFacts, judge, () => prove(decision, context())]);
    rows.push({ isProven, decideNs: decided - none, proveNs: proved - none, starts: analysis.invocations.length });
  }
  const kinds = [
    ['proven', rows.filter((row) => row.isProven)],
    ['not proven', rows.filter((row) => !row.isProven)],
    ['all', rows],
  ];
  const cells = kinds.map(([name, some]) => {
    const proves = some.map((row) => row.proveNs);
    const decides = median(some.map((row) => row.decideNs));
    return { name, lines: some.length, decides, proves: median(proves), slow: quantile(proves, 0.9) };
  });
  return {
    rows: cells,
    numbers: { provenUs: cells[0].proves / 1000, decideUs: cells[0].decides / 1000 },
    markdown: table(
      ['lines', 'number', '`decide`', 'proof', 'to `decide`', 'proof, slowest tenth'],
      cells.map(({ name, lines: count, decides, proves, slow }) => [
        name,
        count,
        microseconds(decides),
        microseconds(proves),
        times(proves / decides),
        microseconds(slow),
      ]),
    ),
  };
}
