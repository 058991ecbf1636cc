import type { Tier } from '../../../model/policy.ts';
import type { RuleEntry } from '../../../policy/catalogue.ts';
import { examplesOf, ownText } from '../../../policy/rule-examples.ts';
import type { RuleOverride } from '../../../rules/override.ts';
import { whenReading } from '../../../rules/rule-text.ts';
import { templateText } from '../../../rules/template.ts';
import type { RuleCard } from '../../../text/rule-card.ts';

const WHOSE: Readonly<Record<Tier, string>> = {
  pack: 'comes with safeshell',
  managed: "the administrator's",
  user: 'yours',
  project: "the project's",
};

const IGNORED: Readonly<Record<NonNullable<RuleOverride['ignored']>, string>> = {
  'not-trusted': 'without effect: safeshell trust',
  'not-overridable': 'without effect: the rule may not be loosened',
};

/** The card of one rule: all of its properties. */
export function cardOf(entry: RuleEntry): RuleCard {
  const { rule, written, tier, pack, overrides } = entry;
  const { at } = written;
  const { match, noMatch } = examplesOf(entry);
  return {
    id: rule.id,
    action: rule.action,
    severity: rule.severity,
    description: rule.description,
    off: whyOff(entry),
    isEnforced: entry.isEnforced,
    location: `${at.file}:${at.line}`,
    whose: pack?.isOptional ? `${WHOSE.pack}, optional` : WHOSE[tier],
    when: [
      ...whenReading(rule),
      ...(rule.inFiles === undefined
        ? []
        : [`${rule.inFiles === 'only' ? 'only' : 'not'} in files that a command runs`]),
      ...(rule.undoable === true ? ['not asked where undo can restore what is lost'] : []),
      ...(rule.keep === undefined ? [] : [`backed up before it runs: ${rule.keep.join(', ')}`]),
      ...(rule.onUnknown === undefined ? [] : [`where values are unknown: ${rule.onUnknown}`]),
    ],
    message: rule.message,
    help: rule.help,
    runs: rule.redirectTo && templateText(rule.redirectTo),
    matches: match,
    passes: noMatch,
    overrides: overrides.map(overrideText),
    change: changeText(entry),
  };
}

export function cardJson(entry: RuleEntry) {
  const { rule, written, tier, module, counts, pack, overrides } = entry;
  const card = cardOf(entry);
  return {
    rule: rule.id,
    file: written.at.file,
    line: written.at.line,
    tier,
    pack: pack === undefined ? null : module,
    on: counts,
    off: card.off ?? null,
    enforced: entry.isEnforced,
    action: rule.action,
    severity: rule.severity,
    overridable: rule.overridable,
    description: rule.description ?? null,
    message: rule.message ?? null,
    help: rule.help ?? null,
    runs: card.runs ?? null,
    commands: rule.commands ?? null,
    when: card.when,
    match: card.matches,
    no_match: card.passes,
    overrides: overrides.map((one) => ({
      file: one.at.file,
      line: one.at.line,
      tier: one.tier,
      ignored: one.ignored ?? null,
      says: changeWords(one),
    })),
    yaml: ownText(entry) ?? null,
  };
}

export function textOfRule(entry: RuleEntry): string {
  const { at } = entry.written;
  return `# ${at.file}:${at.line}\n${ownText(entry) ?? '# the file has changed meanwhile'}`;
}

function whyOff({ isOn, isBornOff, counts, pack, overrides }: RuleEntry): string | undefined {
  if (counts) return undefined;
  if (!isOn) {
    const by = overrides.findLast(({ change, ignored }) => change.disabled === true && ignored === undefined);
    if (by !== undefined) return `${by.at.file}:${by.at.line} switches it off`;
    return isBornOff ? 'its own file switches it off, or is not trusted' : 'switched off';
  }
  if (pack?.saidIn !== undefined) return `${pack.saidIn} switches its pack off`;
  return `its pack \`${pack?.name ?? ''}\` is optional`;
}

function overrideText(one: RuleOverride): string {
  const ignored = one.ignored === undefined ? '' : ` (${IGNORED[one.ignored]})`;
  return `${one.at.file}:${one.at.line}, ${WHOSE[one.tier]}: ${changeWords(one)}${ignored}`;
}

function changeWords({ change: { disabled, enforce, action, message, context, unless } }: RuleOverride): string {
  const words = [
    disabled === undefined ? undefined : disabled ? 'switched off' : 'switched on',
    enforce === undefined ? undefined : enforce ? 'enforced' : 'not enforced',
    action && `its action is ${action}`,
    message && 'another message',
    context && `its context is ${context}`,
    unless.length > 0
      ? `${unless.length === 1 ? 'one more exception' : `${unless.length} more exceptions`}`
      : undefined,
  ];
  return words.filter(Boolean).join(', ');
}

/** What a person types, or who else can. */
function changeText({ rule, written, tier, module, pack, isOn, counts }: RuleEntry): string {
  const place = `${written.at.file}:${written.at.line}`;
  if (counts) {
    if (module === 'self' && pack !== undefined) return 'not possible: it protects the guard itself';
    if (!rule.overridable && tier !== 'user') return `only in its own file: ${place}`;
    if (tier === 'project') return `in the project's file: ${place}`;
    return `safeshell rules disable ${rule.id}`;
  }
  if (isOn && pack !== undefined) return `safeshell packs enable ${pack.name}`;
  return `safeshell rules enable ${rule.id}`;
}
