import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { below } from './common.ts';

/**
 * `strict` closes what is open by default. The shell by its documented match, and once more with all other tools: how
 * patterns are read is not documented, and an entry that is not understood is left out alone.
 */
export const vibe: AgentIntegration = {
  name: 'vibe',
  title: 'Mistral Vibe',
  files: (places) => [
    {
      kind: 'lines',
      path: below(places, '.vibe', 'hooks.toml'),
      text: [entry('safeshell', 'bash', places.command), entry('safeshell-tools', '*', places.command)].join('\n'),
    },
  ],
  refuse: (reason) => ({ decision: 'deny', reason }),
};

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
