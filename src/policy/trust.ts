import type { Problem } from '../model/errors.ts';
import { loweredPacks } from './lowered-packs.ts';
import { readRules } from './read-rules.ts';
import { type PolicyContext, policySources } from './sources.ts';

/** What a project's rule file would loosen if it were trusted. */
export interface TrustPreview {
  readonly file: string;
  /** exactly what was looked at: the content that may be trusted */
  readonly content: string;
  /** one for each rule or override that does not count without trust */
  readonly loosens: readonly Problem[];
  /** what is wrong with it */
  readonly errors: readonly Problem[];
}

/** undefined = there is no rule file of a project here, or it cannot be read. */
export function previewTrust(context: PolicyContext): TrustPreview | undefined {
  const { files } = policySources(context);
  const project = files.find(({ tier }) => tier === 'project')?.file;
  let content: string | undefined;
  const isTrusted = (_path: string, read: string) => {
    content = read;
    return false;
  };
  const { problems } = readRules(files, { isTrusted, skipPackExamples: true, before: loweredPacks() });
  if (project === undefined || content === undefined) return undefined;
  const own = problems.filter(({ at }) => at.file === project);
  return {
    file: project,
    content,
    loosens: own.filter(({ code }) => code === 'not-trusted'),
    errors: own.filter(({ level }) => level === 'error'),
  };
}
