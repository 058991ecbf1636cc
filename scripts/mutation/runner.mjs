import { setMaxListeners } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestRunner } from 'vitest';

const FOLDER = process.env.MUTATION_DIR ?? '';
/** Slower tests are not run again for each mutant. */
const MAX_TEST_MS = Number(process.env.MUTATION_TEST_MS ?? 400);

/** No mutant is on. */
const UNCHANGED = { active: '', limit: Number.POSITIVE_INFINITY };

const state = { ...UNCHANGED, reached: new Set(), calls: 0 };

/** Asked at the place of each mutant; one that makes a loop endless ends here. */
globalThis.__mutant = (id) => {
  state.reached.add(id);
  state.calls++;
  if (state.calls > state.limit) throw new Error('an endless loop');
  return id === state.active;
};

// each run of a test listens for its end, and there are many
process.setMaxListeners(0);
setMaxListeners(0);

/** Runs each test, then again for each mutant that it reached and that no test has killed so far. */
export default class MutationRunner extends TestRunner {
  killed = new Set(read('killed').map((line) => line.split('\t')[0]));
  reached = new Set(read('reached'));

  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    Object.assign(state, { ...UNCHANGED, reached: new Set(), calls: 0 });
    const began = performance.now();
    await run();
    const tookMs = performance.now() - began;
    const limit = state.calls * 20 + 100_000;
    const mutants = [...state.reached];
    this.note(mutants);
    const alive = mutants.filter((id) => !this.killed.has(id));
    if (tookMs > MAX_TEST_MS || alive.length === 0) return;
    if (!(await passes(run))) return; // it may be one that runs only once
    for (const id of alive) {
      Object.assign(state, { active: id, calls: 0, limit });
      try {
        await withinMs(run(), tookMs * 10 + 500);
      } catch {
        // what a mutant leaves behind, a result that is kept for an object, may fail the test from then on
        if (!(await passes(run))) return;
        this.killed.add(id);
        append('killed', `${id}\t${test.file.name} > ${test.name}`);
      }
    }
    Object.assign(state, UNCHANGED);
  }

  note(mutants) {
    for (const id of mutants.filter((one) => !this.reached.has(one))) {
      this.reached.add(id);
      append('reached', id);
    }
  }
}

/** Without any mutant. */
async function passes(run) {
  Object.assign(state, UNCHANGED);
  try {
    await run();
    return true;
  } catch {
    return false;
  }
}

function withinMs(promise, ms) {
  let timer;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no end')), ms);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

function read(name) {
  const file = join(FOLDER, name);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function append(name, line) {
  appendFileSync(join(FOLDER, name), `${line}\n`);
}
