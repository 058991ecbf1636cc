import type { AnswerResult, PageQuestion, PageState } from '../../model/inbox-page.ts';
import { answerText, askedText, headingText, moreText, settledText, PAGE_TEXT as TEXT } from '../../text/inbox-page.ts';
import type { Client } from './client.ts';
import { el } from './dom.ts';
import { answerRows, eventRows } from './inbox-rows.ts';
import { type Given, type PanelKind, QuestionCard, spoken } from './question-card.ts';

export interface InboxViewOptions {
  readonly root: HTMLElement;
  readonly client: Client;
  /** shown for a moment, and said */
  readonly tell: (text: string) => void;
  /** said to who listens */
  readonly say: (text: string) => void;
}

/** The questions, the answers that nobody has fetched, and what happened last. */
export class InboxView {
  private readonly options: InboxViewOptions;
  private readonly heading = el('h1', {}, TEXT.inbox);
  private readonly list = el('ol', { class: 'questions' });
  private readonly more = el('p', { class: 'dim', hidden: true });
  private readonly empty = el('p', { class: 'empty', hidden: true }, TEXT.emptyHow);
  private readonly answers = el('section', { 'aria-labelledby': 'given', hidden: true });
  private readonly events = el('section', { 'aria-labelledby': 'recent', hidden: true });
  /** in their order on the page */
  private cards = new Map<string, QuestionCard>();
  private selected: string | undefined;
  private latest: PageState | undefined;

  constructor(options: InboxViewOptions) {
    const { heading, empty, list, more, answers, events } = this;
    this.options = options;
    options.root.replaceChildren(heading, empty, list, more, answers, events);
    list.addEventListener('focusin', ({ target }) => {
      for (const [key, { element }] of this.cards) if (element.contains(target as Node)) this.select(key);
    });
    setInterval(() => {
      for (const card of this.cards.values()) card.countDown();
    }, 250);
  }

  update(state: PageState): void {
    const { latest } = this;
    this.latest = state;
    this.updateCards(state.questions, latest === undefined);
    const waiting = state.questions.filter(({ waitsUntilMs }) => waitsUntilMs !== undefined).length;
    replaceText(this.heading, headingText(waiting, state.questions.length - waiting + state.more));
    this.empty.hidden = state.questions.length > 0;
    this.more.hidden = state.more === 0;
    replaceText(this.more, moreText(state.more));
    if (!isSame(latest?.answers, state.answers)) {
      answerRows(this.answers, state.answers, ({ id, atMs }) => this.takeBack(id, atMs));
    }
    if (!isSame(latest?.events, state.events)) eventRows(this.events, state.events);
  }

  private updateCards(questions: readonly PageQuestion[], isFirst: boolean): void {
    const { list, cards: before } = this;
    const hadFocus = list.contains(document.activeElement);
    const order = [...before.keys()];
    this.cards = new Map(questions.map((question) => [question.key, this.cardOf(question, isFirst)]));
    for (const [key, card] of before) {
      if (this.cards.has(key)) continue;
      this.options.say(settledText(spoken(card.question)));
      card.element.remove();
    }
    for (const [at, [key, card]] of [...this.cards].entries()) {
      // an element that is moved loses the focus, so what is in its place stays there
      if (list.children[at] !== card.element) list.insertBefore(card.element, list.children[at] ?? null);
      if (order[at] !== key) card.touch();
    }
    this.keepSelection(order, hadFocus);
  }

  private cardOf(question: PageQuestion, isFirst: boolean): QuestionCard {
    const known = this.cards.get(question.key);
    if (known !== undefined) {
      known.update(question);
      return known;
    }
    if (!isFirst) this.options.say(askedText(spoken(question), question.asker));
    const { client } = this.options;
    return new QuestionCard(question, {
      answer: (card, given) => this.answerOn(card, given),
      undo: (key) => this.takeBack(key),
      trace: client.trace,
    });
  }

  /** What is gone hands its place on to the next. */
  private keepSelection(before: readonly string[], hadFocus: boolean): void {
    const { selected } = this;
    if (selected !== undefined && this.cards.has(selected)) {
      this.select(selected);
      return;
    }
    this.selectAt(selected === undefined ? 0 : before.indexOf(selected));
    if (!hadFocus || this.list.contains(document.activeElement)) return;
    const card = this.selectedCard();
    if (card === undefined) document.getElementById('main')?.focus();
    else card.focus();
  }

  private select(key: string | undefined): void {
    this.selected = key;
    for (const [one, card] of this.cards) card.select(one === key);
  }

  private selectAt(at: number): void {
    const keys = [...this.cards.keys()];
    this.select(keys[Math.min(Math.max(at, 0), keys.length - 1)]);
  }

  private selectedCard(): QuestionCard | undefined {
    return this.selected === undefined ? undefined : this.cards.get(this.selected);
  }

  /** Selects the next question, or the one before. */
  move(by: 1 | -1): void {
    this.selectAt([...this.cards.keys()].indexOf(this.selected ?? '') + by);
    this.selectedCard()?.focus();
  }

  answer(given: Given): void {
    const card = this.selectedCard();
    if (card !== undefined) this.answerOn(card, given);
  }

  toggle(panel: PanelKind): void {
    this.selectedCard()?.toggle(panel);
  }

  /** false = none was open */
  closePanel(): boolean {
    return [...this.cards.values()].filter((card) => card.closePanel()).length > 0;
  }

  /** Takes back the last answer that can be. */
  undo(): void {
    const held = this.latest?.questions.filter((one) => one.held !== undefined).sort(byLatestAnswer)[0];
    const given = this.latest?.answers[0];
    if (held !== undefined) this.takeBack(held.key);
    else if (given !== undefined) this.takeBack(given.id, given.atMs);
  }

  private answerOn(card: QuestionCard, given: Given): void {
    const { key, seen, held } = card.question;
    const { client, tell, say } = this.options;
    if (held !== undefined) return;
    this.select(key);
    if (card.isFresh()) {
      tell(TEXT.fresh);
      return;
    }
    void this.attempt(async () => {
      const result = await client.answer({ key, seen, ...given });
      card.closePanel();
      // what is held says so on its card
      (result === 'held' ? say : tell)(resultText(result, given));
    });
  }

  private takeBack(key: string, atMs?: number): void {
    const { client, tell } = this.options;
    void this.attempt(async () => {
      const result = await client.undo({ key, ...(atMs !== undefined && { atMs }) });
      tell(result === 'undone' ? TEXT.undone : TEXT.tooLate);
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.options.tell(TEXT.failed);
    }
  }
}

function byLatestAnswer(a: PageQuestion, b: PageQuestion): number {
  return (b.held?.untilMs ?? 0) - (a.held?.untilMs ?? 0);
}

function resultText(result: AnswerResult, { answer, reason }: Given): string {
  if (result === 'before') return TEXT.before;
  return result === 'changed' ? TEXT.changed : answerText(answer, reason || undefined);
}

function replaceText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
