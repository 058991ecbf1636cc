import { existsSync } from 'node:fs';
import { viewGit } from '../../../git/ask-git.ts';
import type { Environment } from '../../../model/request.ts';
import { printable } from '../../../text/printable.ts';
import type { KeptRecord, KeptRepository } from '../../../undo/record.ts';

/** Below which the refs of all records are. */
const REFS = 'refs/safeshell/undo/';

/** The records, with what their repositories do not hold any more among what is missing. Each repository is asked once. */
export async function asHeldNow(records: readonly KeptRecord[], env: Environment): Promise<readonly KeptRecord[]> {
  const repositories = new Map(
    records.flatMap((record) => record.repositories.map(({ repository }) => [repository.gitDir, repository] as const)),
  );
  const asked = [...repositories].map(
    async ([gitDir, place]) => [gitDir, await viewGit(place, env).refsBelow(REFS)] as const,
  );
  const held = new Map(await Promise.all(asked));
  return records.map((record) => {
    const lost = record.repositories.flatMap((one) => whyLost(one, held.get(one.repository.gitDir)) ?? []);
    return lost.length === 0 ? record : { ...record, promises: 'partly', missing: [...record.missing, ...lost] };
  });
}

function whyLost({ repository, refPrefix }: KeptRepository, refs: ReadonlySet<string> | undefined): string | undefined {
  if (refs?.has(`${refPrefix}/held`)) return undefined;
  const root = printable(repository.root);
  if (!existsSync(repository.gitDir)) return `the repository of ${root} is gone`;
  return refs === undefined ? `git does not answer in ${root}` : `git does not hold it any more in ${root}`;
}
