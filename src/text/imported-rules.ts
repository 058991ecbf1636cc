import type { Verdict } from '../model/verdict.ts';
import { plural } from './plural.ts';

interface Said {
  readonly from: { readonly file: string; readonly line?: number; readonly text: string };
}

const WORDS = [
  ['allow', 'allow'],
  ['require_approval', 'ask'],
  ['deny', 'deny'],
] as const;

/** How many rules there are of each kind. */
export function importedText(
  title: string,
  rules: readonly { readonly action: Verdict }[],
  isChange: boolean,
): readonly string[] {
  if (rules.length === 0) return [`${title} has no rules to import.`];
  const counts = WORDS.flatMap(([action, word]) => {
    const count = rules.filter((rule) => rule.action === action).length;
    return count === 0 ? [] : [`${count} that ${word}`];
  });
  const all = `${plural(rules.length, 'rule')} of ${title}: ${counts.join(', ')}`;
  return [isChange ? all : `${all}; all were imported before`];
}

/** Each with where it stands and why it is not taken over. */
export function skippedText(skipped: readonly (Said & { readonly why: string })[]): readonly string[] {
  if (skipped.length === 0) return [];
  const lines = skipped.map(({ from: { file, line, text }, why }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `  ${place}  ${text}: ${why}`;
  });
  return ['Not imported:', ...lines];
}

const MOST_STOPPED = 10;

export function stoppedText(
  stopped: readonly { readonly command: string; readonly verdict: Verdict; readonly by: string | undefined }[],
): readonly string[] {
  if (stopped.length === 0) return [];
  const lines = stopped.slice(0, MOST_STOPPED).map(({ command, verdict, by }) => {
    return `  ${command}: ${verdict}${by === undefined ? '' : `, by ${by}`}`;
  });
  const more = stopped.length - MOST_STOPPED;
  return [
    'Allowed there, and still stopped here by another rule:',
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

export function elsewhereText(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  return [
    'Not read, as they may have come with this project. Name one to import it for this project alone:',
    ...files.map((file) => `  ${file}`),
  ];
}
