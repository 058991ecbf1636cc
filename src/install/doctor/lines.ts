import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../programs/start-program.ts';
import { readIfThere } from '../../store/atomic-file.ts';
import { launcherFault } from '../launcher-fault.ts';
import { lineLauncherPath } from '../line-launcher.ts';
import { SHELLS } from '../shells/index.ts';
import { areLinesWanted } from '../shells/interactive.ts';
import type { ShellPaths } from '../shells/shell.ts';
import { type Finding, ok, problem } from './finding.ts';

/** A line that no rule can be about. */
const HARMLESS = ['bash', 'pwd'];

/** Do shells at a prompt ask before they run a line? `product`: folder of `shims/`. */
export async function lineDoor(paths: ShellPaths, product: string): Promise<Finding> {
  if (!areLinesWanted(paths))
    return ok('lines', 'lines that are typed run unasked, as you wished (safeshell init --no-lines)');
  const launcher = lineLauncherPath(paths.shims);
  const silent = SHELLS.map(({ name }) => name).filter((name) => {
    if (!existsSync(join(product, 'shims', `line.${name}`))) return false; // it has no such door
    const code = readIfThere(join(paths.data, `interactive.${name}`)) ?? '';
    return !code.includes('safeshell-line') && !code.includes(launcher);
  });
  if (silent.length > 0) {
    return problem('lines', `${silent.join(', ')} would run a typed line without asking`, 'safeshell refresh');
  }
  const { status } = await runProgram(launcher, { args: HARMLESS, env: paths.env });
  if (status === 0) return ok('lines', 'lines are asked about before they run');
  const fault = launcherFault(launcher);
  const what = `lines run unasked: ${fault ?? `${launcher} is broken`}`;
  return { ...problem('lines', what, 'safeshell refresh'), ...(fault !== undefined && { cause: fault }) };
}
