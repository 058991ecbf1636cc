import { join } from 'node:path';
import { hostFacts } from '../facts/host.ts';
import { guard } from '../guard.ts';
import type { Decision } from '../model/decision.ts';
import type { Policy, Rule } from '../model/policy.ts';
import { strictness } from '../model/verdict.ts';
import { wordValue } from '../model/word.ts';
import { printYaml } from '../rules/print-yaml.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { withListItems } from '../util/yaml-list.ts';
import { type LoadedPolicy, readSources } from './read-rules.ts';
import { type PolicyContext, type PolicySources, policySources } from './sources.ts';

/** A rule that costs people time. */
export interface Noisy {
  readonly rule: string;
  readonly noise: 'always-yes' | 'bypassed';
  /** the commands it asked about repeatedly, and that were always approved */
  readonly usual: readonly Usual[];
  /** none of its questions was about an agent's command */
  readonly isHuman: boolean;
}

interface Usual {
  readonly command: { readonly argv: readonly string[] } | { readonly line: string };
  readonly cwd: string;
}

export interface Narrowing {
  readonly file: string;
  /** a rule file of its own, or what has to be added to one */
  readonly yaml: string;
}

export interface Narrower {
  /** undefined = the rule is not in force */
  find(rule: string): Rule | undefined;
  /** undefined = no exception is narrow enough, or the rule may not be overridden */
  narrow(noisy: Noisy): Narrowing | undefined;
}

/** Finds what would have a rule ask less, and tries it with all rule files as they are. Writes nothing, never throws. */
export function createNarrower(context: PolicyContext): Narrower {
  const sources = policySources(context);
  const { policy } = readSources(sources);
  const find = (id: string) => policy.modules.flatMap(({ rules }) => rules).find((rule) => rule.id === id);
  return {
    find,
    narrow(noisy) {
      const rule = find(noisy.rule);
      if (rule === undefined || !rule.overridable || rule.id.startsWith('self/')) return undefined;
      const usual = noisy.usual.flatMap((one) => plainCommand(one, context));
      const asking = usual.flatMap(({ argv, cwd }) => askingRules(argv, policy, { ...context, cwd }));
      const overrides = overridesFor(noisy, rule, { usual, rules: [...new Set([rule.id, ...asking])] });
      return overrides.length === 0 ? undefined : tried({ overrides, usual }, sources, context);
    },
  };
}

interface PlainCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
}

interface Exceptions {
  readonly usual: readonly PlainCommand[];
  /** ids of all rules that ask about them: an exception from one would leave the question to the next */
  readonly rules: readonly string[];
}

function overridesFor({ noise, usual, isHuman }: Noisy, rule: Rule, plain: Exceptions): readonly object[] {
  if (noise === 'always-yes' && usual.length > 0) {
    return plain.usual.length === 0 ? [] : plain.rules.map((id) => exceptFor(id, plain.usual));
  }
  const isForAgentsAlone = noise === 'bypassed' || isHuman;
  return isForAgentsAlone && rule.actor === undefined ? [{ name: rule.id, context: 'ai_only' }] : [];
}

function exceptFor(rule: string, plain: readonly PlainCommand[]): object {
  return { name: rule, unless: plain.map(({ argv, cwd }) => ({ exact_command: { argv: [...argv], within: cwd } })) };
}

/** One program with words that are all known, and nothing masked: what is masked would except what nobody said. */
function plainCommand({ command, cwd }: Usual, context: PolicyContext): readonly PlainCommand[] {
  const argv = 'argv' in command ? command.argv : wordsOf(command.line, { ...context, cwd });
  const isPlain =
    argv !== undefined && cwd.startsWith('/') && argv.every((word) => !/\*{3}|[\p{Surrogate}\uFFFD]/u.test(word));
  return isPlain ? [{ argv, cwd }] : [];
}

function wordsOf(line: string, context: PolicyContext): readonly string[] | undefined {
  const { analysis } = decided({ kind: 'line', line }, { modules: [] }, context);
  const [start, ...more] = analysis.invocations;
  if (start === undefined || more.length > 0 || analysis.unsure.length > 0) return undefined;
  if (start.assignments.length + start.redirects.length + start.via.length + start.inputs.length > 0) return undefined;
  const argv = start.argv.map(wordValue);
  return argv.every((word) => word !== undefined) ? argv : undefined;
}

interface Attempt {
  readonly overrides: readonly object[];
  readonly usual: readonly PlainCommand[];
}

/** As it would be with that line in the person's own file: no error, and nothing asks about what is usual. */
function tried({ overrides, usual }: Attempt, sources: PolicySources, context: PolicyContext): Narrowing | undefined {
  const file = join(sources.layout.user.rules, 'mine.yaml');
  const items = overrides.map((one) => printYaml(one).trimEnd());
  const text = withListItems(readIfThere(file) ?? 'version: 1\n', 'overrides', items);
  if (text === undefined) return undefined;
  const after = readWith(file, text, sources);
  if (after.problems.some(({ level }) => level === 'error')) return undefined;
  const isSilent = usual.every(({ argv, cwd }) => askingRules(argv, after.policy, { ...context, cwd }).length === 0);
  return isSilent ? { file, yaml: withListItems('', 'overrides', items) ?? '' } : undefined;
}

/** Ids of the rules that stop the command of an agent. */
function askingRules(argv: readonly string[], policy: Policy, context: PolicyContext): readonly string[] {
  const { trace } = decided({ kind: 'argv', argv: [...argv] }, policy, context);
  const stopping = trace.filter(
    ({ end, verdict }) => end === 'matched' && strictness(verdict) > strictness('redirect'),
  );
  return stopping.map(({ rule }) => rule.id);
}

function readWith(file: string, text: string, sources: PolicySources): LoadedPolicy {
  const isThere = sources.files.some((one) => one.file === file);
  const project = sources.files.filter(({ tier }) => tier === 'project');
  const below = sources.files.filter(({ tier }) => tier !== 'project');
  const files = isThere ? sources.files : [...below, { file, tier: 'user' as const }, ...project];
  return readSources({ ...sources, files }, { instead: new Map([[file, text]]) });
}

type CommandAction =
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'argv'; readonly argv: string[] };

function decided(action: CommandAction, policy: Policy, { cwd, env }: PolicyContext): Decision {
  const facts = hostFacts({ env, cwd });
  return guard({ action, cwd, env, actor: 'ai', at: facts.at }, { policy, facts });
}
