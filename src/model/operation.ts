/** What a command or a tool call does, from the gravest to the most harmless. */
export const OPERATION_TYPES = [
  'credential_access',
  'write_sensitive',
  'write_external',
  'skill_modify',
  'memory_write',
  'execute',
  'read_sensitive',
  'write_local',
  'read_external',
  'memory_read',
  'read_local',
] as const;

export type OperationType = (typeof OPERATION_TYPES)[number];

/** 1 = it follows from the words alone; 0.7 = likely, or the place is not certain; 0.3 = possible. */
export type Confidence = 1 | 0.7 | 0.3;

/** Something that happens beside an operation and that rules may wait for. */
export type OperationEvent = 'skill_activated';

/** One thing that a command or a tool call does. One command may read, write and send: it has a set of them. */
export interface Operation {
  readonly type: OperationType;
  /** what kind of data: `web`, `email`, `keys`, or a category that the user gave to a path */
  readonly categories: readonly string[];
  /** the path (absolute where it is known), the host or the address */
  readonly resource?: string;
  /** the name of the credential; only with `credential_access` */
  readonly credential?: string;
  /** it is not known which of them it is: `credential` only names where it comes from */
  readonly anyCredential?: boolean;
  readonly event?: OperationEvent;
  readonly confidence: Confidence;
  /** what it was taken from, for people: "argument 2", "`> out.txt`" */
  readonly why: string;
}
