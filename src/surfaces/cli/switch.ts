import { EXIT } from '../../model/errors.ts';
import type { ChangedAnswer } from '../../policy/changed-answers.ts';
import type { SwitchPreview, SwitchRefused } from '../../policy/switch-rules.ts';
import type { EditedFile } from '../../store/edited-file.ts';
import { diffText } from '../../text/diff.ts';
import { plural } from '../../text/plural.ts';
import { printable, shortened } from '../../text/printable.ts';
import { wrapped } from '../../text/wrap.ts';
import { confirmed } from './confirm.ts';
import type { CliContext } from './context.ts';
import { tellProblems } from './problems.ts';

export type Way = 'enable' | 'disable';

export interface SwitchOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

interface Switched {
  readonly noun: 'rule' | 'pack';
  readonly way: Way;
  /** all that the command named, also those that are on or off already */
  readonly asked: readonly string[];
  /** how a sentence about these names begins: `on already` follows */
  readonly subject: (names: readonly string[]) => string;
}

/** Shows what switching rules or packs would change, asks, writes it; the exit code. */
export async function finishSwitch(
  preview: SwitchPreview | SwitchRefused,
  { noun, way, asked, subject }: Switched,
  { yes, json }: SwitchOptions,
  context: CliContext,
): Promise<number> {
  if ('refused' in preview) {
    tellProblems(preview.problems ?? [], context);
    context.err(`safeshell: nothing was changed: ${preview.refused}`);
    return EXIT.data;
  }
  const { names, files, kept } = preview;
  const [word, opposite] = way === 'enable' ? ['on', 'off'] : ['off', 'on'];
  if (!json) {
    for (const { name, why } of kept) context.err(`safeshell: ${name} stays ${opposite}: ${why}`);
    if (names.length + kept.length === 0) context.out(`${subject(asked)} already ${word}.`);
    if (names.length > 0) context.out(previewText(preview, context));
  }
  const question = `Switch ${plural(names.length, noun)} ${word}? [y/N] `;
  const isAgreed = names.length > 0 && (yes === true || (!json && (await confirmed(question))));
  const written = isAgreed && (await writeAll(files, context));
  if (json) context.out(JSON.stringify({ ...previewJson(preview, noun), on: way === 'enable', written }, null, 2));
  else if (written) context.out(`${subject(names)} ${word} from the next command on.`);
  else if (names.length > 0 && !isAgreed) context.err('safeshell: nothing was changed');
  if (kept.length > 0) return EXIT.notAllowed;
  if (names.length === 0 || written) return EXIT.ok;
  return isAgreed ? EXIT.data : EXIT.denied;
}

function previewJson({ names, files, answers, kept }: SwitchPreview, noun: Switched['noun']) {
  return {
    [`${noun}s`]: names,
    files: files.map(({ file }) => file),
    answers: answersJson(answers),
    kept: kept.map(({ name, why }) => ({ [noun]: name, why })),
  };
}

/** Shown before the question: the lines that change, and the answers that change. */
function previewText({ files, answers }: SwitchPreview, { paint, columns }: CliContext): string {
  const diffs = files.map(({ file, before, text }) => diffText(printable(file), before, text));
  const lines = answers.map((one) => wrapped(`  ${answerText(one, paint)}`, columns));
  return [...diffs, ...(lines.length > 0 ? ['What changes, by example:', ...lines] : [])].join('\n');
}

function answerText({ command, before, after }: ChangedAnswer, paint: CliContext['paint']): string {
  const line = shortened(command, MOST_OF_COMMAND);
  if (before.verdict === after.verdict)
    return `${line}: ${paint.dim('still')} ${paint.verdict(after.verdict)}, now by ${after.rule ?? 'no rule'}`;
  const by = after.rule === undefined ? '' : `, by ${after.rule}`;
  return `${line}: ${paint.verdict(before.verdict)} ${paint.dim('becomes')} ${paint.verdict(after.verdict)}${by}`;
}

const MOST_OF_COMMAND = 60;

function answersJson(answers: SwitchPreview['answers']) {
  return answers.map(({ command, before, after }) => ({
    command,
    before: { verdict: before.verdict, rule: before.rule ?? null },
    after: { verdict: after.verdict, rule: after.rule ?? null },
  }));
}

/** false, with a message, where one of them has changed meanwhile. */
export async function writeAll(files: readonly EditedFile[], { err }: CliContext): Promise<boolean> {
  const { writeEdited } = await import('../../store/edited-file.ts');
  const changed = files.find((file) => !writeEdited(file));
  if (changed !== undefined)
    err(`safeshell: ${changed.file} has changed since the preview, and was left unchanged; try again`);
  return changed === undefined;
}
