import type { InboxView } from './inbox-view.ts';

export interface ShortcutTargets {
  readonly inbox: InboxView;
  isOn(): boolean;
  view(name: 'inbox' | 'report'): void;
  help(): void;
}

/** Single keys, as in the monitor; those of the browser, of a field and of a dialog stay theirs. */
export function listenToKeys(targets: ShortcutTargets): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (key === 'Escape') {
      targets.inbox.closePanel();
      return;
    }
    // arrows scroll what is longer than its place
    const own = key.startsWith('Arrow') ? 'input, pre' : 'input';
    const isTyping = target instanceof Element && target.closest(own) !== null;
    const press = KEYS.get(key);
    if (isTyping || press === undefined || !targets.isOn()) return;
    event.preventDefault();
    press(targets);
  });
}

const KEYS: ReadonlyMap<string, (targets: ShortcutTargets) => void> = new Map([
  ['j', ({ inbox }) => inbox.move(1)],
  ['ArrowDown', ({ inbox }) => inbox.move(1)],
  ['k', ({ inbox }) => inbox.move(-1)],
  ['ArrowUp', ({ inbox }) => inbox.move(-1)],
  ['a', ({ inbox }) => inbox.answer({ answer: 'once' })],
  ['y', ({ inbox }) => inbox.answer({ answer: 'once' })],
  ['s', ({ inbox }) => inbox.answer({ answer: 'session' })],
  ['d', ({ inbox }) => inbox.answer({ answer: 'no' })],
  ['r', ({ inbox }) => inbox.toggle('reason')],
  ['m', ({ inbox }) => inbox.toggle('minutes')],
  ['w', ({ inbox }) => inbox.toggle('always')],
  ['e', ({ inbox }) => inbox.toggle('trace')],
  ['u', ({ inbox }) => inbox.undo()],
  ['1', ({ view }) => view('inbox')],
  ['2', ({ view }) => view('report')],
  ['?', ({ help }) => help()],
]);
