import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ShellName } from '../../../src/model/request.ts';
import { type Finding, firstAnswerMs, SLOW_MS } from './crash.ts';

interface Asked {
  readonly line: string;
  readonly shell: ShellName;
}

/** The lines that took longest, each once. A hook is a new process each time: its first answer is what people wait for. */
export class Slowest {
  private lines: readonly (Asked & { readonly ms: number })[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(asked: Asked, ms: number): void {
    if (this.lines.length === this.most && ms <= (this.lines.at(-1)?.ms ?? 0)) return;
    this.lines = [...this.lines, { ...asked, ms }].sort((a, b) => b.ms - a.ms).slice(0, this.most);
  }

  /** Those whose first answer in a process of its own is slow; the quickest of three, for others use the machine too. */
  coldFindings(bundle: string): readonly Finding[] {
    return this.lines.flatMap((asked) => {
      const ms = Math.min(...[1, 2, 3].map(() => askAlone(asked, bundle)));
      return ms > SLOW_MS
        ? [{ line: asked.line, what: `${asked.shell}: ${Math.round(ms)} ms for a first answer` }]
        : [];
    });
  }
}

function askAlone(asked: Asked, bundle: string): number {
  const { stdout } = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(bundle)}).answerFirst()`], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** The other end of it. */
export function answerFirst(): void {
  const { line, shell } = JSON.parse(readFileSync(0, 'utf8')) as Asked;
  process.stdout.write(String(firstAnswerMs(line, shell)));
}
