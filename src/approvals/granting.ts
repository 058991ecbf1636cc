import { rmSync, writeFileSync } from 'node:fs';
import { agentProcess, processId } from '../facts/agent-process.ts';
import type { Ancestor } from '../facts/ancestors.ts';
import { createLineGrants, type LineGrants } from '../settle/line-grants.ts';
import { openGrants } from '../store/grants.ts';
import { type Layout, MODES } from '../store/layout.ts';
import { once } from '../util/once.ts';

/** Approvals of lines, for a program that has just been started: those before us count, and ours for what we start. */
export function grantsOfStart({ state }: Layout, start: Pick<HookPlace, 'ancestors' | 'realpath'>): LineGrants {
  const ancestors = once(() => start.ancestors().map(processId));
  const store = openGrants(state.grants);
  // the first above us is the shim, which becomes the program
  return createLineGrants({ store, ancestors, holder: () => ancestors()[0], isStart: true, realpath: start.realpath });
}

/** Approvals of lines, for an agent's hook. */
export interface HookGrants extends LineGrants {
  /** The agent goes on: what it did not use is over. Never throws. */
  end(): void;
}

export interface HookPlace {
  readonly layout: Layout;
  readonly session: string;
  /** is there while grants are: then no launcher may answer by itself, because that would end none */
  readonly mark: string | undefined;
  /** the processes that the hook descends from, parent first */
  ancestors(): readonly Ancestor[];
  realpath(path: string): string;
}

export function grantsOfHook({ layout, session, mark, ancestors, realpath }: HookPlace): HookGrants {
  const store = openGrants(layout.state.grants);
  const holder = () => {
    const agent = agentProcess(ancestors());
    return agent && processId(agent);
  };
  const lines = createLineGrants({ store, ancestors: () => [], holder, session, realpath });
  return {
    take: () => false,
    leave(decision) {
      lines.leave(decision);
      if (mark !== undefined) writeFileSync(mark, '', { mode: MODES.file });
    },
    end() {
      try {
        if (mark !== undefined) rmSync(mark, { force: true });
        const areLeft = store.end((grant) => grant.session === session);
        if (areLeft && mark !== undefined) writeFileSync(mark, '', { mode: MODES.file });
      } catch {
        // they end by themselves
      }
    },
  };
}
