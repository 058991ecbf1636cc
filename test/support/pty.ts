import { type ChildProcess, spawn } from 'node:child_process';
import { which } from './shim-world.ts';

export const HAS_PTY = which('script') !== undefined && process.platform === 'linux';
const PATIENCE_MS = 90_000;

/** A command in a terminal of its own (util-linux `script`); answered by what it shows, never by the clock. */
export class Pty {
  private shown = '';
  private seen = 0;
  private wake: () => void = () => {};
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor(command: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    this.child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      cwd: options.cwd,
      env: { ...options.env, SHELL: '/bin/sh' },
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.shown += chunk.toString('utf8');
      this.wake();
    });
    this.ended = new Promise((resolve) => {
      this.child.on('close', (status) => {
        resolve(status);
        this.wake();
      });
    });
  }

  /** Waits until the text is shown after what was waited for before. */
  async expect(text: string, patienceMs = PATIENCE_MS): Promise<void> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const at = this.shown.indexOf(text, this.seen);
      if (at >= 0) {
        this.seen = at + text.length;
        return;
      }
      if (Date.now() > deadline)
        throw new Error(`never shown: ${JSON.stringify(text)} in ${JSON.stringify(this.shown)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 200);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Types it again where nothing came of it. */
  async typeUntil(keys: string, text: string): Promise<void> {
    for (let triesLeft = 3; ; triesLeft--) {
      this.type(keys);
      try {
        return await this.expect(text, triesLeft > 0 ? PATIENCE_MS / 6 : PATIENCE_MS / 2);
      } catch (error) {
        if (triesLeft === 0) throw error;
      }
    }
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** Status of the command, and all that was shown. */
  async end(): Promise<{ status: number | null; shown: string }> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS);
    const status = await this.ended;
    clearTimeout(timer);
    return { status, shown: this.shown.replaceAll('\r\n', '\n') };
  }

  /** The terminal goes away. */
  hangUp(): void {
    this.child.kill('SIGKILL');
  }
}
