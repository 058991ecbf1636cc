import type { Environment } from '../../model/request.ts';

/**
 * `ask`: answer whether the shim may exec the real program. `replace`: this process is the command, and runs what the guard decides.
 * `line`: answer whether a shell may run the line that was typed; no program is started here.
 */
export type Step = (typeof STEPS)[number];
const STEPS = ['ask', 'replace', 'line'] as const;

export interface HandOver {
  readonly step: Step;
  /** the directory of the shim that started us */
  readonly shims: string;
  /** the caller's environment: NODE_* restored, our own variables removed */
  readonly env: Environment;
  /** in a box, for step `replace`: where the program of that name really is, whatever PATH says */
  readonly program?: { readonly name: string; readonly path: string };
  /** ids of the rules for which a hook has the output of this line masked; absent = no hook did */
  readonly redactedBy?: readonly string[];
}

const OURS = [
  'SAFESHELL_STEP',
  'SAFESHELL_SHIMS',
  'SAFESHELL_PROGRAM',
  'SAFESHELL_NODE_OPTIONS',
  'SAFESHELL_NODE_CERTS',
  'SAFESHELL_REDACT',
];

/**
 * Reads the variables by which shims/shim.sh starts us. It sets all of them, so that a caller cannot; except SAFESHELL_REDACT, which
 * hooks set for safeshell-sh: it can only make it mask more.
 */
export function readHandOver(env: Environment): HandOver {
  const callers: Record<string, string | undefined> = { ...env };
  for (const name of OURS) delete callers[name];
  restore(callers, 'NODE_OPTIONS', env.SAFESHELL_NODE_OPTIONS);
  restore(callers, 'NODE_EXTRA_CA_CERTS', env.SAFESHELL_NODE_CERTS);
  return {
    step: STEPS.find((step) => step === env.SAFESHELL_STEP) ?? 'ask',
    shims: env.SAFESHELL_SHIMS ?? '',
    env: callers,
    ...programIn(env.SAFESHELL_PROGRAM),
    ...(env.SAFESHELL_REDACT && { redactedBy: env.SAFESHELL_REDACT.split(',') }),
  };
}

/** `name:path`; empty = it is in no box. */
function programIn(said = ''): Pick<HandOver, 'program'> {
  const at = said.indexOf(':');
  return at < 0 ? {} : { program: { name: said.slice(0, at), path: said.slice(at + 1) } };
}

/** `=value`, or empty where the variable was not set; unset is not empty. */
function restore(env: Record<string, string | undefined>, name: string, kept = ''): void {
  if (kept.startsWith('=')) env[name] = kept.slice(1);
  else delete env[name];
}
