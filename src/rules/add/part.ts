export type PrintedCondition = Readonly<Record<string, unknown>>;

/** What of the world or of the words an example needs, so that something holds or does not. */
export interface Scene {
  /** added to the command */
  readonly words?: string;
  /** in front of the command */
  readonly prefix?: string;
  readonly cwd?: string;
  readonly branch?: string;
  readonly noRepository?: true;
  readonly actor?: 'ai' | 'human';
  readonly at?: string;
}

/** What a phrase asks for. */
export interface Part {
  readonly conditions: readonly PrintedCondition[];
  readonly context?: 'ai_only' | 'human_only';
  /** where it holds, and where not; undefined = no example says that */
  readonly yes: Scene;
  readonly no: Scene | undefined;
}

/** The command that phrases are about. */
export interface Subject {
  readonly program: string;
  readonly subcommand: readonly string[];
  /** its operands are paths: `rm`, not `make` */
  readonly takesPaths: boolean;
  /** what has to stand in front of a path in an example: `644` for chmod */
  readonly lead: string;
  /** its words name hosts: `curl` */
  readonly talks: boolean;
  /** what the phrase is of lets run: it has to be meant exactly */
  readonly loosens: boolean;
  /** where the sentence is said */
  readonly here: string;
}

/** What stands behind a preposition. */
export interface Argument {
  /** of a list, each of one word */
  readonly words: readonly string[];
  /** they are joined by `and` */
  readonly isAll: boolean;
  readonly negated: boolean;
}

/** undefined = it does not mean that; a text = it does, and why it cannot be said. */
export type PhraseReader = (argument: Argument, subject: Subject) => Part | string | undefined;

export function negatedPart({ conditions, context, yes, no }: Part): Part {
  if (context !== undefined) {
    return { conditions, context: context === 'ai_only' ? 'human_only' : 'ai_only', yes: no ?? {}, no: yes };
  }
  return { conditions: [{ not: together(conditions) }], yes: no ?? {}, no: yes };
}

/** One condition of several. */
export function together(conditions: readonly PrintedCondition[]): PrintedCondition {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : { all_of: conditions };
}

export function either(conditions: readonly PrintedCondition[]): PrintedCondition {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : { any_of: conditions };
}
