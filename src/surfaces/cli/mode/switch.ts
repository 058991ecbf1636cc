import { EXIT } from '../../../model/errors.ts';
import type { GuardMode } from '../../../model/mode.ts';
import { previewMode } from '../../../policy/switch-mode.ts';
import type { EditedFile } from '../../../store/edited-file.ts';
import { layoutOf } from '../../../store/layout.ts';
import { diffText } from '../../../text/diff.ts';
import { MODE_TEXT } from '../../../text/mode.ts';
import { printable } from '../../../text/printable.ts';
import { wrapped } from '../../../text/wrap.ts';
import { confirmed } from '../confirm.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';
import { type SwitchOptions, writeAll } from '../switch.ts';

/** Shows what would be written, asks where the guard is to stop less, writes it; the exit status. */
export async function switchMode(mode: GuardMode, options: SwitchOptions, context: CliContext): Promise<number> {
  if (refuseAgents('change the mode', context)) return EXIT.notAllowed;
  const layout = layoutOf(context.env);
  const preview = previewMode(mode, layout);
  if (preview.kind === 'refused') {
    tellProblems(preview.problems, context);
    context.err(`safeshell: nothing was changed: ${layout.user.settings} has errors (safeshell lint)`);
    return EXIT.data;
  }
  if (preview.kind === 'edit') return change(mode, preview.file, options, context);
  if (options.json) context.out(jsonText(mode, undefined, false));
  else if (preview.kind === 'same') context.out(`The mode is already ${mode}: ${MODE_TEXT[mode]}.`);
  if (preview.kind === 'same') return EXIT.ok;
  context.err(`safeshell: the mode stays guard: the administrator's ${layout.managed.settings} sets it`);
  return EXIT.notAllowed;
}

async function change(
  mode: GuardMode,
  edited: EditedFile,
  { yes, json }: SwitchOptions,
  context: CliContext,
): Promise<number> {
  const { out, err, columns } = context;
  const { file, before, text } = edited;
  if (!json) out(`${diffText(printable(file), before, text)}\n${wrapped(`${mode}: ${MODE_TEXT[mode]}`, columns)}`);
  const isAgreed = yes === true || (!json && (mode === 'guard' || (await confirmed('Only watch? [y/N] '))));
  const written = isAgreed && (await writeAll([edited], context));
  if (json) out(jsonText(mode, file, written));
  else if (written) out(`The mode is ${mode} from the next command on.`);
  else if (!isAgreed) err('safeshell: nothing was changed');
  if (written) return EXIT.ok;
  return isAgreed ? EXIT.data : EXIT.denied;
}

function jsonText(mode: GuardMode, file: string | undefined, written: boolean): string {
  return JSON.stringify({ mode, file: file ?? null, written });
}
