import { askBroker } from '../../broker/ask.ts';
import { type BrokerCall, VERSION } from '../../broker/call.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import type { ExitResult } from '../../host/foreground.ts';
import { insideOf } from '../../host/outside.ts';
import type { Actor } from '../../model/request.ts';
import type { RedactOptions } from '../../redact/scanner.ts';
import type { Layout } from '../../store/layout.ts';
import type { HandOver } from './hand-over.ts';
import { runInPlace } from './replacement.ts';
import { writeStderr } from './stderr.ts';

interface Asked {
  readonly actor: Actor;
  layout(): Layout;
  readonly shim: number;
}

/**
 * Behind a wall and in a box nothing of ours can be written: what an agent starts there is answered outside. A person is asked at this
 * terminal, which nobody outside has.
 */
export async function askOutside(
  argv: readonly string[],
  handOver: HandOver,
  { actor, layout, shim: parent }: Asked,
): Promise<ExitResult | undefined> {
  const { step, env, redactedBy } = handOver;
  if (actor !== 'ai' || step === 'line') return undefined;
  const here = layout();
  const inside = insideOf(here);
  if (inside === undefined) return undefined;
  const from = { version: VERSION, env, cwd: workingDirectory(), parent, ...inside } as const;
  const call: BrokerCall = { ...from, door: 'shim', argv, step, ...(redactedBy && { redactedBy }) };
  return askBroker(here.state.broker, call, {
    say: writeStderr,
    run: (words, redaction) => runInPlace(words, handOver, { redaction: redaction as RedactOptions | undefined }),
  });
}
