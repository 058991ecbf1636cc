import { MAX_MINUTES } from '../../model/approval.ts';
import { type AnswerMessage, MAX_REASON, type PageQuestion } from '../../model/inbox-page.ts';
import { answerText, heldText, PAGE_TEXT as TEXT, untilText } from '../../text/inbox-page.ts';
import { clock, el, timeOf } from './dom.ts';
import { plain, prose, shown } from './pieces.ts';

/** What is open below the answers of a card. */
export type PanelKind = 'reason' | 'minutes' | 'always' | 'trace';
export type Given = Pick<AnswerMessage, 'answer' | 'minutes' | 'reason'>;

export interface CardActions {
  answer(card: QuestionCard, given: Given): void;
  undo(key: string): void;
  trace(key: string): Promise<readonly string[]>;
}

/** As in the monitor: a key, or a click, that was meant for another question must not answer the one in its place. */
const GRACE_MS = 500;
const SEVERITIES = ['critical', 'high', 'medium', 'low'];
const DEFAULT_MINUTES = '10';

/** One question on the page. It stays the same element while it is asked: focus and what is being typed stay. */
export class QuestionCard {
  /** a list item */
  readonly element: HTMLElement;
  question: PageQuestion;
  private readonly actions: CardActions;
  private readonly body = el('div');
  private readonly bar = el('div', { class: 'answers' });
  private readonly panel = el('div', { class: 'panel', hidden: true });
  private readonly article: HTMLElement;
  private open: PanelKind | undefined;
  private told = '';
  private freshTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(question: PageQuestion, actions: CardActions) {
    const { body, bar, panel } = this;
    this.question = question;
    this.actions = actions;
    const attributes = { class: 'card', tabindex: '-1', 'aria-labelledby': `q-${question.key}` };
    this.article = el('article', attributes, body, bar, panel);
    this.element = el('li', {}, this.article);
    this.update(question);
    this.touch();
  }

  update(next: PageQuestion): void {
    const text = JSON.stringify(next);
    if (text === this.told) return;
    if (this.told !== '' && next.seen !== this.question.seen) this.touch();
    const focused = focusedAction(this.bar);
    this.question = next;
    this.told = text;
    const isHeld = next.held !== undefined;
    this.body.replaceChildren(...bodyOf(next));
    this.bar.replaceChildren(...(isHeld ? heldOf(this, this.actions) : buttonsOf(this, this.actions)));
    if (isHeld) this.closePanel();
    this.article.classList.toggle('is-held', isHeld);
    if (focused !== undefined) (findAction(this.bar, focused) ?? findAction(this.bar, 'undo') ?? this.article).focus();
  }

  /** Nobody may answer for a moment: it was just put, or moved, under the hand of who looked at another. */
  touch(): void {
    this.article.classList.add('is-fresh');
    clearTimeout(this.freshTimer);
    this.freshTimer = setTimeout(() => this.article.classList.remove('is-fresh'), GRACE_MS);
  }

  isFresh(): boolean {
    return this.article.classList.contains('is-fresh');
  }

  focus(): void {
    this.article.focus({ preventScroll: true });
    this.article.scrollIntoView({ block: 'nearest' });
  }

  select(isSelected: boolean): void {
    this.article.classList.toggle('is-selected', isSelected);
  }

  toggle(kind: PanelKind): void {
    const isSame = this.open === kind;
    const { always, held } = this.question;
    this.closePanel();
    if (isSame || held !== undefined || (kind === 'always' && always === undefined)) return;
    this.open = kind;
    this.panel.replaceChildren(...panelOf(kind, this, this.actions));
    this.panel.hidden = false;
    findAction(this.bar, kind)?.setAttribute('aria-expanded', 'true');
    this.panel.querySelector<HTMLElement>('input, [data-first]')?.focus();
  }

  /** false = none was open */
  closePanel(): boolean {
    if (this.open === undefined) return false;
    const hadFocus = this.panel.contains(document.activeElement);
    findAction(this.bar, this.open)?.setAttribute('aria-expanded', 'false');
    this.open = undefined;
    this.panel.hidden = true;
    this.panel.replaceChildren();
    if (hadFocus) this.focus();
    return true;
  }

  countDown(): void {
    const left = this.bar.querySelector('.left');
    const { held } = this.question;
    if (left !== null && held !== undefined) left.textContent = heldText(secondsTo(held.untilMs));
  }
}

/** What a person has to know before the answer. */
function bodyOf(question: PageQuestion): readonly Node[] {
  const { key, commands, reasons, help, cwd, asker, covers } = question;
  const lines = commands.map(({ what }) => el('code', {}, shown(what)));
  const replaced = commands.flatMap(({ runs }) =>
    runs === undefined ? [] : [fact(TEXT.runs, el('code', {}, shown(runs)))],
  );
  return [
    headOf(question),
    el('h2', { class: 'command', id: `q-${key}` }, lines),
    ...reasons.map((reason) => el('p', { class: 'reason' }, prose(reason))),
    el(
      'dl',
      { class: 'facts' },
      replaced,
      help.map((text) => fact(TEXT.instead, el('span', {}, prose(text)))),
      fact(TEXT.where, el('code', {}, shown(cwd))),
      fact(TEXT.who, el('span', {}, prose(asker))),
      fact(TEXT.covers, el('span', {}, prose(covers))),
    ),
  ];
}

function headOf({ severity, rule, askedMs, waitsUntilMs }: PageQuestion): HTMLElement {
  const isKnown = severity !== undefined && SEVERITIES.includes(severity);
  return el(
    'p',
    { class: 'head' },
    severity !== undefined && el('span', { class: `chip ${isKnown ? severity : ''}` }, severity),
    waitsUntilMs === undefined && el('span', { class: 'chip later', title: TEXT.laterHow }, TEXT.laterChip),
    rule !== undefined && el('code', { class: 'rule', title: TEXT.rule }, rule),
    el(
      'span',
      { class: 'when' },
      timeOf(askedMs),
      waitsUntilMs !== undefined && `, ${untilText(true, clock(waitsUntilMs))}`,
    ),
  );
}

function fact(name: string, value: Node | string): HTMLElement {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value));
}

interface ButtonOptions {
  readonly action: string;
  readonly text: string;
  readonly key?: string;
  readonly kind?: string;
  readonly opens?: true;
  readonly click: () => void;
}

function button({ action, text, key, kind = 'plain', opens, click }: ButtonOptions): HTMLButtonElement {
  const attributes = {
    type: 'button',
    class: kind,
    'data-action': action,
    'aria-keyshortcuts': key,
    'aria-expanded': opens && 'false',
    click,
  };
  return el('button', attributes, text, key !== undefined && el('kbd', { 'aria-hidden': 'true' }, key));
}

function buttonsOf(card: QuestionCard, actions: CardActions): readonly Node[] {
  const give = (given: Given) => () => actions.answer(card, given);
  const toggle = (kind: PanelKind) => () => card.toggle(kind);
  const { always } = card.question;
  return [
    el(
      'div',
      { class: 'main', role: 'group', 'aria-label': TEXT.answers },
      button({ action: 'once', text: TEXT.approve, key: 'a', kind: 'yes', click: give({ answer: 'once' }) }),
      button({ action: 'no', text: TEXT.deny, key: 'd', kind: 'no', click: give({ answer: 'no' }) }),
    ),
    el(
      'div',
      { class: 'others', role: 'group', 'aria-label': TEXT.more },
      button({ action: 'reason', text: TEXT.reason, key: 'r', opens: true, click: toggle('reason') }),
      button({ action: 'session', text: TEXT.session, key: 's', click: give({ answer: 'session' }) }),
      button({ action: 'minutes', text: TEXT.minutes, key: 'm', opens: true, click: toggle('minutes') }),
      always !== undefined &&
        button({ action: 'always', text: TEXT.always, key: 'w', opens: true, click: toggle('always') }),
      button({ action: 'trace', text: TEXT.explain, key: 'e', opens: true, click: toggle('trace') }),
    ),
  ];
}

function heldOf(card: QuestionCard, actions: CardActions): readonly Node[] {
  const { key, held } = card.question;
  if (held === undefined) return [];
  const { answer, reason, untilMs } = held;
  return [
    el(
      'p',
      { class: `given ${answer === 'no' ? 'no' : 'yes'}` },
      el('b', {}, answerText(answer, reason)),
      ' ',
      el('span', { class: 'left', 'aria-hidden': 'true' }, heldText(secondsTo(untilMs))),
    ),
    button({ action: 'undo', text: TEXT.undo, key: 'u', click: () => actions.undo(key) }),
  ];
}

function secondsTo(ms: number): number {
  return Math.ceil((ms - Date.now()) / 1000);
}

function panelOf(kind: PanelKind, card: QuestionCard, actions: CardActions): readonly Node[] {
  const close = button({ action: 'close', text: TEXT.close, click: () => card.closePanel() });
  if (kind === 'trace') return [traceOf(card.question.key, actions), el('div', { class: 'others' }, close)];
  const { fields, send, look, given } = fieldsOf(kind, card.question);
  const submit = (event: Event) => {
    event.preventDefault();
    actions.answer(card, given());
  };
  const cancel = button({ action: 'cancel', text: TEXT.cancel, click: () => card.closePanel() });
  return [el('form', { submit }, fields, el('div', { class: 'others' }, el('button', { class: look }, send), cancel))];
}

interface Fields {
  readonly fields: readonly Node[];
  readonly send: string;
  readonly look: 'yes' | 'no';
  readonly given: () => Given;
}

function fieldsOf(kind: Exclude<PanelKind, 'trace'>, { key, always = [] }: PageQuestion): Fields {
  const id = `${kind}-${key}`;
  const label = (text: string) => el('label', { for: id }, text);
  if (kind === 'reason') {
    const field = el('input', { id, type: 'text', maxlength: String(MAX_REASON), autocomplete: 'off' });
    const given = (): Given => ({ answer: 'no', reason: field.value });
    return { fields: [label(TEXT.reasonLabel), field], send: TEXT.reasonSend, look: 'no', given };
  }
  if (kind === 'minutes') {
    const limits = { type: 'number', min: '1', max: String(MAX_MINUTES), step: '1', required: true };
    const field = el('input', { id, ...limits, value: DEFAULT_MINUTES, inputmode: 'numeric' });
    const given = (): Given => ({ answer: 'minutes', minutes: field.valueAsNumber });
    return { fields: [label(TEXT.minutesLabel), field], send: TEXT.minutesSend, look: 'yes', given };
  }
  const written = region(TEXT.alwaysLabel, always.join('\n'));
  const fields = [el('p', {}, TEXT.alwaysLabel), written];
  return { fields, send: TEXT.alwaysSend, look: 'yes', given: () => ({ answer: 'always' }) };
}

function traceOf(key: string, actions: CardActions): HTMLElement {
  const lines = region(TEXT.explain, '..');
  actions.trace(key).then(
    (trace) => lines.replaceChildren(trace.join('\n')),
    (error: Error) => lines.replaceChildren(error.message),
  );
  return lines;
}

/** What may be longer than its place can be scrolled by keys. */
function region(name: string, text: string): HTMLElement {
  return el('pre', { tabindex: '0', 'data-first': true, role: 'region', 'aria-label': name }, text);
}

function focusedAction(bar: HTMLElement): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && bar.contains(activeElement) ? activeElement.dataset.action : undefined;
}

function findAction(bar: HTMLElement, action: string): HTMLElement | undefined {
  return bar.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? undefined;
}

/** For who hears, not sees. */
export function spoken({ commands: [first] }: PageQuestion): string {
  return plain(first?.what ?? []);
}
