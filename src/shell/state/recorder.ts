import type { Doubt, DoubtCode, Invocation } from '../../model/invocation.ts';
import type { Span, Word } from '../../model/word.ts';
import type { Feed } from './feed.ts';
import { type FileVersion, FileVersions, type Region } from './file-versions.ts';
import { LIMITS } from './limits.ts';
import type { Value } from './value.ts';

function wordText(word: Word): string {
  if (word.kind === 'known') return word.value;
  return word.kind === 'glob' ? word.pattern : `${word.prefix}\0${word.suffix}`;
}

/** Budgets of one analysis, and the doubt that is reported when one is spent. */
const SPENT = {
  redirects: ['too-many', 'more redirections than are looked at'],
  matched: ['too-many', 'more patterns than are looked at'],
  elements: ['too-many', 'more changes of arrays than are looked at'],
  arithmetic: ['too-many', 'more arithmetic than is looked at'],
  codeLength: ['too-long', 'more code than is looked at'],
} as const;

/** What a change makes of the text of a file; undefined where it leaves this path alone, or does not apply to the text. */
export type FileEdit = (path: string) => ((text: string | undefined) => string | undefined) | undefined;

export interface RecordedEdit {
  readonly edit: FileEdit;
  /** index of the invocation that makes it */
  readonly by: number;
  readonly region: Region | undefined;
}

/** Collects the results of an analysis within its limits, and tracks files and words that later commands refer to. */
export class Recorder {
  readonly invocations: Invocation[] = [];
  readonly doubts: Doubt[] = [];
  /** invocations whose output a word, or the text that it was cut from, contains */
  readonly printedBy = new Map<Word, readonly number[]>();
  /** for words that stand for `<(..)`: the text that can be read there */
  readonly streams = new Map<Word, Value>();
  /** unknown words that are numbers */
  readonly numbers = new Set<Word>();
  /** unknown words that stay below any folder that they are joined to */
  readonly names = new Set<Word>();
  /** unknown words of which a piece is a list: `"$@"/x` */
  readonly lists = new Set<Word>();
  /** the text of unknown words, with HOLE in place of each unknown piece */
  readonly templates = new Map<Word, string>();
  /** the same, with `a` in place of `${x:-a}` where x is not set */
  readonly assumed = new Map<Word, string>();
  /** the words that an unknown word becomes where it is the text of files on disk */
  readonly fileWords = new Map<Word, readonly Word[]>();
  /** for words that stand for `>(..)`: `Input.from` of the reader; the writer is added to it */
  readonly readers = new Map<Word, number[]>();
  /** input of other descriptors than 0: the last one that the line opened under each number */
  readonly descriptors = new Map<number, Feed>();
  readonly files = new FileVersions();
  /** programs that the line copies, links or moves: absolute path of the copy -> program */
  readonly copies = new Map<string, string>();
  /** changes that the line makes to files in place, in its order */
  readonly edits: RecordedEdit[] = [];
  /** the starts that make them */
  readonly editors = new WeakSet<Invocation>();
  /** what the line has typed into a terminal since the last return, or put into a buffer */
  readonly typed = new Map<string, readonly Word[]>();
  private steps = 0;
  private spent = { redirects: 0, matched: 0, elements: 0, arithmetic: 0, codeLength: 0 };
  private expanded = 0;
  private edited = 0;
  private muted = 0;
  private isInFile = false;
  private fileSteps = 0;
  private fileCode = 0;
  private rewound = false;

  /**
   * All invocations. After a rewind inputs may refer to invocations that were not recorded again: those are dropped.
   */
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

  /** Counts a step; false when the budget is spent and the caller has to stop. Long commands count as several steps. */
  step(argv: readonly Word[] = []): boolean {
    let steps = 1 + (argv.length >> 4);
    for (const word of argv) steps += word.kind === 'known' ? word.value.length >> 9 : 0;
    if (this.isInFile) this.fileSteps += steps;
    else this.steps += steps;
    return !this.isDone();
  }

  /** True when no more commands may be walked. */
  isDone(): boolean {
    if (this.isInFile) return this.fileSteps > LIMITS.fileSteps || this.invocations.length >= LIMITS.fileInvocations;
    if (this.steps <= LIMITS.steps && this.invocations.length < LIMITS.invocations) return false;
    this.doubt('too-many', 'more commands than are looked at');
    return true;
  }

  /** Counts a redirection; false when the budget is spent. */
  redirects(): boolean {
    return this.spends('redirects', 1);
  }

  /** Counts the pieces that a part of a word expanded to. False when the word, or the analysis, has too many. */
  expands(stretches: number, ofWord: number): boolean {
    this.expanded += 1 + stretches;
    if (ofWord <= LIMITS.pieces && !this.isFull()) return true;
    this.doubt('too-many', 'more words than are looked at');
    return false;
  }

  /** True when no more words may be expanded. */
  isFull(): boolean {
    if (this.expanded <= LIMITS.expanded) return false;
    this.doubt('too-many', 'more words than are looked at');
    return true;
  }

  /** Counts the steps of matching a pattern; false when the budget is spent. */
  matches(steps: number): boolean {
    return this.spends('matched', steps);
  }

  /** Counts a change of an array of so many elements, which copies it; false when the budget is spent. */
  changesArray(elements: number): boolean {
    return this.spends('elements', elements);
  }

  /** Counts steps of evaluating arithmetic; false when the budget is spent. */
  evaluates(steps: number): boolean {
    return this.spends('arithmetic', steps);
  }

  /** Counts code beside the line; false when the budget is spent. */
  admits(code: string): boolean {
    if (this.isInFile) this.fileCode += code.length;
    if (this.isInFile && this.fileCode > LIMITS.fileCode) return false;
    return this.spends('codeLength', code.length);
  }

  /** Counts text that a stream editor is to change; false when so much was changed that the rest stays as it is. */
  admitsEdit(text: string): boolean {
    this.edited += text.length;
    return this.edited <= LIMITS.edited;
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

  doubt(code: DoubtCode, detail: string, span?: Span): void {
    if (!this.recordsDoubts || this.doubts.length >= LIMITS.doubts) return;
    const known = this.doubts.some(
      (one) => one.code === code && one.detail === detail && one.span?.start === span?.start,
    );
    if (!known) this.doubts.push({ code, detail, ...(span === undefined ? {} : { span }) });
  }

  /** False where a doubt would be dropped. */
  get recordsDoubts(): boolean {
    return this.muted === 0;
  }

  /** Records invocations but no doubts: for the user's own files, which the line only runs, and for guesses. */
  withoutRecordingDoubts(work: () => void): void {
    this.muted++;
    work();
    this.muted--;
  }

  /**
   * Walks a file that the line only runs. All such files share their own budget; once it is spent, the rest of them
   * is skipped without a doubt, and the line still has its whole budget.
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

  /** Records that the line replaces the content of a file, with a text or with that of another file. */
  writeFile(path: string, from: Pick<FileVersion, 'content' | 'source'>, region: Region | undefined): void {
    this.files.add(path, { ...from, after: this.invocations.length, edits: this.edits.length, region });
  }

  /** Records that the line changes files in place. */
  edit(edit: FileEdit, by: number, region: Region | undefined): void {
    const editor = this.invocations[by];
    if (editor === undefined || this.edits.length >= LIMITS.files) return;
    this.edits.push({ edit, by, region });
    this.editors.add(editor);
  }

  /** Drops what was recorded since: a loop is walked once to find what it changes, then again with that joined in. */
  rewindTo(invocations: number, doubts: number): void {
    this.rewound = true;
    this.invocations.length = invocations;
    this.files.rewindTo(invocations);
    this.doubts.length = Math.min(this.doubts.length, doubts);
  }

  /** Removes and returns the invocations since `mark`; `addBack` appends them again. */
  takeBack(mark: number): readonly Invocation[] {
    if (this.invocations.length > mark) this.rewound = true;
    return this.invocations.splice(mark);
  }

  /** Appends what was removed at `mark`, unless a second reading of the same text has recorded the same since. */
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

  /** Whether each invocation in `found` equals one in `before`. */
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
