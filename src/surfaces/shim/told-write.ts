import type { ExitResult } from '../../host/foreground.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import { refusedWriteLine } from '../../text/refusal.ts';
import type { ShimWorld } from './shim-world.ts';
import { writeStderr } from './stderr.ts';

/** As much of the end of an output is kept. */
const MAX_BYTES = 64 * 1024;

/** The end of what a confined program says on stderr, where that goes through us: it tells of a write that its wall has refused. */
export class StderrTail {
  private said = Buffer.alloc(0);

  readonly add = (stderr: Buffer): void => {
    this.said = Buffer.concat([this.said, stderr]).subarray(-MAX_BYTES);
  };

  /** The last line, after a failure. */
  tell({ status = 0 }: ExitResult, decision: Decision, { request, confiner, facts }: ShimWorld): void {
    if (status === 0 || status === EXIT.refused) return;
    const told = confiner?.()?.toldWrite(this.said.toString('utf8'), decision, request);
    if (told !== undefined) writeStderr(refusedWriteLine(told, facts.home, request.actor === 'ai'));
  }
}
