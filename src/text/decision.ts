import { type ConditionTrace, type Decision, hasMatched, type RuleTrace, verdictWord } from '../model/decision.ts';
import type { Analysis, Doubt, Invocation } from '../model/invocation.ts';
import type { Condition } from '../model/policy.ts';
import type { Span, UnknownReason } from '../model/word.ts';
import { shArgument, shLine } from '../util/sh-quote.ts';
import { helpOf } from './help.ts';
import { lossesText } from './losses.ts';
import type { Paint } from './paint.ts';
import { printable, printableSameWidth, sentence, withoutSecrets } from './printable.ts';
import { proofText } from './proof.ts';
import { unsureReason } from './reason.ts';
import { fileReasons, locationOf } from './source-location.ts';
import { watchedText } from './watched.ts';

/** The answer to `check`: the verdict, what decided it, and what to do instead. */
export function decisionText(decision: Decision, paint: Paint): string {
  const { decider, byDefault, replacement, redaction, confinement, message, watched, unsure, analysis } = decision;
  const rule = decider === undefined ? '' : paint.dim(`  [${decider.rule.id}]`);
  const lines = [`${paint.verdict(verdictWord(decision))}  ${oneLine(analysis.text)}${rule}`];
  if (message !== undefined) lines.push(`  ${sentence(message)}`);
  if (byDefault !== undefined) lines.push(`  No rule is about this call, and \`${printable(byDefault)}\` then says so`);
  lines.push(...fileReasons(decision).map((one) => `  ${one}`));
  if (decider?.certainty === 'unknown') lines.push(paint.dim(`  matched because ${uncertainty(decider)}`));
  const help = helpOf(decision);
  if (help !== undefined) lines.push(`  instead: ${sentence(help)}`);
  if (replacement !== undefined) lines.push(`  runs: ${printable(shLine(replacement.argv))}`);
  const others = (by: readonly string[] = []) => by.filter((one) => one !== decider?.rule.id && one !== byDefault);
  const maskedBy = others(redaction?.by);
  if (maskedBy.length > 0) lines.push(`  masked in what it prints, by ${printable(maskedBy.join(', '))}`);
  const confinedBy = others(confinement?.by);
  if (confinedBy.length > 0)
    lines.push(`  confined to the project in what it writes, by ${printable(confinedBy.join(', '))}`);
  if (watched !== undefined) lines.push(`  ${watchedText(watched)}`);
  if (decider === undefined) lines.push(...unsure.map((one) => `  ${printable(unsureReason(one))}`));
  lines.push(...lossLines(decision));
  return withoutSecrets(lines.join('\n'));
}

/** More sentences than these are counted. */
const MAX_MISSING = 3;

function lossLines({ losses }: Decision): readonly string[] {
  if (losses === undefined) return [];
  const counted = lossesText(losses);
  const more = losses.missing.length - MAX_MISSING;
  return [
    ...(counted === '' ? [] : [`  would lose: ${counted}`]),
    ...losses.missing.slice(0, MAX_MISSING).map((one) => `  could not be undone: ${printable(one)}`),
    ...(more > 0 ? [`  and ${more} more that could not be undone`] : []),
  ];
}

function uncertainty({ conditions }: RuleTrace): string {
  const unknown = conditions.find((one) => one.result === 'unknown');
  return unknown?.detail === undefined
    ? 'a value is only known at run time'
    : `not everything is known: ${printable(unknown.detail)}`;
}

function oneLine(text: string): string {
  const flat = printable(text.trim().replace(/\s*\n\s*/g, ' ⏎ '));
  return flat.length > 200 ? `${flat.slice(0, 197)}...` : flat;
}

/** Which rules an explanation names: those that have a say, those that are about the program too, or all that were asked. */
export type Shown = 'telling' | 'near' | 'all';

/** The trace as a tree: each program start, each rule asked of it, what its conditions found. */
export function explainText(decision: Decision, paint: Paint, shown: Shown = 'near'): string {
  const { proof, analysis } = decision;
  const proven = proof === undefined ? '' : `\n${withoutSecrets(proofText(proof, analysis, paint))}`;
  return `${decisionText(decision, paint)}\n\n${traceText(decision, paint, shown)}${proven}`;
}

/** The same below a question, which has said the rest. */
export function traceText(decision: Decision, paint: Paint, shown: Shown): string {
  const { analysis } = decision;
  const lines: string[] = [];
  for (const [index, invocation] of analysis.invocations.entries()) {
    lines.push(...invocationLines(invocation, index, analysis, paint));
    lines.push(
      ...ruleLines(
        decision.trace.filter((trace) => trace.invocation === index),
        shown,
        paint,
      ),
    );
  }
  const ofLine = decision.trace.filter((trace) => trace.invocation === undefined && trace.tool === undefined);
  if (ofLine.some((trace) => shown === 'all' || hasMatched(trace))) {
    lines.push(paint.strong('the line as a whole'), ...ruleLines(ofLine, shown, paint));
  }
  const ofCall = decision.trace.filter((trace) => trace.tool !== undefined);
  if (ofCall.length > 0) lines.push(paint.strong('the tool call'), ...ruleLines(ofCall, shown, paint));
  lines.push(...analysis.unsure.map((one) => unsureLine(one, analysis, paint)));
  if (analysis.invocations.length === 0 && ofCall.length === 0) lines.push('nothing would start');
  return withoutSecrets(lines.join('\n').trimEnd());
}

function invocationLines(invocation: Invocation, index: number, analysis: Analysis, paint: Paint): readonly string[] {
  const { argv, via, cwd, standsFor, assignments, redirects } = invocation;
  const through = via.map((wrapper) => wrapper.name).join(' > ');
  const lines = [`${paint.strong(`${index + 1}.`)} ${argv.map((word) => wordText(word)).join(' ')}`];
  if (invocation.source !== undefined) lines.push(paint.dim(`   ${locationOf(invocation, analysis)}`));
  if (invocation.span !== undefined) lines.push(...underline(analysis.text, invocation.span, paint));
  if (through !== '') lines.push(`   through ${printable(through)}`);
  if (standsFor !== undefined) lines.push(`   stands for ${printable(standsFor)}`);
  if (cwd === undefined) lines.push('   in a directory that is not known');
  for (const { name, value } of assignments) lines.push(`   with ${printable(name)}=${wordText(value)}`);
  for (const { op, target } of redirects) lines.push(`   ${op} ${wordText(target)}`);
  for (const word of argv) {
    if (word.kind === 'unknown')
      lines.push(`   ${printable(`\`${word.text}\` is not known: ${word.origin ?? REASONS[word.reason]}`)}`);
    else if (word.origin !== undefined) lines.push(paint.dim(`   ${printable(word.origin)}`));
  }
  return lines;
}

function wordText(word: Invocation['argv'][number]): string {
  if (word.kind === 'known') return printable(shArgument(word.value));
  return printable(word.kind === 'glob' ? word.text : `⟨${word.text}⟩`);
}

/** Wider lines are cut to the piece that is marked. */
const MAX_WIDTH = 160;

/** The line of the text that the piece begins in, the piece marked below it. */
function underline(text: string, { start, end }: Span, paint: Paint): readonly string[] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', from);
  const to = stop < 0 ? text.length : stop;
  const cut = to - from > MAX_WIDTH ? Math.max(from, start - 20) : from;
  const line = printableSameWidth(text.slice(cut, Math.min(to, cut + MAX_WIDTH)));
  const number = from === 0 && stop < 0 ? '' : `${text.slice(0, from).split('\n').length}: `;
  const lead = `${number}${cut > from ? '...' : ''}`;
  const marks = Math.min(end, cut + line.length) - start;
  return [
    paint.dim(`   ${lead}${line}${cut + line.length < to ? '...' : ''}`),
    `   ${' '.repeat(lead.length + start - cut)}${'^'.repeat(Math.max(marks, 1))}`,
  ];
}

/** Why a word is not known, as the end of a sentence. */
const REASONS: Readonly<Record<UnknownReason, string>> = {
  variable: 'a variable that is not set here',
  'command-output': 'what a command prints',
  arithmetic: 'the result of arithmetic',
  glob: 'names of files that are found when it runs',
  stdin: 'what is read when it runs',
  file: 'what a file holds',
  remote: 'it is expanded on another machine',
  'brace-limit': 'more words than are looked at',
  expansion: 'an expansion that is not followed',
};

function ruleLines(traces: readonly RuleTrace[], shown: Shown, paint: Paint): readonly string[] {
  if (traces.length === 0) return ['   no rule is about this'];
  const matched = traces.filter(hasMatched);
  const others = traces.filter((trace) => !hasMatched(trace));
  const named = others.filter((trace) => isShown(trace, shown));
  const hidden = others.length - named.length;
  return [
    ...matched.flatMap((trace) => [
      `   ● ${ruleHead(trace, matchText(trace, paint))}${placeText(trace, paint)}`,
      ...trace.conditions.flatMap((condition) => conditionLines(condition, '     ', paint)),
    ]),
    // where they stand would drown the few that matter
    ...named.map(
      (trace) => `   ○ ${ruleHead(trace, paint.dim(endText(trace)))}${shown === 'all' ? placeText(trace, paint) : ''}`,
    ),
    ...(hidden > 0 ? [paint.dim(`   ○ ${hidden} ${HIDDEN[shown]}`)] : []),
  ];
}

function matchText({ end, verdict }: RuleTrace, paint: Paint): string {
  return `${paint.verdict(verdict)}${end === 'watched' ? paint.dim(`, ${ENDS.watched}`) : ''}`;
}

const HIDDEN: Readonly<Record<Shown, string>> = {
  telling: 'other rules do not apply',
  near: 'rules for every command do not apply (--all shows them)',
  all: '',
};

function isShown({ rule, end }: RuleTrace, shown: Shown): boolean {
  return shown === 'all' || end === 'exception' || (shown === 'near' && rule.commands !== undefined);
}

function ruleHead({ rule }: RuleTrace, outcome: string): string {
  return `${rule.id}  ${outcome}`;
}

function placeText({ rule: { at } }: RuleTrace, paint: Paint): string {
  return `  ${paint.dim(`${printable(at.file)}:${at.line}`)}`;
}

/** Why a rule does not match: the condition that ended it, and what that found. */
export function endText({ end, conditions }: RuleTrace): string {
  const last = conditions.at(-1);
  if ((end !== 'condition' && end !== 'exception') || last === undefined) return ENDS[end];
  return `${ENDS[end]}: ${conditionName(last.condition)}${last.detail === undefined ? '' : `, ${printable(last.detail)}`}`;
}

const ENDS = {
  matched: 'matched',
  watched: 'not enforced',
  disabled: 'is switched off for this session',
  inactive: 'waits for its trigger',
  actor: 'is for another actor',
  file: 'is not for what stands in files',
  directory: 'is for another directory',
  condition: 'does not apply',
  exception: 'has an exception for this',
} as const;

const SIGNS = { yes: '✓', some: '✓', no: '✗', unknown: '?' } as const;

function conditionLines(trace: ConditionTrace, indent: string, paint: Paint): readonly string[] {
  const detail = trace.detail === undefined ? '' : paint.dim(`  ${printable(trace.detail)}`);
  const own = `${indent}${SIGNS[trace.result]} ${conditionName(trace.condition)}${detail}`;
  return [own, ...(trace.children ?? []).flatMap((child) => conditionLines(child, `${indent}  `, paint))];
}

function conditionName(condition: Condition): string {
  if (condition.op === 'is') return condition.type;
  return { all: 'all_of', any: 'any_of', not: 'not' }[condition.op];
}

function unsureLine({ code, detail, span }: Doubt, { text }: Analysis, paint: Paint): string {
  const where = span === undefined ? '' : paint.dim(`  at \`${oneLine(text.slice(span.start, span.end))}\``);
  const what =
    code === 'refused-syntax' ? paint.verdict('deny', 'refused') : paint.verdict('require_approval', 'not understood');
  return `${what}: ${printable(detail)} (${code})${where}`;
}
