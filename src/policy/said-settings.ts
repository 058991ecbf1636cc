import { parseSettings, type Settings } from '../rules/settings.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { goodText } from '../store/good-texts.ts';
import type { Layout } from '../store/layout.ts';

/**
 * What config.yaml says, the managed one first. A file with errors says what it last said without; where the rules are read,
 * its errors are told.
 */
export function saidSettings(layout: Layout): readonly Settings[] {
  return [layout.managed.settings, layout.user.settings].map((file) => {
    const now = parseSettings(readIfThere(file) ?? '', file);
    if (now.problems.length === 0) return now.settings;
    return parseSettings(goodText(layout, file) ?? '', file).settings;
  });
}
