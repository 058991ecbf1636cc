import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Tri } from '../model/tri.ts';
import type { Word } from '../model/word.ts';
import { normalizePath } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import type { Subject } from './subject.ts';

interface Args {
  redirections?: 'none' | 'streams' | undefined;
}

interface Data {
  readonly redirections: 'none' | 'streams';
}

/** Characters that mean themselves in every shell, and pieces in quotes in which nothing is expanded. */
const LITERAL = /^(?!=)(?:[^\s'"\\$`{}]|'[^']*'|"[^"\\$`]*")+$/;
const QUOTED = /'([^']*)'|"([^"]*)"/g;

/** What a piece of the line spells by itself; undefined = the shell would make something of it. */
function spelledBy(text: string): string | undefined {
  if (!LITERAL.test(text)) return undefined;
  return text.replace(QUOTED, (_all, single?: string, double?: string) => single ?? double ?? '');
}

/** Redirections that reach no file: `2>&1`, `>/dev/null`. */
const STREAMS = /^(?:[ \t]+(?:[12]?>&[12]|(?:[12&]?>>?)[ \t]*\/dev\/null))*[ \t]*$/;
const NOTHING = /^[ \t]*$/;

/** Nothing stands in the text but the words, each as it is, and at its end what `redirections` lets stand. */
function isSpelledOut({ argv, text }: Invocation, { redirections }: Data): boolean {
  let rest = text.trim();
  for (const [at, word] of argv.entries()) {
    if (at > 0 && !/^[ \t]/.test(rest)) return false;
    rest = rest.replace(/^[ \t]+/, '');
    if (!rest.startsWith(word.text) || spelledBy(word.text) !== knownValue(word)) return false;
    rest = rest.slice(word.text.length);
  }
  return (redirections === 'streams' ? STREAMS : NOTHING).test(rest);
}

function knownValue(word: Word): string | undefined {
  return word.kind === 'known' ? word.value : undefined;
}

function isBare({ via, assignments, inputs, role, inFile, standsFor, mayNotRun }: Invocation): boolean {
  if (via.length + assignments.length > 0 || role === 'function') return false;
  if (inFile || mayNotRun || standsFor !== undefined) return false;
  return inputs.every(({ kind }) => kind === 'pipe');
}

/** A word that assigns, a loop variable, an expansion or arithmetic that may: in quotes it only looks so. */
const ASSIGNS = /(?:^|[\s;&|(){}'"])(?:[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=|(?:for|foreach|select)\s)|\$\{\w+:?=|\(\(/;

/**
 * Does the rest of the line set a variable? What is exported in the shell of an agent is not known here, so that
 * `for GIT_PAGER in x; do git log; done` may change what is.
 */
function isAssigned({ text: line }: Analysis, { text, span }: Invocation): boolean {
  if (span === undefined) return line.trim() !== text.trim();
  return ASSIGNS.test(`${line.slice(0, span.start)} ${line.slice(span.end)}`);
}

function evaluatePlain(data: Data, { invocation, origin, analysis }: Subject): Tri {
  if (invocation === undefined || !isBare(invocation) || isAssigned(analysis, invocation)) return 'no';
  if (data.redirections === 'none' && invocation.redirects.length > 0) return 'no';
  if (invocation.argv.some((word) => knownValue(word) === undefined) || invocation.cwd === undefined) return 'unknown';
  return invocation.cwd === normalizePath(origin) && isSpelledOut(invocation, data) ? 'yes' : 'no';
}

/** What the permission rules of coding agents call a simple command: what stands in the line is what starts. */
export const plainStart = defineCondition<Args, Data>({
  type: 'plain_start',
  summary:
    'It stands in the line word by word as it starts, where the line itself is started: nothing is expanded or redirected, the line sets no variable, and no ' +
    'wrapper, function or other directory is between. A pipe may feed it.',
  primary: 'redirections',
  schema: (z) =>
    z.strictObject({
      redirections: z
        .enum(['none', 'streams'])
        .optional()
        .describe('`streams`: those that reach no file may follow, `2>&1` and `>/dev/null`; default none'),
    }),
  lower: ({ redirections = 'none' }) => ({ redirections }),
  evaluate: evaluatePlain,
  says: ({ redirections }) =>
    `it is a plain command${redirections === 'streams' ? ', but for redirections that reach no file' : ''}`,
  explain: (data, subject) => {
    const answer = evaluatePlain(data, subject);
    const text = subject.invocation?.text ?? '';
    if (answer === 'unknown') return `of \`${text}\` not all words are known`;
    return `\`${text}\` is ${answer === 'yes' ? 'a' : 'no'} plain command`;
  },
});
