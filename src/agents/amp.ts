import { join } from 'node:path';
import { foldersUpward } from '../store/layout.ts';
import { isRecord } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { answerOf, entriesIn, mayPass } from './amp-permissions.ts';
import { anyOf, anywhereAbove, type Workplace } from './asking.ts';
import type { HookOutput, Payload, SettingsContext } from './hook.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { asJsonObject, nonEmptyText, toolCall } from './payload.ts';
import { configHome } from './settings.ts';
import { UNKNOWN_TIMEOUT_SECONDS } from './setup.ts';

const SHELL = 'Bash';
const LAUNCHER = /\/safeshell\/hooks\/amp(?![\w-])/;

/**
 * Amp, through a permission that delegates: the payload is the tool's arguments, its name is in the environment. Exit
 * status 1 asks, but a crashed program exits so as well: used only for entries of the person's own.
 * Source: ampcode.com/manual and its appendix; not seen live.
 */
export const amp: Agent = {
  name: 'amp',
  title: 'Amp',
  aliases: ['amp-code', 'ampcode'],
  process: {
    markers: [{ AMP_CURRENT_THREAD_ID: true }, { AGENT_THREAD_ID: true }, { AGENT: 'amp' }],
    programs: ['amp'],
    packages: ['@ampcode/cli', '@sourcegraph/amp'],
  },
  hook: {
    read(payload, { env }) {
      const call = toolCall(env.AGENT_TOOL_NAME ?? SHELL, asJsonObject(payload), [{ names: [SHELL], field: 'cmd' }]);
      if (call === undefined) return 'unknown';
      return { calls: [call], cwd: nonEmptyText(payload.cwd), sessionId: nonEmptyText(env.AMP_CURRENT_THREAD_ID) };
    },
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
    afterAllow: hiddenEntries,
  },
  /** A permission that delegates every shell call to us. Its `to` is the path of one program, so a project cannot share it. */
  setup: {
    found: { paths: ['.config/amp'] },
    starts: 'program',
    timeoutSeconds: UNKNOWN_TIMEOUT_SECONDS,
    sample: ({ line, session }) => ({
      payload: { cmd: line },
      env: { AGENT_TOOL_NAME: SHELL, AMP_CURRENT_THREAD_ID: session },
    }),
    onlyUser: true,
    files: (context) => {
      const { project, launcher } = context;
      const folder = project === undefined ? userFolder(context) : join(project, '.amp');
      const value = { tool: SHELL, action: 'delegate', to: launcher };
      const items = [{ list: ['amp.permissions'], value, mayHide: mayPass(SHELL) }];
      return [{ kind: 'json', path: join(folder, 'settings.json'), items }];
    },
    asking: {
      files: (place) => projectFiles(place),
      off: (files, _entry, place) =>
        anyOf(files, ({ path, settings }) => (projectFiles(place).includes(path) ? othersFirst(settings) : undefined)),
    },
  },
};

function userFolder(context: Parameters<typeof configHome>[0]): string {
  return join(configHome(context), 'amp');
}

function projectFiles(place: Workplace): readonly string[] {
  return anywhereAbove(place, '.amp/settings.json', '.amp/settings.jsonc');
}

/** A project's settings, which Amp merges with the person's. */
function othersFirst(settings: unknown): string | undefined {
  const entries = entriesIn(settings);
  const first = entries.find((entry) => isOurs(entry) || mayPass(SHELL)(entry));
  return first === undefined || isOurs(first) ? undefined : `\`${JSON.stringify(first)}\` may decide first`;
}

function isOurs(entry: unknown): boolean {
  return isRecord(entry) && LAUNCHER.test(String(entry.to));
}

/** Our entry is first and matches every line, so the person's entries behind it are evaluated here. */
function hiddenEntries(payload: Payload, { env, cwd, readSettings }: SettingsContext): HookOutput | undefined {
  const user = userFolder({ env, home: env.HOME ?? '' });
  const lists = [user, ...foldersUpward(cwd).map((folder) => join(folder, '.amp'))].flatMap((folder) =>
    ['settings.json', 'settings.jsonc'].map((name) => entriesIn(readSettings(join(folder, name)))),
  );
  const tool = env.AGENT_TOOL_NAME ?? SHELL;
  const answers = lists.map((list) => answerOf(list.slice(list.findIndex(isOurs) + 1), tool, payload));
  if (answers.includes('reject')) return exitTwo('Rejected by an entry of amp.permissions. Do not retry it.');
  return answers.includes('ask') ? { stdout: '', stderr: '', exit: 1 } : undefined;
}
