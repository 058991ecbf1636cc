import type { AuditEntry } from '../../src/store/audit.ts';

/** The first moment of the sample records. */
export const START = Date.UTC(2026, 0, 30, 10);

/** One outcome; all that a test is about is given. */
export function sampleEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    epochMs: START,
    door: 'hook',
    session: 'session-1',
    actor: 'ai',
    agent: 'claude',
    how: 'hook of claude',
    cwd: '/repo',
    action: { kind: 'line', line: 'git push --force' },
    verdict: 'require_approval',
    rule: 'git/push-force',
    rules: ['git/push-force'],
    outcome: { kind: 'run', by: 'once' },
    durationMs: 4000,
    ...given,
  };
}
