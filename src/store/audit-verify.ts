import { type AuditFile, auditFiles, linesOf, readLine } from './audit-read.ts';
import { hashOfRange, readSeals } from './audit-seals.ts';
import type { Layout } from './layout.ts';
import { type RangeSeal, rangesByFile, type Seal } from './seal.ts';

/** What is in one file. */
export interface FileAccount {
  readonly file: string;
  readonly bytes: number;
  readonly records: number;
  /** records whose writer was killed within them */
  readonly torn: number;
  /** records that are not as they were written */
  readonly altered: number;
  readonly sealedBytes: number;
}

export type AuditProblemCode =
  | 'altered-record' // its hash is of another record
  | 'altered-seal'
  | 'broken-chain' // a seal does not follow the one before it
  | 'changed' // sealed bytes are not what they were
  | 'truncated' // sealed bytes are gone
  | 'missing' // a sealed file is gone, and we did not remove it
  | 'unreadable'; // nobody can tell

export interface AuditProblem {
  readonly code: AuditProblemCode;
  readonly file: string;
  /** of a record or a seal, counting from 1; of a range, its first byte */
  readonly at: number;
}

export interface Verification {
  readonly files: readonly FileAccount[];
  readonly seals: readonly Seal[];
  readonly problems: readonly AuditProblem[];
}

/** Accounts for every byte on record; changes nothing. Throws what node:fs throws where the files cannot be listed. */
export function verifyAudit(layout: Layout): Verification {
  const problems: AuditProblem[] = [];
  const seals = checkChain(layout, problems);
  const ranges = rangesByFile(seals);
  const files = auditFiles(layout);
  const there = new Set(files.map(({ name }) => name));
  for (const file of ranges.keys()) {
    if (!there.has(file)) problems.push({ code: 'missing', file, at: 0 });
  }
  const accounts = files.map((file) => {
    const own = ranges.get(file.name) ?? [];
    return accountOrTell(file, own, problems);
  });
  return { files: accounts, seals, problems };
}

function checkChain(layout: Layout, problems: AuditProblem[]): readonly Seal[] {
  const file = 'seals.jsonl';
  const seals: Seal[] = [];
  for (const [index, seal] of sealsOrTell(layout, problems).entries()) {
    if (seal === undefined) problems.push({ code: 'altered-seal', file, at: index + 1 });
    else {
      if (seal.previous !== (seals.at(-1)?.hash ?? '')) problems.push({ code: 'broken-chain', file, at: index + 1 });
      seals.push(seal);
    }
  }
  return seals;
}

function sealsOrTell(layout: Layout, problems: AuditProblem[]): ReturnType<typeof readSeals> {
  try {
    return readSeals(layout);
  } catch {
    problems.push({ code: 'unreadable', file: 'seals.jsonl', at: 0 });
    return [];
  }
}

function accountOrTell(file: AuditFile, seals: readonly RangeSeal[], problems: AuditProblem[]): FileAccount {
  try {
    return account(file, seals, problems);
  } catch {
    problems.push({ code: 'unreadable', file: file.name, at: 0 });
    return { file: file.name, bytes: file.bytes, records: 0, torn: 0, altered: 0, sealedBytes: 0 };
  }
}

function account({ name, path, bytes }: AuditFile, seals: readonly RangeSeal[], problems: AuditProblem[]): FileAccount {
  const counts = { records: 0, torn: 0, altered: 0 };
  let number = 0;
  let end = 0;
  for (const { text, to } of linesOf(path)) {
    number++;
    end = to;
    const read = readLine(text);
    if (read.kind === 'record') counts.records++;
    if (read.kind === 'torn' || (read.kind === 'record' && read.afterTorn)) counts.torn++;
    if (read.kind === 'altered') {
      counts.altered++;
      problems.push({ code: 'altered-record', file: name, at: number });
    }
  }
  if (bytes > end) counts.torn++;
  let sealedBytes = 0;
  for (const { from, to, sha256 } of seals) {
    if (from !== sealedBytes) problems.push({ code: 'broken-chain', file: name, at: from });
    if (to > bytes) problems.push({ code: 'truncated', file: name, at: from });
    else if (hashOfRange(path, from, to) !== sha256) problems.push({ code: 'changed', file: name, at: from });
    sealedBytes = to;
  }
  return { file: name, bytes, ...counts, sealedBytes };
}
