import type { InstallableAgent } from '../../agents/agent.ts';
import { shWord } from '../../util/sh-quote.ts';
import { refusalLines } from '../refusal-lines.ts';

/** Says that the agent's own dialog is open meanwhile, beside which there is time: the argument of a launcher. */
const AT_DIALOG = 'dialog';
/** Says that the call has ended: nothing can be refused any more. */
const AFTER_CALL = 'after';

/** What the settings of an agent start. */
export interface Registered {
  /** sh, one line without a single quote; `$1` is the launcher, where it is the person's own */
  readonly script: string;
  /** one line that any shell understands, fish too, and whoever splits words as sh does */
  readonly command: string;
  /** the same for a dialog that is open meanwhile */
  readonly atDialog: string;
  /** the same for a call that has ended: it says something, or nothing */
  readonly afterCall: string;
}

const STOP = 'Do not retry it and do not work around it.';

/** Status 0 and 2 are answers. A process that the hook leaves behind does not block the agent: it inherits no descriptor. */
const ANSWER =
  '{ ss_said=$("$@" 2>&1 >&3 3>&-); } 3>&1; ss_status=$?; case $ss_status in ' +
  '0|2) [ -z "$ss_said" ] || printf "%s\\n" "$ss_said" >&2; exit $ss_status ;; esac';

/**
 * Settings of the person: the launcher by its path. Where it is gone, empty or ends otherwise than it should, most agents
 * would go on: a refusal in the agent's own words.
 */
export function ownCommand(agent: InstallableAgent, launcher: string): Registered {
  const problem = `the guard gave no answer: its launcher is missing or broken. ${STOP} Tell the user to run: safeshell agents install ${agent.name}, then safeshell doctor; or, where safeshell was removed, to take its entry out of the settings of ${agent.title}.`;
  const script = `if [ -s "$1" ]; then ${ANSWER}; fi; ${refusal(agent, problem)}`;
  const command = `/bin/sh -c '${script}' safeshell ${shWord(launcher)}`;
  const afterCall = `/bin/sh -c '${heardAfter('"$1"')}' safeshell ${shWord(launcher)}`;
  return { script, command, atDialog: `${command} ${AT_DIALOG}`, afterCall };
}

/**
 * Settings of a project, which others share: each person's own installation, the same text for everyone. Nobody works
 * unguarded without knowing: where there is none, it is a refusal that says what is missing.
 */
export function sharedCommand(agent: InstallableAgent): Registered {
  const { name, title } = agent;
  const missing = `this project has ${title} ask safeshell before anything runs, and safeshell is not installed here. ${STOP} Tell the user to install it (./install.sh in a checkout of safeshell), or to take its entry out of the settings of this project.`;
  const problem = `the guard gave no answer. ${STOP} Tell the user to run: safeshell doctor.`;
  const hook = `ss_hook="\${XDG_DATA_HOME:-$HOME/.local/share}/safeshell/hooks/${name}"`;
  const scriptWith = (words: string) =>
    [
      hook,
      `if [ -s "$ss_hook" ]; then set -- "$ss_hook"${words}`,
      `elif ss_hook=$(PATH="$HOME/.local/bin:$PATH"; command -v safeshell); then set -- "$ss_hook" hook --agent ${name}`,
      `else ${refusal(agent, missing)}`,
      `fi`,
      ANSWER,
      refusal(agent, problem),
    ].join('; ');
  const commandWith = (words: string) => `/bin/sh -c '${scriptWith(words)}' safeshell`;
  const afterCall = `/bin/sh -c '${hook}; ${heardAfter('"$ss_hook"')}' safeshell`;
  return { script: scriptWith(''), command: commandWith(''), atDialog: commandWith(` ${AT_DIALOG}`), afterCall };
}

function heardAfter(launcher: string): string {
  return `[ -s ${launcher} ] || exit 0; ${launcher} ${AFTER_CALL}; exit 0`;
}

function refusal(agent: InstallableAgent, problem: string): string {
  return refusalLines(agent, `safeshell: not run: ${problem}`, doubleQuoted).join('; ');
}

function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}
