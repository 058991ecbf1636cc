import type { Environment } from '../../model/request.ts';
import { askProgram } from '../../programs/start-program.ts';
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
  const clientInfo = { name: 'safeshell', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo } },
    { method: 'initialized' },
    { id: QUESTION_ID, method: 'hooks/list', params: { cwds: [cwd] } },
  ];
  const said = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const call = { args: ['app-server'], cwd, env, said, timeoutMs: PATIENCE_MS };
  return askProgram(program, call, (line) => {
    const message = parseJson(line);
    return isAnswer(message) ? { state: statusOf(message, isOurs) } : undefined;
  }).then((answer) => answer?.state);
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
