import * as z from 'zod';
import type { Problem } from '../model/errors.ts';
import { addIssues, type ProblemList, problemList, suggestion } from './problems.ts';
import { parseYaml } from './yaml-source.ts';

/** What config.yaml says. */
export interface Settings {
  /** packs whose rules do not count */
  readonly disabledPacks: readonly string[];
  /** optional packs whose rules count */
  readonly enabledPacks: readonly string[];
  readonly audit: AuditSettings;
  /** where records are sent; absent = nowhere */
  readonly otlp?: OtlpSettings | undefined;
}

/** How much of the record is kept; absent = the default. */
export interface AuditSettings {
  readonly keep_days?: number | undefined;
  readonly max_megabytes?: number | undefined;
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
  packs: z
    .strictObject({ disable: z.array(z.string()).optional(), enable: z.array(z.string()).optional() })
    .nullish()
    .describe('shipped rule packs'),
  audit: z
    .strictObject({ keep_days: z.int().min(1).optional(), max_megabytes: z.int().min(1).optional() })
    .nullish()
    .describe('how much of the record is kept'),
  otlp: z
    .strictObject({
      endpoint: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .nullish()
    .describe('OpenTelemetry collector that gets the record'),
});

/** All problems at once; a file with errors says nothing. */
export function parseSettings(
  text: string,
  file: string,
  packs: PackNames,
): { settings: Settings; problems: readonly Problem[] } {
  const { source, problems } = parseYaml(text, file);
  const nothing = { disabledPacks: [], enabledPacks: [], audit: {} };
  if (source === undefined) return { settings: nothing, problems };
  const list = problemList(source);
  const read = schema.safeParse(source.value ?? {});
  if (!read.success) {
    addIssues(list, read.error, [], Object.keys(schema.shape));
    return { settings: nothing, problems: list.all };
  }
  const { disable = [], enable = [] } = read.data.packs ?? {};
  checkNames(list, 'disable', disable, [...packs.shipped, ...packs.optional]);
  checkNames(list, 'enable', enable, packs.optional);
  const { audit, otlp } = read.data;
  const settings = { disabledPacks: disable, enabledPacks: enable, audit: audit ?? {}, otlp: otlp ?? undefined };
  return { settings, problems: list.all };
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
