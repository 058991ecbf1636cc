import { resolve } from 'node:path';
import { defaultClassifier } from '../../classify/compile-settings.ts';
import { detectActor } from '../../facts/actor.ts';
import { hostFacts } from '../../facts/host.ts';
import { guard } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Policy } from '../../model/policy.ts';
import type { Action, Actor } from '../../model/request.ts';
import type { Verdict } from '../../model/verdict.ts';
import { type CliContext, UsageError } from './context.ts';

export interface JudgeOptions {
  readonly cwd?: string;
  readonly actor?: string;
}

/** What `check` and `explain` share: one command, as a line (one word given) or as an argument vector (several). */
export function judge(words: readonly string[], options: JudgeOptions, policy: Policy, context: CliContext): Decision {
  const [line = ''] = words;
  const action: Action = words.length === 1 ? { kind: 'line', line } : { kind: 'argv', argv: words };
  const cwd = resolve(context.cwd, options.cwd ?? '.');
  const facts = hostFacts({ env: context.env, cwd });
  const request = { action, cwd, env: context.env, actor: actorOf(options.actor, context), at: facts.at };
  return guard(request, { policy, facts, classifier: defaultClassifier, detail: true });
}

function actorOf(written: string | undefined, context: CliContext): Actor {
  if (written === undefined) return detectActor({ env: context.env }).actor;
  if (written === 'ai' || written === 'human') return written;
  throw new UsageError(`unknown actor \`${written}\`, expected ai or human`);
}

/** 0 would run, 1 denied, 2 needs approval. */
export function statusOf(verdict: Verdict): number {
  if (verdict === 'deny') return EXIT.denied;
  return verdict === 'require_approval' || verdict === 'escalate' ? EXIT.needsApproval : EXIT.ok;
}
