import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { agentNamed } from '../../../agents/find.ts';
import { EXIT } from '../../../model/errors.ts';
import { AUTO_APPROVE, type AutoApprove } from '../../../model/proof.ts';
import type { Question } from '../../../replay/question.ts';
import { replay } from '../../../replay/replay.ts';
import { createReplayCounter, type ReplayStats } from '../../../report/replay.ts';
import { replayText, type Unreadable } from '../../../report/replay-text.ts';
import { withoutSecrets } from '../../../text/printable.ts';
import { TRANSCRIPTS } from '../../../transcripts/index.ts';
import { sessionFiles } from '../../../transcripts/sessions.ts';
import { type CliContext, UsageError } from '../context.ts';
import { limitOf, momentOption, widthOf } from '../log/options.ts';
import { createProgress } from '../progress.ts';
import { judgeHere } from './judge.ts';
import { startThreads } from './threads.ts';
import { createUnread } from './unread.ts';

export interface ReplayOptions {
  readonly agent?: string;
  readonly since?: string;
  readonly rules?: readonly string[];
  readonly autoApprove: string;
  readonly limit?: string;
  readonly json?: boolean;
}

const WIDTH = 80;
const LIMIT = 10;

export async function runReplay(
  paths: readonly string[],
  options: ReplayOptions,
  context: CliContext,
): Promise<number> {
  const { env, cwd } = context;
  const agent = agentOf(options.agent);
  const sinceMs = momentOption('since', options.since, Date.now());
  const limit = limitOf(options, LIMIT);
  const given = paths.map((path) => resolve(cwd, path));
  const missing = given.find((path) => !existsSync(path));
  if (missing !== undefined) throw new UsageError(`no such file or folder: \`${missing}\``);
  const rules = options.rules?.map((file) => resolve(cwd, file));
  const judging = { rules, autoApprove: levelOf(options.autoApprove), env: { ...env } };
  const judge = judgeHere(judging, context.err);
  if (judge === undefined) return EXIT.data;
  const unread = createUnread();
  const counter = createReplayCounter();
  const files = sessionFiles({ paths: given, agent, sinceMs }, { home: env.HOME ?? homedir(), env }, unread);
  const threads = startThreads(
    judging,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const ask = threads?.ask ?? (async (question: Question) => judge(question));
  const progress = createProgress();
  const tell = (begun: number, calls: number) =>
    progress.show(() => `${begun} of ${files.length} files, ${calls} calls`);
  try {
    await replay({ files, ask, counter, unread, env, sinceMs, tell });
  } finally {
    progress.end();
    threads?.end();
  }
  show({ stats: counter.stats(), unreadable: unread.counts(), limit }, options.json === true, context);
  return EXIT.ok;
}

interface Found {
  readonly stats: ReplayStats;
  readonly unreadable: Unreadable;
  readonly limit: number;
}

function show({ stats, unreadable, limit }: Found, asJson: boolean, context: CliContext): void {
  if (asJson) {
    context.out(JSON.stringify({ ...masked(stats), unreadable }));
    return;
  }
  const titleOf = (name: string) => agentNamed(name)?.title ?? name;
  const style = { paint: context.paint, width: widthOf(context) ?? WIDTH, limit, titleOf };
  context.out(replayText(stats, unreadable, style));
}

function agentOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const name = agentNamed(written)?.name ?? written;
  const known = TRANSCRIPTS.map(({ agent }) => agent);
  if (known.includes(name)) return name;
  throw new UsageError(`--agent \`${written}\`: expected ${known.join(', ')}`);
}

function levelOf(written: string): AutoApprove {
  const level = AUTO_APPROVE.find((one) => one === written);
  if (level === undefined) throw new UsageError(`--auto-approve \`${written}\`: expected ${AUTO_APPROVE.join(', ')}`);
  return level;
}

/** Characters of an example, and of why it is asked about. */
const MAX_TEXT = 300;

/** What stood in files of strangers, without secrets. */
function masked({ rules, shapes, ...rest }: ReplayStats): ReplayStats {
  const text = (written: string) => withoutSecrets(written).slice(0, MAX_TEXT);
  return {
    ...rest,
    rules: rules.map((one) => ({ ...one, example: text(one.example) })),
    shapes: shapes.map((one) => ({ ...one, shape: text(one.shape), why: text(one.why), example: text(one.example) })),
  };
}
