import { EXIT } from '../../../model/errors.ts';
import { readCatalogue } from '../../../policy/catalogue.ts';
import { previewPacks } from '../../../policy/switch-packs.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { finishSwitch, type SwitchOptions, type Way } from '../switch.ts';
import { chosenPacks } from './choose.ts';

export async function switchPacks(
  way: Way,
  names: readonly string[],
  options: SwitchOptions,
  context: CliContext,
): Promise<number> {
  if (refuseAgents('enable or disable packs', context)) return EXIT.notAllowed;
  const catalogue = readCatalogue({ cwd: context.cwd, env: context.env });
  const preview = previewPacks(chosenPacks(names, catalogue.packs), way === 'enable', catalogue);
  const subject = (packs: readonly string[]) => `${packs.join(', ')}:`;
  return finishSwitch(preview, { noun: 'pack', way, asked: names, subject }, options, context);
}
