import { existsSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentProcess, processId } from '../facts/agent-process.ts';
import type { Ancestor } from '../facts/ancestors.ts';
import { createLineGrants, type LineGrants } from '../settle/line-grants.ts';
import { areGrantsLeft, openGrants } from '../store/grants.ts';
import { type Layout, MODES } from '../store/layout.ts';
import { once } from '../util/once.ts';

/** Approvals of lines, for a program that has just been started: those before us count, and ours for what we start. */
export function grantsOfStart({ state }: Layout, start: Pick<HookGrantOptions, 'ancestors' | 'realpath'>): LineGrants {
  const ancestors = once(() => start.ancestors().map(processId));
  const store = openGrants(state.grants);
  // the first above us is the shim, which becomes the program
  return createLineGrants({ store, ancestors, holder: () => ancestors()[0], isStart: true, realpath: start.realpath });
}

/** Approvals of lines, for an agent's hook. */
export interface HookGrants extends LineGrants {
  /** The next call of the agent ends the grants that it has not used. Never throws. */
  end(): void;
}

export interface HookGrantOptions {
  readonly layout: Layout;
  readonly session: string;
  /** folder of the launchers; undefined = there are none */
  readonly launchers: string | undefined;
  /** the agent's own word for the session, as the launcher reads it in the payload; undefined = it has none */
  readonly called: string | undefined;
  /** the processes that the hook descends from, parent first */
  ancestors(): readonly Ancestor[];
  realpath(path: string): string;
}

/** While this file exists the launcher leaves answers to Node.js: only that ends the grants of the session. */
const MARK = '.granted';

/** One mark for each session whose id can be part of a file name; shims/hook-gate.sh tests for the same file. */
function markOf({ launchers, called }: HookGrantOptions): string | undefined {
  if (launchers === undefined) return undefined;
  return join(launchers, /^[A-Za-z0-9_-]+$/.test(called ?? '') ? `${MARK}-${called}` : MARK);
}

/** Longer than any grant is valid. */
const OLD_MS = 3_600_000;

/** Marks of sessions that did nothing more. Throws what node:fs throws. */
function removeOldMarks(launchers: string): void {
  for (const name of readdirSync(launchers)) {
    const path = join(launchers, name);
    if (name.startsWith(MARK) && Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { force: true });
  }
}

export function grantsOfHook(options: HookGrantOptions): HookGrants {
  return grantsUntilNext(options, () => agentProcess(options.ancestors()));
}

/** The same for lines that are typed into the shell above our launcher: its next line ends what is left of this one. */
export function grantsOfTypedLine(options: Omit<HookGrantOptions, 'session' | 'called'>): HookGrants {
  const shell = options.ancestors()[1];
  const session = shell === undefined ? 'line' : `line-${processId(shell)}`;
  return grantsUntilNext({ ...options, session, called: shell && `line-${shell.pid}` }, () => shell);
}

function grantsUntilNext(options: HookGrantOptions, above: () => Ancestor | undefined): HookGrants {
  const { layout, session, launchers, realpath } = options;
  const mark = markOf(options);
  const store = openGrants(layout.state.grants);
  const holder = () => {
    const one = above();
    return one && processId(one);
  };
  const lines = createLineGrants({ store, ancestors: () => [], holder, session, realpath });
  const keepMark = () => {
    if (mark === undefined || launchers === undefined) return;
    writeFileSync(mark, '', { mode: MODES.file });
    removeOldMarks(launchers);
  };
  return {
    take: () => false,
    leave(decision) {
      lines.leave(decision);
      keepMark();
    },
    leaveWhole(decision) {
      lines.leaveWhole(decision);
      keepMark();
    },
    end() {
      try {
        // first: a grant that is left meanwhile writes it anew
        if (mark !== undefined && existsSync(mark)) unlinkSync(mark);
        if (areGrantsLeft(layout.state.grants)) store.end((grant) => grant.session === session);
      } catch {
        // they end by themselves
      }
    },
  };
}
