import type { Position } from '../model/errors.ts';
import type { Policy, Rule, RuleFile, Tier } from '../model/policy.ts';
import { TIERS } from '../model/policy.ts';
import { strictness, type Verdict } from '../model/verdict.ts';
import type { DialectDefinition, LoweredFile, LoweredOverride, LoweredRule } from './dialects/dialect.ts';
import { type ProblemList, suggestion } from './problems.ts';
import type { RuleFileText } from './rule-file-text.ts';

export interface LoadedModule {
  readonly file: RuleFileText;
  readonly dialect: DialectDefinition;
  readonly content: LoweredFile;
  readonly list: ProblemList;
}

/** A rule on its way into the policy; overrides replace it. */
interface Slot {
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

/** One rule of one file, whether it counts or not, and what made it so. */
export interface RuleStanding {
  readonly tier: Tier;
  readonly module: string;
  /** as its own file has it */
  readonly written: Rule;
  /** with all overrides; what counts where `isOn` */
  readonly rule: Rule;
  readonly isOn: boolean;
  /** its own file has it switched off: `enabled: false`, or the file may not loosen */
  readonly isBornOff: boolean;
  /** lowest tier first */
  readonly overrides: readonly RuleOverride[];
}

export interface Merged {
  readonly policy: Policy;
  readonly standings: readonly RuleStanding[];
}

const TRUST_HELP = 'a project file may only tighten; `safeshell trust` on this file lets it loosen too';

/** Joins the files, lowest tier first, and applies overrides. A project file that is not trusted may only tighten. */
export function mergeModules(loaded: readonly LoadedModule[]): Merged {
  const slots = loaded.flatMap((owner) => owner.content.rules.map((written) => slotOf(written, owner)));
  const bornOff = new Set(slots.filter(({ enabled }) => !enabled));
  for (const owner of loaded) for (const override of owner.content.overrides) applyOverride(override, owner, slots);
  const modules = loaded.map((owner): RuleFile => {
    const { file, dialect, content } = owner;
    const shellTool = shellToolOf(owner);
    return {
      name: file.module,
      file: file.file,
      dialect: dialect.name,
      tier: file.tier,
      rank: content.rank ?? dialect.rank,
      order: content.order ?? dialect.order,
      unmatched: content.unmatched ?? dialect.unmatched,
      ...(shellTool !== undefined && { shellTool }),
      ...(dialect.hasSwitches && { hasSwitches: true }),
      ...(dialect.namesOperations && { namesOperations: true }),
      rules: slots.filter((slot) => slot.owner.file === file && slot.enabled).map((slot) => slot.rule),
    };
  });
  const standings = slots.map((slot) => standingOf(slot, bornOff.has(slot)));
  return { policy: { modules }, standings };
}

function slotOf(written: LoweredRule, owner: LoadedModule): Slot {
  const { rule, enabled } = written;
  return { owner, written, rule, enabled: enabled && mayStand(rule, owner), overrides: [] };
}

function standingOf({ owner: { file }, written, rule, enabled, overrides }: Slot, isBornOff: boolean): RuleStanding {
  const { tier, module } = file;
  return { tier, module, written: written.rule, rule, isOn: enabled, isBornOff, overrides };
}

function shellToolOf({ dialect, content }: LoadedModule): string | undefined {
  return content.shellTool ?? dialect.shellTool;
}

function isUntrusted({ file }: LoadedModule): boolean {
  return file.tier === 'project' && file.trusted !== true;
}

/**
 * An untrusted repository must not loosen, nor choose what runs in place of a command. An allow rule about tool calls
 * stands: beside other files it has no say (see decide), and its own file's default is not meant for what it matches.
 */
function mayStand(rule: Rule, owner: LoadedModule): boolean {
  if (shellToolOf(owner) !== undefined && rule.action === 'allow') return true;
  if (!isUntrusted(owner) || !isLoose(rule)) return true;
  owner.list.all.push({
    code: 'not-trusted',
    level: 'notice',
    at: rule.at,
    subject: rule.name,
    expected: 'deny or require_approval; the rule is ignored',
    help: TRUST_HELP,
  });
  return false;
}

/** It lets something run, or says what runs instead. */
function isLoose({ action }: Rule): boolean {
  return action === 'allow' || action === 'redirect';
}

function applyOverride(override: LoweredOverride, owner: LoadedModule, slots: readonly Slot[]): void {
  const targets = targetsOf(override.name, owner, slots);
  const { list } = owner;
  if (targets.length !== 1) {
    const names = slots.map((slot) => slot.rule.id);
    const help = targets.length === 0 ? suggestion(override.name, names) : undefined;
    const expected =
      targets.length === 0
        ? 'the name of a rule that exists'
        : `FILE/NAME; it fits ${targets.map((slot) => slot.rule.id).join(', ')}`;
    // what takes something away from a rule that has left its pack changes nothing: no reason to turn the file down
    const isIdle = targets.length === 0 && help === undefined && onlyLoosens(override);
    const level = isIdle ? 'notice' : 'error';
    list.add('unknown-rule', [...override.path, 'name'], { level, expected, ...(help && { help }) });
    return;
  }
  const slot = targets[0] as Slot;
  const ignored = whyIgnored(override, owner, slot);
  if (ignored === 'not-trusted')
    list.add('not-trusted', override.path, {
      level: 'notice',
      subject: override.name,
      expected: 'an override that tightens; this one is ignored',
      help: TRUST_HELP,
    });
  if (ignored === 'not-overridable')
    list.add('not-overridable', override.path, {
      level: 'notice',
      subject: override.name,
      expected: 'a rule that may be loosened; the override is ignored',
    });
  const at = list.positionOf(override.path);
  slot.overrides.push({ at, tier: owner.file.tier, change: override.change, ...(ignored && { ignored }) });
  if (ignored === undefined) change(slot, override);
}

function whyIgnored(override: LoweredOverride, owner: LoadedModule, slot: Slot): RuleOverride['ignored'] {
  if (!loosens(override, slot.rule)) return undefined;
  if (isUntrusted(owner)) return 'not-trusted';
  return !slot.rule.overridable && owner.file.tier !== slot.owner.file.tier ? 'not-overridable' : undefined;
}

function targetsOf(name: string, owner: LoadedModule, slots: readonly Slot[]): readonly Slot[] {
  const reach = TIERS.indexOf(owner.file.tier);
  const below = slots.filter((slot) => TIERS.indexOf(slot.owner.file.tier) <= reach);
  const exact = below.filter((slot) => slot.rule.id === name);
  return exact.length > 0 ? exact : below.filter((slot) => slot.rule.name === name);
}

function onlyLoosens({ change: { disabled, action, context, unless } }: LoweredOverride): boolean {
  return (disabled === true || unless.length > 0) && action === undefined && context === undefined;
}

function loosens({ change: { disabled, action, context, unless } }: LoweredOverride, rule: Rule): boolean {
  if (disabled === true || unless.length > 0) return true;
  if (disabled === false && isLoose(rule)) return true;
  if (action !== undefined && strictness(action) < strictness(rule.action)) return true;
  return context !== undefined && context !== 'all';
}

function change(slot: Slot, { change: { disabled, action, message, context, unless } }: LoweredOverride): void {
  if (disabled !== undefined) slot.enabled = !disabled;
  const { actor, redirectTo, ...rest } = slot.rule;
  const changed: Verdict = action ?? rest.action;
  const newActor =
    context === undefined ? actor : context === 'all' ? undefined : context === 'ai_only' ? 'ai' : 'human';
  slot.rule = {
    ...rest,
    action: changed,
    unless: [...rest.unless, ...unless],
    ...(newActor !== undefined && { actor: newActor }),
    ...(changed === 'redirect' && redirectTo !== undefined && { redirectTo }),
    ...(message !== undefined && { message }),
  };
}
