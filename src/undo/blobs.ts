import type { Environment } from '../model/request.ts';
import { readBlobs } from './git/blobs.ts';
import type { Step } from './plan.ts';
import type { KeptFile, KeptRecord } from './record.ts';
import { isBlob } from './same-content.ts';

/** Contents that git holds. */
export interface Blobs {
  /** Throws an Error with a phrase where git does not give it, or gives another. */
  read(kept: KeptFile): Buffer;
}

/** Read together: each start of git costs as much as many of them. */
const BATCH_FILES = 2_000;
const BATCH_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** For steps that are done in their order. */
export function blobReader({ repositories }: KeptRecord, steps: readonly Step[], env: Environment): Blobs {
  const waiting = steps.flatMap(({ kept, does }) => {
    if (kept.type !== 'file' || kept.content.in !== 'git' || does === 'attributes') return [];
    return [{ ...kept.content, size: kept.stat.size }];
  });
  const read = new Map<string, Buffer>();
  const readBatch = (blob: string) => {
    const from = waiting.findIndex((one) => one.blob === blob);
    const number = waiting[from]?.repository ?? -1;
    const batch: string[] = [];
    let bytes = 0;
    for (const { repository, size, ...one } of from < 0 ? [] : waiting.slice(from, from + BATCH_FILES)) {
      if (repository !== number || (batch.length > 0 && bytes + size > BATCH_BYTES)) break;
      bytes += size;
      batch.push(one.blob);
    }
    waiting.splice(0, from + batch.length);
    const repository = repositories[number]?.repository;
    if (repository === undefined) throw new Error('what was kept of it is damaged');
    const contents = readBlobs(repository, batch, env, { timeoutMs: TIMEOUT_MS });
    if ('problem' in contents) throw new Error(contents.problem);
    read.clear();
    for (const [at, oid] of batch.entries()) read.set(oid, contents[at] as Buffer);
  };
  return {
    read({ content }) {
      if (content.in !== 'git') throw new Error('git does not hold it');
      if (!read.has(content.blob)) readBatch(content.blob);
      const bytes = read.get(content.blob);
      if (bytes === undefined || !isBlob(bytes, content.blob)) throw new Error('git does not have it any more');
      return bytes;
    },
  };
}
