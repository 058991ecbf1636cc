import type { Agent } from './agent.ts';
import { decision, exitTwo, orRefuse } from './outputs.ts';
import { commonRequest, nonEmptyText } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { OURS, settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/** Goose. The event and the directory have names of their own. Source: its documentation on plugins; not seen live. */
export const goose: Agent = {
  name: 'goose',
  title: 'Goose',
  aliases: ['goose-cli'],
  process: { markers: [{ GOOSE_TERMINAL: true }, { AGENT: 'goose' }], programs: ['goose', 'goosed'] },
  hook: {
    isFrom: hasFields('event', 'working_dir'),
    read(payload) {
      const named = { ...payload, hook_event_name: payload.event };
      const request = commonRequest(named, 'PreToolUse', [{ names: ['developer__shell', 'shell'] }]);
      return request === 'unknown' ? request : { ...request, cwd: nonEmptyText(payload.working_dir) };
    },
    answer: orRefuse(decision('block')),
    refuse: exitTwo,
  },
  /** A plugin. Its matcher is a regex: Goose drops an entry with `*` silently. */
  setup: {
    found: { paths: ['.config/goose'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        event: 'PreToolUse',
        session_id: session,
        tool_name: 'developer__shell',
        tool_input: { command: line },
        working_dir: cwd,
      },
    }),
    files: (context) => {
      const path = (...parts: readonly string[]) => settingsPath(context, '.agents', 'plugins', 'safeshell', ...parts);
      const hook = { type: 'command', command: context.command, timeout: TIMEOUT_SECONDS, on_failure: 'block' };
      const hooks = { hooks: { PreToolUse: [{ matcher: '.*', hooks: [hook] }] } };
      const plugin = { name: 'safeshell', version: '1.0.0', description: `${OURS} It starts safeshell/hooks/goose` };
      return [
        { kind: 'own', path: path('plugin.json'), text: `${JSON.stringify(plugin, undefined, 2)}\n` },
        { kind: 'own', path: path('hooks', 'hooks.json'), text: `${JSON.stringify(hooks, undefined, 2)}\n` },
      ];
    },
  },
};
