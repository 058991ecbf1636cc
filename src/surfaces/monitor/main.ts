import type { ApprovalSettings } from '../../model/approval.ts';
import type { Environment } from '../../model/request.ts';
import { hostMonitor } from './machine.ts';
import { runPlain } from './plain.ts';

export interface MonitorOptions {
  readonly env: Environment;
  readonly settings: ApprovalSettings;
  readonly isPlain: boolean;
  readonly hasColor: boolean;
}

/** Shows questions and takes answers until the person quits. Throws what node:fs throws where there can be no inbox. */
export async function monitor({ env, settings, isPlain, hasColor }: MonitorOptions): Promise<void> {
  const machine = hostMonitor({ env, settings });
  try {
    if (isPlain) {
      await runPlain(machine, process.stdin, (line) => process.stdout.write(`${line}\n`));
    } else {
      const { runApp } = await import('./app.ts');
      await runApp({ machine, hasColor });
    }
  } finally {
    machine.end();
  }
}
