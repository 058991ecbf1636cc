import { spawnSync } from 'node:child_process';

/** Modes and size of a terminal. Node.js has no words for them: stty(1) of POSIX says and sets them, 3 ms each time. */
export interface TerminalModes {
  /** `stty -g`: what restores exactly these modes */
  readonly saved: string;
  /** keys are read one by one: a program draws on this terminal */
  readonly isRaw: boolean;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };
/** Narrower than that nothing can be read. */
const LEAST_COLUMNS = 20;
/** Where stty lies; our own shims do not. The third is that of NixOS. */
const STTY_PATH = '/usr/bin:/bin:/run/current-system/sw/bin';

/** undefined where there is no stty, or no terminal any more. */
export function readModes(fd: number): TerminalModes | undefined {
  const [saved = '', ...all] = stty(fd, 'stty -g && stty -a').split('\n');
  if (!/^[\w:=]+$/.test(saved)) return undefined;
  return { saved, isRaw: /(^|\s)-icanon\b/.test(all.join(' ')) };
}

/** `words`: of stty(1) alone, as they come into a line of sh. */
export function setModes(fd: number, words: string): void {
  stty(fd, `stty ${words}`);
}

/** Some terminals say that they have no columns. */
export function sizeOf(fd: number): TerminalSize {
  const [rows = 0, columns = 0] = stty(fd, 'stty size').split(' ').map(Number);
  return {
    columns: columns > 0 ? Math.max(columns, LEAST_COLUMNS) : USUAL_SIZE.columns,
    rows: rows > 0 ? rows : USUAL_SIZE.rows,
  };
}

function stty(fd: number, line: string): string {
  const ran = spawnSync('/bin/sh', ['-c', line], {
    stdio: [fd, 'pipe', 'ignore'],
    env: { PATH: STTY_PATH, LC_ALL: 'C' },
    encoding: 'utf8',
  });
  return ran.status === 0 ? ran.stdout : '';
}
