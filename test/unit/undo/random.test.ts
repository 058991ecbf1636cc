import {
  appendFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PathLoss } from '../../../src/model/loss.ts';
import '../../support/seed.ts';
import { runs } from '../../support/runs.ts';
import { loss, pictureOf, type UndoWorld, undoWorld } from '../../support/undo-world.ts';

const NAMES = ['a', 'b', '-rf', 'new\nline', 'é', ' ', "'", 'c'.repeat(255), '.hidden', '\xff\xfe'];

interface Node {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'hard';
  readonly text: string;
  readonly mode: number;
  readonly below: readonly Node[];
}

const node = fc.letrec<{ tree: Node; leaf: Node }>((tie) => ({
  leaf: fc.record({
    name: fc.constantFrom(...NAMES),
    kind: fc.constantFrom('file', 'file', 'link', 'hard'),
    text: fc.oneof(fc.string({ maxLength: 20 }), fc.constant('LARGE')),
    mode: fc.constantFrom(0o644, 0o600, 0o755, 0o444, 0o4755),
    below: fc.constant([]),
  }),
  tree: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.record({
      name: fc.constantFrom(...NAMES),
      kind: fc.constant('folder' as const),
      text: fc.constant(''),
      mode: fc.constantFrom(0o755, 0o700, 0o2770, 0o555),
      below: fc.array(tie('tree'), { maxLength: 4 }),
    }),
  ),
})).tree;

/** What a command does to a path, and what it says that it will. */
const DEEDS: readonly (readonly [PathLoss['what'], (path: string) => void])[] = [
  ['tree', (path) => rmSync(path, { recursive: true, force: true })],
  ['tree', (path) => renameSync(path, `${path.slice(0, 200)}.moved`)],
  ['tree', (path) => asFolder(path)],
  ['entry', (path) => replaced(path)],
  ['content', (path) => isFile(path) && truncateSync(path)],
  ['content', (path) => isFile(path) && appendFileSync(path, 'more')],
  ['below', (path) => emptied(path)],
];

/** Where it has other names, and this one goes afterwards, those stay as they are then: undo cannot know them. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.nlink === 1;
}

function asFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, 'other'), { recursive: true });
}

function replaced(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  rmSync(path, { force: true });
  writeFileSync(path, 'replaced');
}

function emptied(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(path, 'buffer'))
    rmSync(Buffer.concat([Buffer.from(`${path}/`), name]), { recursive: true, force: true });
}

function make(folder: Buffer, nodes: readonly Node[], files: Buffer[]): void {
  for (const { name, kind, text, mode, below } of nodes) {
    const path = Buffer.concat([folder, Buffer.from('/'), Buffer.from(name, name === '\xff\xfe' ? 'latin1' : 'utf8')]);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    const other = files[text.length % Math.max(1, files.length)];
    if (kind === 'folder') {
      mkdirSync(path, { mode });
      make(path, below, files);
    } else if (kind === 'link') symlinkSync(text.replaceAll('\0', '') || 'nowhere', path);
    else if (kind === 'hard' && other !== undefined) linkSync(other, path);
    else {
      writeFileSync(path, text === 'LARGE' ? Buffer.alloc(200_000, 'x') : text, { mode });
      files.push(path);
    }
  }
}

/** Times of folders come back where the folder itself was to be lost; a name whose other names stayed is a file of its own. */
function plain(picture: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const shown = (line: string) => line.replace(/^(dir \d+) \d+$/, '$1').replace(/ = .*/s, '');
  return Object.fromEntries(Object.entries(picture).map(([name, line]) => [name, shown(line)]));
}

const deed = fc.tuple(fc.nat(), fc.constantFrom(...DEEDS));

function textPaths(world: UndoWorld): readonly string[] {
  const names = Object.keys(pictureOf(world.work)).filter((name) => name !== '' && !name.includes('\xff'));
  return names.map((name) => world.work + Buffer.from(name, 'latin1').toString());
}

test('whatever was destroyed is back, and undo is undone', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), fc.array(deed, { minLength: 1, maxLength: 4 }), (nodes, deeds) => {
      const world = undoWorld();
      try {
        make(Buffer.from(world.work), nodes, []);
        const paths = textPaths(world);
        if (paths.length === 0) return;
        const chosen = deeds.map(([at, [what, run]]) => ({ path: paths[at % paths.length]!, what, run }));
        const before = plain(pictureOf(world.work));
        const moved = chosen.map(({ path }) => loss(`${path.slice(0, 200)}.moved`, 'entry'));
        const record = world.keep(...chosen.map(({ path, what }) => loss(path, what)), ...moved);
        for (const { path, run } of chosen) attempt(() => run(path));
        const after = plain(pictureOf(world.work));
        const { failed, kept } = world.undo(record.id);
        expect(failed).toEqual([]);
        expect(plain(pictureOf(world.work))).toEqual(before);
        if (kept === undefined) return;
        expect(world.undo(kept.id).failed).toEqual([]);
        expect(plain(pictureOf(world.work))).toEqual(after);
      } finally {
        world.remove();
      }
    }),
    { numRuns: runs(150) },
  );
});

/** An earlier deed may have taken the path. */
function attempt(run: () => unknown): void {
  try {
    run();
  } catch {
    // nothing was destroyed then
  }
}
