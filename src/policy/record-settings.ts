import type { Environment } from '../model/request.ts';
import type { OtlpSettings } from '../rules/settings.ts';
import { layoutOf } from '../store/layout.ts';
import { saidSettings } from './said-settings.ts';

/** What becomes of the record. */
export interface RecordSettings {
  readonly keepDays: number;
  readonly maxBytes: number;
  readonly otlp: OtlpSettings | undefined;
  /** no gate passes a call unrecorded */
  readonly everything: boolean;
}

const KEEP_DAYS = 90;
const MAX_MEGABYTES = 500;

/** From config.yaml; managed settings override the person's own. */
export function recordSettings(env: Environment): RecordSettings {
  const said = saidSettings(layoutOf(env));
  const first = (key: 'keep_days' | 'max_megabytes') => said.find(({ audit }) => audit[key] !== undefined)?.audit[key];
  return {
    keepDays: first('keep_days') ?? KEEP_DAYS,
    maxBytes: (first('max_megabytes') ?? MAX_MEGABYTES) * 1_000_000,
    everything: said.some(({ audit }) => audit.everything === true),
    otlp: said.find(({ otlp }) => otlp !== undefined)?.otlp,
  };
}
