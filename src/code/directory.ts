import { HOLE_VARIABLE } from '../model/hole.ts';
import { knownWord, type Word } from '../model/word.ts';
import { shArgument } from '../util/sh-quote.ts';
import { SHELL_CODE } from '../wrappers/peeled.ts';
import { leadingText, trailingText } from '../wrappers/words.ts';
import type { CodeFinding } from './finding.ts';
import { hasHome, partsOf, shellText, type Value, wordOf } from './value.ts';

/** The same in another working directory: `os.chdir(dir)`, `subprocess.run(.., cwd=dir)`. */
export function inDirectory(finding: CodeFinding, directory: Value | undefined): CodeFinding {
  if (directory === undefined || finding.kind === 'doubt' || finding.effects?.cwd !== undefined) return finding;
  const parts = partsOf(directory);
  if (!hasHome(parts)) return { ...finding, effects: { ...finding.effects, cwd: wordOf(directory) } };
  const code = shellLine(finding);
  if (code === undefined) return finding;
  const { standsFor } = finding;
  return {
    kind: 'code',
    language: SHELL_CODE,
    shell: 'sh',
    code: knownWord(`cd ${shellText(parts)} && { ${code}\n}`), // only a shell knows where home is
    ...(standsFor !== undefined && { standsFor }),
  };
}

/** A start as a line of sh. */
export function shellLine(finding: CodeFinding): string | undefined {
  if (finding.kind === 'argv') return finding.argv.map(quoted).join(' ');
  const isShell = finding.kind === 'code' && finding.language === SHELL_CODE && finding.code.kind === 'known';
  return isShell && finding.code.kind === 'known' ? finding.code.value : undefined;
}

function quoted(word: Word): string {
  if (word.kind === 'known') return shArgument(word.value);
  return `${shArgument(leadingText(word))}"${HOLE_VARIABLE}"${shArgument(trailingText(word))}`;
}
