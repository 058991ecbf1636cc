import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { agentNamed } from '../../../agents/find.ts';
import { EXIT } from '../../../model/errors.ts';
import { AUTO_APPROVE, type AutoApprove } from '../../../model/proof.ts';
import { settingsUnkept } from '../../../policy/settings.ts';
import { createRecordedJudge } from '../../../replay/judge-recorded.ts';
import { replay } from '../../../replay/replay.ts';
import { createReplayCounter, type ReplayStats } from '../../../report/replay.ts';
import { replayText } from '../../../report/replay-text.ts';
import { layoutOf } from '../../../store/layout.ts';
import { withoutSecrets } from '../../../text/printable.ts';
import { TRANSCRIPTS } from '../../../transcripts/index.ts';
import { sessionFiles } from '../../../transcripts/sessions.ts';
import { type CliContext, UsageError } from '../context.ts';
import { limitOf, momentOption, widthOf } from '../log/options.ts';
import { choosePolicies } from './policies.ts';
import { createProgress } from './progress.ts';
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

export function runReplay(paths: readonly string[], options: ReplayOptions, context: CliContext): number {
  const { env, cwd } = context;
  const agent = agentOf(options.agent);
  const autoApprove = levelOf(options.autoApprove);
  const sinceMs = momentOption('since', options.since, Date.now());
  const limit = limitOf(options, LIMIT);
  const given = paths.map((path) => resolve(cwd, path));
  const missing = given.find((path) => !existsSync(path));
  if (missing !== undefined) throw new UsageError(`\`${missing}\` is not there`);
  const policyIn = choosePolicies(options.rules, context);
  if (policyIn === undefined) return EXIT.data;
  const { undo, classifier } = settingsUnkept(layoutOf(env));
  const unread = createUnread();
  const progress = createProgress({
    isTTY: process.stderr.isTTY === true,
    write: (text) => process.stderr.write(text),
  });
  const counter = createReplayCounter();
  const files = sessionFiles({ paths: given, agent, sinceMs }, { home: env.HOME ?? homedir(), env }, unread);
  const judge = createRecordedJudge({
    policyIn,
    classifier: () => classifier,
    autoApprove,
    isKept: undo.mode !== 'off',
    env,
  });
  replay({ files, judge, counter, unread, sinceMs, tell: (done, calls) => progress.show(done, files.length, calls) });
  progress.end();
  const stats = counter.stats();
  if (options.json) context.out(JSON.stringify({ ...masked(stats), unreadable: unread.counts() }));
  else {
    const titleOf = (name: string) => agentNamed(name)?.title ?? name;
    const style = { paint: context.paint, width: widthOf(context) ?? WIDTH, limit, titleOf };
    context.out(replayText(stats, unread.counts(), style));
  }
  return EXIT.ok;
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
