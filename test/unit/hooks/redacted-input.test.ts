import { expect, test } from 'vitest';
import { answerOf, closes, hookPolicy, tryHook } from '../../support/hook-world.ts';

const SHIELD = hookPolicy(`
pii_patterns: [{ name: badge, pattern: "B-[0-9]{4}" }]
rules:
  - { id: mail, when: { tool: send_email }, then: redact }
  - { id: whole, when: { tool: whole }, then: redact, redact: { input: false } }
`);
const NATIVE = hookPolicy(`
rules:
  - name: mail
    conditions: [{ tool: send_email }]
    action: redact
    redact: { input: true, patterns: { badge: "B-[0-9]{4}" } }
`);
const INPUT = { to: 'ann@example.com', body: ['badge B-1234', { note: 'plain', token: 'hunter22' }] };
const MASKED = { to: 'an***********om', body: ['badge B-**34', { note: 'plain', token: 'hu****22' }] };

const claude = (tool_name: string, tool_input: object = INPUT) => ({
  session_id: 's',
  cwd: '/home/dev/proj',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
});

test.each([
  ['PolicyShield', SHIELD],
  ['our own language', NATIVE],
])('%s: a tool is handed its input masked, in the words of each agent that takes another', async (_name, policy) => {
  const answer = async (agent: string, payload: object) => answerOf(await tryHook(agent, payload, { policy }));
  expect(await answer('claude', claude('send_email'))).toMatchObject({ hookSpecificOutput: { updatedInput: MASKED } });
  expect(await answer('codex', claude('send_email'))).toMatchObject({ hookSpecificOutput: { updatedInput: MASKED } });
  const opencode = { tool: 'send_email', args: INPUT, sessionID: 's', directory: '/home/dev/proj' };
  expect(await answer('opencode', opencode)).toEqual({ decision: 'rewrite', args: MASKED });
  const gemini = { ...claude('send_email'), hook_event_name: 'BeforeTool' };
  expect(await answer('gemini', gemini)).toEqual({
    hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: MASKED },
  });
});

test.each<[string, object]>([
  // its rule leaves the input, and what a tool puts out is not seen here
  ['claude', claude('whole')],
  ['kiro', { hook_event_name: 'preToolUse', tool_name: 'send_email', tool_input: INPUT, cwd: '/home/dev/proj' }],
])('%s: what cannot be masked does not run', async (agent, payload) => {
  expect(closes(agent, await tryHook(agent, payload, { policy: SHIELD }))).toBe(true);
});
