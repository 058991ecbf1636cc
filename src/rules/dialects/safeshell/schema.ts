import * as z from 'zod';
import { CONDITIONS } from '../../../conditions/index.ts';
import { PRECEDENCES } from '../../../model/policy.ts';
import { SEVERITIES, VERDICTS } from '../../../model/verdict.ts';
import { writablePath } from '../../confine-entry.ts';
import { factsSchema, localTimeSchema } from '../../facts-schema.ts';

export const ACTIONS = VERDICTS;
export const CONTEXTS = ['all', 'ai_only', 'human_only'] as const;

/** One condition, loosely: each type is checked by its own schema, so that an error names the one key that is wrong. */
const looseCondition = z.unknown();
const name = z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i, 'letters, digits, `-`, `_` and `.`');
const oneOrMore = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const keptThing = z.string().regex(/^(operands|\.\.?\/.+|~\/.+|\/.+)$/s, '`operands`, or a path: `./x`, `~/x`, `/x`');

const exampleWorld = z.strictObject({
  command: z.string().optional().describe('a shell line'),
  argv: z.array(z.string()).min(1).optional().describe('a resolved argument vector'),
  cwd: z.string().startsWith('/').optional(),
  env: z.record(z.string(), z.string()).optional(),
  actor: z.enum(['ai', 'human']).optional(),
  at: localTimeSchema.optional().describe('local wall time, 2025-01-06T10:00:00'),
  facts: factsSchema.optional(),
});

const example = z.union([z.string().min(1), exampleWorld]);

const tests = z
  .strictObject({ match: z.array(example).optional(), no_match: z.array(example).optional() })
  .describe(
    'examples, checked when the file is loaded: a plain line tests the command alone, the map form sets the world',
  );

const redaction = z.strictObject({
  input: z.boolean().optional().describe('also what a tool is handed; only in rules about tool calls'),
  patterns: z
    .record(z.string().min(1), z.string().min(1))
    .optional()
    .describe('regular expressions by name: what is masked beside secrets and personal data'),
});

const confinement = z.strictObject({
  write: z
    .array(writablePath)
    .optional()
    .describe('what it may write beside its project, temp folders and the caches of its tools'),
});

function ruleShape(condition: z.ZodType) {
  return {
    name: name.describe('unique in its file; shown as FILE/NAME'),
    description: z.string().optional(),
    commands: oneOrMore
      .optional()
      .describe('programs by base name, or an absolute path for only that file; absent = every command'),
    directory: oneOrMore
      .optional()
      .describe('glob on the working directory; `**` spans segments, `~` is the home directory'),
    context: z.enum(CONTEXTS).optional().describe('who runs it; default all'),
    trigger: condition
      .optional()
      .describe('of a rule about tool calls: it sleeps until this has held of a call in the session'),
    conditions: z.array(condition).optional().describe('all must hold; the first that does not ends the rule'),
    unless: z.array(condition).optional().describe('exceptions: any that holds and the rule does not match'),
    action: z.enum(ACTIONS),
    redirect_to: z.string().optional().describe('for redirect: words with $ARGS, $OPERANDS, $1.., $CMD'),
    redact: redaction.optional().describe('for redact: what is redacted beside the output'),
    confine: confinement.optional().describe('for confine: what it may write more'),
    on_unknown: z
      .enum(['deny', 'require_approval', 'allow'])
      .optional()
      .describe('what happens where the rule matches only because a value is not known; default: the action'),
    in_files: z
      .union([z.boolean(), z.literal('only')])
      .optional()
      .describe(
        'false: does not match what stands in a file that a command only runs; only: matches nothing else; default true',
      ),
    undoable: z
      .boolean()
      .optional()
      .describe(
        'it asks about nothing but what is lost on this machine: with `undo: { mode: instead_of_asking }` nobody is asked where all of that was kept; default false',
      ),
    keep: z
      .union([keptThing, z.array(keptThing).min(1)])
      .optional()
      .describe(
        'what undo keeps before the program runs, where nothing else tells what it destroys: `operands` (whatever its words name) and paths, as `./x`, `~/x`, `/x`, with wildcards',
      ),
    message: z.string().optional().describe('shown with the decision; may hold {git.branch}, {command}, {cwd}'),
    help: z.string().optional().describe('the safer alternative'),
    source: oneOrMore.optional().describe('where it is documented what the rule is about: addresses, titles of pages'),
    severity: z.enum(SEVERITIES).optional().describe('default medium'),
    priority: z
      .number()
      .optional()
      .describe('default 1; the lower number decides, in files whose `tool_calls: { order }` asks for it'),
    enabled: z.boolean().optional().describe('false: it is not read at all; default true'),
    enforce: z
      .boolean()
      .optional()
      .describe('false: it is evaluated and recorded, and stops nothing; default true, or what the file says'),
    overridable: z.boolean().optional().describe('false: no file of a higher tier may loosen it; default true'),
    allow_override: z.boolean().optional().describe('the same as overridable'),
    tests: tests.optional(),
  };
}

function overrideShape(condition: z.ZodType) {
  return {
    name: z
      .string()
      .min(1)
      .describe(
        'FILE/NAME of the rule, or its bare name where only one has it; FILE/* beside `enforce`: the whole file',
      ),
    disabled: z.boolean().optional(),
    enforce: z.boolean().optional().describe('false: it is evaluated and recorded, and stops nothing'),
    action: z.enum(ACTIONS).optional(),
    message: z.string().optional(),
    context: z.enum(CONTEXTS).optional(),
    unless: z.array(condition).optional().describe("added to the rule's own exceptions"),
  };
}

const toolCalls = z
  .strictObject({
    shell: z.string().min(1).optional().describe('what the rules call the shell of an agent; default `shell`'),
    unmatched: z
      .enum(['deny', 'require_approval', 'escalate', 'redact', 'allow'])
      .optional()
      .describe('what holds for a call that no rule of any file matched; default allow'),
    verdicts: z.array(z.enum(VERDICTS)).min(1).optional().describe('which verdict decides before which'),
    order: z
      .array(z.enum(PRECEDENCES))
      .min(1)
      .optional()
      .describe('what makes one match decide before another; then the first in the file does'),
  })
  .describe('for a file whose rules are all about tool calls: how it chooses among its matches');

function fileShape(rule: z.ZodType, override: z.ZodType) {
  return {
    version: z.union([z.number(), z.string()]).optional(),
    dialect: z.literal('safeshell').optional(),
    description: z.string().optional().describe('what the rules of this file stop, in one sentence'),
    enforce: z
      .boolean()
      .optional()
      .describe('false: what the file would stop is recorded, and runs; a rule with `enforce: true` is enforced'),
    tool_calls: toolCalls.optional(),
    rules: z.array(rule).optional(),
    overrides: z.array(override).optional(),
  };
}

export const ruleSchema = z.strictObject(ruleShape(looseCondition));
export const overrideSchema = z.strictObject(overrideShape(looseCondition));
export const fileSchema = z.strictObject(fileShape(z.unknown(), z.unknown()));

export type RuleDocument = z.infer<typeof ruleSchema>;
export type FileDocument = z.infer<typeof fileSchema>;
export type OverrideDocument = z.infer<typeof overrideSchema>;
export type Example = z.infer<typeof example>;

/** The whole file with every condition spelled out, for editors. */
export function editorSchema(): z.ZodType {
  const condition: z.ZodType = z
    .lazy(() => z.union(conditionForms(condition) as [z.ZodType, z.ZodType]))
    .meta({ id: 'condition' });
  return z
    .strictObject(fileShape(z.strictObject(ruleShape(condition)), z.strictObject(overrideShape(condition))))
    .meta({
      title: 'safeshell rules',
      description: 'Rules of safeshell, a guard for shell commands',
    });
}

function conditionForms(condition: z.ZodType): readonly z.ZodType[] {
  const forms: z.ZodType[] = [
    z.strictObject({ all_of: z.array(condition).min(1) }),
    z.strictObject({ any_of: z.array(condition).min(1) }),
    z.strictObject({ not: condition }),
  ];
  for (const family of CONDITIONS) {
    const schema = family.schema(z) as z.ZodObject;
    const primary = family.primary === undefined ? undefined : schema.shape[family.primary];
    forms.push(z.strictObject({ type: z.literal(family.type), ...schema.shape }));
    forms.push(
      z.strictObject({ [family.type]: primary === undefined ? schema : z.union([primary as z.ZodType, schema]) }),
    );
  }
  return forms;
}
