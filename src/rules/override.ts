import type { Position } from '../model/errors.ts';
import { type Rule, TIERS, type Tier } from '../model/policy.ts';
import { strictness, type Verdict } from '../model/verdict.ts';
import type { DialectDefinition, LoweredFile, LoweredOverride, LoweredRule } from './dialects/dialect.ts';
import { type ProblemList, suggestion } from './problems.ts';
import type { RuleFileText } from './rule-file-text.ts';

export const TRUST_HELP = 'a project file may only tighten; `safeshell trust` on this file lets it loosen too';

export interface LoadedModule {
  readonly file: RuleFileText;
  readonly dialect: DialectDefinition;
  readonly content: LoweredFile;
  readonly list: ProblemList;
}

/** A rule on its way into the policy; overrides replace it. */
export interface Slot {
  readonly owner: LoadedModule;
  readonly written: LoweredRule;
  rule: Rule;
  enabled: boolean;
  readonly overrides: RuleOverride[];
}

/** An override: the changes of one file to a rule of a lower tier. */
export interface RuleOverride {
  readonly at: Position;
  readonly tier: Tier;
  readonly change: LoweredOverride['change'];
  /** why it has no effect; absent = it has */
  readonly ignored?: 'not-trusted' | 'not-overridable';
}

/** What overrides change. */
export interface Overridden {
  readonly modules: readonly LoadedModule[];
  readonly slots: readonly Slot[];
  /** files whose default is not enforced */
  readonly unenforced: Set<LoadedModule>;
}

export function isUntrusted({ file }: LoadedModule): boolean {
  return file.tier === 'project' && file.trusted !== true;
}

/** It lets something run, or says what runs instead. */
export function isLoose({ action }: Rule): boolean {
  return action === 'allow' || action === 'redirect';
}

/** Changes the rule, or of `FILE/*` the file, that it names, as far as its own file may. */
export function applyOverride(override: LoweredOverride, owner: LoadedModule, all: Overridden): void {
  const [fitting, known] = override.name.endsWith('/*')
    ? overrideFile(override, owner, all)
    : overrideRule(override, owner, all);
  if (fitting.length !== 1) tellUnknown(override, owner, fitting, known);
}

/** What the name fits, and what it could have been: nothing is changed but where it is one. */
type Named = readonly [fitting: readonly string[], known: readonly string[]];

function overrideRule(override: LoweredOverride, owner: LoadedModule, { slots }: Overridden): Named {
  const targets = targetsOf(override.name, owner, slots);
  const [slot] = targets;
  if (slot !== undefined && targets.length === 1) tellIgnored([overrideSlot(override, owner, slot)], override, owner);
  return [targets.map(({ rule }) => rule.id), slots.map(({ rule }) => rule.id)];
}

/** Its rules that stop something, and its default. */
function overrideFile(override: LoweredOverride, owner: LoadedModule, all: Overridden): Named {
  const { modules, slots, unenforced } = all;
  const known = modules.filter(({ file }) => isWithinReach(file.tier, owner));
  const named = known.filter(({ file }) => `${file.module}/*` === override.name);
  const isOff = override.change.enforce === false;
  const own = slots.filter((slot) => named.includes(slot.owner) && slot.rule.action !== 'allow');
  const ignored = own.map((slot) => overrideSlot(override, owner, slot));
  for (const module of named) {
    const why = isOff ? whyDefaultStays(module, owner) : undefined;
    if (why !== undefined) ignored.push(why);
    else if (isOff) unenforced.add(module);
    else unenforced.delete(module);
  }
  tellIgnored(ignored, override, owner);
  return [[...new Set(named.map(({ file }) => file.module))], known.map(({ file }) => `${file.module}/*`)];
}

/** Nothing above the administrator's file loosens what it says of calls that no rule matches. */
function whyDefaultStays({ file }: LoadedModule, owner: LoadedModule): RuleOverride['ignored'] {
  if (isUntrusted(owner) && file.tier !== 'project') return 'not-trusted';
  return file.tier === 'managed' && owner.file.tier !== 'managed' ? 'not-overridable' : undefined;
}

function overrideSlot(override: LoweredOverride, owner: LoadedModule, slot: Slot): RuleOverride['ignored'] {
  const ignored = whyIgnored(override, owner, slot);
  const at = owner.list.positionOf(override.path);
  slot.overrides.push({ at, tier: owner.file.tier, change: override.change, ...(ignored && { ignored }) });
  if (ignored === undefined) change(slot, override);
  return ignored;
}

function tellUnknown(
  override: LoweredOverride,
  { list }: LoadedModule,
  fitting: readonly string[],
  known: readonly string[],
): void {
  const isNone = fitting.length === 0;
  const help = isNone ? suggestion(override.name, known) : undefined;
  const expected = isNone ? 'the name of a rule that exists' : `FILE/NAME; it fits ${fitting.join(', ')}`;
  // what takes something away from a rule that has left its pack changes nothing: no reason to turn the file down
  const isIdle = isNone && help === undefined && onlyLoosens(override);
  const level = isIdle ? 'notice' : 'error';
  list.add('unknown-rule', [...override.path, 'name'], { level, expected, ...(help && { help }) });
}

const IGNORED = {
  'not-trusted': { expected: 'an override that tightens; this one is ignored', help: TRUST_HELP },
  'not-overridable': { expected: 'a rule that may be loosened; the override is ignored' },
} as const;

function tellIgnored(
  all: readonly RuleOverride['ignored'][],
  { name, path }: LoweredOverride,
  { list }: LoadedModule,
): void {
  for (const why of new Set(all))
    if (why !== undefined) list.add(why, path, { level: 'notice', subject: name, ...IGNORED[why] });
}

function whyIgnored(override: LoweredOverride, owner: LoadedModule, slot: Slot): RuleOverride['ignored'] {
  if (!loosens(override, slot.rule)) return undefined;
  if (isUntrusted(owner)) return 'not-trusted';
  return !slot.rule.overridable && owner.file.tier !== slot.owner.file.tier ? 'not-overridable' : undefined;
}

function isWithinReach(tier: Tier, { file }: LoadedModule): boolean {
  return TIERS.indexOf(tier) <= TIERS.indexOf(file.tier);
}

function targetsOf(name: string, owner: LoadedModule, slots: readonly Slot[]): readonly Slot[] {
  const below = slots.filter((slot) => isWithinReach(slot.owner.file.tier, owner));
  const exact = below.filter((slot) => slot.rule.id === name);
  return exact.length > 0 ? exact : below.filter((slot) => slot.rule.name === name);
}

function onlyLoosens({ change: { disabled, enforce, action, context, unless } }: LoweredOverride): boolean {
  const isLooser = disabled === true || enforce === false || unless.length > 0;
  return isLooser && enforce !== true && action === undefined && context === undefined;
}

function loosens({ change: { disabled, enforce, action, context, unless } }: LoweredOverride, rule: Rule): boolean {
  if (disabled === true || unless.length > 0) return true;
  if ((disabled === false || enforce === true) && isLoose(rule)) return true;
  if (enforce === false && rule.action !== 'allow') return true;
  if (action !== undefined && strictness(action) < strictness(rule.action)) return true;
  return context !== undefined && context !== 'all';
}

const ACTORS = { all: undefined, ai_only: 'ai', human_only: 'human' } as const;

function change(slot: Slot, { change: said }: LoweredOverride): void {
  const { disabled, enforce: saidEnforce, action, message, context, unless } = said;
  if (disabled !== undefined) slot.enabled = !disabled;
  const { actor, redirectTo, enforce, ...rest } = slot.rule;
  const changed: Verdict = action ?? rest.action;
  const newActor = context === undefined ? actor : ACTORS[context];
  const isEnforced = saidEnforce ?? enforce !== false;
  slot.rule = {
    ...rest,
    action: changed,
    unless: [...rest.unless, ...unless],
    ...(newActor !== undefined && { actor: newActor }),
    ...(changed === 'redirect' && redirectTo !== undefined && { redirectTo }),
    ...(message !== undefined && { message }),
    ...(!isEnforced && { enforce: false }),
  };
}
