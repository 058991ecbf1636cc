import type { Layout } from '../store/layout.ts';
import { saidSettings } from './said-settings.ts';

/** What config.yaml lets an agent behind a wall connect to unasked, the managed one and the person's together. */
export function wallDomains(layout: Layout): readonly string[] {
  return [...new Set(saidSettings(layout).flatMap(({ wall }) => wall.domains))];
}
