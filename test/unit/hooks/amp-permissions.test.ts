import { describe, expect, test } from 'vitest';
import { tryHook } from '../../support/hook-world.ts';

const OURS = { tool: 'Bash', action: 'delegate', to: '/home/dev/.local/share/safeshell/hooks/amp' };
const USER = '/home/dev/.config/amp/settings.json';
const PROJECT = '/home/dev/proj/.amp/settings.json';

const bash = (action: string, cmd?: unknown, more: object = {}) => ({
  tool: 'Bash',
  ...(cmd !== undefined && { matches: { cmd } }),
  action,
  ...more,
});

/** Exit status of the hook: 0 lets run, 1 makes Amp ask, 2 refuses. */
async function statusOf(cmd: string, settings: Readonly<Record<string, unknown>>, tool = 'Bash'): Promise<number> {
  return (await tryHook('amp', { cmd }, { settings, env: { AGENT_TOOL_NAME: tool } })).exit;
}

describe("a person's entries behind ours", () => {
  test.each([
    ['nothing of its own', [], 0],
    ['about other tools', [{ tool: 'mcp__*', action: 'reject' }], 0],
    ['allow', [bash('allow')], 0],
    ['ask', [bash('ask')], 1],
    ['reject', [bash('reject')], 2],
    ['reject all', [{ tool: '*', action: 'reject' }], 2],
    ['delegate: it is asked about', [bash('delegate', undefined, { to: 'mine' })], 1],
    ['the first that fits', [bash('allow', 'git *'), bash('reject')], 0],
    ['not the first, but the first that fits', [bash('allow', 'npm *'), bash('reject')], 2],
    ['one of a list', [bash('reject', ['npm *', '*status*'])], 2],
    ['none of a list', [bash('reject', ['npm *', 'git push*'])], 0],
    ['a regex', [bash('ask', '/^git (status|log)$/')], 1],
    ['a regex that does not fit', [bash('ask', '/^status/')], 0],
    ['signs of regexes in a glob are themselves', [bash('reject', 'git.status')], 0],
    ['a glob that fits in part', [bash('reject', 'git')], 0],
    ['of helpers alone: nobody knows who calls', [bash('allow', undefined, { context: 'thread' }), bash('ask')], 1],
    ['unreadable pattern', [bash('reject', 'git {status,log}')], 2],
    ['unreadable regex', [bash('reject', '/(/')], 2],
    ['unreadable entry', ['x'], 1],
    ['unknown action', [bash('judge')], 1],
    ['other field', [{ tool: 'Bash', matches: { timeout: 5 }, action: 'reject' }], 0],
  ])('%s', async (_name, entries, status) => {
    expect(await statusOf('git status', { [USER]: { 'amp.permissions': [OURS, ...entries] } })).toBe(status);
    expect(await statusOf('git status', { [PROJECT]: { 'amp.permissions': entries } })).toBe(status);
    expect(await statusOf('rm -rf /', { [USER]: { 'amp.permissions': [OURS, ...entries] } })).toBe(2);
  });

  test('those in front of ours Amp has seen itself', async () => {
    expect(await statusOf('git status', { [USER]: { 'amp.permissions': [bash('reject', 'rm *'), OURS] } })).toBe(0);
    expect(await statusOf('git status', { [USER]: { 'amp.permissions': [bash('ask'), OURS] } })).toBe(0);
  });
});
