import { EXIT } from '../../../model/errors.ts';
import { readCatalogue } from '../../../policy/catalogue.ts';
import { previewPacks } from '../../../policy/switch-packs.ts';
import { plural } from '../../../text/plural.ts';
import { confirmed } from '../confirm.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';
import { answersJson, previewText, writeAll } from '../rules/switch.ts';
import { chosenPacks } from './choose.ts';

interface Options {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function switchPacks(
  way: 'enable' | 'disable',
  names: readonly string[],
  { yes, json }: Options,
  context: CliContext,
): Promise<number> {
  if (refuseAgents('switches packs on and off', context)) return EXIT.notAllowed;
  const isOn = way === 'enable';
  const word = isOn ? 'on' : 'off';
  const catalogue = readCatalogue({ cwd: context.cwd, env: context.env });
  const preview = previewPacks(chosenPacks(names, catalogue.packs), isOn, catalogue);
  if ('refused' in preview) {
    tellProblems(preview.problems ?? [], context);
    context.err(`safeshell: nothing is changed: ${preview.refused}`);
    return EXIT.data;
  }
  const { packs, files, answers, kept } = preview;
  const changed = packs.map(({ name }) => name);
  if (!json) {
    for (const { pack, why } of kept) context.err(`safeshell: ${pack} stays ${isOn ? 'off' : 'on'}: ${why}`);
    if (changed.length + kept.length === 0) context.out(`${names.join(', ')}: ${word} already`);
    if (changed.length > 0) context.out(previewText(preview, context));
  }
  const question = `Switch ${plural(changed.length, 'pack')} ${word}? [y/N] `;
  const isAgreed = changed.length > 0 && (yes === true || (!json && (await confirmed(question))));
  const written = isAgreed && (await writeAll(files, context));
  if (json) {
    const result = { packs: changed, files: files.map(({ file }) => file), answers: answersJson(answers), kept };
    context.out(JSON.stringify({ ...result, on: isOn, written }, null, 2));
  } else if (written) context.out(`${changed.join(', ')}: ${word}, from the next command on`);
  else if (changed.length > 0 && !isAgreed) context.err('safeshell: nothing is changed');
  if (kept.length > 0) return EXIT.notAllowed;
  if (changed.length === 0 || written) return EXIT.ok;
  return isAgreed ? EXIT.data : EXIT.denied;
}
