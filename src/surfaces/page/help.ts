import { PAGE_TEXT as TEXT } from '../../text/inbox-page.ts';
import { el } from './dom.ts';

export interface Help {
  open(): void;
  /** single keys may be switched off: WCAG 2.2, 2.1.4 */
  areKeysOn(): boolean;
}

const SETTING = 'keys';

export function createHelp(): Help {
  const box = el('input', { type: 'checkbox', id: 'keys' });
  box.checked = sessionStorage.getItem(SETTING) !== 'off';
  box.addEventListener('change', () => sessionStorage.setItem(SETTING, box.checked ? 'on' : 'off'));
  const rows = TEXT.keys.map(([keys, what]) =>
    el(
      'div',
      {},
      el(
        'dt',
        {},
        keys.split(', ').map((key) => el('kbd', {}, key)),
      ),
      el('dd', {}, what),
    ),
  );
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'keys-title' },
    el('h2', { id: 'keys-title' }, TEXT.keysTitle),
    el('dl', { class: 'keys' }, rows),
    el('p', { class: 'dim' }, TEXT.helpHow),
    el('p', {}, box, el('label', { for: 'keys' }, TEXT.keysSwitch)),
    el('form', { method: 'dialog' }, el('button', { class: 'plain' }, TEXT.close)),
  );
  document.body.append(dialog);
  return { open: () => dialog.showModal(), areKeysOn: () => box.checked };
}
