import { EXIT } from '../../../model/errors.ts';
import { modeNow } from '../../../policy/switch-mode.ts';
import { layoutOf } from '../../../store/layout.ts';
import { MODE_TEXT } from '../../../text/mode.ts';
import type { CliContext } from '../context.ts';

export function showMode(json: boolean, { env, out }: CliContext): number {
  const { mode, managed, own } = modeNow(layoutOf(env));
  if (json) out(JSON.stringify({ mode, managed: managed ?? null, own: own ?? null }));
  else out(`${mode}: ${MODE_TEXT[mode]}`);
  return EXIT.ok;
}
