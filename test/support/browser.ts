import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { which } from './shim-world.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const program = NAMES.map((name) => which(name)).find((path) => path !== undefined);
if (program === undefined) console.warn('the page is not tested in a browser, not installed: chromium');

/** Where CI is set a browser must be there; elsewhere a missing one is left out, and told. */
export const MAY_TEST_IN_BROWSER = program !== undefined || Boolean(process.env.CI);

/** `names`: addresses that lead to this machine, as an attacker's name server would say. */
export function openBrowser(names: readonly string[]): Promise<Browser> {
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join();
  return chromium.launch({ executablePath: program ?? 'chromium', args: [`--host-resolver-rules=${rules}`] });
}

/** What is wrong for people with other eyes, ears or hands, in both colour schemes: `rule: element`, one each. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations: all } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as Result;
    found.push(...all.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme} ${id}: ${html}`)));
  }
  return found;
}

interface Result {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** All that a tab asked for and complained of. */
export interface Tab {
  readonly page: Page;
  readonly complaints: string[];
  readonly addresses: string[];
}

export async function newTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const tab: Tab = { page, complaints: [], addresses: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') tab.complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => tab.complaints.push(message));
  page.on('request', (request) => tab.addresses.push(request.url()));
  return tab;
}
