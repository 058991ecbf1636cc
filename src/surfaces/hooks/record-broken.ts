import { workingDirectory } from '../../facts/working-directory.ts';
import type { Environment } from '../../model/request.ts';
import { appendBroken } from '../../store/audit.ts';
import { layoutOf } from '../../store/layout.ts';

/** `own`: variables by which our files are found. Records that a payload could not be judged. The payload is not kept: any part of it may be a secret. */
export function brokenRecorder(agent: string, own: () => Environment): (problem: string) => void {
  const startedMs = Date.now();
  const layout = () => layoutOf(own());
  const action = { kind: 'tool', tool: 'unknown', input: {} } as const;
  const outcome = { kind: 'refuse', cause: 'guard-broken' } as const;
  return (problem) => {
    const cwd = workingDirectory();
    appendBroken(layout, { door: 'hook', startedMs, actor: 'ai', agent, cwd, action, outcome, problem });
  };
}
