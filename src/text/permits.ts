import type { PermitRisk } from '../model/permits.ts';
import { isWithin } from '../util/path.ts';
import { shWord } from '../util/sh-quote.ts';
import { lowered, printable } from './printable.ts';
import { MAY_WRITE } from './wall.ts';

/** Why a path may never be permitted. */
export const NEVER_PERMITTED =
  'never permitted: it is or holds the home directory, a folder of the system or of the guard';

/** A path as the settings have it: `~/x` where it lies in the home directory. */
export function settingsPath(path: string, home: string | undefined): string {
  return home !== undefined && path !== home && isWithin(path, home) ? `~${path.slice(home.length)}` : path;
}

/** The same as a word of sh, whose `~` is expanded. */
export function shellPath(path: string, home: string | undefined): string {
  const short = settingsPath(path, home);
  return short.startsWith('~') && /^~[\w./@%+=:,-]*$/.test(short) ? short : shWord(path);
}

/** One that counts. Paths as the settings have them. */
export interface PermitShown {
  readonly path: string;
  /** null = everywhere */
  readonly project: string | null;
  readonly once: boolean;
  /** absent = always */
  readonly minutesLeft?: number;
}

/** One a line. */
export function permitsText(permits: readonly PermitShown[]): string {
  if (permits.length === 0) return 'Nothing outside the project is permitted.';
  return permits
    .map(({ path, project, once, minutesLeft }) => {
      const where = project === null ? 'everywhere' : `in ${printable(project)}`;
      return `${printable(path)}  ${where}${once ? `, for the next start${minutesLeft === undefined ? '' : ` (${minutesLeft} min left)`}` : ''}`;
    })
    .join('\n');
}

/** A write that a wall has refused. Paths are absolute; see ToldWrite in host/told-write.ts. */
export interface RefusedPath {
  readonly path: string | undefined;
  readonly permit: { readonly path: string; readonly isNewFile: boolean } | undefined;
  readonly risk?: PermitRisk;
  readonly project: string | undefined;
}

/** Sentences: that it ran confined, which write was refused, and by which line a person permits it. */
export function refusedWriteText(refused: RefusedPath, home: string | undefined): string {
  const { path, project, risk } = refused;
  const line = permitLine(refused, home);
  const what = path === undefined ? 'A link or rename out of it' : `Writing ${printable(settingsPath(path, home))}`;
  const once = project === undefined ? '' : ' (with `--once`: for the next try alone)';
  const way =
    line === undefined
      ? ' Nobody can permit that: keep it in the project.'
      : risk !== undefined
        ? ` Permitting that is not offered: ${riskText(risk)}. A person who wants it anyway types \`safeshell permit PATH\`; an agent keeps to its project.`
        : ` A person may permit it: \`${printable(line)}\`${once}. An agent cannot: it asks the user, and does not reach the same effect another way.`;
  const isKnown = path !== undefined;
  return `This ran confined: it ${MAY_WRITE}. ${what} was refused.${isKnown ? way : ''}`;
}

/** Why a permit is not offered: a clause. */
export function riskText(risk: PermitRisk): string {
  switch (risk.kind) {
    case 'rule': {
      const says = risk.says === undefined ? 'a rule keeps agents from writing there' : clause(risk.says);
      return `${printable(says)} [${printable(risk.rule)}]`;
    }
    case 'credentials':
      return 'keys, tokens or passwords are kept there';
    case 'programs':
      return 'programs are started from there by their names';
  }
}

/** `This file runs commands later.` -> `this file runs commands later` */
function clause(sentence: string): string {
  return lowered(sentence.replace(/\s+/g, ' ').trim().replace(/\.$/, ''));
}

/** The line by which a person permits it, wherever it is typed. */
export function permitLine({ permit, project }: RefusedPath, home: string | undefined): string | undefined {
  if (permit === undefined) return undefined;
  const where = project === undefined ? '--everywhere' : `--project ${shellPath(project, home)}`;
  return `safeshell permit ${where}${permit.isNewFile ? ' --file' : ''} ${shellPath(permit.path, home)}`;
}

/** Above the question, for paths of which there is something to say. */
export function permitWarning(path: string, risk: PermitRisk): string {
  return `safeshell: careful, ${printable(path)}: ${riskText(risk)}. What runs confined could change it.`;
}

/** `project`: null = everywhere. */
export function permitQuestion(project: string | null, once: boolean, isRisky: boolean): string {
  const who = project === null ? 'all confined programs' : `confined programs in ${printable(project)}`;
  return `Let ${once ? `the next start of ${who}` : who} write there? ${isRisky ? '[y/N]' : '[Y/n]'} `;
}

/** `wasPermitted`: by the person's own settings, or for one start. */
export function takenBackText(permits: readonly PermitShown[], wasPermitted: boolean): string {
  const paths = permits.map(({ path }) => printable(path)).join(', ');
  return wasPermitted ? `revoked: ${paths}` : `not permitted by your settings: ${paths}`;
}
