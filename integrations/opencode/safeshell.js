// OpenCode plugin: asks safeshell before a tool is called. Put it into ~/.config/opencode/plugins or .opencode/plugins.
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const LIMIT_MS = 10_000;
const NO_ANSWER =
  'safeshell: not run: safeshell is not installed, or gave no answer (safeshell doctor). Do not retry it and do not ' +
  'work around it. Tell the user.';

/** Whatever is no clear yes throws, which is how a plugin refuses. */
export const Safeshell = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID }, output) => {
    const answer = ask({ tool, args: output.args, sessionID, directory });
    if (answer.decision === 'rewrite') Object.assign(output.args, answer.args);
    else if (answer.decision !== 'allow') throw new Error(answer.reason ?? 'safeshell: refused');
  },
});

function ask(call) {
  const PATH = [join(homedir(), '.local', 'bin'), process.env.PATH ?? ''].join(delimiter);
  const { status, stdout } = spawnSync('safeshell', ['hook', '--agent', 'opencode'], {
    input: JSON.stringify(call),
    env: { ...process.env, PATH },
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const answer = status === 0 ? JSON.parse(stdout) : undefined;
    if (typeof answer?.decision === 'string') return answer;
  } catch {
    // no answer
  }
  throw new Error(NO_ANSWER);
}
