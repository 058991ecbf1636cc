import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Terminal } from '../../../src/settle/askers/terminal.ts';
import { confirm, createTtyAsker } from '../../../src/settle/askers/tty.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `rules: [{ name: ask, commands: [frob], action: require_approval, severity: high, message: "Frobs {git.branch}.", help: "frob gently" }]`,
});
const ALWAYS = { rules: ['p/ask'], argv: ['frob'], within: '/repo', file: '/rules/exceptions.yaml' };
const PLAIN = createPaint(false);

function terminalOf(lines: readonly (string | undefined)[]): Terminal & { shown: string } {
  const rest = [...lines];
  return {
    shown: '',
    write(text) {
      this.shown += text;
    },
    readLine: async () => rest.shift(),
    close() {},
  };
}

async function ask(lines: readonly (string | undefined)[], options: { always?: boolean; argv?: string[] } = {}) {
  const terminal = terminalOf(lines);
  const decision = judged(POLICY, requestOf(options.argv ?? ['frob', 'x']));
  const answer = await createTtyAsker(terminal, PLAIN).ask({
    decision,
    ...(options.always !== false && { always: ALWAYS }),
    explain: () => 'THE TRACE',
  });
  return { answer, shown: terminal.shown };
}

describe('a question on a terminal', () => {
  test.each<[(string | undefined)[], string]>([
    [['y'], 'once'],
    [['YES '], 'once'],
    [['s'], 'session'],
    [['a'], 'always'],
    [['n'], 'no'],
    [[''], 'no'],
    [[undefined], 'no'],
    [['what', 'y'], 'once'],
    [['e', 'n'], 'no'],
    [['what', undefined], 'no'],
    [Array.from({ length: 20 }, () => 'yea'), 'no'],
  ])('%j is %s', async (lines, answer) => {
    expect((await ask(lines)).answer).toBe(answer);
  });

  test('shows command, rule, reason, safer way and what always would write, before anything is answered', async () => {
    const { shown } = await ask(['n']);
    expect(shown).toBe(`safeshell: approve?  frob x  [p/ask, high]
  Frobs main.
  instead: frob gently
  always = this in /rules/exceptions.yaml:
    - {"name":"p/ask","unless":[{"exact_command":{"argv":["frob"],"within":"/repo"}}]}
  [y]es once  [s]ession  [a]lways  [n]o  [e]xplain: `);
  });

  test('explains, and asks again', async () => {
    const { shown } = await ask(['e', 'y']);
    expect(shown).toContain('THE TRACE\n  [y]es once');
  });

  test('always is no answer where it is not offered', async () => {
    const { answer, shown } = await ask(['a', 'n'], { always: false });
    expect(answer).toBe('no');
    expect(shown).not.toContain('[a]lways');
  });

  test('a command cannot repaint the question', async () => {
    const { shown } = await ask(['n'], { argv: ['frob', '\x1b[2J\rsafe', '\u202e\n', 'x'.repeat(1000)] });
    expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(shown.split('\n')[0]?.length).toBeLessThan(400);
  });
});

describe('an interrupted question', () => {
  const silent: Terminal = { write() {}, readLine: () => new Promise(() => {}), close() {} };
  afterEach(() => {
    vi.useRealTimers();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s is handed back, and the next one does not end us',
    async (signal) => {
      const answer = confirm(silent, '?');
      process.emit(signal, signal);
      expect(await answer).toEqual({ signal });
      expect(process.emit('SIGHUP', 'SIGHUP')).toBe(true);
    },
  );

  test('what is said next does not stand behind the prompt', async () => {
    const written: string[] = [];
    const terminal: Terminal = { ...silent, write: (text) => written.push(text) };
    const answer = confirm(terminal, 'run it? ');
    process.emit('SIGINT', 'SIGINT');
    await answer;
    expect(written).toEqual(['run it? ', '\n']);
  });

  test('an approval leaves signals as they were', async () => {
    const before = process.listenerCount('SIGINT');
    await ask(['y']);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  test('the hang-up of a terminal whose input has ended does not end us', async () => {
    const before = process.listenerCount('SIGHUP');
    expect((await ask([undefined])).answer).toBe('no');
    expect(process.listenerCount('SIGHUP')).toBe(before + 1);
  });

  test('ends when whoever asked is gone', async () => {
    vi.useFakeTimers();
    const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(4242);
    const answer = confirm(silent, '?');
    parent.mockReturnValue(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toEqual({ signal: 'SIGTERM' });
    parent.mockRestore();
  });

  test.each([
    ['y', true],
    ['n', false],
    ['s', false],
    ['', false],
    [undefined, false],
  ])('a plain question takes only yes for yes: %s', async (line, answer) => {
    expect(await confirm(terminalOf([line]), '?')).toBe(answer);
  });
});
