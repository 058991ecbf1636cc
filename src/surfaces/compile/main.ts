export { approvalSettings } from '../../policy/approval-settings.ts';
export { compilePolicy } from '../../policy/compile.ts';
export { policyEverywhere } from '../../policy/everywhere.ts';
export { gatesFor } from '../../policy/gates.ts';
export { keepHooksFresh } from '../../policy/hooks.ts';
export { settingsInForce } from '../../policy/settings.ts';
