import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall } from './timing.mjs';

const CALLS = 50;
const LOOP = `i=0; while [ $i -lt ${CALLS} ]; do git --version >/dev/null; i=$((i+1)); done`;
const GATE = /# ---- gate:[^\n]*\n([\s\S]*?)\n *# ---- end of gate ----/;

/** A command that no rule can match, through the shim's gate: what everybody pays all the time. */
export async function benchFastPath({ machine, rounds }) {
  const git = machine.at('minimal', 'git');
  writeFileSync(git, '#!/bin/sh\nexec /usr/bin/git "$@"\n');
  chmodSync(git, 0o755);
  const { folder, note } = gatedShims(machine);
  const within = (first) => ({
    cwd: machine.repository,
    env: { ...machine.plain, PATH: first === undefined ? machine.plain.PATH : `${first}:${machine.plain.PATH}` },
  });
  const loop = ['/bin/sh', '-c', LOOP];
  const took = inTurns(
    {
      direct: processCall(loop, within()),
      'minimal sh shim': processCall(loop, within(machine.at('minimal'))),
      'safeshell shim': processCall(loop, within(folder)),
    },
    rounds,
  );
  const rows = Object.entries(took).map(([name, all]) => ({ name, ms: median(all) / CALLS }));
  const [direct, minimal, shim] = rows;
  return {
    rows,
    numbers: { toMinimal: shim.ms / minimal.ms, overDirectMs: shim.ms - direct.ms },
    markdown: [
      table(
        ['`git --version` from a sh loop', 'per call', 'to the minimal shim', 'over direct'],
        rows.map(({ name, ms }) => [name, milliseconds(ms), times(ms / minimal.ms), milliseconds(ms - direct.ms)]),
      ),
      note,
    ].join('\n\n'),
    chart: rows.map(({ name, ms }) => ({ name, value: ms, text: milliseconds(ms) })),
  };
}

/** The real shim where its gate lets this command pass, else the same shim with a gate that lets everything pass. */
function gatedShims(machine) {
  const shim = readFileSync(join(machine.shims, 'git'), 'utf8');
  const gate = GATE.exec(shim)?.[1].trim();
  if (gate !== ':') return { folder: machine.shims, note: 'Through the gate of the shipped policy.' };
  const folder = machine.at('open-gate');
  mkdirSync(folder);
  const open = shim.replace(GATE, (whole, body) => whole.replace(body, '  __ss_way=run'));
  writeFileSync(join(folder, 'git'), open.replaceAll(machine.shims, folder));
  chmodSync(join(folder, 'git'), 0o755);
  return { folder, note: 'No gate is compiled for `git` in this build: measured with one that lets everything pass.' };
}
