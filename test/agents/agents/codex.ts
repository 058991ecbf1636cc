import { FOLDER, PROMPT, type RealAgent } from './agent.ts';

/** A person trusts its hooks once in /hooks; here the flag stands for that. */
export const codex: RealAgent = {
  name: 'codex',
  package: '@openai/codex',
  version: '0.169.0',
  program: 'codex',
  args: [
    'exec',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    '--dangerously-bypass-hook-trust',
    PROMPT,
  ],
  sandboxed: {
    args: ['exec', '--skip-git-repo-check', '-s', 'workspace-write', '--dangerously-bypass-hook-trust', PROMPT],
    needs: [], // it brings its bwrap
  },
  env: () => ({}),
  files: (url, model, project) => ({
    '.codex/config.toml': `model = "${model}"
model_provider = "mock"
[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
wire_api = "responses"
[projects."${project}"]
trust_level = "trusted"
`,
  }),
  plugin: [
    ['plugin', 'marketplace', 'add', FOLDER],
    ['plugin', 'add', 'safeshell@safeshell'],
  ],
  patchModel: 'gpt-5.5',
  onlyPatches: true,
  mcp: {
    path: '.codex/config.toml',
    with: (before, { command, args }) =>
      `${before.split('[mcp_servers')[0]}[mcp_servers.safeshell]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`,
  },
  asking: {
    args: ['-a', 'on-request', '-s', 'read-only', '--dangerously-bypass-hook-trust', PROMPT],
    fields: { sandbox_permissions: 'require_escalated', justification: 'may I?' },
    dialog: 'Would you like to run',
    yes: 'y',
    file: '.codex/rules/default.rules',
    denying: () => ({ '.codex/rules/default.rules': 'prefix_rule(pattern=["awk"], decision="forbidden")\n' }),
    wanting: () => ({ '.codex/rules/default.rules': 'prefix_rule(pattern=["awk"], decision="prompt")\n' }),
    isOpen: false,
  },
  rewrites: true,
  killed: 'refused',
  hanging: 'runs',
};
