import * as z from 'zod';
import { VERDICTS } from '../model/verdict.ts';
import { shLine } from '../util/sh-quote.ts';

const base = {
  schema: z.literal(1).describe('version of this format'),
  time: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .describe('when it was asked, UTC'),
  hash: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .describe('SHA-256 of the line without this field'),
};

const action = z
  .looseObject({
    kind: z
      .string()
      .describe('`argv`: a program with its words; `line`: a shell line; `tool`: a tool call of an agent'),
    argv: z.array(z.string()).optional(),
    line: z.string().optional(),
    tool: z.string().optional(),
    input: z.unknown().optional().describe('what the tool was given'),
    cut: z.string().optional().describe('in place of all else: the beginning of what was too long, as JSON text'),
  })
  .describe('what was asked for, secrets masked');

const outcome = z
  .looseObject({
    kind: z
      .string()
      .describe('`run`, `replace` (something else ran), `asked` (the dialog of the agent was opened) or `refuse`'),
    by: z
      .string()
      .optional()
      .describe(
        'who settled it: `rules`; a person: `once`, `minutes`, `session`, `always`; `earlier`: a person before; `bypass`; `failure`; `kept`: nobody was asked, as all of it was kept; `proof`: nor here, as it was proven that nobody need be',
      ),
    cause: z.string().optional().describe('why it was refused: `denied`, `said-no`, `nobody-to-ask` ..'),
    kept: z.int().optional().describe('the number under which what it destroys was kept: `safeshell undo`'),
    undone: z.int().optional().describe('it was `safeshell undo`, and brought this back'),
    redacted: z.boolean().optional().describe('what it printed was masked'),
    confined: z.boolean().optional().describe('it could write to its project, temp folders and caches alone'),
    argv: z.array(z.string()).optional().describe('what ran instead'),
    who: z.string().optional().describe('where a person answered, where it was no terminal'),
    reason: z.string().optional().describe('what a person said with a no'),
    request: z.string().optional().describe('the id under which a person could still approve it'),
    signal: z.string().optional(),
  })
  .describe('how it was settled');

const outcomeRecord = z.looseObject({
  ...base,
  type: z.literal('outcome'),
  door: z.string().describe('`shim`, `hook`, `shell`, `line` or `wall`; `cli`: `safeshell undo`'),
  session: z.string().optional(),
  actor: z.enum(['ai', 'human']),
  how: z.string().optional().describe('how the actor was told'),
  agent: z.string().optional().describe('the agent whose hook it was'),
  dialog: z
    .boolean()
    .optional()
    .describe("how the agent's own dialog was answered; the call has a record of its own, or needed none"),
  cwd: z.string(),
  verdict: z.enum(VERDICTS).describe('what the rules say'),
  rule: z.string().optional().describe('the deciding rule'),
  rules: z.array(z.string()).optional().describe('all rules that matched, at most 50'),
  watched: z
    .looseObject({
      verdict: z.enum(VERDICTS),
      rule: z.string().optional().describe('the one that would have decided'),
      rules: z.array(z.string()).optional().describe('all of them that matched, at most 50'),
    })
    .optional()
    .describe('what rules that are not enforced would have said, where that is stricter'),
  outcome,
  proof: z.array(z.string()).optional().describe('what proved that nobody need be asked, at most 20 phrases'),
  problem: z.string().optional().describe('why the guard could not judge'),
  trace: z.string().optional().describe('W3C trace id of the caller, from TRACEPARENT'),
  action,
  duration_ms: z.number().optional().describe('from start to answer, questions included'),
  pid: z.int().optional(),
});

const endRecord = z.looseObject({
  ...base,
  type: z.literal('end'),
  of: z.string().describe('`hash` of the outcome that it is the end of'),
  status: z.int().optional().describe('exit status'),
  signal: z.string().optional(),
  duration_ms: z.number(),
});

const recordSchema = z.discriminatedUnion('type', [outcomeRecord, endRecord]);

export type OutcomeRecord = z.infer<typeof outcomeRecord>;
export type AuditRecord = z.infer<typeof recordSchema>;

/** The same value, with its fields in their order; undefined = of a shape that this version does not know. */
export function parseRecord(value: unknown): AuditRecord | undefined {
  return recordSchema.safeParse(value).success ? (value as AuditRecord) : undefined;
}

/** The line that is on record; what could disturb a terminal is escaped, which means the same in JSON. */
export function recordLine(record: AuditRecord): string {
  return JSON.stringify(record).replace(
    /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JSON Schema (draft 2020-12) of one line of the record. */
export function recordJsonSchema(): unknown {
  return z.toJSONSchema(recordSchema, { unrepresentable: 'any' });
}

/** What was asked for, as one would type or say it; not yet made harmless for a terminal. */
export function commandText({ action }: Pick<OutcomeRecord, 'action'>): string {
  const { argv, line, tool, input, cut, kind } = action;
  if (argv !== undefined) return shLine(argv);
  if (line !== undefined) return line;
  if (cut !== undefined) return cut;
  return `${tool ?? kind}${input === undefined ? '' : ` ${JSON.stringify(input)}`}`;
}
