import { keepFresh } from '../../refresh/keep-fresh.ts';

export { approvalSettings } from '../../policy/approval-settings.ts';
export { compilePolicy } from '../../policy/compile.ts';
export { askJudgeInForce } from '../../policy/judge.ts';
export { settingsInForce } from '../../policy/settings.ts';

// what refreshLater starts
if (require.main === module) {
  keepFresh({ cwd: process.cwd(), env: { ...process.env } }).catch(() => {
    process.exitCode = 1;
  });
}
