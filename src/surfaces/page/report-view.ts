import { PAGE_TEXT as TEXT } from '../../text/inbox-page.ts';
import type { Client } from './client.ts';
import { el } from './dom.ts';

/** A table that is wider than a phone is scrolled by keys, too. */
function reachByKeys(table: Element): void {
  const name = table.parentElement?.querySelector('h2')?.textContent ?? TEXT.report;
  for (const [attribute, value] of [
    ['tabindex', '0'],
    ['role', 'region'],
    ['aria-label', name],
  ] as const) {
    table.setAttribute(attribute, value);
  }
}

/** The page of `safeshell report`, made anew whenever it is looked at. */
export function createReportView(root: HTMLElement, client: Client): { show(): Promise<void> } {
  const again = el('button', { type: 'button', class: 'plain', click: () => void show() }, TEXT.refresh);
  const title = el('h1', {}, TEXT.report);
  const body = el('div', { class: 'report' });
  const made = el('p', { class: 'dim' });
  const show = async () => {
    root.setAttribute('aria-busy', 'true');
    made.textContent = TEXT.makingReport;
    try {
      const page = await client.report();
      title.textContent = page.querySelector('header p')?.textContent ?? TEXT.report;
      body.replaceChildren(...(page.querySelector('main')?.childNodes ?? []));
      for (const wide of body.querySelectorAll('.wide')) reachByKeys(wide);
      made.textContent = page.querySelector('footer')?.textContent ?? '';
    } catch {
      made.textContent = TEXT.failed;
    } finally {
      root.setAttribute('aria-busy', 'false');
    }
  };
  root.replaceChildren(title, body, el('footer', {}, made, again));
  return { show };
}
