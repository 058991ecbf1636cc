import { claude } from '../../../agents/claude.ts';
import { type CallState, nextCall } from '../../../install/agents/next-call.ts';
import type { GuardMode } from '../../../model/mode.ts';
import type { Environment } from '../../../model/request.ts';
import { settingsInForce } from '../../../policy/settings.ts';
import { policySources } from '../../../policy/sources.ts';
import { askedOrSpared } from '../../../report/outcome-word.ts';
import type { OutcomeRecord } from '../../../report/record.ts';
import { type AuditFile, auditFiles, linesOf, readLine } from '../../../store/audit-read.ts';
import { openInbox } from '../../../store/inbox.ts';
import { type Layout, layoutOf } from '../../../store/layout.ts';
import { openCached } from '../../../store/policy-cache.ts';
import type { Effort } from '../../../text/effort.ts';
import { isRecord, isString } from '../../../util/guards.ts';

/** Field names are those of `statusline --json`; `asked` and `spared` are of this session. */
export interface Status extends Effort {
  /** `stale`: rules have changed, the next command reads them; `broken`: they have errors, the last good ones count */
  readonly guard: 'on' | 'stale' | 'broken' | 'off';
  /** of Claude Code, which shows the line: is its next shell call judged by its hook? */
  readonly hook: CallState;
  /** why not, a phrase; '' = it is, or no hook was ever registered */
  readonly hook_problem: string;
  /** `watch`: what rules would stop is recorded, and runs */
  readonly mode: GuardMode;
  /** questions that wait for a person */
  readonly pending: number;
  /** requests of this session that were denied or refused */
  readonly stopped: number;
  /** those that ran, as the rule that would have stopped or changed them is not enforced */
  readonly watched: number;
}

interface StatusContext {
  readonly cwd: string;
  readonly session: string | undefined;
}

export async function statusOf({ cwd, session }: StatusContext, env: Environment): Promise<Status> {
  const layout = layoutOf(env);
  const { seen, ...counts } = countIfReadable(layout, session);
  const pending = openInbox(layout.state.inbox)
    .list()
    .filter(({ answer }) => answer === undefined).length;
  const { state: hook, why } = await nextCall(claude, { cwd, env }, 'files');
  // without an entry in its settings a plugin of ours may ask
  const isAsked = hook === 'installed' || hook === 'outdated' || (hook === 'absent' && seen);
  const guard = isAsked || isShimmed(layout, env) ? rulesState(cwd, env) : 'off';
  return { guard, hook, hook_problem: why, mode: settingsInForce(layout).mode, pending, ...counts };
}

function isShimmed({ data }: Layout, { PATH = '' }: Environment): boolean {
  return PATH.split(':').includes(data.shims);
}

function rulesState(cwd: string, env: Environment): Status['guard'] {
  const { layout, identity } = policySources({ cwd, env });
  const cached = openCached(layout, identity);
  if (cached === undefined) return 'stale';
  return cached.header.problems === undefined ? 'on' : 'broken';
}

/** Sessions that go on for longer show what was stopped lately. */
const TAIL_BYTES = 4 * 1024 * 1024;

function countIfReadable(layout: Layout, session: string | undefined): Counted {
  try {
    if (session !== undefined) return countOf(layout, session);
  } catch {
    // `safeshell log` tells
  }
  return { seen: false, stopped: 0, watched: 0, asked: 0, spared: 0 };
}

interface Counted extends Effort, Pick<Status, 'stopped' | 'watched'> {
  readonly seen: boolean;
}

function countOf(layout: Layout, session: string): Counted {
  let seen = false;
  const counts = { stopped: 0, watched: 0, asked: 0, spared: 0 };
  const wanted = JSON.stringify(session);
  for (const file of auditFiles(layout).slice(-2)) {
    for (const text of lastLines(file)) {
      if (!text.includes(wanted)) continue;
      const read = readLine(text);
      if (read.kind !== 'record' || read.value.session !== session) continue;
      seen = true;
      const { outcome, dialog } = read.value;
      if (!isOutcome(outcome)) continue;
      const effort = askedOrSpared({ outcome, ...(dialog === true && { dialog }) });
      if (outcome.kind === 'refuse') counts.stopped++;
      else if (isRecord(read.value.watched)) counts.watched++;
      if (effort !== undefined) counts[effort]++;
    }
  }
  return { seen, ...counts };
}

/** As far as it is looked at here; checked whole by the schema of the record, which is slow to load. */
function isOutcome(value: unknown): value is OutcomeRecord['outcome'] {
  return isRecord(value) && isString(value.kind) && [value.by, value.cause].every((one) => !one || isString(one));
}

function* lastLines({ path, bytes }: AuditFile): Generator<string> {
  for (const { text } of linesOf(path, Math.max(0, bytes - TAIL_BYTES))) yield text;
}
