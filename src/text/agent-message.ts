import type { Decision } from '../model/decision.ts';
import type { Outcome, RefusalCause } from '../model/outcome.ts';
import { printable, shortened } from './printable.ts';
import { reasonOf } from './reason.ts';
import { shownWords } from './words.ts';

type Refusal = Extract<Outcome, { kind: 'refuse' }>;

const NO_RETRY = 'Do not retry it and do not reach the same effect another way.';

/** What the agent may do now. Sentences that agents get to read are stable: see docs/agents.md. */
const ADVICE: Readonly<Record<RefusalCause, string>> = {
  denied: `No approval is possible. ${NO_RETRY}`,
  'said-no': `A person said no. ${NO_RETRY}`,
  interrupted: `The question was broken off. ${NO_RETRY}`,
  'nobody-to-ask': `It needs a person's approval, and nobody can be asked here. ${NO_RETRY} Tell the user: they can run it in a terminal of their own.`,
  'no-replacement': NO_RETRY,
  unsupported: `${NO_RETRY} Tell the user.`,
  'guard-broken': `${NO_RETRY} Tell the user that the guard is broken (safeshell doctor).`,
};

const HEADS: Readonly<Partial<Record<RefusalCause, string>>> = {
  'nobody-to-ask': 'not run',
  'guard-broken': 'not run',
};

/** One line for an agent: what was refused, by which rule, why, what to do instead, and that a retry is no use. */
export function agentRefusal(what: string, refusal: Refusal, decision: Decision): string {
  const { decider, replacement } = decision;
  return joined([
    `safeshell: ${HEADS[refusal.cause] ?? 'refused'}: ${shown(what)}${ruleOf(decision)}`,
    ...reasonOf(decision).map(printable),
    replacement && `Run this instead: ${printable(shownWords(replacement.argv))}`,
    decider?.rule.help && `Instead: ${printable(decider.rule.help)}`,
    ADVICE[refusal.cause],
  ]);
}

/** Shown in the agent's own dialog, to a person. */
export function dialogQuestion(what: string, decision: Decision): string {
  const { decider } = decision;
  return joined([
    `safeshell asks: ${shown(what)}${ruleOf(decision)}`,
    ...reasonOf(decision).map(printable),
    decider?.rule.help && `Safer: ${printable(decider.rule.help)}`,
  ]);
}

/** Something else runs in its place. */
export function agentReplacement(line: string, decision: Decision): string {
  return joined([`safeshell: runs instead: ${shown(line)}${ruleOf(decision)}`, ...reasonOf(decision).map(printable)]);
}

/** Nothing was judged. */
export function agentBroken(problem: string): string {
  return joined([`safeshell: not run: ${printable(problem)}`, ADVICE['guard-broken']]);
}

function shown(what: string): string {
  return `\`${shortened(what)}\``;
}

function ruleOf({ decider }: Decision): string {
  return decider === undefined ? '' : ` [${decider.rule.id}]`;
}

/** Sentences of rule files end as their authors like. */
function joined(parts: readonly (string | undefined | '')[]): string {
  return parts
    .filter((part): part is string => part !== undefined && part !== '')
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
