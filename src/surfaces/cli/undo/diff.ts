import { readFileSync, statSync } from 'node:fs';
import type { Environment } from '../../../model/request.ts';
import { diffText } from '../../../text/diff.ts';
import { printable } from '../../../text/printable.ts';
import { blobReader } from '../../../undo/blobs.ts';
import { pathBuffer, pathText } from '../../../undo/byte-path.ts';
import { readContent } from '../../../undo/objects.ts';
import type { RestorePlan } from '../../../undo/plan.ts';
import type { KeptFile } from '../../../undo/record.ts';
import type { UndoStore } from '../../../undo/store.ts';
import { agentJudge } from '../agent-judge.ts';
import type { CliContext } from '../context.ts';

/** Larger files are named alone. */
const MAX_BYTES = 1_000_000;

/** For each branch and path how it would change. */
export async function diffs(plan: RestorePlan, store: UndoStore, context: CliContext): Promise<readonly string[]> {
  const { env } = context;
  const moved = plan.git.some(({ steps }) => steps.length > 0);
  const refs = moved ? await (await import('./diff-refs.ts')).refDiffs(plan.git, env) : [];
  return [...refs, ...fileDiffs(plan, store, { env, mayRead: await readerOf(context) })];
}

/** An agent is shown what it could read: deleting a key must not be a way to see it. */
async function readerOf(context: CliContext): Promise<(path: string) => boolean> {
  const judged = await agentJudge(context);
  return (path) => judged === undefined || judged(['cat', path]).verdict === 'allow';
}

interface Reader {
  readonly env: Environment;
  readonly mayRead: (path: string) => boolean;
}

function fileDiffs({ record, steps }: RestorePlan, { root }: UndoStore, { env, mayRead }: Reader): readonly string[] {
  const shown = steps.filter(({ kept }) => kept.type === 'file' && kept.stat.size <= MAX_BYTES);
  const blobs = blobReader(record, shown, env);
  const textThen = (kept: KeptFile) =>
    textOf(() => (kept.content.in === 'git' ? blobs.read(kept) : readContent(root, kept.content, MAX_BYTES)));
  return steps.map(({ kept, does }) => {
    const path = printable(pathText(kept.path));
    const bare = `${does}  ${path}`;
    if (kept.type !== 'file' || kept.stat.size > MAX_BYTES || does === 'attributes') return bare;
    if (!mayRead(pathText(kept.path))) return `${bare}  (its text is shown to people alone)`;
    const before = does === 'create' ? '' : textOf(() => bytesNow(pathBuffer(kept.path)));
    const after = textThen(kept);
    if (before === undefined || after === undefined) return bare;
    return diffText(path, before, after).split('\n').map(printable).join('\n');
  });
}

function bytesNow(path: Buffer): Buffer | undefined {
  const status = statSync(path);
  return status.isFile() && status.size <= MAX_BYTES ? readFileSync(path) : undefined;
}

/** undefined = it is no text, or cannot be read. */
function textOf(read: () => Buffer | undefined): string | undefined {
  try {
    const bytes = read();
    return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString();
  } catch {
    return undefined;
  }
}
