import type { Environment } from '../../model/request.ts';

/**
 * `ask`: say whether the real program may run. `replace`: we are the command now; run what the guard says. `line`: say
 * whether a shell may run the line that was typed; it starts the programs, we never do.
 */
export type Step = (typeof STEPS)[number];
const STEPS = ['ask', 'replace', 'line'] as const;

export interface HandOver {
  readonly step: Step;
  /** the directory of the shim that started us */
  readonly shims: string;
  /** as the caller has it: NODE_* back, nothing of ours in it */
  readonly env: Environment;
  /** ids of the rules by which a hook has this line masked; absent = no hook put it here */
  readonly redactedBy?: readonly string[];
}

const OURS = [
  'SAFESHELL_STEP',
  'SAFESHELL_SHIMS',
  'SAFESHELL_NODE_OPTIONS',
  'SAFESHELL_NODE_CERTS',
  'SAFESHELL_REDACT',
];

/**
 * What shims/shim.sh told us in our environment. It always sets all of it, so nothing of a caller's is believed; but for what
 * hooks say to safeshell-sh, which only makes it mask more.
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
    ...(env.SAFESHELL_REDACT && { redactedBy: env.SAFESHELL_REDACT.split(',') }),
  };
}

/** `=value`, or empty where the variable was not set; unset is not empty. */
function restore(env: Record<string, string | undefined>, name: string, kept = ''): void {
  if (kept.startsWith('=')) env[name] = kept.slice(1);
  else delete env[name];
}
