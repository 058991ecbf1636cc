import { parse } from 'jsonc-parser';
import type { InstallableAgent } from '../../agents/agent.ts';
import { PERMISSION_REQUEST } from '../../agents/dialog.ts';
import { AFTER_CALLS } from '../../agents/failed-output.ts';
import { isRecord, isString } from '../../util/guards.ts';
import { readBytes, textOf } from '../byte-text.ts';
import { startsLauncher } from './edit-agents.ts';

/** Our commands as registered in this settings file, for events before a call; the path itself where the agent starts the file (a plugin). */
export function registeredIn(path: string, agent: InstallableAgent): readonly string[] {
  const text = textIn(path);
  const ours = startsLauncher(agent);
  if (text === undefined || !ours(text)) return [];
  if (agent.setup.starts === 'file' || typeof agent.setup.starts === 'object') return [path];
  const settings: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  return [...new Set(isRecord(settings) ? stringsIn(settings) : tomlStrings(text))].filter(ours);
}

function textIn(path: string): string | undefined {
  try {
    const bytes = readBytes(path);
    return bytes === undefined ? undefined : textOf(bytes);
  } catch {
    return undefined; // a folder, or not ours to read
  }
}

const NO_GUARD = [PERMISSION_REQUEST, ...AFTER_CALLS];

function stringsIn(value: unknown): readonly string[] {
  if (isString(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  // where it is asked about a dialog, or hears of the end, silence refuses nothing, and lets nothing pass
  return Object.entries(value).flatMap(([key, one]) => (NO_GUARD.includes(key) ? [] : stringsIn(one)));
}

/** As we write them: strings of JSON are strings of TOML. */
function tomlStrings(text: string): readonly string[] {
  return [...text.matchAll(/=\s*("(?:[^"\\\n]|\\.)*")\s*$/gm)].flatMap(([, quoted = '']) => {
    try {
      return [JSON.parse(quoted) as string];
    } catch {
      return [];
    }
  });
}
