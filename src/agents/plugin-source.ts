import type { Agent } from './agent.ts';
import { OURS } from './settings.ts';
import { type SetupContext, TIMEOUT_SECONDS } from './setup.ts';

/**
 * The source of a plugin for agents that load JavaScript. Its `ask(call)` starts the launcher and returns an answer with a
 * `decision`, or throws a refusal with a message for the user. `own`: the agent-specific part. The text for a project locates
 * each person's installation at run time, so that it is the same for everyone.
 */
export function pluginSource(agent: Pick<Agent, 'name' | 'title'>, context: SetupContext, own: string): string {
  const { project, launcher } = context;
  return `// ${OURS}
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

${project === undefined ? ownLauncher(agent, launcher) : sharedLauncher(agent)}
const BROKEN = 'the guard gave no answer: tell the user to run safeshell doctor';
const PATH = [join(homedir(), '.local', 'bin'), process.env.PATH ?? ''].join(delimiter);
${own}
function ask(call) {
  const [program, ...args] = existsSync(LAUNCHER) ? [LAUNCHER] : OTHERWISE;
  const options = { input: JSON.stringify(call), env: { ...process.env, PATH }, encoding: 'utf8', timeout: ${TIMEOUT_SECONDS * 1000}, killSignal: 'SIGKILL' };
  const { error, stdout } = spawnSync(program, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  if (error?.code === 'ENOENT') throw refusal(MISSING);
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    // no answer
  }
  if (typeof answer?.decision !== 'string') throw refusal(BROKEN);
  return answer;
}

function refusal(why) {
  return new Error('safeshell: not run: ' + why + '. Do not retry it and do not work around it.');
}
`;
}

/** The launcher, and its fallback where it is missing. */
function ownLauncher({ name }: Pick<Agent, 'name'>, launcher: string): string {
  return `const LAUNCHER = ${JSON.stringify(launcher)};
const OTHERWISE = [LAUNCHER];
const MISSING =
  'its launcher is missing: tell the user to run safeshell agents install ${name}; or, where safeshell was removed, to ' +
  'delete ' + import.meta.url;`;
}

function sharedLauncher({ name, title }: Pick<Agent, 'name' | 'title'>): string {
  return `const LAUNCHER = join(process.env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'safeshell/hooks/${name}');
const OTHERWISE = ['safeshell', 'hook', '--agent', '${name}'];
const MISSING =
  'this project has ${title} ask safeshell before anything runs, and safeshell is not installed here: tell the user to ' +
  'install it (./install.sh in a checkout of safeshell), or to delete ' + import.meta.url;`;
}
