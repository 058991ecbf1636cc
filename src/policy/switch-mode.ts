import type { Problem } from '../model/errors.ts';
import type { GuardMode } from '../model/mode.ts';
import { withMode } from '../rules/mode-switch.ts';
import { parseSettings } from '../rules/settings.ts';
import { readIfThere } from '../store/atomic-file.ts';
import type { EditedFile } from '../store/edited-file.ts';
import type { Layout } from '../store/layout.ts';
import { modeOf } from './mode.ts';
import { saidSettings } from './said-settings.ts';

/** The mode in force, and what each settings file says of it; undefined = nothing. */
export interface ModeNow {
  readonly mode: GuardMode;
  readonly managed: GuardMode | undefined;
  readonly own: GuardMode | undefined;
}

export function modeNow(layout: Layout): ModeNow {
  const all = saidSettings(layout);
  const [managed, own] = all;
  return { mode: modeOf(all), managed: managed?.mode, own: own?.mode };
}

/** `kept`: the administrator's file guards, whatever this one says. */
export type ModePreview =
  | { readonly kind: 'same' | 'kept' }
  | { readonly kind: 'edit'; readonly file: EditedFile }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** What would be written into the person's own settings; writes nothing. */
export function previewMode(wanted: GuardMode, layout: Layout): ModePreview {
  const { mode, managed } = modeNow(layout);
  if (mode === wanted) return { kind: 'same' };
  if (managed === 'guard') return { kind: 'kept' };
  const file = layout.user.settings;
  const before = readIfThere(file);
  const text = withMode(before ?? '', wanted);
  const { problems } = parseSettings(text ?? before ?? '', file);
  if (text === undefined || problems.length > 0) return { kind: 'refused', problems };
  return { kind: 'edit', file: { file, before, text } };
}
