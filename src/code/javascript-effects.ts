import {
  changes,
  type Effect,
  evaluates,
  hiddenCode,
  listItems,
  moves,
  opens,
  reads,
  removes,
  runsProgram,
  runsShell,
  shellFinding,
  signals,
  startFinding,
  table,
  touches,
} from './effects.ts';
import { concatValues, textOf, textValue, type Value } from './value.ts';

/** `spawn(program, [words], {shell})`. */
const spawns: Effect = ({ args, named }) => {
  const [program, ...rest] = args;
  const words = rest.find((value) => value.kind === 'list');
  const shell = named.get('shell');
  if (program === undefined) return [];
  const usesShell = shell !== undefined && !(shell.kind === 'flag' && !shell.on);
  const all = [program, ...(words?.kind === 'list' ? words.items : [])];
  return usesShell ? [shellFinding(concatValues(all, ' '))] : startFinding(all);
};

/** `Deno.Command('rm', {args: [..]})`, `Bun.spawn(['rm'])`, `Deno.run({cmd: [..]})`. */
const spawnsNamed: Effect = ({ args, named }) => {
  const words = named.get('args') ?? named.get('cmd');
  return startFinding([...args, ...(words === undefined ? [] : [words])].flatMap(listItems));
};

/** fs.rm and fs.rmdir: recursive or not. */
const removesPath: Effect = (call) => {
  const recursive = call.named.get('recursive');
  const tree = recursive !== undefined && !(recursive.kind === 'flag' && !recursive.on);
  return touches(...(tree ? ['rm', '-rf'] : call.name.includes('rmdir') ? ['rmdir'] : ['rm']))(call);
};

/** Code with names of its own: `runInNewContext('rm(path)', {rm: fs.rmSync, path})`, read as if it declared them. */
const evaluatesWith: Effect = (call) => {
  const text = textOf(call.args[0]);
  const names = [...call.named].filter(([name]) => /^[A-Za-z_$][\w$]*$/.test(name));
  if (text === undefined || names.length === 0) return evaluates('javascript')(call);
  const declared = names.map(([name, value]) => `${name} = ${written(value)}`).join(', ');
  return evaluates('javascript')({ ...call, args: [textValue(`var ${declared}; ${text}`)] });
};

/** A value as code; what is not known is a name that nothing has. */
function written(value: Value): string {
  if (value.kind === 'name' && /^[\w$.]+$/.test(value.name)) return value.name;
  if (value.kind === 'list')
    return `[${value.items.map((item) => (item.kind === 'list' ? 'unknown' : written(item))).join(', ')}]`;
  if (value.kind !== 'text') return value.kind === 'flag' ? String(value.on) : 'unknown';
  const parts = value.parts.map((part) =>
    typeof part === 'string' ? JSON.stringify(part) : 'home' in part ? 'process.env.HOME' : 'unknown',
  );
  return ['""', ...parts].join(' + ');
}

/** Methods of fs, fs.promises and fs-extra, without their `Sync`. */
const FS: Readonly<Record<string, Effect>> = {
  rm: removesPath,
  rmdir: removesPath,
  unlink: touches('rm', '-f'),
  remove: removes('rm', '-rf'),
  emptyDir: touches('rm', '-rf'),
  truncate: touches('truncate', '-s', '0'),
  writeFile: touches('tee'),
  outputFile: touches('tee'),
  appendFile: touches('tee', '-a'),
  createWriteStream: touches('tee'),
  open: opens,
  readFile: reads,
  createReadStream: reads,
  rename: moves('mv'),
  move: moves('mv'),
  copyFile: moves('cp'),
  cp: moves('cp', '-r'),
  copy: moves('cp', '-r'),
  symlink: moves('ln', '-s'),
  link: moves('ln'),
  chmod: changes('chmod', 1),
  chown: changes('chown', 1),
};

function fsEffects(): Readonly<Record<string, Effect>> {
  const entries = Object.entries(FS).flatMap(([name, effect]) =>
    ['fs', 'fs.promises'].flatMap((module): [string, Effect][] => [
      [`${module}.${name}`, effect],
      [`${module}.${name}Sync`, effect],
    ]),
  );
  return Object.fromEntries(entries);
}

/** By dotted name; `child_process.?` for a member whose name is not known. */
export const EFFECTS: ReadonlyMap<string, Effect> = table({
  ...fsEffects(),
  'child_process.exec': runsShell,
  'child_process.execSync': runsShell,
  'child_process.execFile': spawns,
  'child_process.execFileSync': spawns,
  'child_process.spawn': spawns,
  'child_process.spawnSync': spawns,
  'shelljs.exec': runsShell,
  'shelljs.rm': removes('rm', '-rf'),
  'execa.execa': spawns,
  'execa.execaSync': spawns,
  'execa.execaCommand': runsShell,
  'execa.command': runsShell,
  execa: spawns,
  rimraf: removes('rm', '-rf'),
  'rimraf.rimraf': removes('rm', '-rf'),
  'rimraf.rimrafSync': removes('rm', '-rf'),
  'rimraf.sync': removes('rm', '-rf'),
  del: removes('rm', '-rf'),
  'del.sync': removes('rm', '-rf'),
  'del.deleteAsync': removes('rm', '-rf'),
  'del.deleteSync': removes('rm', '-rf'),
  'Deno.remove': removesPath,
  'Deno.removeSync': removesPath,
  'Deno.run': spawnsNamed,
  'Deno.Command': spawnsNamed,
  'Deno.writeTextFile': touches('tee'),
  'Deno.writeTextFileSync': touches('tee'),
  'Deno.writeFile': touches('tee'),
  'Deno.writeFileSync': touches('tee'),
  'Deno.readTextFile': reads,
  'Deno.readTextFileSync': reads,
  'Deno.rename': moves('mv'),
  'Bun.spawn': spawnsNamed,
  'Bun.spawnSync': spawnsNamed,
  'Bun.write': touches('tee'),
  'process.kill': ({ args: [pid, signal] }) => (pid === undefined ? [] : signals(signal, [pid])),
  'process.execve': runsProgram,
  eval: evaluates('javascript'),
  Function: (call) => evaluates('javascript')({ ...call, args: call.args.slice(-1) }), // parameters come first
  'worker_threads.Worker': (call) => {
    const evaluated = call.named.get('eval');
    return evaluated?.kind === 'flag' && evaluated.on ? evaluates('javascript')(call) : [];
  },
  'vm.runInThisContext': evaluates('javascript'),
  'vm.runInNewContext': evaluatesWith,
  'vm.runInContext': evaluatesWith,
  'vm.Script': evaluates('javascript'),
  'child_process.?': () => [hiddenCode('a child_process function that is not known')],
  'process.binding': () => [hiddenCode('process.binding')],
});
