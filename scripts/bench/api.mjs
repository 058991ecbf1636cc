import { createRequire } from 'node:module';
import { microseconds, table } from './report.mjs';
import { nanosecondsInTurns } from './timing.mjs';

/** Requests of which no rule names anything, and such as the packs have rules about. */
const REQUESTS = [
  ['a tool that no rule names', { tool: 'get_weather', input: { city: 'Rome' } }],
  ['`{ argv: [ls, -l] }`', { argv: ['ls', '-l'] }],
  ['`git status`', 'git status'],
  ['a tool that names a file', { tool: 'Read', input: { file_path: 'src/a.ts' } }],
  ['`cd src && grep -rn foo . \\| head`', 'cd src && grep -rn foo . | head'],
  ['`git push origin x`', 'git push origin x'],
];

/** `guard.check` of the library, warm, in one process: with the rules in force, with the packs and one rule, and with one rule. */
export function benchApi({ machine }) {
  const { createGuard } = createRequire(import.meta.url)(machine.at('product', 'dist', 'api.cjs'));
  const place = { cwd: machine.at('repository'), env: { HOME: machine.at('home'), PATH: '/usr/bin:/bin' } };
  const rules = [{ text: 'rules: [{ name: a, commands: [frob], action: deny }]' }];
  const guards = [
    ['in force', createGuard(place)],
    ['packs and a rule', createGuard({ ...place, rules })],
    ['a rule', createGuard({ ...place, rules, packs: false })],
  ];
  const cells = guards.flatMap(([, guard]) =>
    REQUESTS.map(
      ([, request]) =>
        () =>
          guard.check(request),
    ),
  );
  const took = nanosecondsInTurns(cells);
  const rows = REQUESTS.map(([name], at) => ({
    name,
    ns: guards.map((_one, index) => took[index * REQUESTS.length + at]),
  }));
  const [unnamed] = rows;
  return {
    rows,
    numbers: { unnamedUs: unnamed.ns[0] / 1000, slowestUs: Math.max(...rows.flatMap(({ ns }) => ns)) / 1000 },
    markdown: table(
      ['`check` of', ...guards.map(([name]) => name)],
      rows.map(({ name, ns }) => [name, ...ns.map(microseconds)]),
    ),
  };
}
