import type { InstallableAgent } from '../../agents/agent.ts';
import type { HookOutput, Payload } from '../../agents/hook.ts';
import { isRecord, isString, parseJson } from '../../util/guards.ts';

const REASON = 'a reason of anybody';

/**
 * Is this end a refusal in the words of that agent: one of those that its adapter has, with any reason? `rule`: the one
 * that refused; null = nobody judged.
 */
export function refusalIn(
  { hook, setup }: InstallableAgent,
  payload: Payload,
  ending: HookOutput,
): { readonly rule: string | null; readonly said: string } | undefined {
  const forms = [hook.answer({ kind: 'deny', reason: REASON }, payload), hook.refuse(REASON), setup.refuse?.(REASON)];
  if (!forms.some((form) => form !== undefined && fits(form, ending))) return undefined;
  const said = (ending.stderr || ending.stdout).trim();
  return { rule: /\[([\w.-]+\/[\w.-]+)\]/.exec(said)?.[1] ?? null, said };
}

/** stderr may have other text around the JSON answer. */
function fits(form: HookOutput, { stdout, stderr, exit }: HookOutput): boolean {
  if (form.exit !== exit) return false;
  if (form.stdout === '' ? stdout.trim() !== '' : !sameShape(parseJson(form.stdout), parseJson(stdout))) return false;
  return form.stderr === '' || stderr.trim() !== '';
}

function sameShape(form: unknown, value: unknown): boolean {
  if (isString(form) && form.includes(REASON)) return isString(value) && hasReason(form, value);
  if (Array.isArray(form))
    return Array.isArray(value) && form.length === value.length && form.every((one, at) => sameShape(one, value[at]));
  if (!isRecord(form)) return form === value;
  if (!isRecord(value)) return false;
  return Object.entries(form).every(([name, one]) => sameShape(one, value[name]));
}

function hasReason(form: string, value: string): boolean {
  const [before = '', after = ''] = form.split(REASON);
  return value.startsWith(before) && value.endsWith(after) && value.length > before.length + after.length;
}
