import type { PathCandidate } from '../conditions/path/candidate.ts';
import { candidatesOf } from '../conditions/path/candidates.ts';
import { effective, inEffect } from '../grammar/effective.ts';
import type { Invocation } from '../model/invocation.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { isWithin } from '../util/path.ts';
import type { ProofContext, ProofStart } from './context.ts';

/** They change nothing but the paths that their words name, start nothing, and make no links. Source: GNU coreutils 9.1 */
const CHANGERS: ReadonlySet<string> = new Set(['cp', 'mkdir', 'mv', 'rm', 'rmdir', 'tee', 'touch', 'truncate']);

/** At level `project` it may change files of the project: what it destroys is kept before. */
export function mayChange({ program, context }: ProofStart): boolean {
  return context.level === 'project' && CHANGERS.has(program);
}

/** The start changes a file, or what it prints goes into one. */
export function changesFiles({ subject }: ProofStart): boolean {
  return subject.paths().some(({ access }) => access !== 'read');
}

/** Why what the start changes may not be changed unasked; undefined = all of it surely lies in the project or a temp folder. */
export function changesObstacle(start: ProofStart): string | undefined {
  const { subject, context } = start;
  if (!changesFiles(start)) return undefined;
  if (makesCopies(start)) return `\`${start.program}\` makes copies under other names`;
  for (const candidate of candidatesOf(subject, context.facts, 'change')) {
    const obstacle = changeObstacle(candidate, context);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

function changeObstacle(candidate: PathCandidate, context: ProofContext): string | undefined {
  const { absolute, real, written, tree } = candidate;
  if (absolute === undefined || real === undefined) return `it is not known which path \`${written}\` is`;
  // a copy writes through the links that it finds
  if (tree !== undefined && context.facts.exists(absolute) !== 'no') return `what lies in \`${written}\` may be links`;
  for (const path of [absolute, real]) {
    const isInside = context.roots().some((root) => isWithin(path, root) && path !== root);
    if (!isInside) return `\`${written}\` is outside the project`;
    if (/\/\.git(?:\/|$)/.test(path)) return `\`${written}\` belongs to git`;
    if (context.project().some((root) => isWithin(path, root) && SETTINGS.test(path.slice(root.length))))
      return `\`${written}\` may be settings that programs find by themselves`;
    if (context.isSecret(path)) return `\`${written}\` may hold secrets`;
    if (context.programFolders().some((folder) => isWithin(path, folder)))
      return `\`${written}\` may be started by its name`;
  }
  return undefined;
}

/**
 * Hidden names, but for those of lists and of styles: git, its hooks, editors, agents, CI and shells find them and run what they say, outside
 * of every wall.
 */
const SETTINGS =
  /\/\.(?!(?:git|docker|npm|eslint|prettier|style\w*|rg)?ignore$|editorconfig$|prettierrc(?:\.json|\.ya?ml)?$|gitkeep$|keep$|nvmrc$|(?:node|python|ruby)-version$|env\.(?:example|sample|template|dist)$)|\/(?:lefthook(?:-local)?|azure-pipelines|bitbucket-pipelines)\.ya?ml$|\/Jenkinsfile$/i;

/** Copies of what it replaces are paths that no word names: `cp -b`, `sed -i.bak`. */
function makesCopies({ program, subject }: ProofStart): boolean {
  const parsed = subject.parsed();
  if (CHANGERS.has(program) && inEffect('-b --backup -S --suffix', parsed)) return true;
  return wordValue(effective(parsed, '--in-place')?.value ?? EMPTY) !== '';
}

const EMPTY = knownWord('');

/** A link that was moved or copied leads elsewhere, and its new name is not there yet to be followed. */
export function movedBefore({ analysis, index, subject }: ProofStart): string | undefined {
  if (subject.paths().length === 0) return undefined;
  const mover = analysis.invocations.slice(0, index).find(mayMoveLinks);
  return mover && `what \`${mover.program}\` puts there may be a link`;
}

function mayMoveLinks({ program, argv }: Invocation): boolean {
  return program === 'mv' || (program === 'cp' && argv.some((word) => wordValue(word)?.startsWith('-') !== false));
}
