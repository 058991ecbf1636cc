import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { below, OURS } from './common.ts';

/** A plugin of its own. Its matcher is a regex: `*` would drop the entry in silence. */
export const goose: AgentIntegration = {
  name: 'goose',
  title: 'Goose',
  files: (places) => {
    const path = (...parts: readonly string[]) => below(places, '.agents', 'plugins', 'safeshell', ...parts);
    const hook = { type: 'command', command: places.command, timeout: TIMEOUT_SECONDS, on_failure: 'block' };
    const hooks = { hooks: { PreToolUse: [{ matcher: '.*', hooks: [hook] }] } };
    const plugin = { name: 'safeshell', version: '1.0.0', description: `${OURS} It starts ${places.launcher}` };
    return [
      { kind: 'own', path: path('plugin.json'), text: `${JSON.stringify(plugin, undefined, 2)}\n` },
      { kind: 'own', path: path('hooks', 'hooks.json'), text: `${JSON.stringify(hooks, undefined, 2)}\n` },
    ];
  },
};
