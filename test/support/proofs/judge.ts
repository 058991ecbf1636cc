import { readFileSync } from 'node:fs';
import { defaultClassifier } from '../../../src/classify/compile-settings.ts';
import { hostFacts } from '../../../src/facts/host.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { guard } from '../../../src/guard.ts';
import type { ProofLevel } from '../../../src/model/proof.ts';
import type { Environment } from '../../../src/model/request.ts';

export interface Asked {
  readonly lines: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly level: ProofLevel;
}

export interface ProvenLine {
  readonly line: string;
  /** base names of all that the line starts */
  readonly programs: readonly string[];
  /** it may change files of the project */
  readonly changes?: boolean;
}

const AT = localTime('2025-01-06T10:00:00');

/** Runs inside of a jail: reads lines from standard input and prints those that are proven there. No rule helps: the proof stands alone. */
export function answerProven(): void {
  const asked = JSON.parse(readFileSync(0, 'utf8')) as Asked;
  process.stdout.write(JSON.stringify(asked.lines.flatMap((line) => provenLine(line, asked))));
}

function provenLine(line: string, { cwd, env, level }: Asked): readonly ProvenLine[] {
  const request = { action: { kind: 'line', line }, cwd, env, actor: 'ai', at: AT } as const;
  const facts = hostFacts({ env, cwd, at: AT });
  const world = { policy: { modules: [] }, facts, classifier: defaultClassifier, autoApprove: level } as const;
  const { proof, analysis } = guard(request, world);
  if (proof?.isProven !== true) return [];
  return [
    {
      line,
      programs: [...new Set(analysis.invocations.map(({ program = '' }) => program))],
      changes: proof.level === 'project',
    },
  ];
}
