import { describe, expect, test } from 'vitest';
import { withPermit } from '../../../src/rules/permit-switch.ts';

const here = { path: '~/.foo', project: '~/src/app' };
const everywhere = { path: '~/.foo', project: undefined };

describe('a permit of the settings', () => {
  test.each([
    ['of no text', here, true, '', 'confine:\n  projects:\n    ~/src/app: [~/.foo]\n'],
    [
      'beside the word, with comments',
      here,
      true,
      '# x\nconfine: local_code # mine\nmode: guard\n',
      '# x\nconfine:\n  # mine\n  local_code: true\n  projects:\n    ~/src/app: [~/.foo]\nmode: guard\n',
    ],
    ['where nothing is said', here, true, 'confine:\n', 'confine:\n  projects:\n    ~/src/app: [~/.foo]\n'],
    ['where it is off', here, true, 'confine: off\n', 'confine:\n  projects:\n    ~/src/app: [~/.foo]\n'],
    ['everywhere', everywhere, true, 'confine: local_code\n', 'confine:\n  local_code: true\n  write: [~/.foo]\n'],
    [
      'in braces',
      everywhere,
      true,
      'confine: { local_code: true }\n',
      'confine: { local_code: true, write: [~/.foo] }\n',
    ],
    [
      'among others, with comments',
      here,
      true,
      'confine:\n  local_code: true # c\n  write:\n    - /x\n  projects:\n    ~/b: [~/y]\n',
      'confine:\n  local_code: true # c\n  write:\n    - /x\n  projects:\n    ~/b: [~/y]\n    ~/src/app: [~/.foo]\n',
    ],
    [
      'taken back',
      here,
      false,
      'confine:\n  local_code: true # c\n  projects:\n    ~/src/app: [~/.foo]\n',
      'confine:\n  local_code: true # c\n',
    ],
    ['taken back, the last one', here, false, 'confine:\n  projects: { ~/src/app: [~/.foo] }\n', ''],
  ])('%s', (_what, permit, isOn, before, after) => {
    expect(withPermit(before, permit, isOn)).toBe(after);
    expect(withPermit(after, permit, isOn)).toBe(after);
  });
  test('a file that is no mapping is left alone', () => {
    expect(withPermit('- confine\n', here, true)).toBeUndefined();
  });
});
