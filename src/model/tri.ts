/**
 * Three truth values. `unknown` (dynamic word, unreadable fact, regex over budget) may make a
 * decision stricter, never weaker: restrictive rules match on it, `allow` rules and `unless` do not.
 */
export type Tri = 'yes' | 'no' | 'unknown';

export function triNot(value: Tri): Tri {
  return value === 'yes' ? 'no' : value === 'no' ? 'yes' : 'unknown';
}

export function triOr(one: Tri, other: Tri): Tri {
  if (one === 'yes' || other === 'yes') return 'yes';
  return one === 'unknown' ? 'unknown' : other;
}

/** The first `yes` is enough; without one, `unknown` is more than `no`. */
export function triAny<Item>(items: Iterable<Item>, ask: (item: Item) => Tri): Tri {
  let result: Tri = 'no';
  for (const item of items) {
    const answer = ask(item);
    if (answer === 'yes') return 'yes';
    if (answer === 'unknown') result = 'unknown';
  }
  return result;
}

/** The first `no` is enough; without one, `unknown` is less than `yes`. */
export function triAll<Item>(items: Iterable<Item>, ask: (item: Item) => Tri): Tri {
  return triNot(triAny(items, (item) => triNot(ask(item))));
}

export function triOf(value: boolean): Tri {
  return value ? 'yes' : 'no';
}

/**
 * The result of a condition. `some` = it holds for a part of its subjects: one of several paths, one of two spellings.
 * A restrictive rule takes that as yes, an allow rule or an exception, which need all of it, as no.
 */
export type Answer = Tri | 'some';

export function answerNot(answer: Answer): Answer {
  return answer === 'some' ? 'some' : triNot(answer);
}

/** Joins the results for several subjects: the common one, or `some` where one is yes and another is not. None at all: no. */
export function joinAnswers(answers: readonly Answer[]): Answer {
  const [first = 'no'] = answers;
  if (answers.every((answer) => answer === first)) return first;
  if (answers.includes('yes') || answers.includes('some')) return 'some';
  return 'unknown';
}

/** The same, asked one by one: once it is `some`, no other answer changes it. */
export function joinAnswersOf<Item>(items: readonly Item[], ask: (item: Item) => Answer): Answer {
  let joined: Answer | undefined;
  for (const item of items) {
    const answer = ask(item);
    joined = joined === undefined ? answer : joinAnswers([joined, answer]);
    if (joined === 'some') return joined;
  }
  return joined ?? 'no';
}
