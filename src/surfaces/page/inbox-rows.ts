import type { PageAnswer, PageEvent } from '../../model/inbox-page.ts';
import { answerText, placeText, PAGE_TEXT as TEXT, untilText } from '../../text/inbox-page.ts';
import { clock, el, timeOf } from './dom.ts';
import { plain, shown } from './pieces.ts';

/** Answers that can be taken back. The focus stays on the button that had it. */
export function answerRows(
  section: HTMLElement,
  answers: readonly PageAnswer[],
  undo: (answer: PageAnswer) => void,
): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.answer : undefined;
  section.hidden = answers.length === 0;
  if (section.hidden) {
    section.replaceChildren();
    return;
  }
  section.replaceChildren(
    el('h2', { id: 'given' }, TEXT.given),
    el('p', { class: 'dim' }, TEXT.givenHow),
    el(
      'ul',
      { class: 'rows given' },
      answers.map((answer) => answerRow(answer, undo)),
    ),
  );
  if (focused !== undefined) section.querySelector<HTMLElement>(`[data-answer="${focused}"]`)?.focus();
}

function answerRow(one: PageAnswer, undo: (answer: PageAnswer) => void): HTMLElement {
  const { id, answer, reason, who, untilMs, what } = one;
  const attributes = {
    type: 'button',
    class: 'plain',
    'data-answer': id,
    'aria-label': `${TEXT.undo}: ${plain(what)}`,
    click: () => undo(one),
  };
  return el(
    'li',
    {},
    el('p', {}, el('b', { class: answer === 'no' ? 'no' : 'yes' }, answerText(answer, reason)), `, ${placeText(who)}`),
    el('code', {}, shown(what)),
    el('span', { class: 'when' }, untilText(false, clock(untilMs))),
    el('button', attributes, TEXT.undo),
  );
}

/** What happened last, newest first. */
export function eventRows(section: HTMLElement, events: readonly PageEvent[]): void {
  section.hidden = events.length === 0;
  const items = events.map(({ atMs, word, group, what, rule }) =>
    el(
      'li',
      {},
      timeOf(atMs),
      el('span', { class: 'word' }, el('i', { class: group }), word),
      el('code', {}, plain(what, 300)),
      el('span', { class: 'dim' }, rule ?? ''),
    ),
  );
  section.replaceChildren(el('h2', { id: 'recent' }, TEXT.recent), el('ul', { class: 'rows recent' }, items));
}
