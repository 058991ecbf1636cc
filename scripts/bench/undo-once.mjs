import { bundleModules } from './bundle.mjs';

/** A program that keeps once, in a process of its own as shims do, and prints what that took: `[ms, ms of processor time]`. */
export async function keepingProgram(machine, resolveDir) {
  const outfile = machine.at('product', 'dist', 'keep-once.cjs');
  await bundleModules(PROGRAM, { resolveDir, outfile });
  return outfile;
}

const PROGRAM = `
import { layoutOf } from './src/store/layout.ts';
import { keep } from './src/undo/keep.ts';
import { planRestore } from './src/undo/plan.ts';
import { restore } from './src/undo/restore.ts';
import { undoStore } from './src/undo/store.ts';
import { survey } from './src/undo/survey.ts';

const { what, root, losses } = JSON.parse(process.argv[2]);
const env = process.env;
const store = undoStore(layoutOf(env));
const budget = { files: 1e6, bytes: 1e10, milliseconds: 1e6 };
const call = { cwd: root, actor: 'ai', session: 'bench' };

const [started, cpu] = [performance.now(), process.cpuUsage()];
const done = what === 'keep' ? keepNow() : restoreNow();
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms: performance.now() - started, cpu: (user + system) / 1000, done }));

function keepNow() {
  const found = survey(losses, { env, budget });
  const { paths, missing } = keep(found, { ...call, command: 'bench' }, store, env);
  if (missing.length > 0) throw new Error(String(missing));
  return paths;
}

function restoreNow() {
  const plan = planRestore(store.list().records[0], store, env);
  const { restored, failed } = restore(plan, store, { ...call, env, yes: true });
  if (failed.length > 0) throw new Error(JSON.stringify(failed[0]));
  return restored;
}
`;
