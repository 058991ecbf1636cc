/** One result of a doctor check. `note`: information, nothing to fix. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly what: string;
  /** a command, or one sentence; problems only */
  readonly fix?: string;
  /** why, in words that a problem found before may have named already: then this one is its consequence */
  readonly cause?: string;
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

/** Without the problems that an earlier one causes. */
export function causesOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.flatMap(({ cause, ...finding }, at) => {
    const earlier = findings.slice(0, at).filter(({ state }) => state === 'problem');
    return cause !== undefined && earlier.some(({ what }) => what.includes(cause)) ? [] : [finding];
  });
}
