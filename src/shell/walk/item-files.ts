import { itemFile } from '../../wrappers/xargs.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { printedScripts, type Script, scriptAt } from './script-file.ts';

/** Programs that start others with items which they read. */
export const READS_ITEMS = new Set(['xargs', 'gxargs', 'parallel']);

/** What may stand before it in the line: it changes no file. */
const CHANGES_NOTHING = new Set(['cat', 'cd', 'echo', 'ls', 'pwd', 'set', 'true', ':', 'test', '[', 'mkdir']);

/**
 * The items that a list on disk holds (`xargs rm < list`, `cat list | xargs rm`, `xargs -a list rm`): only where nothing that the line
 * starts before could have changed it.
 */
export function itemText({ argv, frame }: ProgramStart, walker: Walker): string | undefined {
  if (walker.record.invocations.some(({ program }) => !CHANGES_NOTHING.has(program ?? ''))) return undefined;
  const { stdin } = frame;
  const named = itemFile(argv);
  const given = stdin.kind === 'data' && !stdin.data.known ? stdin : undefined;
  const file = named ?? (given?.input.kind === 'file' ? given.input.path : undefined);
  const printed = given === undefined || given.data.known ? undefined : printedScripts(given.data, walker);
  const scripts = file === undefined ? printed : [scriptAt(file, walker, frame)];
  const texts = (scripts ?? []).map(wholeText);
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
}

function wholeText(script: Script | undefined): string | undefined {
  if (script === undefined || !script.onDisk || script.isPart === true || !script.content.known) return undefined;
  return script.content.text;
}
