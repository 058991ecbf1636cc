import { EXIT } from '../../../model/errors.ts';
import type { ChangedAnswer } from '../../../policy/changed-answers.ts';
import type { RuleSwitch } from '../../../policy/switch-rules.ts';
import type { EditedFile } from '../../../store/edited-file.ts';
import { diffText } from '../../../text/diff.ts';
import { plural } from '../../../text/plural.ts';
import { printable, shortened } from '../../../text/printable.ts';
import { wrapped } from '../../../text/wrap.ts';
import type { CliCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export const enable = switchCommand('enable');
export const disable = switchCommand('disable');

type Way = 'enable' | 'disable';

function switchCommand(way: Way): CliCommand {
  return {
    name: way,
    summary: way === 'enable' ? 'let rules count again' : 'let rules not count, by an override in your own file',
    define: (command) =>
      command
        .argument('<rules...>', 'rules, or packs as `git/*`')
        .option('--yes', 'do not ask')
        .option('--json', 'one JSON object; without --yes nothing is written')
        .addHelpText('after', HELP[way]),
    run: (names, options, context) => switchRules(way, names, options, context),
  };
}

async function switchRules(way: Way, names: readonly string[], { yes, json }: Options, context: CliContext) {
  if (refuseAgents('switches rules on and off', context)) return EXIT.notAllowed;
  const { readCatalogue } = await import('../../../policy/catalogue.ts');
  const { previewSwitch } = await import('../../../policy/switch-rules.ts');
  const { chosenRules } = await import('./choose.ts');
  const catalogue = readCatalogue({ cwd: context.cwd, env: context.env });
  const chosen = chosenRules(names, catalogue);
  const isOn = way === 'enable';
  const preview = previewSwitch(chosen, isOn, catalogue);
  if ('refused' in preview) {
    tellProblems(preview.problems ?? [], context);
    context.err(`safeshell: nothing is changed: ${preview.refused}`);
    return EXIT.data;
  }
  const { rules, files, kept } = preview;
  const ids = rules.map(({ written }) => written.id);
  if (!json) {
    for (const { rule, why } of kept) context.err(`safeshell: ${rule} stays ${isOn ? 'off' : 'on'}: ${why}`);
    if (ids.length + kept.length === 0)
      context.out(`${subject(chosen.map(({ written }) => written.id))} ${isOn ? 'on' : 'off'} already`);
    if (ids.length > 0) context.out(previewText(preview, context));
  }
  const question = `Switch ${plural(ids.length, 'rule')} ${isOn ? 'on' : 'off'}? [y/N] `;
  const isAgreed = ids.length > 0 && (yes === true || (!json && (await confirmed(question))));
  const written = isAgreed && (await writeAll(files, context));
  if (json) context.out(JSON.stringify({ ...previewJson(preview), on: isOn, written }, null, 2));
  else if (written) context.out(`${subject(ids)} ${isOn ? 'on' : 'off'}, from the next command on`);
  else if (ids.length > 0 && !isAgreed) context.err('safeshell: nothing is changed');
  if (kept.length > 0) return EXIT.notAllowed;
  if (ids.length === 0 || written) return EXIT.ok;
  return isAgreed ? EXIT.data : EXIT.denied;
}

/** Shown before it is agreed to: the lines that change, and what is said then. */
export function previewText(
  { files, answers }: Pick<RuleSwitch, 'files' | 'answers'>,
  { paint, columns }: CliContext,
): string {
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

function previewJson({ rules, files, answers, kept }: RuleSwitch) {
  const ids = rules.map(({ written }) => written.id);
  return { rules: ids, files: files.map(({ file }) => file), answers: answersJson(answers), kept };
}

export function answersJson(answers: RuleSwitch['answers']) {
  return answers.map(({ command, before, after }) => ({
    command,
    before: { verdict: before.verdict, rule: before.rule ?? null },
    after: { verdict: after.verdict, rule: after.rule ?? null },
  }));
}

/** false, and said, where one of them has changed meanwhile. */
export async function writeAll(files: readonly EditedFile[], { err }: CliContext): Promise<boolean> {
  const { writeEdited } = await import('../../../store/edited-file.ts');
  const changed = files.find((file) => !writeEdited(file));
  if (changed !== undefined) err(`safeshell: ${changed.file} has changed meanwhile, and stays as it is`);
  return changed === undefined;
}

function subject(ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]} is` : `${plural(ids.length, 'rule')} are`;
}

const HELP: Readonly<Record<Way, string>> = {
  enable: `
Takes back what \`disable\` wrote, or overrides a file that switches the rule off.

Examples:
  safeshell rules enable git/push-force
  safeshell rules enable --yes 'git/*'`,
  disable: `
What it writes, and what is then said of the rule's own examples, is shown
first. To except one command only: safeshell rules add "allow ...".

Examples:
  safeshell rules disable git/push-force
  safeshell rules disable --yes 'windows/*'`,
};
