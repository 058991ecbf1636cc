import { hostFacts } from '../facts/host.ts';
import { guard } from '../guard.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { strictness, type Verdict } from '../model/verdict.ts';
import { wordValue } from '../model/word.ts';
import { exceptionItem, type PlainCommand, ruleItem } from '../rules/add/rule-item.ts';
import { readSentence, type Sentence } from '../rules/add/sentence.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { writeEdited } from '../store/edited-file.ts';
import { withListItems } from '../store/yaml-list.ts';
import { readSources } from './read-rules.ts';
import { OWN_FILE_HEADER, ownFile, type PolicyPlace, policySources, withOwnFile } from './sources.ts';

/** What a sentence would write, or why it cannot. */
export type AddedRule =
  | { readonly refused: string; readonly problems?: readonly Problem[] }
  | {
      readonly file: string;
      /** the file as it was read; undefined = there was none */
      readonly before: string | undefined;
      readonly text: string;
      /** items of lists at the top level of the file */
      readonly items: readonly { readonly key: 'rules' | 'overrides'; readonly yaml: string }[];
      readonly action: Sentence['action'];
      /** what is then said of the command to an agent */
      readonly verdict: Verdict;
      /** the rule that says it, where the sentence alone does not */
      readonly rule: string | undefined;
    };

/**
 * Reads `allow npm install` and the like. To allow what a rule asks about is an exception to that rule; else it is a rule of
 * its own. The file is checked as it would be, with all others. Never throws.
 */
export function previewRule(text: string, place: PolicyPlace): AddedRule {
  const sentence = readSentence(text);
  if (sentence === undefined)
    return { refused: 'expected `allow`, `deny` or `ask`, then a command: "allow npm install"' };
  const plain = plainCommand(decide(sentence.command, { modules: [] }, place));
  if (plain === undefined)
    return { refused: `\`${sentence.command}\` is not one plain command, all of whose words are known` };
  const sources = policySources(place);
  const { policy } = readSources(sources);
  const items = itemsFor(sentence, plain, decide(sentence.command, policy, place), policy);
  if (typeof items === 'string') return { refused: items };
  const file = ownFile(sources);
  const before = readIfThere(file);
  const added = items.reduce<string | undefined>(
    (all, { key, yaml }) => (all === undefined ? undefined : withListItems(all, key, [yaml])),
    before ?? OWN_FILE_HEADER,
  );
  if (added === undefined) return { refused: `${file}: \`rules\` or \`overrides\` is not a list of lines` };
  const after = readSources(withOwnFile(sources, file), { instead: new Map([[file, added]]) });
  const errors = after.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) return { refused: 'the rule files would have errors', problems: errors };
  const decision = decide(sentence.command, after.policy, place);
  const verdict = verdictWord(decision);
  const isOther = strictness(verdict) > strictness(sentence.action);
  return {
    file,
    before,
    text: added,
    items,
    action: sentence.action,
    verdict,
    rule: isOther ? decision.decider?.rule.id : undefined,
  };
}

/** false = the file has changed meanwhile, and stays as it is. Throws what node:fs throws. */
export function writeRule(preview: Extract<AddedRule, { text: string }>): boolean {
  return writeEdited(preview);
}

function decide(line: string, policy: Policy, { cwd, env }: PolicyPlace): Decision {
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

/** A text = why not. */
function itemsFor(
  sentence: Sentence,
  plain: PlainCommand,
  { trace }: Decision,
  { modules }: Policy,
): Extract<AddedRule, { text: string }>['items'] | string {
  const stopping = trace.filter(
    ({ end, verdict }) => end === 'matched' && strictness(verdict) > strictness('redirect'),
  );
  if (sentence.action !== 'allow' || stopping.length === 0) {
    const own = modules.find(({ name, tier }) => name === 'mine' && tier === 'user');
    return [{ key: 'rules', yaml: ruleItem(sentence, plain, new Set(own?.rules.map(({ name }) => name))) }];
  }
  const denying = stopping.find(({ verdict }) => verdict === 'deny');
  if (denying !== undefined)
    return `\`${denying.rule.id}\` denies it, and what is denied is not allowed by another rule`;
  const fixed = stopping.find(({ rule }) => !rule.overridable || rule.id.startsWith('self/'));
  if (fixed !== undefined) return `\`${fixed.rule.id}\` asks, and may not be loosened`;
  const called = stopping.find(({ rule }) => rule.tools !== undefined);
  if (called !== undefined)
    return `\`${called.rule.id}\` asks, which is about tool calls: change it in ${called.rule.at.file}`;
  const rules = [...new Set(stopping.map(({ rule }) => rule.id))];
  return rules.map((rule) => ({ key: 'overrides', yaml: exceptionItem(rule, plain) }));
}
