import { isString } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { anyOf, anywhereAbove } from './asking.ts';
import { decision, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { isEvent } from './payload-signs.ts';
import { commonSample, settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/**
 * Mistral Vibe. Any exit status but 0 counts as a failed hook, and the command runs: a refusal has to be JSON. Names of tools
 * are prefixed with their group.
 * Source: docs.mistral.ai/vibe/code/cli/hooks and its code; not seen live.
 */
export const vibe: Agent = {
  name: 'vibe',
  title: 'Mistral Vibe',
  process: { markers: [{ NO_TTY: '1', NONINTERACTIVE: '1', LESS: '-FX' }], programs: ['vibe', 'vibe-acp'] },
  hook: {
    isFrom: isEvent('pre_tool'),
    read(payload) {
      const { tool_name: tool } = payload;
      const name = isString(tool) ? tool.slice(tool.lastIndexOf('.') + 1) : tool;
      return commonRequest({ ...payload, tool_name: name }, 'pre_tool', [{ names: ['bash'] }]);
    },
    answer: orRefuse(decision('deny')),
    refuse: decision('deny'),
  },
  /**
   * `strict` makes failures refuse, which by default pass. Two entries, the shell by its documented match and `*` for all tools:
   * the pattern syntax is not documented, and Vibe skips only the entry that it cannot parse.
   */
  setup: {
    found: { paths: ['.vibe'] },
    asking: {
      files: (place) => anywhereAbove(place, '.vibe/hooks.toml'),
      off: (files) => anyOf(files, ({ text }) => namesake(text)),
    },
    sample: commonSample('pre_tool', 'bash', { tool_call_id: 't' }),
    files: (context) => [
      {
        kind: 'lines',
        path: settingsPath(context, '.vibe', 'hooks.toml'),
        text: [entry('safeshell', 'bash', context.command), entry('safeshell-tools', '*', context.command)].join('\n'),
      },
    ],
  },
};

/** A project's entry replaces the person's entry of the same name. */
function namesake(text: string): string | undefined {
  const entries = text.split(/^\s*\[\[hooks\]\]/m).slice(1);
  const names = entries
    .filter((one) => !/\/safeshell\/hooks\/vibe(?![\w-])/.test(one))
    .map((one) => /^\s*name\s*=\s*["'](safeshell(?:-tools)?)["']/m.exec(one)?.[1]);
  const found = names.find((name) => name !== undefined);
  return found && `an entry named \`${found}\` is not ours`;
}

function entry(name: string, match: string, command: string): string {
  return `[[hooks]]
name = "${name}"
type = "pre_tool"
match = "${match}"
command = ${JSON.stringify(command)}
timeout = ${TIMEOUT_SECONDS}.0
strict = true
`;
}
