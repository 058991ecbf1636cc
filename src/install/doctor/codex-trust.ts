import { spawn } from 'node:child_process';
import type { Environment } from '../../model/request.ts';
import { isRecord, isString, parseJson } from '../../util/guards.ts';

const PATIENCE_MS = 8000;
const QUESTION_ID = 2;

/**
 * What Codex thinks of the hooks of ours: `trusted`, or its own word for why it skips one. undefined = it did
 * not say. It alone knows how it hashes what was trusted. Source: `hooks/list` of `codex app-server`, seen in 0.169.0.
 */
export function codexTrust(
  program: string,
  { isOurs, cwd, env }: { isOurs(command: string): boolean; readonly cwd: string; readonly env: Environment },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, ['app-server'], { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    let said = '';
    const end = (answer?: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(answer);
    };
    const timer = setTimeout(end, PATIENCE_MS);
    child.on('error', () => end());
    child.on('close', () => end());
    child.stdin.on('error', () => {}); // gone: `close` says so
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const answer = said.split('\n').map(parseJson).find(isAnswer);
      if (answer !== undefined) end(statusOf(answer, isOurs));
    });
    const clientInfo = { name: 'safeshell', version: '1' };
    const messages = [
      { id: 1, method: 'initialize', params: { clientInfo } },
      { method: 'initialized' },
      { id: QUESTION_ID, method: 'hooks/list', params: { cwds: [cwd] } },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  });
}

function isAnswer(message: unknown): message is Record<string, unknown> {
  return isRecord(message) && message.id === QUESTION_ID;
}

/** `data[].hooks[]`, each with `command` and `trustStatus`; `enabled: false` is a person's own doing. */
function statusOf({ result }: Record<string, unknown>, isOurs: (command: string) => boolean): string | undefined {
  const hooks = recordsIn(result, 'data').flatMap((one) => recordsIn(one, 'hooks'));
  const own = hooks.filter(({ command }) => isString(command) && isOurs(command));
  const states = own.map(({ enabled, trustStatus }) => (enabled === false ? 'disabled' : String(trustStatus)));
  return states.find((state) => state !== 'trusted') ?? states[0];
}

function recordsIn(value: unknown, field: string): readonly Record<string, unknown>[] {
  const list = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
