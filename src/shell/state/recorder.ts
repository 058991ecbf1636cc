import type { Invocation, Unsure, UnsureCode } from '../../model/invocation.ts';
import type { Span, Word } from '../../model/word.ts';
import type { Feed } from './feed.ts';
import { LIMITS } from './limits.ts';
import type { Value } from './value.ts';

function wordText(word: Word): string {
  if (word.kind === 'known') return word.value;
  return word.kind === 'glob' ? word.pattern : `${word.prefix}\0${word.suffix}`;
}

/** What an analysis has so much of, and what is said where that is spent. */
const SPENT = {
  redirects: ['too-many', 'more redirections than are looked at'],
  matched: ['too-many', 'more patterns than are looked at'],
  elements: ['too-many', 'more changes of arrays than are looked at'],
  codeLength: ['too-long', 'more code than is looked at'],
} as const;

/** Collects what an analysis finds, within its limits, and what is true of the disk after each command. */
export class Recorder {
  readonly invocations: Invocation[] = [];
  readonly unsure: Unsure[] = [];
  /** which invocations printed a word, or the text that it was cut from */
  readonly printedBy = new Map<Word, readonly number[]>();
  /** the same for the words that stand for `<(..)`: and what can be read there */
  readonly streams = new Map<Word, Value>();
  /** the text of words that are not known, with HOLE where something is missing */
  readonly templates = new Map<Word, string>();
  /** the same with the defaults of variables that nobody sets */
  readonly assumed = new Map<Word, string>();
  /** for words that stand for `>(..)`: the inputs of what reads there, which their writer is added to */
  readonly readers = new Map<Word, number[]>();
  /** what can be read on descriptors beside standard input: the last that the line opened under each number */
  readonly descriptors = new Map<number, Feed>();
  /** files that the line writes, by absolute path */
  readonly files = new Map<string, Value>();
  /** for each of them how many invocations came before */
  readonly writtenAfter = new Map<string, number>();
  /** programs that the line copies, links or moves: absolute path of the copy -> program */
  readonly copies = new Map<string, string>();
  /** files that the line copies, links or moves: absolute path of the copy -> of the original */
  readonly sources = new Map<string, string>();
  private steps = 0;
  private spent = { redirects: 0, matched: 0, elements: 0, codeLength: 0 };
  private expanded = 0;
  private muted = 0;
  private isInFile = false;
  private fileSteps = 0;
  private rewound = false;

  /** Everything that was found. What a loop's first turn printed may refer to starts that its second did not repeat. */
  found(): readonly Invocation[] {
    if (!this.rewound) return this.invocations;
    const count = this.invocations.length;
    return this.invocations.map((invocation) => ({
      ...invocation,
      inputs: invocation.inputs.map((input) =>
        'from' in input ? { ...input, from: input.from.filter((index) => index < count) } : input,
      ),
    }));
  }

  /** False when the analysis has done enough; the caller then goes no further. Long commands count as several. */
  step(argv: readonly Word[] = []): boolean {
    let steps = 1 + (argv.length >> 4);
    for (const word of argv) steps += word.kind === 'known' ? word.value.length >> 9 : 0;
    if (this.isInFile) this.fileSteps += steps;
    else this.steps += steps;
    return !this.isDone();
  }

  /** No more commands are walked. */
  isDone(): boolean {
    if (this.isInFile) return this.fileSteps > LIMITS.fileSteps || this.invocations.length >= LIMITS.fileInvocations;
    if (this.steps <= LIMITS.steps && this.invocations.length < LIMITS.invocations) return false;
    this.doubt('too-many', 'more commands than are looked at');
    return true;
  }

  /** False when one more redirection is past the limit of one analysis. */
  redirects(): boolean {
    return this.spends('redirects', 1);
  }

  /** Counts stretches of text that a part of a word became. False when they, or those of the word so far, are too many. */
  expands(stretches: number, ofWord: number): boolean {
    this.expanded += 1 + stretches;
    if (ofWord <= LIMITS.pieces && !this.isFull()) return true;
    this.doubt('too-many', 'more words than are looked at');
    return false;
  }

  /** No more words are expanded. */
  isFull(): boolean {
    if (this.expanded <= LIMITS.expanded) return false;
    this.doubt('too-many', 'more words than are looked at');
    return true;
  }

  /** False when matching a pattern, which takes so many steps, is past the limit of one analysis. */
  matches(steps: number): boolean {
    return this.spends('matched', steps);
  }

  /** False when one more change of an array with so many elements is past the limit of one analysis. */
  changesArray(elements: number): boolean {
    return this.spends('elements', elements);
  }

  /** False when code of this length is past the limit of one analysis. */
  admits(code: string): boolean {
    return this.spends('codeLength', code.length);
  }

  private spends(what: keyof typeof SPENT, amount: number): boolean {
    this.spent[what] += amount;
    if (!this.isSpent(what)) return true;
    const [code, detail] = SPENT[what];
    this.doubt(code, detail);
    return false;
  }

  private isSpent(what: keyof typeof SPENT): boolean {
    return this.spent[what] > LIMITS[what];
  }

  add(invocation: Invocation): number {
    return this.invocations.push(invocation) - 1;
  }

  doubt(code: UnsureCode, detail: string, span?: Span): void {
    if (this.muted > 0 || this.unsure.length >= LIMITS.unsure) return;
    const known = this.unsure.some(
      (one) => one.code === code && one.detail === detail && one.span?.start === span?.start,
    );
    if (!known) this.unsure.push({ code, detail, ...(span === undefined ? {} : { span }) });
  }

  /** Runs `work` without taking note of what is not understood: files of the user's own that the line only starts. */
  withoutRecordingDoubts(work: () => void): void {
    this.muted++;
    work();
    this.muted--;
  }

  /**
   * Walks a file that the line only runs, on a budget for all such files: past it nothing is claimed of the rest, and the
   * line goes on with its own.
   */
  inFile(work: () => void): void {
    if (this.isInFile) {
      work();
      return;
    }
    const { spent, expanded } = this;
    this.spent = { ...spent };
    this.isInFile = true;
    this.withoutRecordingDoubts(() => {
      work();
      if (this.isFull() || Object.keys(SPENT).some((what) => this.isSpent(what as keyof typeof SPENT)))
        this.fileSteps = Number.POSITIVE_INFINITY;
    });
    this.isInFile = false;
    this.spent = spent;
    this.expanded = expanded;
  }

  /** The line writes this file; what was in it before is gone. */
  writeFile(path: string, content: Value): void {
    this.files.set(path, content);
    this.writtenAfter.set(path, this.invocations.length);
  }

  /** A point to come back to: what a first, exploring walk through a loop found is found again by the second. */
  rewindTo(invocations: number, unsure: number): void {
    this.rewound = true;
    this.invocations.length = invocations;
    this.unsure.length = Math.min(this.unsure.length, unsure);
  }

  /** Takes back what was found since `mark`; `addBack` adds it again, further on. */
  takeBack(mark: number): readonly Invocation[] {
    if (this.invocations.length > mark) this.rewound = true;
    return this.invocations.splice(mark);
  }

  /** Adds what another reading of the same text found at `mark`, unless the one since then has found it all. */
  addBack(found: readonly Invocation[], mark: number): void {
    if (this.repeats(found, this.invocations.slice(mark))) return;
    const offset = this.invocations.length - mark;
    const moved = (index: number) => (index >= mark ? index + offset : index);
    for (const invocation of found) {
      this.invocations.push({
        ...invocation,
        via: invocation.via.map((wrapper) => ({ ...wrapper, invocation: moved(wrapper.invocation) })),
        inputs: invocation.inputs.map((input) => ('from' in input ? { ...input, from: input.from.map(moved) } : input)),
      });
    }
  }

  /** Every start of `found` is one of `before` again. */
  repeats(found: readonly Invocation[], before: readonly Invocation[]): boolean {
    if (found.length === 0 || before.length === 0) return found.length === 0;
    const key = ({ argv, depth }: Invocation) => `${depth} ${JSON.stringify(argv.map(wordText))}`;
    const seen = new Set(before.map(key));
    return found.every((invocation) => seen.has(key(invocation)));
  }

  mark(): number {
    return this.invocations.length;
  }
}
