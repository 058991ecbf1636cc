import { withPack } from '../rules/pack-switch.ts';
import { readIfThere } from '../store/atomic-file.ts';
import type { Catalogue, PackEntry } from './catalogue.ts';
import { changedAnswers } from './changed-answers.ts';
import { readSources } from './read-rules.ts';
import type { SwitchPreview, SwitchRefused } from './switch-rules.ts';

/** Reads what is there and judges what would be; writes nothing. Never throws. */
export function previewPacks(
  chosen: readonly PackEntry[],
  isOn: boolean,
  { rules, sources }: Catalogue,
): SwitchPreview | SwitchRefused {
  const asked = chosen.filter((pack) => pack.isOn !== isOn);
  const file = sources.layout.user.settings;
  const kept = asked.flatMap((pack) => {
    const why = whyKept(pack, isOn, file);
    return why === undefined ? [] : [{ name: pack.name, why }];
  });
  const packs = asked.filter((pack) => !kept.some(({ name }) => name === pack.name));
  const names = packs.map(({ name }) => name);
  if (names.length === 0) return { names, files: [], answers: [], kept };
  const before = readIfThere(file);
  const text = packs.reduce<string | undefined>(
    (all, pack) => (all === undefined ? undefined : withPack(all, pack, isOn)),
    before ?? '',
  );
  if (text === undefined) return { refused: `${file}: it is no mapping` };
  const now = readSources(sources);
  const after = readSources(sources, { instead: new Map([[file, text]]) });
  const errors = after.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) return { refused: 'the rule files have errors, or would', problems: errors };
  const own = rules.filter(({ pack }) => pack !== undefined && names.includes(pack.name));
  return { names, files: [{ file, before, text }], answers: changedAnswers(own, now.policy, after.policy), kept };
}

function whyKept({ name, isOptional, saidIn }: PackEntry, isOn: boolean, ownFile: string): string | undefined {
  if (!isOn) return name === 'self' ? 'it protects the guard itself' : undefined;
  const isManaged = saidIn !== undefined && saidIn !== ownFile;
  return isManaged && !isOptional ? `${saidIn}, the administrator's, switches it off` : undefined;
}
