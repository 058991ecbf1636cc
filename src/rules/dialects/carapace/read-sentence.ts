import type { FirstUseData } from '../../../conditions/first-use.ts';
import type { OperationData } from '../../../conditions/operation.ts';
import { CATEGORY_WORDS, CLASSES, EFFECT_PHRASES, type Phrase, TRIGGER_PHRASES } from './phrases.ts';

/** What a sentence means, as far as conditions can say it. */
export interface Reading {
  readonly operation: OperationData;
  readonly firstUse?: FirstUseData['of'];
}

/** Longer ones say more than the table knows. */
const MAX_SENTENCE = 300;

const AGENT =
  /^(?:(?:if|once|when|whenever|after) )?(?:(?:the|an) )?(?:agent|assistant|model|ai|it|session) (?:has |had )?(?:already |ever |previously |just )*/;
const BLOCK =
  /^(?:always )?(?:block|deny|forbid|prevent|stop|refuse|disallow|prohibit|gate|require (?:user )?approval for|ask before) /;
const WITHOUT_APPROVAL =
  / (?:without (?:explicit |prior |user )*(?:approval|permission|confirmation)|(?:always )?(?:requires?|needs?) (?:explicit |user )*(?:approval|permission|confirmation)|(?:is|are) (?:blocked|denied|forbidden|prohibited|not allowed)|must be approved) $/;
const ON_FIRST_USE = / (?:on|upon|at) (?:the )?first use(?: (?:per|in (?:a|the|each)|of (?:a|the|each)) session)? $/;

/** undefined = the table does not know every word of it. */
export function readTrigger(sentence: string): Reading | undefined {
  return lookUp(plain(sentence).replace(AGENT, ''), TRIGGERS);
}

/** Whether it blocks or asks says the rule's `mode`; the sentence says what. undefined = as for triggers. */
export function readEffect(sentence: string): Reading | undefined {
  const whole = plain(sentence).replace(BLOCK, '');
  const atFirst = whole.replace(ON_FIRST_USE, ' ');
  const reading = lookUp(atFirst.replace(WITHOUT_APPROVAL, ' '), EFFECTS);
  if (reading === undefined || atFirst === whole) return reading;
  const { types = [] } = reading.operation;
  const isCredential = types.length === 1 && types[0] === 'credential_access';
  return { ...reading, firstUse: isCredential ? 'credential' : 'operation' };
}

/** Small letters, single blanks, no full stop; ends in a blank, as every part of a phrase does. */
function plain(sentence: string): string {
  if (sentence.length > MAX_SENTENCE) return '';
  return `${sentence.toLowerCase().trim().split(/\s+/).join(' ').replace(/[.!]$/, '')} `;
}

interface CompiledPhrase {
  readonly pattern: RegExp;
  readonly reads: Phrase['reads'];
}

const TRIGGERS = TRIGGER_PHRASES.flatMap(compile);
const EFFECTS = EFFECT_PHRASES.flatMap(compile);

function compile({ says, reads }: Phrase): readonly CompiledPhrase[] {
  return says.map((text) => ({ pattern: new RegExp(`^${text.split(' ').map(partSource).join('')}$`), reads }));
}

function partSource(part: string): string {
  const words = part.slice(1, -1).replaceAll('_', ' ');
  if (part.startsWith('{')) return CLASSES[part.slice(1, -1)] as string;
  if (part.startsWith('(')) return `(?:${words}) `;
  return part.startsWith('[') ? `(?:(?:${words}) )?` : `${part.replaceAll('_', ' ')} `;
}

function lookUp(sentence: string, phrases: readonly CompiledPhrase[]): Reading | undefined {
  for (const { pattern, reads } of phrases) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const { categories, ...operation } = reads;
    if (categories === undefined) return { operation };
    const named = CATEGORY_WORDS[match.groups?.category ?? ''];
    return { operation: { ...operation, categories: categories === 'named' ? [named as string] : categories } };
  }
  return undefined;
}
