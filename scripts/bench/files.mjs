import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { milliseconds, table } from './report.mjs';
import { median } from './timing.mjs';

const repeated = (length, piece) => {
  let text = '';
  for (let at = 0; text.length < length; at++) text += piece(at);
  return text;
};

const functions = repeated(100 * 1024, (at) => `def f${at}(a):\n    return os.path.join(a, str(${at}))\n\n`);

/** As large as files get that somebody wrote by hand, and larger. */
const FILES = {
  'small.sh': 'set -e\nmkdir -p dist\ncp -r src dist/\n(cd dist && tar czf ../app.tar.gz .)\n',
  'large.sh': repeated(256 * 1024, (at) => `if [ -f src/${at} ]; then cp src/${at} "dist/${at}" || exit 1; fi\n`),
  Makefile: `all: t2999\n${repeated(6000 * 20, (at) => `t${at}:${at > 0 ? ` t${at - 1}` : ''}\n\t@rm -f build/${at}.o\n`)}`,
  'large.py': functions,
  // with a name that may act, all of it is parsed
  'acting.py': `import os\nos.remove('build/x.o')\n${functions}`,
};

const LINES = ['ls -la', 'sh small.sh', 'sh large.sh', 'make', 'python3 large.py', 'python3 acting.py'];

/** Rounds after which V8 compiles no more beside: processor time counts that too. */
const WARM_UP = 60;

/** What the files cost that a line runs: processor time in a warm process, and of its first line. */
export async function benchFiles({ machine, rounds }) {
  const cwd = join(machine.repository, 'files');
  mkdirSync(cwd, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
  const { createGuard } = createRequire(import.meta.url)(join(machine.product, 'dist', 'api.cjs'));
  const rows = [];
  for (const line of LINES) {
    const guard = createGuard({ rules: [{ text: 'version: 1\nrules: []\n' }], actor: 'ai' });
    const took = [];
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const before = process.cpuUsage();
      await guard.check({ line, cwd, env: machine.plain });
      const { user, system } = process.cpuUsage(before);
      took.push((user + system) / 1000);
    }
    rows.push({ line, first: took[0], warm: median(took.slice(WARM_UP)) });
  }
  return {
    rows,
    numbers: { noFile: rows[0].warm, smallScript: rows[1].warm, worst: Math.max(...rows.map(({ warm }) => warm)) },
    markdown: table(
      ['line', 'processor time', 'of the first such line'],
      rows.map(({ line, warm, first }) => [`\`${line}\``, milliseconds(warm), milliseconds(first)]),
    ),
    chart: rows.map(({ line, warm }) => ({ name: line, value: warm, text: milliseconds(warm) })),
  };
}
