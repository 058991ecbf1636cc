import { type Links, linksBefore } from '../conditions/path/line-links.ts';
import { createSubject, type Subject } from '../conditions/subject.ts';
import { grammarOf, withoutVersion } from '../grammar/index.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import { fullName } from '../util/full-name.ts';

/** One start of a line, as the readers of this room take it. */
export interface Start {
  readonly subject: Subject;
  readonly invocation: Invocation;
  /** base name, without a version; '' = not known */
  readonly name: string;
  readonly facts: Facts;
  readonly links: Links;
  /** what a pattern of the shell may reach counts, whatever its options are: all in the folder before its first wildcard */
  readonly isWide: boolean;
}

export function startOf(analysis: Analysis, invocation: Invocation, facts: Facts, isWide = false): Start {
  const subject = createSubject({ analysis, invocation, cwd: invocation.cwd ?? '/', env: facts.env });
  const name = fullName(invocation.program ?? '');
  return {
    subject,
    invocation,
    name: grammarOf(name) === grammarOf(withoutVersion(name)) ? withoutVersion(name) : name,
    facts,
    links: linksBefore(subject, facts),
    isWide,
  };
}

/** Something that may be lost, before it is asked whether it is there. */
export type Spot = PathSpot | { readonly why: string };

export interface PathSpot {
  /** absolute; links followed as PathLoss says */
  readonly path: string;
  readonly what: 'tree' | 'entry' | 'content' | 'below';
  readonly names?: readonly string[];
  readonly from?: string;
  /** the line makes it: what matters is what was moved there */
  readonly isNew?: true;
}
