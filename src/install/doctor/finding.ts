/** One result of a doctor check. `note`: information, nothing to fix. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly what: string;
  /** a command, or one sentence; problems only */
  readonly fix?: string;
}

export function ok(check: string, what: string): Finding {
  return { check, state: 'ok', what };
}

export function note(check: string, what: string): Finding {
  return { check, state: 'note', what };
}

export function problem(check: string, what: string, fix: string): Finding {
  return { check, state: 'problem', what, fix };
}
