import { describe, expect, test } from 'vitest';
import { withPack } from '../../../src/rules/pack-switch.ts';

const git = { name: 'git', isOptional: false };
const trash = { name: 'trash', isOptional: true };
const HEAD = '# settings\nversion: 1\n\n# packs:\n#   disable: [windows]\n';

describe('a pack of the settings', () => {
  test.each([
    ['without any', git, false, HEAD, `${HEAD}packs: { disable: [git] }\n`],
    ['of no text', git, false, '', 'packs: { disable: [git] }\n'],
    ['back again', git, true, `${HEAD}packs: { disable: [git] }\n`, HEAD],
    [
      'among others, with comments',
      git,
      false,
      'packs: # mine\n  # not here\n  disable: [windows] # no Windows\n  enable:\n    - trash\naudit: {keep_days: 3}\n',
      'packs:\n  # mine\n  # not here\n  disable: [windows, git] # no Windows\n  enable:\n    - trash\naudit: {keep_days: 3}\n',
    ],
    [
      'that is off by a list of lines',
      git,
      true,
      'packs:\n  disable:\n    - git # loud\n    - disk\n',
      'packs:\n  disable:\n    - disk\n',
    ],
    ['that has nothing to say', git, false, 'packs:\nversion: 1\n', 'packs: { disable: [git] }\nversion: 1\n'],
    ['that is optional, on', trash, true, 'version: 1\n', 'version: 1\npacks: { enable: [trash] }\n'],
    [
      'that is optional, off',
      trash,
      false,
      'packs: { enable: [trash], disable: [git] }\n',
      'packs: { disable: [git] }\n',
    ],
  ])('%s', (_what, pack, isOn, before, after) => {
    expect(withPack(before, pack, isOn)).toBe(after);
    expect(withPack(after, pack, isOn)).toBe(after);
  });
  test('a file that is no mapping is left alone', () => {
    expect(withPack('- a\n', git, false)).toBeUndefined();
  });
});
