import { FOLDER, PROMPT, type RealAgent, withFields } from './agent.ts';

const HEADLESS = ['-p', PROMPT, '--permission-mode', 'bypassPermissions'];

export const claude: RealAgent = {
  name: 'claude',
  package: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: 'claude',
  args: HEADLESS,
  sandboxed: {
    args: [...HEADLESS, '--settings', JSON.stringify({ sandbox: { enabled: true } })],
    needs: ['bwrap', 'socat'],
  },
  env: (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ENABLE_TOOL_SEARCH: 'false', // tools of servers are offered at once
    IS_SANDBOX: '1', // it would not bypass its questions as root
  }),
  plugin: [
    ['plugin', 'marketplace', 'add', FOLDER],
    ['plugin', 'install', 'safeshell@safeshell'],
  ],
  mcp: { path: '.claude.json', with: (before, safeshell) => withFields(before, { mcpServers: { safeshell } }) },
  /** no mode: what it takes by itself, `auto` */
  attended: {
    args: [PROMPT],
    files: (project) => ({
      '.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: ['none'], rejected: [] },
        projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
      }),
    }),
    dialog: 'requires confirmation for this command',
  },
  asking: {
    args: ['--permission-mode', 'default', PROMPT],
    dialog: 'Do you want to proceed',
    yes: '\r',
    file: '.claude/settings.json',
    denying: (before) => ({ '.claude/settings.json': withFields(before, { permissions: { deny: ['Bash(awk:*)'] } }) }),
    wanting: (before) => ({ '.claude/settings.json': withFields(before, { permissions: { ask: ['Bash(awk:*)'] } }) }),
    handed: ['--settings', JSON.stringify({ permissions: { ask: ['Bash(awk:*)'] } })],
    isOpen: true,
  },
  searches: { args: ['--tools', 'Bash,Grep'] }, // by itself it offers none, and searches in its shell
  rewrites: true,
  killed: 'refused',
  hanging: 'refused',
};
