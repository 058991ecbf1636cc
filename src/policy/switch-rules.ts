import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { withoutSwitch, withSwitch } from '../rules/rule-switch.ts';
import { readIfThere } from '../store/atomic-file.ts';
import type { EditedFile } from '../store/edited-file.ts';
import type { Catalogue, RuleEntry } from './catalogue.ts';
import { type ChangedAnswer, changedAnswers } from './changed-answers.ts';
import { readSources } from './read-rules.ts';
import { OWN_FILE_HEADER, ownFile, withOwnFile } from './sources.ts';
import { readWithStandIns } from './stand-ins.ts';

/** What switching rules or packs on or off would write. */
export interface SwitchPreview {
  /** those that change */
  readonly names: readonly string[];
  readonly files: readonly EditedFile[];
  /** the examples of these rules whose answer changes */
  readonly answers: readonly ChangedAnswer[];
  /** those that may not be switched, and why */
  readonly kept: readonly { readonly name: string; readonly why: string }[];
}

export interface SwitchRefused {
  readonly refused: string;
  readonly problems?: readonly Problem[];
}

/** Reads what is there and judges what would be; writes nothing. Never throws. */
export function previewSwitch(
  chosen: readonly RuleEntry[],
  isOn: boolean,
  { sources }: Catalogue,
): SwitchPreview | SwitchRefused {
  const asked = chosen.filter(({ counts }) => counts !== isOn);
  const kept = asked.flatMap((entry) => {
    const why = isOn ? whyNotOn(entry) : whyNotOff(entry);
    return why === undefined ? [] : [{ name: entry.written.id, why }];
  });
  const rules = asked.filter(({ written }) => !kept.some(({ name }) => name === written.id));
  const names = rules.map(({ written }) => written.id);
  if (names.length === 0) return { names, files: [], answers: [], kept };
  const own = ownFile(sources);
  const edits = editsFor(rules, isOn, own);
  if (typeof edits === 'string') return { refused: `${edits}: \`overrides\` is not a list` };
  const after = readSources(edits.has(own) ? withOwnFile(sources, own) : sources, { instead: edits });
  const errors = after.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) return { refused: 'the rule files have errors, or would', problems: errors };
  const before: Policy = (readWithStandIns(sources).inForce ?? after).policy;
  const files = [...edits].map(([file, text]) => ({ file, before: readIfThere(file), text }));
  return { names, files, answers: changedAnswers(rules, before, after.policy), kept };
}

function whyNotOff(entry: RuleEntry): string | undefined {
  const { rule, written, tier, module, pack } = entry;
  if (module === 'self' && pack !== undefined) return 'it protects the guard itself';
  if (tier === 'project') return `it is the project's own: ${written.at.file}:${written.at.line}`;
  if (!rule.overridable && tier !== 'user') return `it may not be loosened: ${written.at.file}:${written.at.line}`;
  return lastWord(entry);
}

function whyNotOn(entry: RuleEntry): string | undefined {
  const { written, tier, isOn, isBornOff, pack } = entry;
  if (tier === 'project' && isBornOff) return `it is the project's own: ${written.at.file}:${written.at.line}`;
  return isOn && pack !== undefined ? `its pack is off: safeshell packs enable ${pack.name}` : lastWord(entry);
}

/** A project's file counts above a person's own. */
function lastWord({ overrides }: RuleEntry): string | undefined {
  const last = overrides.findLast(({ ignored, change }) => ignored === undefined && change.disabled !== undefined);
  return last?.tier === 'project' ? `${last.at.file}:${last.at.line}, the project's, has the last word` : undefined;
}

/** The texts of the files that change; a text alone = that file cannot be edited. */
function editsFor(rules: readonly RuleEntry[], isOn: boolean, own: string): ReadonlyMap<string, string> | string {
  const texts = new Map<string, string>();
  const edit = (file: string, change: (text: string) => string | undefined) => {
    const text = change(texts.get(file) ?? readIfThere(file) ?? OWN_FILE_HEADER);
    if (text !== undefined) texts.set(file, text);
    return text !== undefined;
  };
  for (const { written, isBornOff, overrides } of rules) {
    const { id, name } = written;
    const inForce = overrides.filter(({ ignored, change }) => ignored === undefined && change.disabled !== undefined);
    const mine = inForce.filter(({ tier }) => tier === 'user').map(({ at }) => at.file);
    for (const file of new Set(mine)) if (!edit(file, (text) => withoutSwitch(text, [id, name]))) return file;
    // what stands without them
    const rest = inForce.findLast(({ tier }) => tier !== 'user')?.change.disabled ?? isBornOff;
    if (rest === isOn && !edit(own, (text) => withSwitch(text, id, isOn))) return own;
  }
  return texts;
}
