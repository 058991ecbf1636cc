import * as z from 'zod';
import type { Problem } from '../model/errors.ts';
import type { JudgeSettings } from '../model/judge.ts';
import { GUARD_MODES, type GuardMode } from '../model/mode.ts';
import { OPERATION_TYPES, type OperationType } from '../model/operation.ts';
import { AUTO_APPROVE, type AutoApprove } from '../model/proof.ts';
import { compileGlob } from '../patterns/compile.ts';
import { type ApprovalEntries, approvalEntries } from './approval-entries.ts';
import { type ConfineWords, confineEntry, confineWords } from './confine-entry.ts';
import { judgeEntry, judgeSettings } from './judge-entry.ts';
import { addIssues, type ProblemList, problemList, suggestion } from './problems.ts';
import { type UndoWords, undoEntry } from './undo-entry.ts';
import { type WallWords, wallEntry, wallWords } from './wall-entry.ts';
import { parseYaml } from './yaml-source.ts';

/** The parsed config.yaml. */
export interface Settings {
  readonly mode?: GuardMode | undefined;
  /** packs whose rules do not count */
  readonly disabledPacks: readonly string[];
  /** optional packs whose rules count */
  readonly enabledPacks: readonly string[];
  readonly audit: AuditSettings;
  /** where records are sent; absent = nowhere */
  readonly otlp?: OtlpSettings | undefined;
  /** SAFESHELL_CONTEXT=human outweighs signs of an agent */
  readonly trustContextVariable?: boolean | undefined;
  /** what becomes of a person's command without a terminal where the guard is broken */
  readonly onError?: 'run' | 'refuse' | undefined;
  readonly classifier: ClassifierWords;
  /** how people are asked */
  readonly approval: ApprovalEntries;
  /** the judge (a program or model) of open sentences; absent = none */
  readonly judge?: JudgeSettings | undefined;
  readonly undo: UndoWords;
  readonly confine: ConfineWords;
  readonly wall: WallWords;
  /** how far agents' dialogs are answered by proof; absent = the default */
  readonly autoApprove?: AutoApprove | undefined;
}

/** The owner's additions to the classifier's tables; see ClassifierSettings. */
export interface ClassifierWords {
  readonly sensitivePaths: readonly { readonly glob: string; readonly category: string }[];
  readonly memoryRoots: readonly string[];
  readonly skillsRoots: readonly string[];
  readonly toolHints: readonly {
    readonly tool: string;
    readonly operations: readonly { readonly type: OperationType; readonly categories: readonly string[] }[];
  }[];
}

/** How much of the record is kept; absent = the default. */
export interface AuditSettings {
  readonly keep_days?: number | undefined;
  readonly max_megabytes?: number | undefined;
  /** also what shims and hooks could pass without starting Node.js */
  readonly everything?: boolean | undefined;
}

export interface OtlpSettings {
  /** address of the collector; `/v1/logs` is added, as by OTEL_EXPORTER_OTLP_ENDPOINT */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Names of the packs that come with the product. */
export interface PackNames {
  readonly shipped: readonly string[];
  /** count only where they are switched on */
  readonly optional: readonly string[];
}

const schema = z.strictObject({
  version: z.union([z.number(), z.string()]).optional(),
  mode: z.enum(GUARD_MODES).optional().describe('watch: what rules would stop is recorded, and runs'),
  packs: z
    .strictObject({ disable: z.array(z.string()).optional(), enable: z.array(z.string()).optional() })
    .nullish()
    .describe('shipped rule packs'),
  audit: z
    .strictObject({
      keep_days: z.int().min(1).optional(),
      max_megabytes: z.int().min(1).optional(),
      everything: z.boolean().optional(),
    })
    .nullish()
    .describe('how much of the record is kept'),
  otlp: z
    .strictObject({
      endpoint: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .nullish()
    .describe('OpenTelemetry collector that gets the record'),
  ...approvalEntries,
  judge: judgeEntry,
  undo: undoEntry,
  confine: confineEntry,
  wall: wallEntry,
  auto_approve: z.enum(AUTO_APPROVE).optional().describe('which dialogs of agents are answered by proof'),
  trust_context_variable: z.boolean().optional().describe('SAFESHELL_CONTEXT=human outweighs signs of an agent'),
  on_error: z.enum(['run', 'refuse']).optional().describe("a person's command, no terminal, and the guard is broken"),
  classifier: z
    .strictObject({
      sensitive_paths: z.record(z.string().min(1), z.array(z.string().min(1))).optional(),
      memory: z.array(z.string().min(1)).optional(),
      skills: z.array(z.string().min(1)).optional(),
      tools: z.record(z.string().min(1), z.array(operationWord())).optional(),
    })
    .nullish()
    .describe('what paths hold and what tools do'),
});

/** `write_external` or `read_sensitive:finance`. */
function operationWord() {
  const expected = `one of ${OPERATION_TYPES.join(', ')}, with or without \`:CATEGORY\``;
  return z.string().refine((word) => OPERATION_TYPES.includes(word.split(':')[0] as OperationType), expected);
}

const NO_WORDS: ClassifierWords = { sensitivePaths: [], memoryRoots: [], skillsRoots: [], toolHints: [] };

/** All problems at once; a file with errors sets nothing. `packs`: absent = their names are not checked. */
export function parseSettings(
  text: string,
  file: string,
  packs?: PackNames,
): { settings: Settings; problems: readonly Problem[] } {
  const { source, problems } = parseYaml(text, file);
  const nothing = {
    disabledPacks: [],
    enabledPacks: [],
    audit: {},
    classifier: NO_WORDS,
    approval: {},
    undo: {},
    confine: confineWords(undefined),
    wall: wallWords(undefined),
  };
  if (source === undefined) return { settings: nothing, problems };
  const list = problemList(source);
  const read = schema.safeParse(source.value ?? {});
  if (!read.success) {
    addIssues(list, read.error, [], Object.keys(schema.shape));
    return { settings: nothing, problems: list.all };
  }
  const { disable = [], enable = [] } = read.data.packs ?? {};
  if (packs !== undefined) {
    checkNames(list, 'disable', disable, [...packs.shipped, ...packs.optional]);
    checkNames(list, 'enable', enable, packs.optional);
  }
  const { mode, audit, otlp, trust_context_variable, on_error, classifier, judge, undo } = read.data;
  const { approval_timeout, notify, channels } = read.data;
  checkGlobs(list, classifier ?? {});
  const settings = {
    mode,
    disabledPacks: disable,
    enabledPacks: enable,
    audit: audit ?? {},
    otlp: otlp ?? undefined,
    trustContextVariable: trust_context_variable,
    onError: on_error,
    classifier: wordsOf(classifier ?? {}),
    approval: { approval_timeout, notify, channels },
    judge: judgeSettings(judge),
    undo: undo ?? {},
    confine: confineWords(read.data.confine),
    wall: wallWords(read.data.wall),
    autoApprove: read.data.auto_approve,
  };
  return { settings, problems: list.all };
}

type WrittenClassifier = NonNullable<z.infer<typeof schema>['classifier']>;

function wordsOf({ sensitive_paths = {}, memory = [], skills = [], tools = {} }: WrittenClassifier): ClassifierWords {
  return {
    sensitivePaths: Object.entries(sensitive_paths).flatMap(([category, globs]) =>
      globs.map((glob) => ({ glob, category })),
    ),
    memoryRoots: memory,
    skillsRoots: skills,
    toolHints: Object.entries(tools).map(([tool, words]) => ({ tool, operations: words.map(operationOf) })),
  };
}

function operationOf(word: string) {
  const [type, ...categories] = word.split(':');
  return { type: type as OperationType, categories };
}

function checkGlobs(list: ProblemList, written: WrittenClassifier): void {
  const { sensitive_paths = {}, memory = [], skills = [], tools = {} } = written;
  const paths = Object.entries(sensitive_paths).flatMap(([category, globs]) =>
    globs.map((glob, at) => ({ glob, at: ['sensitive_paths', category, at] })),
  );
  const roots = [...memory.map((glob, at) => ({ glob, at: ['memory', at] }))];
  roots.push(...skills.map((glob, at) => ({ glob, at: ['skills', at] })));
  for (const { glob, at } of [...paths, ...roots]) checkGlob(list, glob, at, 'path');
  for (const glob of Object.keys(tools)) checkGlob(list, glob, ['tools', glob], 'text');
}

function checkGlob(list: ProblemList, glob: string, at: readonly PropertyKey[], flavour: 'path' | 'text'): void {
  const compiled = compileGlob(glob, { flavour });
  if ('error' in compiled) {
    list.add('bad-glob', ['classifier', ...at], {
      subject: glob,
      expected: compiled.detail,
      atKey: flavour === 'text',
    });
  }
}

function checkNames(list: ProblemList, key: string, names: readonly string[], known: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (known.includes(name)) continue;
    const help = suggestion(name, known);
    list.add('wrong-value', ['packs', key, index], {
      expected: `one of ${known.join(', ')}`,
      ...(help && { help }),
    });
  }
}
