import { existsSync, writeFileSync } from 'node:fs';
import { createMachine } from './machine.mjs';
import { milliseconds, table } from './report.mjs';
import { inTurns, median, processCall } from './timing.mjs';

/** Of an agent: Node.js judges the first anyway, as it looks for what it runs; a gate passes the second where nothing is confined. */
const COMMANDS = { 'python3 x.py': ['python3', 'x.py'], 'cargo build': ['cargo', 'build'] };
const PROGRAMS = Object.values(COMMANDS).map(([name]) => name);

/** What `confine: local_code` adds to what agents and people start, and to what starts behind a wall. Programs that do nothing stand for real ones. */
export async function benchConfine({ rounds }) {
  const off = createMachine({ settings: 'version: 1\n', programs: PROGRAMS });
  const on = createMachine({ settings: 'version: 1\nconfine: local_code\n', programs: PROGRAMS });
  try {
    if (!existsSync(launcherOf(on)))
      return { rows: [], numbers: {}, markdown: 'Nothing on this machine confines.', chart: [] };
    return measure(off, on, rounds);
  } finally {
    for (const machine of [off, on]) machine.remove();
  }
}

const launcherOf = ({ at }) => at('product', 'bin', 'landlock-run');

function measure(off, on, rounds) {
  const wall = (machine) => [launcherOf(machine), '--ro', '/', '--rw', machine.repository, '--rw', '/dev', '--'];
  const agent = (machine) => ({ cwd: machine.repository, env: { ...machine.guarded, SAFESHELL_CONTEXT: 'ai' } });
  for (const { at } of [off, on]) writeFileSync(at('repository', 'x.py'), 'print(1)\n');
  const contenders = {
    launcher: processCall([...wall(on), '/bin/true'], agent(on)),
    'no launcher': processCall(['/bin/true'], agent(on)),
  };
  for (const [name, argv] of Object.entries(COMMANDS)) {
    contenders[`${name}, off`] = processCall(argv, agent(off));
    contenders[`${name}, on`] = processCall(argv, agent(on));
    contenders[`${name}, off, behind`] = processCall([...wall(off), ...argv], agent(off));
    contenders[`${name}, on, behind`] = processCall([...wall(on), ...argv], agent(on));
  }
  const took = inTurns(contenders, rounds);
  const added = (one, other) => median(took[one].map((ms, round) => ms - took[other][round]));
  const launcher = added('launcher', 'no launcher');
  const rows = Object.keys(COMMANDS).map((name) => ({
    name,
    off: median(took[`${name}, off`]),
    on: median(took[`${name}, on`]),
    added: added(`${name}, on`, `${name}, off`),
    behind: added(`${name}, on, behind`, `${name}, off, behind`),
  }));
  return {
    rows,
    numbers: {
      launcherMs: launcher,
      addedMs: rows[0].added,
      addedToGateMs: rows[1].added,
      addedBehindMs: Math.max(...rows.map(({ behind }) => behind)),
    },
    markdown: [
      table(
        ['an agent starts', 'confine: off', 'confine: local_code', 'difference', 'difference behind a wall'],
        rows.map((row) => [`\`${row.name}\``, ...[row.off, row.on, row.added, row.behind].map(milliseconds)]),
      ),
      `The launcher alone takes ${milliseconds(launcher)}.`,
    ].join('\n\n'),
    chart: rows.map(({ name, added: value }) => ({ name: `confining ${name}`, value, text: milliseconds(value) })),
  };
}
