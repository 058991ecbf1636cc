import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import type { PendingRequest } from '../../src/model/approval.ts';
import { openInbox } from '../../src/store/inbox.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { type Agent, AgentMachine, type Ran } from '../support/agent-machine.ts';
import { MAY_TEST_IN_BROWSER, newTab, openBrowser, type Tab, violations } from '../support/browser.ts';
import { pendingOf } from '../support/loopback.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

const RULES = `
rules:
  - { name: ask, commands: [frob], action: require_approval, severity: high, message: "Frobs hard.", help: "frob gently", conditions: [{ args: { operand: ask } }] }
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
`;
const isPerson = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'human';
if (!isPerson) console.warn('the page is not tested: started by an agent');
const EVIL = 'evil.example';
const PATIENCE_MS = 60_000;

let machine: AgentMachine;
let agent: Agent;
let server: ChildProcess;
let links: AsyncIterator<string>;
let running: Promise<Ran>[];
let askedMs = Date.now();
beforeAll(() => {
  machine = new AgentMachine(RULES, { frob: 'exit 3' });
});
afterAll(() => machine?.remove());
beforeEach(() => {
  removePatiently(machine.state);
  removePatiently(machine.userRules);
  machine.takeRan();
  agent = machine.agent();
  running = [];
  server = spawn(process.execPath, [machine.cli, 'inbox', '--web', '--json'], {
    cwd: join(machine.root, 'work'),
    env: machine.env,
  });
  links = createInterface({ input: server.stdout! })[Symbol.asyncIterator]();
});
afterEach(async () => {
  // nobody waits in the next test
  for (const { request } of inbox().list()) inbox().answer(request, { answer: 'no', who: 'test' });
  await Promise.all(running);
  agent.end();
  const ended = new Promise((resolve) => server.once('close', resolve));
  if (server.exitCode === null && server.stdin?.end()) await ended;
});

const nextLink = async () => (JSON.parse((await links.next()).value) as { url: string }).url;
const newLink = () => {
  server.stdin?.write('\n');
  return nextLink();
};
const run = (line: string) => {
  const ran = agent.shell(line);
  running.push(ran);
  return ran;
};
const lineOf = ({ stderr }: Ran) => JSON.parse(stderr.replace('safeshell: ', '')) as Record<string, unknown>;
const inbox = () => openInbox(join(machine.state, 'inbox'));
/** A question that this process waits for, or none. */
const ask = (what: string, more: Partial<PendingRequest> = {}) => {
  const waiter = { pid: process.pid, untilMs: Date.now() + 60_000 };
  const request = pendingOf(what, { waiter, askedMs: askedMs++, burst: what, severity: 'high', ...more });
  inbox().put(request);
  return request;
};

describe.skipIf(!isPerson || !MAY_TEST_IN_BROWSER)('the inbox in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser([EVIL]);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext({ reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    tab = await newTab(context);
    page = tab.page;
    await page.goto(await nextLink());
    await page.locator('.connection.live').waitFor();
  });
  afterEach(async () => {
    const origin = new URL(page.url()).origin;
    expect(tab.addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
    expect(tab.complaints).toEqual([]);
    await context.close();
  });

  const card = (text: string) => page.locator('article', { hasText: text });
  /** A key is not taken while a question is new: it may have been meant for another. */
  const settled = () => expect.poll(() => page.locator('.is-fresh').count(), { timeout: PATIENCE_MS }).toBe(0);
  const press = async (key: string, text: string) => {
    await settled();
    await page.keyboard.press(key);
    await page.getByText(text).waitFor();
  };

  test('a yes by a key lets the command run; it is seen in the list and on record', async () => {
    const asked = run('frob ask');
    await card('frob ask').waitFor();
    expect(await page.title()).toBe('(1) safeshell inbox');
    await press('a', 'goes out in');
    expect((await asked).status).toBe(3);
    expect(machine.takeRan()).toEqual(['frob ask']);
    await page.getByText('Nothing is asked').waitFor();
    await page.locator('.recent li', { hasText: 'approved' }).waitFor();
    expect(machine.audit()).toMatchObject([{ outcome: { kind: 'run', by: 'once', who: 'web' } }]);
  });

  test('its use is a sign of a person', async () => {
    const signs = () =>
      page.evaluate('performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/sign")).length');
    for (const at of [1, 2, 3]) await page.mouse.move(at * 10, at * 10);
    await expect.poll(signs, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  });

  test('a no with a reason, by mouse, reaches the agent; a yes that is taken back never does', async () => {
    const asked = run('frob ask');
    const frob = card('frob ask');
    await frob.waitFor();
    await press('y', 'goes out in');
    await page.keyboard.press('u');
    await page.getByText('Taken back: it is asked again').waitFor();
    await settled();
    await frob.getByRole('button', { name: 'Deny, with a reason' }).click();
    await frob.getByLabel('What the agent is told').fill('use main instead');
    await frob.getByRole('button', { name: 'Deny with this reason' }).click();
    await frob.getByText('Denied: “use main instead”').waitFor();
    expect(lineOf(await asked)).toMatchObject({ cause: 'said-no', said: 'use main instead' });
    expect(machine.takeRan()).toEqual([]);
    await page.getByRole('button', { name: 'Undo: frob ask' }).click();
    await page.getByText('1 for the next try').waitFor();
    expect(inbox().list()).toMatchObject([{ request: { what: 'frob ask' } }]);
  });

  test('answers of others are seen; the focus and what is being typed stay', async () => {
    const [first, second] = [ask('frob one'), ask('frob two')];
    await card('frob two').waitFor();
    expect(await page.locator('article .command').allTextContents()).toEqual(['frob one', 'frob two']);
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.keyboard.type('wait');
    machine.person(['approve', first.id, '--yes']);
    await page.getByText('Approved, once, in a terminal').waitFor();
    ask('frob three');
    await card('frob three').waitFor();
    await page.keyboard.type(' a bit');
    expect(await page.getByLabel('What the agent is told').inputValue()).toBe('wait a bit');
    expect(await page.locator('#spoken').textContent()).toContain('New question from an agent: frob three');
    machine.person(['deny', second.id]);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('frob three');
    // the key that was meant for the one that has gone
    await page.keyboard.press('a');
    expect(
      inbox()
        .list()
        .filter(({ answer }) => answer === undefined),
    ).toMatchObject([{ request: { what: 'frob three' } }]);
  });

  test('keys: another question, panels, help, views; none while one types or has them off', async () => {
    for (const what of ['frob one', 'frob two']) ask(what, { explain: `THE TRACE of ${what}` });
    await card('frob two').waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.querySelector(".command")?.textContent ?? ""');
    const presses: readonly [string, string][] = [
      ['ArrowDown', 'frob two'],
      ['j', 'frob two'],
      ['k', 'frob one'],
      ['ArrowUp', 'frob one'],
      ['j', 'frob two'],
    ];
    for (const [key, text] of presses) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, text]);
    }
    await page.keyboard.press('e');
    await page.getByText('THE TRACE of frob two').waitFor();
    await page.keyboard.press('Escape');
    expect([await focused(), await page.getByText('THE TRACE').count()]).toEqual(['frob two', 0]);
    await page.keyboard.press('m');
    await page.keyboard.type('a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Single keys').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.keyboard.press('a');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('2 questions wait');
    expect(
      inbox()
        .list()
        .some(({ answer }) => answer !== undefined),
    ).toBe(false);
  });

  test('approved from now on, only after what is written was shown', async () => {
    const asked = run('frob ask');
    await card('frob ask').waitFor();
    await page.keyboard.press('w');
    await page.getByText('exact_command').waitFor();
    await settled();
    await page.getByRole('button', { name: 'Approve from now on' }).click();
    expect((await asked).status).toBe(3);
    expect((await run('frob ask')).status).toBe(3);
  });

  test('has no fault for screen readers, in any state, light and dark; nor is it wider than a small phone', async () => {
    const found: Record<string, readonly string[]> = {};
    const look = async (state: string) => {
      found[state] = await violations(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 720 });
    };
    await look('empty');
    const always = { file: '/rules/exceptions.yaml', items: ['{"name":"p/ask"}'] };
    ask(`frob "\u202e" ${'long'.repeat(60)}\n\x1b[2J`, {
      severity: 'critical',
      always,
      runs: 'frob --safe',
      help: 'x',
    });
    for (const severity of ['high', 'medium', 'low']) ask(`frob ${severity}`, { severity });
    const denied = ask('frob later', { waiter: undefined as never });
    await card('frob later').waitFor();
    expect(await card('long').locator('mark').allTextContents()).toEqual(['\\u202e', '\\n\n', '\\x1b']);
    await look('questions');
    for (const [key, text] of [
      ['w', 'This is written'],
      ['r', 'What the agent'],
      ['e', 'THE TRACE'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByText(text).waitFor();
      await look(`panel ${key}`);
      await page.keyboard.press('Escape');
    }
    inbox().answer(denied, { answer: 'no', reason: 'not now', who: 'cli' });
    await page.getByText('for later tries').waitFor();
    await press('s', 'goes out in');
    await look('answered');
    await page.keyboard.press('?');
    await look('help');
    await page.keyboard.press('Escape');
    expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
  });

  test('the report has its tiles and tables, and no fault either', async () => {
    await run('frob deny');
    await page.keyboard.press('2');
    await page.locator('.tile', { hasText: 'stopped' }).waitFor();
    await page.getByRole('rowheader', { name: 'p/no' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await violations(page)).toEqual([]);
    expect(await page.locator('#report style').count()).toBe(0);
  });

  test('without its link there is nothing; a used one, another name and another page open nothing', async () => {
    const { origin, pathname, port } = new URL(page.url());
    expect([pathname.length, page.url().includes('#')]).toEqual([24, false]);
    const link = await newLink();
    const other = await newTab(context);
    await other.page.goto(link);
    await other.page.getByText('while you use this page').waitFor();
    const used = await newTab(context);
    await used.page.goto(link);
    await used.page.getByText('This page needs a fresh link').waitFor();
    expect(await violations(used.page)).toEqual([]);
    const statusOf = async (address: string) => (await used.page.goto(address))?.status();
    expect(await statusOf(`${origin}/`)).toBe(404);
    expect(await statusOf(`http://${EVIL}:${port}${pathname}`)).toBe(403);
    const question = ask('frob one');
    const token = await page.evaluate('sessionStorage.getItem("token")');
    const attack = `fetch(${JSON.stringify(`${origin}${pathname}answer`)}, { method: 'POST', mode: MODE, headers: HEADERS,
      body: JSON.stringify({ key: ${JSON.stringify(question.id)}, seen: '', answer: 'once' }) }).then(({ type }) => type, String)`;
    const from = (mode: string, headers: object) =>
      used.page.evaluate(attack.replace('MODE', JSON.stringify(mode)).replace('HEADERS', JSON.stringify(headers)));
    const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await used.page.route('http://elsewhere.test/', (route) =>
      route.fulfill({ body: '<p>hello', contentType: 'text/html' }),
    );
    await used.page.goto('http://elsewhere.test/');
    expect(await from('cors', bearer)).toBe('TypeError: Failed to fetch');
    expect(await from('no-cors', {})).toMatch(/^opaque$|Failed to fetch/); // the browser may not even let it out
    expect(inbox().list()).toMatchObject([{ request: { what: 'frob one' } }]);
    await page.reload();
    await card('frob one').waitFor();
  });

  test('says that it ended, and what waits then is refused', async () => {
    const asked = run('frob ask');
    await card('frob ask').waitFor();
    server.stdin?.end();
    await page.getByText('The inbox has ended').waitFor();
    expect(lineOf(await asked)).toMatchObject({ cause: 'nobody-to-ask' });
    expect(await violations(page)).toEqual([]);
  });
});

describe.skipIf(!isPerson)('the server of the page', () => {
  test('is not for agents: they do not start it, and what they start gets nothing by a link', async () => {
    const cli = `"${process.execPath}" "${machine.cli}"`;
    for (const options of ['', '--json', '--web'])
      expect((await agent.shell(`${cli} inbox ${options}`)).status).toBe(77);
    if (process.platform !== 'linux') return;
    const { origin, pathname, hash } = new URL(await nextLink());
    const script = `fetch('${origin}${pathname}enter', { method: 'POST', headers: { origin: '${origin}', 'content-type': 'application/json' }, body: '{"code":"${hash.slice(1)}"}' }).then(async (got) => console.log(got.status, await got.text()))`;
    const ran = await agent.shell(`"${process.execPath}" -e ${shQuote(script)}`);
    expect(ran.stdout).toMatch(/^403 .*started by `.*\(Claude Code/);
  });

  test('says where it was called wrongly', () => {
    for (const options of ['--port 0 --web', '--port x --web', '--port 80', '--open']) {
      expect([options, machine.person(['inbox', ...options.split(' ')]).status]).toEqual([options, 64]);
    }
  });

  test('lists what waits, as `approve` does', async () => {
    await agent.shell('frob ask');
    const [plain, json] = [machine.person(['inbox']), machine.person(['inbox', '--json'])];
    expect(plain.stdout).toMatch(/^open {4}[\da-f]{8} {2}frob ask {2}\[p\/ask\]/);
    expect(JSON.parse(json.stdout)).toMatchObject([{ command: 'frob ask', waiting: false }]);
    expect(json.stdout).toBe(machine.person(['approve', '--json']).stdout);
  });

  test.skipIf(!HAS_PTY)('runs in a terminal until Ctrl-C; Enter prints another link', async () => {
    const words = `exec ${shQuote(process.execPath)} ${shQuote(machine.cli)} inbox --web`;
    const pty = new Pty(words, { cwd: join(machine.root, 'work'), env: machine.env });
    await pty.expect('http://127.0.0.1:');
    await pty.expect('Enter prints another link');
    pty.type('\r');
    await pty.expect('http://127.0.0.1:');
    pty.type('\x03');
    expect((await pty.end()).status).toBe(0);
  });
});
