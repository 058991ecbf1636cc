import { chmodSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { boxMarker } from '../store/box.ts';
import { shQuote } from '../util/sh-quote.ts';
import type { HookGates } from './hook-gates.ts';
import { fill, type LineTexts, lineValues } from './hook-template.ts';
import { type NodeOptions, optionValues } from './node-options.ts';
import { type AgentNames, agentValues, withoutComments } from './shim-template.ts';
import { shimText } from './shim-text.ts';

/** The launcher that interactive shells call before they run a line; how they call it: docs/adr/0024. */
export interface LineLauncher extends LineTexts {
  /** folder of the shims, which knows where our files are */
  readonly shims: string;
  /** folder of the gates' marks: that of the launchers of hooks */
  readonly hooks: string;
  /** folder of `shims/` and `dist/` */
  readonly product: string;
  readonly node: string;
  readonly nodeOptions: NodeOptions;
  readonly agents: AgentNames;
  /** undefined = every line goes to Node */
  readonly gates: HookGates | undefined;
}

export function lineLauncherPath(shims: string): string {
  return join(dirname(shims), 'safeshell-line');
}

/** undefined = none was written yet. */
export function installedLineLauncher(shims: string): string | undefined {
  const path = lineLauncherPath(shims);
  return existsSync(path) ? path : undefined;
}

/** Writes safeshell-line. Idempotent; it appears whole or not at all. `changing` is called before it does. Throws what node:fs throws. */
export function writeLineLauncher(launcher: LineLauncher, changing: () => void): void {
  const path = lineLauncherPath(launcher.shims);
  const text = renderLineLauncher(launcher);
  if (readIfThere(path) !== text) {
    changing();
    writeFileAtomic(path, text, { mode: 0o755 });
  }
  chmodSync(path, 0o755); // the umask had a say, or somebody else
}

function renderLineLauncher({
  shims,
  hooks,
  product,
  node,
  nodeOptions,
  agents,
  gates,
  ...line
}: LineLauncher): string {
  const gate = gates === undefined ? ':' : fill(shimText(product, 'line-gate.sh'), lineValues(line, gates));
  return fill(withoutComments(shimText(product, 'line.sh')), {
    ...agentValues(agents),
    ...optionValues(nodeOptions),
    SHIMS: shQuote(shims),
    HOOKS: shQuote(hooks),
    NODE: shQuote(node),
    MAIN: shQuote(join(product, 'dist', 'shim.cjs')),
    BOX: shQuote(boxMarker()),
    GATE: withoutComments(gate).trimEnd(),
  });
}
