import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../store/atomic-file.ts';
import { launchersIn } from '../hook-launchers.ts';
import { assignedIn } from '../launcher-fault.ts';
import { lineLauncherPath } from '../line-launcher.ts';
import { nodeOptionsFolder, recordedOptions, workingOptions } from '../node-options.ts';
import { type Finding, ok, problem } from './finding.ts';

const REFRESH = 'safeshell refresh';

/** Do shims and other launchers start Node.js with options that were tried with it, and that it takes? */
export function nodeStart(shims: string, hooks: string): readonly Finding[] {
  const texts = launchers(shims, hooks).map((path) => readIfThere(path) ?? '');
  const options = [...new Set(texts.flatMap(optionsIn))];
  const nodes = [...new Set(texts.flatMap((text) => assignedIn(text, 'node') ?? []))].filter((node) =>
    existsSync(node),
  );
  const faults = nodes.flatMap((node) => {
    const working = workingOptions(node, options);
    const refused = options.filter((option) => !working.includes(option));
    const names = refused.join(', ');
    return refused.length === 0 ? [] : [problem('node', `${node} does not take options of ours: ${names}`, REFRESH)];
  });
  if (nodes.length > 0 && recordedOptions(nodeOptionsFolder(shims)) === undefined) {
    faults.push(problem('node', `${nodes[0]} has changed since its options were tried: it runs without them`, REFRESH));
  }
  return faults.length > 0 || nodes.length === 0 ? faults : [ok('node', `answers run with ${options.join(' ')}`)];
}

/** One shim stands for all of them: they are written together. */
function launchers(shims: string, hooks: string): readonly string[] {
  const [shim] = existsSync(shims) ? readdirSync(shims).filter((name) => !name.startsWith('.')) : [];
  return [
    ...(shim === undefined ? [] : [join(shims, shim)]),
    lineLauncherPath(shims),
    ...launchersIn(hooks).map((name) => join(hooks, name)),
  ];
}

function optionsIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{__ss_quick:\+(--[^}]+)\}/g)].map(([, option = '']) => option);
}
