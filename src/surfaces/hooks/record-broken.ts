import { workingDirectory } from '../../facts/working-directory.ts';
import { installationEnv } from '../../install/shims.ts';
import { appendBroken } from '../../store/audit.ts';
import { layoutOf } from '../../store/layout.ts';

/** Records that a payload could not be judged. The payload is not kept: any part of it may be a secret. */
export function brokenRecorder(agent: string, launchers: string | undefined): (problem: string) => void {
  const startedMs = Date.now();
  const layout = () => layoutOf(launchers === undefined ? process.env : installationEnv(process.env, launchers));
  const action = { kind: 'tool', tool: 'unknown', input: {} } as const;
  const outcome = { kind: 'refuse', cause: 'guard-broken' } as const;
  return (problem) => {
    const cwd = workingDirectory();
    appendBroken(layout, { door: 'hook', startedMs, actor: 'ai', agent, cwd, action, outcome, problem });
  };
}
