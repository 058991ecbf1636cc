import type { Policy, Rule, RuleFile, Tier } from '../model/policy.ts';
import type { LoweredRule } from './dialects/dialect.ts';
import {
  applyOverride,
  isLoose,
  isUntrusted,
  type LoadedModule,
  type RuleOverride,
  type Slot,
  TRUST_HELP,
} from './override.ts';

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

/** Joins the files, lowest tier first, and applies overrides. A project file that is not trusted may only tighten. */
export function mergeModules(loaded: readonly LoadedModule[]): Merged {
  const slots = loaded.flatMap((owner) => owner.content.rules.map((written) => slotOf(written, owner)));
  const bornOff = new Set(slots.filter(({ enabled }) => !enabled));
  const unenforced = new Set(loaded.filter(({ content }) => content.enforce === false));
  const all = { modules: loaded, slots, unenforced };
  for (const owner of loaded) for (const override of owner.content.overrides) applyOverride(override, owner, all);
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
      ...(unenforced.has(owner) && { enforce: false }),
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
