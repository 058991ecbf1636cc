import { hostFacts } from '../facts/host.ts';
import { guard } from '../guard.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { strictness, type Verdict } from '../model/verdict.ts';
import { wordValue } from '../model/word.ts';
import { type Example, exampleText } from '../rules/add/examples.ts';
import { exceptionItem, ruleItem } from '../rules/add/rule-item.ts';
import { type Misunderstood, readSentence, type Sentence } from '../rules/add/sentence.ts';
import type { Token } from '../rules/add/tokens.ts';
import type { PlainCommand, Wish } from '../rules/add/wish.ts';
import { lineOf, wishFor, withPrograms } from '../rules/add/wishes.ts';
import { lintRules } from '../rules/lint/lint.ts';
import type { IsProgram } from '../rules/lint/rule-words.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { writeEdited } from '../store/edited-file.ts';
import { withListItems } from '../util/yaml-list.ts';
import { programTest } from './lint.ts';
import { readSources } from './read-rules.ts';
import {
  OWN_FILE_HEADER,
  ownFile,
  type PolicyContext,
  type PolicySources,
  policySources,
  withOwnFile,
} from './sources.ts';

/** What a sentence would write, or why it cannot. */
export type AddedRule =
  | {
      readonly refused: string;
      readonly problems?: readonly Problem[];
      /** each word that nothing could be made of */
      readonly misunderstood?: readonly Misunderstood[];
    }
  | {
      readonly file: string;
      /** the file as it was read; undefined = there was none */
      readonly before: string | undefined;
      readonly text: string;
      /** items of lists at the top level of the file */
      readonly items: readonly AddedItem[];
      readonly action: Sentence['action'];
      /** the verdict on the command of an agent, with the rule */
      readonly verdict: Verdict;
      /** the rule that decides, where it is not the added one */
      readonly rule: string | undefined;
      /** examples that were checked: what it is about, and what it is not */
      readonly stops: readonly string[];
      readonly passes: readonly string[];
    };

interface AddedItem {
  readonly key: 'rules' | 'overrides';
  readonly yaml: string;
}

/**
 * Reads `allow npm install`, `deny git push to main for agents` and the like. To allow what a rule asks about is an exception
 * to that rule; else it is a rule of its own. A sentence is understood whole or not at all. The file is checked as it would be,
 * with all others. Never throws.
 */
export function previewRule(text: string, context: PolicyContext): AddedRule {
  const sources = policySources(context);
  const wishes = wishesIn(text, context, programTest(context.env.PATH ?? '', sources.layout));
  if ('refused' in wishes) return wishes;
  const { policy } = readSources(sources);
  const added: Added = { items: [], stops: [], passes: [] };
  for (const wish of wishes) {
    const refused = addItems(wish, policy, context, added);
    if (refused !== undefined) return { refused };
  }
  return checked(wishes, added, sources, context);
}

/** What the sentence says of each of its commands. */
function wishesIn(
  text: string,
  context: PolicyContext,
  isProgram: IsProgram,
): readonly Wish[] | Extract<AddedRule, { refused: string }> {
  const sentence = readSentence(text);
  if (!('commands' in sentence)) return notUnderstood(sentence);
  const commands = withPrograms(sentence.commands, isProgram);
  const wrong = commands.filter((one): one is Misunderstood => 'why' in one);
  if (wrong.length > 0) return notUnderstood(wrong);
  const wishes: Wish[] = [];
  const misunderstood: Misunderstood[] = [];
  for (const words of commands as readonly (readonly Token[])[]) {
    const line = lineOf(words);
    const plain = plainCommand(decide(line, { modules: [] }, context));
    if (plain === undefined) return { refused: `\`${line}\` is not one plain command, all of whose words are known` };
    const wish = wishFor({ sentence, words, plain, here: context.cwd });
    if ('action' in wish) wishes.push(wish);
    else misunderstood.push(...wish);
  }
  return misunderstood.length > 0 ? notUnderstood(misunderstood) : wishes;
}

function notUnderstood(found: readonly Misunderstood[]): Extract<AddedRule, { refused: string }> {
  const misunderstood = [...new Map(found.map((one) => [one.word, one])).values()];
  const [first] = misunderstood;
  const isAlone = misunderstood.length === 1 && first !== undefined;
  const words = misunderstood.map(({ word }) => `\`${word}\``).join(', ');
  return { refused: isAlone ? `\`${first.word}\`: ${first.why}` : `not understood: ${words}`, misunderstood };
}

/** What is written for all commands of a sentence. */
interface Added {
  items: AddedItem[];
  stops: string[];
  passes: string[];
}

/** A text = why not. */
function addItems(wish: Wish, policy: Policy, context: PolicyContext, added: Added): string | undefined {
  const own = policy.modules.find(({ name, tier }) => name === 'mine' && tier === 'user');
  const taken = new Set([
    ...(own?.rules.map(({ name }) => name) ?? []),
    ...added.items.flatMap(({ yaml }) => /^name: (.*)$/m.exec(yaml)?.[1] ?? []),
  ]);
  const item = ruleItem(wish, taken);
  added.stops.push(...item.match.map(exampleText));
  added.passes.push(...item.noMatch.map(exampleText));
  const overrides = wish.action === 'allow' ? exceptionsFor(wish, commandOf(item.match[0]), policy, context) : [];
  if (typeof overrides === 'string') return overrides;
  added.items.push(...(overrides.length > 0 ? overrides : [{ key: 'rules' as const, yaml: item.yaml }]));
  return undefined;
}

function commandOf(example: Example | undefined): string {
  return typeof example === 'string' ? example : String(example?.command ?? '');
}

/** Loads the file as it would be, with all others; lints what is new. */
function checked(wishes: readonly Wish[], added: Added, sources: PolicySources, context: PolicyContext): AddedRule {
  const { items, stops } = added;
  const file = ownFile(sources);
  const before = readIfThere(file);
  const text = items.reduce<string | undefined>(
    (all, { key, yaml }) => (all === undefined ? undefined : withListItems(all, key, [yaml])),
    before ?? OWN_FILE_HEADER,
  );
  if (text === undefined) return { refused: `${file}: \`rules\` or \`overrides\` is not a list of lines` };
  const after = readSources(withOwnFile(sources, file), { instead: new Map([[file, text]]) });
  const errors = after.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) return { refused: 'the rule files would have errors', problems: errors };
  const doubts = lintAlone(items, programTest(context.env.PATH ?? '', sources.layout));
  if (doubts.length > 0) return { refused: 'such a rule would hardly do what is meant', problems: doubts };
  // a rule's examples were checked by loading it; an exception has none of its own, and is tried here and now
  const isException = items.some(({ key }) => key === 'overrides');
  const passes = isException
    ? added.passes.filter((line) => !/ {2}\(/.test(line) && isStopped(line, after.policy, context))
    : added.passes;
  const [wish] = wishes;
  const action = wish?.action ?? 'allow';
  const decision = decide(wish?.parts.length === 0 ? (stops[0] ?? '') : '', after.policy, context);
  const verdict = strictness(verdictWord(decision)) > strictness(action) ? verdictWord(decision) : action;
  const isOther = strictness(verdict) > strictness(action);
  return {
    ...{ file, before, text, items, action, verdict, stops, passes },
    rule: isOther ? decision.decider?.rule.id : undefined,
  };
}

function isStopped(line: string, policy: Policy, context: PolicyContext): boolean {
  return strictness(verdictWord(decide(line, policy, context))) > strictness('redirect');
}

function lintAlone(items: readonly AddedItem[], isProgram: IsProgram): readonly Problem[] {
  const yaml = items.filter(({ key }) => key === 'rules').map((item) => item.yaml);
  const text = yaml.length === 0 ? '' : (withListItems('', 'rules', yaml) ?? '');
  const file = { file: 'mine.yaml', text, tier: 'user' as const, module: 'mine' };
  return lintRules([file], { modules: [] }, isProgram).filter(({ level }) => level === 'warning');
}

/** false = the file has changed meanwhile, and stays as it is. Throws what node:fs throws. */
export function writeRule(preview: Extract<AddedRule, { text: string }>): boolean {
  return writeEdited(preview);
}

function decide(line: string, policy: Policy, { cwd, env }: PolicyContext): Decision {
  const facts = hostFacts({ env, cwd });
  return guard({ action: { kind: 'line', line }, cwd, env, actor: 'ai', at: facts.at }, { policy, facts });
}

function plainCommand({ analysis: { invocations, unsure } }: Decision): PlainCommand | undefined {
  const [start, ...more] = invocations;
  if (start?.program === undefined || more.length > 0 || unsure.length > 0) return undefined;
  if (start.assignments.length + start.redirects.length + start.via.length > 0) return undefined;
  const argv = start.argv.map(wordValue);
  if (!argv.every((word): word is string => word !== undefined)) return undefined;
  return { program: start.program, argv };
}

/** Exceptions to the rules that stop what is to be allowed; [] = none does. A text = why not. */
function exceptionsFor(
  wish: Wish,
  line: string,
  policy: Policy,
  context: PolicyContext,
): readonly AddedItem[] | string {
  const { trace } = decide(line, policy, context);
  const stopping = trace.filter(
    ({ end, verdict }) => end === 'matched' && strictness(verdict) > strictness('redirect'),
  );
  if (stopping.length === 0) return [];
  const denying = stopping.find(({ verdict }) => verdict === 'deny');
  if (denying !== undefined)
    return `\`${denying.rule.id}\` denies it, and what is denied is not allowed by another rule`;
  const fixed = stopping.find(({ rule }) => !rule.overridable || rule.id.startsWith('self/'));
  if (fixed !== undefined) return `\`${fixed.rule.id}\` asks, and may not be loosened`;
  const called = stopping.find(({ rule }) => rule.tools !== undefined);
  if (called !== undefined)
    return `\`${called.rule.id}\` asks, which is about tool calls: change it in ${called.rule.at.file}`;
  const rules = [...new Set(stopping.map(({ rule }) => rule.id))];
  if (wish.parts.some(({ context }) => context !== undefined))
    return `\`${rules[0]}\` asks, and an exception from it holds for agents and people`;
  return rules.map((rule) => ({ key: 'overrides', yaml: exceptionItem(rule, wish) }));
}
