import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** As a program expects a terminal that it asks on. Line editors take keys one by one and show them themselves. */
const ASKING = 'icanon isig iexten echo echoe echok icrnl -inlcr -igncr opost onlcr'.split(' ');
/** PATH leads through shims. */
const STTY = '/bin/stty';

/**
 * The shell that started us is editing a line: makes the terminal fit for a question below it. Returns what puts it back.
 * Where there is no terminal, or it cannot be told how it was, nothing is changed. Never throws.
 */
export function leaveLineEditor(): () => void {
  const fd = openTerminalFile();
  if (fd === undefined) return () => {};
  const stty = (args: readonly string[]) =>
    spawnSync(STTY, args, { stdio: [fd, 'pipe', 'ignore'], encoding: 'utf8', env: { LC_ALL: 'C' } });
  const { status, stdout } = stty(['-g']);
  const before = status === 0 ? stdout.trim() : undefined;
  if (before !== undefined) stty(ASKING);
  try {
    writeSync(fd, '\n');
  } catch {
    // it is gone
  }
  return () => {
    if (before !== undefined) stty([before]);
    closeSync(fd);
  };
}

function openTerminalFile(): number | undefined {
  try {
    return openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}
