import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processorCall } from './timing.mjs';

const CALLS = {
  '--version': ['--version'],
  'check ls': ['check', 'ls'],
  'confine --dry-run true': ['confine', '--dry-run', 'true'],
  'undo --list': ['undo', '--list'],
};

/** Processor time of the `safeshell` command, with the code that V8 kept of the call before and without any. */
export function benchCommand({ machine, rounds }) {
  const { node, at, plain, repository } = machine;
  const options = { cwd: repository, env: plain };
  const contenders = { empty: processorCall([node, at('empty.js')], options) };
  for (const [name, words] of Object.entries(CALLS)) {
    for (const [file, kind] of [
      ['cli.cjs', 'kept'],
      ['cli-main.cjs', 'compiled'],
    ])
      contenders[`${name}, ${kind}`] = processorCall([node, at('product', 'dist', file), ...words], options);
  }
  const took = inTurns(contenders, rounds);
  const empty = median(took.empty);
  const rows = Object.keys(CALLS).map((name) => ({
    name,
    ms: median(took[`${name}, kept`]),
    compiledMs: median(took[`${name}, compiled`]),
  }));
  return {
    rows,
    numbers: { emptyMs: empty, versionMs: rows[0].ms, checkMs: rows[1].ms },
    markdown: [
      table(
        ['safeshell ..', 'processor time', 'to `node empty.js`', 'compiled anew'],
        rows.map(({ name, ms, compiledMs }) => [
          `\`${name}\``,
          milliseconds(ms),
          times(ms / empty),
          milliseconds(compiledMs),
        ]),
      ),
      `\`node empty.js\` takes ${milliseconds(empty)}.`,
    ].join('\n\n'),
    chart: rows.map(({ name, ms }) => ({ name: `safeshell ${name}`, value: ms, text: milliseconds(ms) })),
  };
}
