import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Terminal } from '../../../src/settle/askers/terminal.ts';
import { confirm, createTtyAsker } from '../../../src/settle/askers/tty.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `rules: [{ name: ask, commands: [frob], action: require_approval, severity: high, message: "Frobs {git.branch}.", help: "frob gently" }]`,
});
const ALWAYS = { rules: ['p/ask'], argv: ['frob'], within: '/home/me/repo', file: '/home/me/.config/exceptions.yaml' };
const SIZE = { columns: 80, rows: 24 };
const READER = { paint: createPaint(false), cwd: '/home/me/repo', home: '/home/me' };

function terminalOf(lines: readonly (string | undefined)[]): Terminal & { shown: string } {
  const rest = [...lines];
  return {
    shown: '',
    size: () => SIZE,
    write(text) {
      this.shown += text;
    },
    async ask(prompt) {
      this.write(`${prompt}\n`); // what is typed ends the line
      return rest.shift();
    },
    close() {},
  };
}

async function ask(lines: readonly (string | undefined)[], options: { always?: boolean; argv?: string[] } = {}) {
  const terminal = terminalOf(lines);
  const decision = judged(POLICY, requestOf(options.argv ?? ['frob', 'x']));
  const answer = await createTtyAsker(terminal, READER).ask({
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
    [['s', 'y'], 'session'],
    [['a', 'yes'], 'always'],
    [['s', '', 'y'], 'once'],
    [['a', 'n', ''], 'no'],
    [['a', 's', 'n'], 'no'],
    [['s', undefined], 'no'],
    [['?', 'y'], 'once'],
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

  test('shows command, rule, reason, safer way and the default, before anything is answered', async () => {
    const { shown } = await ask(['n']);
    expect(shown).toBe(`safeshell: needs approval  frob x  [p/ask, high]
  Frobs main.
  instead: frob gently
Run it? [y/N/session/always/?] \n`);
  });

  test('explains each answer and why it asks, and asks again', async () => {
    const { shown } = await ask(['?', 'y']);
    expect(shown).toContain(`
THE TRACE
  y        run it, this once
  n        do not run it; so do Enter, Ctrl-C and Ctrl-D
  session  run it, and not ask again before this session ends
  always   run it, and not ask again here: says first what is kept
Run it? `);
  });

  test('says what session allows before it is confirmed', async () => {
    expect((await ask(['s', 'y'])).shown).toContain(`
  \`frob x\` runs in ~/repo without asking again in this session: until this
  terminal is closed.
Allow it for this session? [y/N] `);
  });

  test('says what always allows, in words, before it is confirmed', async () => {
    const { shown } = await ask(['a', 'y']);
    expect(shown).toContain(`
  \`frob\` runs in ~/repo and below it without a question, from now on: yours and
  agents'. Just these words; p/ask still asks about any others.
  Kept in ~/.config/exceptions.yaml; to undo it, delete its line there.
Allow it always? [y/N] `);
    expect(shown).not.toContain('{');
  });

  test('says shortly that it did not understand', async () => {
    const { shown } = await ask(['\x1b[200~yes please', 'n']);
    expect(shown).toContain('  `\\x1b[200~yes please` is no answer: Enter does not run it, ? explains.\nRun it?');
  });

  test('what is said after the window became narrower fits into it', async () => {
    const terminal = terminalOf(['?', 'n']);
    let columns = 80;
    const resized: Terminal = {
      ...terminal,
      size: () => ({ columns, rows: 24 }),
      write: (text) => terminal.write(text),
      ask(prompt) {
        columns = 30;
        return terminal.ask(prompt);
      },
    };
    const decision = judged(POLICY, requestOf(['frob', 'x']));
    await createTtyAsker(resized, READER).ask({ decision, explain: () => 'WHY '.repeat(30) });
    const [, after = ''] = terminal.shown.split('session/?] ');
    for (const line of after.split('\n')) expect(line.length).toBeLessThanOrEqual(30);
    expect(after).toContain('[y/N/s/?] ');
  });

  test('always is no answer where it is not offered', async () => {
    const { answer, shown } = await ask(['a', 'n'], { always: false });
    expect(answer).toBe('no');
    expect(shown).not.toContain('always');
  });

  test('session is not offered for rules about the guard itself', async () => {
    const policy = policyOf({ self: 'rules: [{ name: ask, commands: [frob], action: require_approval }]' });
    const terminal = terminalOf(['s', 'n']);
    const decision = judged(policy, requestOf(['frob']));
    expect(await createTtyAsker(terminal, READER).ask({ decision, explain: () => '' })).toBe('no');
    expect(terminal.shown).toContain('Run it? [y/N/?] ');
  });

  test('a command cannot repaint the question', async () => {
    const { shown } = await ask(['n'], { argv: ['frob', '\x1b[2J\rsafe', '\u202e\n', 'x'.repeat(1000)] });
    expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(shown.split('\n').length).toBeLessThanOrEqual(20);
  });
});

describe('an interrupted question', () => {
  const silent: Terminal = { size: () => SIZE, write() {}, ask: () => new Promise(() => {}), close() {} };
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
    const terminal: Terminal = {
      ...silent,
      write: (text) => written.push(text),
      ask(prompt) {
        written.push(prompt);
        return silent.ask(prompt);
      },
    };
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
