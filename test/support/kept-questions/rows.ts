import { readFileSync } from 'node:fs';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { runCases } from '../../../src/cases/run-cases.ts';
import { askingMatches } from '../../../src/model/decision.ts';
import { shipped } from '../shipped.ts';

const LIST = 'test/cases/destructive.yaml';

/** Rules whose questions are about files and history on this machine, whether keeping stands in for them or not. */
const ABOUT_LOCAL_WORK: Readonly<Record<string, string>> = {
  git: `reset-hard clean checkout-discard checkout-unclear restore-discard restore-worktree switch-discard overwrite-worktree
    overwrite-unclear stash-drop stash-clear remove-tracked branch-force-delete tag-delete worktree-remove-force update-ref-delete
    rewrite-history rewrite-history-tools prune-now reflog-expire submodule-deinit-force other-version-control fetch-over-branches`,
  filesystem: `delete-project delete-outside delete-unclear find-delete delete-found delete-listed delete-git-directory
    write-git-directory move-away shred archive-delete truncate-outside overwrite-outside sync-delete empty-trash`,
  database: 'delete-file',
};

/** Rows of these rules that are about more than local work, by id. */
const NOT_LOCAL: Readonly<Record<string, readonly string[]>> = {
  'the system as a whole, or what lies beside HOME':
    `destructive-227 destructive-476 destructive-619 destructive-620 destructive-680
    destructive-682 destructive-721 destructive-732 destructive-741 destructive-744 destructive-745 destructive-747 destructive-748
    destructive-749 destructive-750 destructive-869 destructive-870 destructive-871 destructive-1284 destructive-1557 destructive-1598
    destructive-1626`.split(/\s+/),
  'another machine, or a container': ['destructive-1109', 'destructive-1230', 'destructive-1380', 'destructive-1915'],
};

export interface LocalRow {
  readonly id: string;
  readonly line: string;
}

/** The questions of the destructive list, or of one of so many of its rows, that are about local work. */
export function localRows(every: number): readonly LocalRow[] {
  const local = new Set(
    Object.entries(ABOUT_LOCAL_WORK).flatMap(([pack, names]) => names.split(/\s+/).map((name) => `${pack}/${name}`)),
  );
  const notLocal = new Set(Object.values(NOT_LOCAL).flat());
  const rows: LocalRow[] = [];
  const list = parseCaseFile(readFileSync(LIST, 'utf8'), LIST);
  // judging all of them takes as long as 10 rows in the jail
  const cases = list.cases.filter((_, at) => at % every === 0);
  runCases([{ ...list, cases, file: LIST }], shipped().policy, (decision, { id, steps }) => {
    const asking = askingMatches(decision);
    const isLocal = decision.verdict === 'require_approval' && asking.every(({ rule }) => local.has(rule.id));
    const line = steps[0]?.command;
    if (isLocal && asking.length > 0 && typeof line === 'string' && !notLocal.has(id)) rows.push({ id, line });
  });
  return rows;
}
