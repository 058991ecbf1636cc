import { withPack } from '../rules/pack-switch.ts';
import { readIfThere } from '../store/atomic-file.ts';
import type { EditedFile } from '../store/edited-file.ts';
import type { Catalogue, PackEntry } from './catalogue.ts';
import { type ChangedAnswer, changedAnswers } from './changed-answers.ts';
import { readSources } from './read-rules.ts';
import type { SwitchRefused } from './switch-rules.ts';

/** What switching packs on or off would write. */
export interface PackSwitch {
  readonly packs: readonly PackEntry[];
  readonly files: readonly EditedFile[];
  readonly answers: readonly ChangedAnswer[];
  /** packs that stay as they are, and why */
  readonly kept: readonly { readonly pack: string; readonly why: string }[];
}

/** Reads what is there and judges what would be; writes nothing. Never throws. */
export function previewPacks(
  chosen: readonly PackEntry[],
  isOn: boolean,
  { rules, sources }: Catalogue,
): PackSwitch | SwitchRefused {
  const asked = chosen.filter((pack) => pack.isOn !== isOn);
  const file = sources.layout.user.settings;
  const kept = asked.flatMap((pack) => {
    const why = whyKept(pack, isOn, file);
    return why === undefined ? [] : [{ pack: pack.name, why }];
  });
  const packs = asked.filter(({ name }) => !kept.some(({ pack }) => pack === name));
  if (packs.length === 0) return { packs, files: [], answers: [], kept };
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
  const names = new Set(packs.map(({ name }) => name));
  const own = rules.filter(({ pack }) => pack !== undefined && names.has(pack.name));
  return { packs, files: [{ file, before, text }], answers: changedAnswers(own, now.policy, after.policy), kept };
}

function whyKept({ name, isOptional, saidIn }: PackEntry, isOn: boolean, ownFile: string): string | undefined {
  if (!isOn) return name === 'self' ? 'it protects the guard itself' : undefined;
  const isManaged = saidIn !== undefined && saidIn !== ownFile;
  return isManaged && !isOptional ? `${saidIn}, the administrator's, switches it off` : undefined;
}
