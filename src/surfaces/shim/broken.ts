import { isWatched } from '../../facts/watched.ts';
import type { ExitResult } from '../../host/foreground.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Actor } from '../../model/request.ts';
import { openTerminal } from '../../settle/askers/terminal.ts';
import { confirm } from '../../settle/askers/tty.ts';
import { isBypassed } from '../../settle/settle.ts';
import { brokenLine, brokenQuestion, brokenText } from '../../text/refusal.ts';
import { runAsIs } from './answer.ts';
import type { HandOver } from './hand-over.ts';
import { writeStderr } from './stderr.ts';

export interface Failed {
  readonly argv: readonly string[];
  readonly handOver: HandOver;
  /** undefined = the failure came before it was detected */
  readonly actor: Actor | undefined;
  /** `on_error: refuse` is set; called only where the command would run */
  refuses(): boolean;
  record(outcome: Outcome, problem: string): void;
}

/**
 * The guard could not judge the command. An agent, and an actor that is not known, is refused; a person at a terminal is asked;
 * any other command runs with a warning, unless the owner set `on_error: refuse`. Failures of Node.js itself: shims/shim.sh.
 */
export async function answerBroken(failed: Failed, error: unknown): Promise<ExitResult> {
  const { actor = 'ai', handOver } = failed;
  const isLine = handOver.step === 'line';
  const argv = isLine ? failed.argv.slice(1) : failed.argv; // its shell goes first
  const problem = error instanceof Error ? error.message : String(error);
  const run = (by: 'bypass' | 'failure' | 'once') => {
    failed.record({ kind: 'run', by }, problem);
    return runAsIs(failed);
  };
  const refuse = (cause: 'guard-broken' | 'said-no' | 'interrupted'): ExitResult => {
    failed.record({ kind: 'refuse', cause }, problem);
    return { status: EXIT.refused };
  };
  if (isBypassed({ actor, env: handOver.env })) return run('bypass');
  if (actor === 'ai') {
    writeStderr(brokenLine(argv.join(' '), problem));
    return refuse('guard-broken');
  }
  const terminal = isWatched({ env: handOver.env }) ? openTerminal({ isHandedOver: isLine }) : undefined;
  if (terminal === undefined) {
    const isRun = !isRefused(failed);
    writeStderr(brokenText(argv, problem, isRun ? 'runs unguarded' : 'not run'));
    return isRun ? run('failure') : refuse('guard-broken');
  }
  try {
    const answer = await confirm(terminal, brokenQuestion(argv, problem));
    if (answer === true) return await run('once');
    const refused = refuse(answer === false ? 'said-no' : 'interrupted');
    return answer === false ? refused : answer;
  } finally {
    terminal.close();
  }
}

/** Unreadable settings count as not set. */
function isRefused({ refuses }: Failed): boolean {
  try {
    return refuses();
  } catch {
    return false;
  }
}
