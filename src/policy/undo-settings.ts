import { DEFAULT_UNDO, UNDO_PEOPLE, type UndoSettings } from '../model/undo.ts';
import type { UndoWords } from '../rules/undo-entry.ts';

/**
 * Of what the settings files say, the managed one first. Where they name different modes it is `keep`, which both keeps and leaves
 * each question to a person; of people's commands more are kept; of numbers the first counts.
 */
export function undoOf(all: readonly UndoWords[]): UndoSettings {
  const modes = new Set(all.flatMap(({ mode }) => mode ?? []));
  const [mode = DEFAULT_UNDO.mode] = modes;
  const people = all.map((one) => one.people).filter((one) => one !== undefined);
  const first = (key: 'files' | 'bytes' | 'milliseconds' | 'keep_days' | 'keep_bytes', byDefault: number) =>
    all.find((one) => one[key] !== undefined)?.[key] ?? byDefault;
  const { budget, keepDays, keepBytes } = DEFAULT_UNDO;
  return {
    mode: modes.size > 1 ? 'keep' : mode,
    people: UNDO_PEOPLE.findLast((one) => people.includes(one)) ?? DEFAULT_UNDO.people,
    budget: {
      files: first('files', budget.files),
      bytes: first('bytes', budget.bytes),
      milliseconds: first('milliseconds', budget.milliseconds),
    },
    keepDays: first('keep_days', keepDays),
    keepBytes: first('keep_bytes', keepBytes),
  };
}
