import type { Problem } from '../model/errors.ts';
import { NO_PERMITS, type Permits } from '../model/permits.ts';
import { type WrittenPermit, withPermit } from '../rules/permit-switch.ts';
import { parseSettings } from '../rules/settings.ts';
import { readIfThere } from '../store/atomic-file.ts';
import type { EditedFile } from '../store/edited-file.ts';
import type { Layout } from '../store/layout.ts';
import { saidSettings } from './said-settings.ts';

/** What each settings file permits. */
export interface PermitsNow {
  readonly managed: Permits;
  readonly own: Permits;
}

export function permitsNow(layout: Layout): PermitsNow {
  const [managed = NO_PERMITS, own = NO_PERMITS] = saidSettings(layout).map(({ confine }) => confine);
  return { managed, own };
}

/** `same`: they say so already. */
export type PermitPreview =
  | { readonly kind: 'same' }
  | { readonly kind: 'edit'; readonly file: EditedFile }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** What would be written into the person's own settings; writes nothing. */
export function previewPermits(permits: readonly WrittenPermit[], isOn: boolean, layout: Layout): PermitPreview {
  const file = layout.user.settings;
  const before = readIfThere(file);
  let text: string | undefined = before ?? '';
  for (const permit of permits) {
    const isSaid = says(parseSettings(text, file).settings.confine, permit);
    if (isSaid !== isOn) text = withPermit(text, permit, isOn);
    if (text === undefined) break;
  }
  const { problems } = parseSettings(text ?? before ?? '', file);
  if (text === undefined || problems.length > 0) return { kind: 'refused', problems };
  return text === (before ?? '') ? { kind: 'same' } : { kind: 'edit', file: { file, before, text } };
}

function says({ write, projects }: Permits, { path, project }: WrittenPermit): boolean {
  return (project === undefined ? write : (projects[project] ?? [])).includes(path);
}
