import type { approvalSettings } from '../policy/approval-settings.ts';
import type { compilePolicy } from '../policy/compile.ts';
import type { askJudgeInForce } from '../policy/judge.ts';
import type { settingsInForce } from '../policy/settings.ts';

interface Compiler {
  readonly approvalSettings: typeof approvalSettings;
  readonly askJudgeInForce: typeof askJudgeInForce;
  readonly compilePolicy: typeof compilePolicy;
  readonly settingsInForce: typeof settingsInForce;
}

/** A bundle of its own, loaded where something is not cached: YAML and schemas cost more to load than all of an answer. */
export function compiler(): Compiler {
  return require('./compile.cjs') as Compiler;
}
