import { expect, test } from 'vitest';
import { brokerCall, VERSION } from '../../../src/broker/call.ts';

const from = { version: VERSION, env: { A: 'x' }, cwd: '/w', parent: 7 };
const shim = { ...from, door: 'shim', argv: ['rm', 'x'], step: 'ask', isConfined: true };
const hook = { ...from, door: 'hook', payload: '{}' };

test.each<[string, unknown]>([
  ['of a shim', shim],
  ['of a shim in a box, masked by a hook', { ...shim, step: 'replace', box: 'box-1', redactedBy: ['a/b'] }],
  ['of a hook', hook],
  ['of the hook of an agent in a box', { ...hook, agent: 'claude', box: 'box-1' }],
])('a call is what it was: %s', (_, call) => expect(brokerCall(call)).toEqual(call));

test('what is none of its fields is left out, and variables that are no text', () => {
  expect(brokerCall({ ...shim, own: '/x', env: { A: 'x', B: 1, C: null } })).toEqual(shim);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a list', [shim]],
  ['another version', { ...shim, version: VERSION + 1 }],
  ['another door', { ...shim, door: 'line' }],
  ['no variables', { ...shim, env: ['A=x'] }],
  ['a folder that is not absolute', { ...shim, cwd: 'w' }],
  ['no process', { ...shim, parent: '7' }],
  ['the first process', { ...shim, parent: 1 }],
  ['half a process', { ...shim, parent: 7.5 }],
  ['a box that is no text', { ...shim, box: 1 }],
  ['no words', { ...shim, argv: [] }],
  ['words that are none', { ...shim, argv: ['rm', 1] }],
  ['a step that runs', { ...shim, step: 'line' }],
  ['no word on the wall', { ...shim, isConfined: 'yes' }],
  ['rules that are none', { ...shim, redactedBy: 'a/b' }],
  ['a hook with no payload', { ...hook, payload: {} }],
  ['a hook of no agent', { ...hook, agent: 1 }],
])('no call: %s', (_, value) => expect(brokerCall(value)).toBeUndefined());
