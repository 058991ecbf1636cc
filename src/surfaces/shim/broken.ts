import { failureOutcome } from '../../decide/failure.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Actor } from '../../model/request.ts';
import { openTerminal } from '../../settle/askers/terminal.ts';
import { confirm } from '../../settle/askers/tty.ts';
import { isBypassed } from '../../settle/settle.ts';
import { brokenLine, brokenQuestion, brokenText } from '../../text/refusal.ts';
import { runAsIs } from './answer.ts';
import type { HandOver } from './hand-over.ts';
import type { Ended } from './replacement.ts';
import { sayOnStderr } from './stderr.ts';

export interface Failed {
  readonly argv: readonly string[];
  readonly handOver: HandOver;
  /** undefined = it broke before that was known */
  readonly actor: Actor | undefined;
  /** the owner wants nothing to run unguarded; asked only where something would */
  refuses(): boolean;
  record(outcome: Outcome, problem: string): void;
}

/** The guard could not judge: does what the failure table says. An actor that is not known counts as `ai`. */
export async function answerBroken(failed: Failed, error: unknown): Promise<Ended> {
  const { actor = 'ai', handOver } = failed;
  const isLine = handOver.step === 'line';
  const argv = isLine ? failed.argv.slice(1) : failed.argv; // its shell goes first
  const problem = error instanceof Error ? error.message : String(error);
  const run = (by: 'bypass' | 'failure' | 'once') => {
    failed.record({ kind: 'run', by }, problem);
    return runAsIs(failed);
  };
  if (isBypassed({ actor, env: handOver.env })) return run('bypass');
  const terminal = actor === 'human' ? openTerminal({ isHandedOver: isLine }) : undefined;
  try {
    switch (failureOutcome('guard-broken', actor, terminal !== undefined, isRefused(failed))) {
      case 'warn-run':
        sayOnStderr(brokenText(argv, problem, 'runs unguarded'));
        return await run('failure');
      case 'warn-ask': {
        if (terminal === undefined) break;
        const answer = await confirm(terminal, brokenQuestion(argv, problem));
        if (answer === true) return await run('once');
        const cause = answer === false ? 'said-no' : 'interrupted';
        failed.record({ kind: 'refuse', cause }, problem);
        return answer === false ? { status: EXIT.refused } : answer;
      }
      default:
        sayOnStderr(actor === 'ai' ? brokenLine(argv.join(' '), problem) : brokenText(argv, problem, 'not run'));
    }
    failed.record({ kind: 'refuse', cause: 'guard-broken' }, problem);
    return { status: EXIT.refused };
  } finally {
    terminal?.close();
  }
}

/** What cannot be read says nothing. */
function isRefused({ refuses }: Failed): boolean {
  try {
    return refuses();
  } catch {
    return false;
  }
}
