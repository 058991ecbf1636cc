import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFile } from '../../../host/confined.ts';
import { EXIT } from '../../../model/errors.ts';
import { previewPermits } from '../../../policy/switch-permits.ts';
import { makeFolder } from '../../../store/folders.ts';
import { layoutOf } from '../../../store/layout.ts';
import { ONCE_MS, openOncePermits } from '../../../store/once-permits.ts';
import { diffText } from '../../../text/diff.ts';
import { permitQuestion, permitsText, permitWarning, settingsPath, takenBackText } from '../../../text/permits.ts';
import { printable } from '../../../text/printable.ts';
import { agreed, confirmed } from '../confirm.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';
import { writeAll } from '../switch.ts';
import { type PermitOptions, type Places, placesOf } from './places.ts';

/** Shows what would be written, asks, writes it; the exit status. */
export async function givePermit(
  typed: readonly string[],
  options: PermitOptions,
  context: CliContext,
): Promise<number> {
  if (refuseAgents('permit writes of confined programs', context)) return EXIT.notAllowed;
  const places = placesOf(typed, options, context);
  if (options.remove === true) return takeBack(places, options, context);
  return options.once === true ? giveOnce(places, options, context) : giveAlways(places, options, context);
}

async function giveOnce(places: Places, options: PermitOptions, context: CliContext): Promise<number> {
  const { paths, project = '' } = places;
  const isAgreed = await isMeant(places, options, context);
  if (isAgreed) {
    makeMissing(places, options);
    const permits = openOncePermits(layoutOf(context.env).state.permits);
    permits.leave({ project, paths, untilMs: Date.now() + ONCE_MS });
  }
  return ended(places, options, isAgreed, context);
}

async function giveAlways(places: Places, options: PermitOptions, context: CliContext): Promise<number> {
  const preview = previewHere(places, true, options, context);
  if (preview === undefined) return EXIT.data;
  const isAgreed = preview.kind === 'same' || (await isMeant(places, options, context));
  if (isAgreed && preview.kind === 'edit' && !(await writeAll([preview.file], context))) return EXIT.data;
  if (isAgreed) makeMissing(places, options);
  return ended(places, options, isAgreed, context);
}

/** Out of the settings, and what was permitted for one start. */
async function takeBack(places: Places, options: PermitOptions, context: CliContext): Promise<number> {
  const preview = previewHere(places, false, options, context);
  if (preview === undefined) return EXIT.data;
  if (preview.kind === 'edit' && !(await writeAll([preview.file], context))) return EXIT.data;
  const isOf = ({ project, paths }: { readonly project: string; readonly paths: readonly string[] }) =>
    project === places.project && paths.some((path) => places.paths.includes(path));
  const taken = openOncePermits(layoutOf(context.env).state.permits).take(isOf);
  return ended(places, options, preview.kind === 'edit' || taken.length > 0, context);
}

/** Shows what would be written; undefined, with the reason, where the settings cannot be edited. */
function previewHere(places: Places, isOn: boolean, { json }: PermitOptions, context: CliContext) {
  const layout = layoutOf(context.env);
  const preview = previewPermits(places.written, isOn, layout);
  if (preview.kind === 'refused') {
    tellProblems(preview.problems, context);
    context.err(`safeshell: nothing was changed: ${layout.user.settings} has errors (safeshell lint)`);
    return undefined;
  }
  if (preview.kind === 'edit' && json !== true) {
    const { file, before, text } = preview.file;
    context.out(diffText(printable(file), before, text));
  }
  return preview;
}

/** What could change keys, or what runs later, takes a yes of its own. */
async function isMeant({ written, paths }: Places, { yes, json, once }: PermitOptions, context: CliContext) {
  const { riskyPaths } = await import('./risks.ts');
  const risky = riskyPaths(paths, context);
  for (const { path, risk } of risky) context.err(permitWarning(settingsPath(path, context.env.HOME), risk));
  if (yes === true) return true;
  if (json === true) return false;
  const [{ project = null } = {}] = written;
  if (once === true) context.out(written.map(({ path }) => printable(path)).join('\n'));
  const question = permitQuestion(project, once === true, risky.length > 0);
  return risky.length > 0 ? confirmed(question) : (await agreed(question)) === true;
}

/** A wall can only let through what is there. */
function makeMissing({ paths }: Places, { file }: PermitOptions): void {
  for (const path of paths) {
    if (existsSync(path)) continue;
    makeFolder(file === true ? dirname(path) : path);
    if (file === true) makeFile(path);
  }
}

function ended(places: Places, options: PermitOptions, isDone: boolean, { out, err }: CliContext): number {
  const { once = false, remove = false, json } = options;
  const permits = places.written.map(({ path, project = null }) => ({ path, project, once }));
  if (json === true) out(JSON.stringify({ permits, removed: remove, written: isDone }));
  else if (remove) out(takenBackText(permits, isDone));
  else if (isDone) out(`permitted: ${permitsText(permits)}`);
  else err('safeshell: nothing was changed');
  return isDone || remove ? EXIT.ok : EXIT.denied;
}
