import { readFileSync, writeFileSync } from 'node:fs';
import type { OnDecision } from '../../src/cases/run-case.ts';
import { type Decision, verdictWord } from '../../src/model/decision.ts';

const FILE = new URL('../record/decisions.txt', import.meta.url);

/** The decisions on the steps of each list, by list and by the id of the step. */
type Record = Map<string, Map<string, string>>;

const IDS_IN_A_LINE = 8;

/** `npm run record` writes the record anew; every other run compares with it. */
export const IS_RECORDING = process.env.RECORD_DECISIONS !== undefined;

/** Decisions of this run beside those of test/record/decisions.txt. */
export class DecisionRecord {
  readonly #recorded: Record = IS_RECORDING ? new Map() : readRecord();
  readonly #judged: Record = new Map();
  readonly #commands = new Map<string, string>();

  /** What to hand to `runCases` for a list; steps of a case after its first are `id#2`, `id#3`, ... */
  recorder(list: string): OnDecision {
    const decisions = new Map<string, string>();
    this.#judged.set(list, decisions);
    return (decision, { id, steps }) => {
      const key = id.replaceAll(/\s+/g, '_');
      let step = key;
      for (let nth = 2; decisions.has(step); nth++) step = `${key}#${nth}`;
      decisions.set(step, decisionText(decision));
      this.#commands.set(
        `${list} ${step}`,
        steps.map(({ command, argv = [] }) => command ?? argv.join(' ')).join('; '),
      );
    };
  }

  /** Steps of the list whose decision is not the recorded one. Steps that are only here or only there are none of them. */
  changed(list: string): readonly string[] {
    const recorded = this.#recorded.get(list);
    return [...(this.#judged.get(list) ?? [])].flatMap(([step, now]) => {
      const before = recorded?.get(step);
      return before === undefined || before === now
        ? []
        : [`${step} ${this.#commands.get(`${list} ${step}`)}\n  was ${before}\n  is  ${now}`];
    });
  }

  /** Steps that this run judged and that are not recorded, and the other way round. */
  unmatched(): { readonly unrecorded: readonly string[]; readonly unjudged: readonly string[] } {
    return {
      unrecorded: difference(this.#judged, this.#recorded),
      unjudged: difference(this.#recorded, this.#judged),
    };
  }

  get size(): number {
    return [...this.#recorded.values()].reduce((sum, { size }) => sum + size, 0);
  }

  write(): void {
    const lists = [...this.#judged].filter(([, decisions]) => decisions.size > 0);
    const sections = lists.map(([list, decisions]) => `# ${list}\n${sectionText(decisions)}`);
    writeFileSync(FILE, sections.join('\n'));
  }
}

/** Verdict, deciding rule, whatever else changes how the request runs, and the other rules that matched. */
export function decisionText(decision: Decision): string {
  const { decider, byDefault, redaction, replacement, unsure, trace } = decision;
  const matched = trace.filter(({ end }) => end === 'matched').map(({ rule }) => rule.id);
  const others = [...new Set(matched)].filter((id) => id !== decider?.rule.id).sort();
  const codes = [...new Set(unsure.map(({ code }) => code))].sort();
  const parts: readonly (string | undefined)[] = [
    verdictWord(decision),
    decider && `${decider.rule.id}${decider.certainty === 'yes' ? '' : '?'}`,
    byDefault && `default of ${byDefault}`,
    redaction && `redacts ${[...redaction.by].sort().join(', ')}${redaction.input ? ' and input' : ''}`,
    replacement && `runs ${JSON.stringify(replacement.argv)}`,
    codes.length > 0 ? `unsure ${codes.join(', ')}` : undefined,
    others.length > 0 ? `also ${others.join(', ')}` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

/** Each decision, and below it the steps that it was made on: few lists have many. */
function sectionText(decisions: ReadonlyMap<string, string>): string {
  const steps = new Map<string, string[]>();
  for (const [step, decision] of decisions) steps.set(decision, [...(steps.get(decision) ?? []), step]);
  return [...steps].map(([decision, ids]) => `${decision}\n${inLines(ids)}`).join('');
}

function inLines(ids: readonly string[]): string {
  const starts = ids.flatMap((_, index) => (index % IDS_IN_A_LINE === 0 ? [index] : []));
  return starts.map((start) => `  ${ids.slice(start, start + IDS_IN_A_LINE).join(' ')}\n`).join('');
}

function readRecord(): Record {
  const record: Record = new Map();
  let list = new Map<string, string>();
  let decision = '';
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    if (line.startsWith('# ')) {
      list = new Map();
      record.set(line.slice(2), list);
    } else if (!line.startsWith('  ')) decision = line;
    else for (const step of line.trim().split(' ')) list.set(step, decision);
  }
  return record;
}

function difference(one: Record, other: Record): readonly string[] {
  return [...one].flatMap(([list, steps]) =>
    [...steps.keys()].filter((step) => other.get(list)?.has(step) !== true).map((step) => `${list} ${step}`),
  );
}
