import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Loss, PathLoss } from '../../src/model/loss.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { keep } from '../../src/undo/keep.ts';
import { planRestore } from '../../src/undo/plan.ts';
import type { KeptRecord } from '../../src/undo/record.ts';
import { type RestoreResult, restore } from '../../src/undo/restore.ts';
import { type UndoStore, undoStore } from '../../src/undo/store.ts';
import { type Survey, survey } from '../../src/undo/survey.ts';

export const BUDGET = { files: 20_000, bytes: 500_000_000, milliseconds: 60_000 };

/** A folder with a HOME and something to lose. */
export interface UndoWorld {
  readonly work: string;
  readonly env: { readonly HOME: string };
  readonly store: UndoStore;
  path(name: string): string;
  survey(losses: readonly Loss[], budget?: Partial<typeof BUDGET>): Survey;
  keep(...losses: readonly Loss[]): KeptRecord;
  undo(id: number, yes?: boolean): RestoreResult;
  remove(): void;
}

export function undoWorld(): UndoWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'undo-')));
  const [work, env] = [join(root, 'work'), { HOME: join(root, 'home') }];
  mkdirSync(work);
  mkdirSync(env.HOME);
  const store = undoStore(layoutOf(env));
  const world: UndoWorld = {
    work,
    env,
    store,
    path: (name) => join(work, name),
    survey: (losses, budget = {}) => survey(losses, { env, budget: { ...BUDGET, ...budget } }),
    keep: (...losses) =>
      keep(world.survey(losses), { command: 'rm', cwd: work, actor: 'ai', session: 's' }, store, env),
    undo(id, yes = false) {
      const record = store.read(id);
      if (record === undefined) throw new Error(`there is no ${id}`);
      const plan = planRestore(record, store, env);
      return restore(plan, store, { actor: 'human', session: 's', cwd: work, env, yes });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  return world;
}

export function loss(path: string, what: PathLoss['what'] = 'tree'): PathLoss {
  return { kind: 'path', path, what, invocation: 0 };
}

/** Node.js cannot set them more exactly. */
const MICROSECONDS = 1000;

/** All that is below a folder, by names of one character for each byte: type, mode, time, content; which names are one file. */
export function pictureOf(folder: string): Readonly<Record<string, string>> {
  const picture: Record<string, string> = {};
  const inodes = new Map<number, string>();
  const visit = (path: Buffer, name: string) => {
    const stats = lstatSync(path);
    const time = Math.round(stats.mtimeMs * MICROSECONDS);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) picture[name] = `link ${readlinkSync(path, 'latin1')} ${time}`;
    else if (stats.isDirectory()) {
      picture[name] = `dir ${mode} ${time}`;
      for (const child of readdirSync(path, 'buffer').sort(Buffer.compare))
        visit(Buffer.concat([path, Buffer.from('/'), child]), `${name}/${child.toString('latin1')}`);
    } else {
      const first = stats.nlink > 1 ? (inodes.get(stats.ino) ?? name) : name;
      inodes.set(stats.ino, first);
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
      picture[name] = `file ${mode} ${time} ${hash}${first === name ? '' : ` = ${first}`}`;
    }
  };
  visit(Buffer.from(folder), '');
  return picture;
}
