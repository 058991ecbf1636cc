import { HOLE } from '../../model/hole.ts';
import { knownWord } from '../../model/word.ts';
import { SHELL_CODE } from '../../wrappers/peeled.ts';
import type { CodeAnalyzer } from '../finding.ts';
import { toShell } from './translate.ts';

/** PowerShell, by the shell code that would do the same. */
export const analyzePowershell: CodeAnalyzer = (source) => {
  const code = toShell(source.replaceAll(HOLE, '$unknown')).trim();
  return code === '' ? [] : [{ kind: 'code', language: SHELL_CODE, shell: 'bash', code: knownWord(code) }];
};
