import { knownWord } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { readCall } from './words.ts';

/** Code between other text: the same number of lines stays in front of it. */
function onlyCode(text: string): string {
  let code = '';
  let at = 0;
  for (const match of text.matchAll(/<%(?![%#])[=-]?([\s\S]*?)-?%>/g)) {
    code += `${text.slice(at, match.index).replace(/[^\n]+/g, ' ')};${match[1]}`;
    at = match.index + match[0].length;
  }
  return code;
}

const ERB_VALUED = new Set(['-r', '-S', '-T', '-E', '--encoding', '-U']);

/** erb: the Ruby code in a template. Source: erb(1) 3.1. */
export const ERB_RUNNER: Runner = {
  programs: ['erb'],
  run: (call) =>
    filesGiven(call, ERB_VALUED, ['-x', '-h', '--help', '--version']).map(({ file, text }) => {
      return { kind: 'code', language: 'ruby', code: knownWord(onlyCode(text)), file };
    }),
};

const TROFF_VALUED = new Set('-d -f -F -I -K -L -m -M -n -o -P -r -T -w -W'.split(' '));
/** Requests that hand their line to a shell. Source: groff(7) 1.22. */
const REQUEST = /^[.'][ \t]*(?:sy|pso|pi)[ \t]+(.+)$/;

/** `troff -U`, with which requests of the text may start programs. Source: troff(1) 1.22. */
export const TROFF_RUNNER: Runner = {
  programs: ['troff', 'groff', 'nroff', 'gtroff'],
  onlyWith: {},
  run: (call) => {
    const words = readCall(call.argv, { valued: TROFF_VALUED });
    if (words?.has('-U') !== true) return [];
    return filesGiven(call, TROFF_VALUED, []).flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at): readonly RunnerFinding[] => {
        const code = REQUEST.exec(line)?.[1];
        if (code === undefined) return [];
        return [{ kind: 'code', language: 'shell', shell: 'sh', code: knownWord(code), file, line: at + 1 }];
      }),
    );
  },
};

/** The operands with what stands in them; none where the call only shows something. */
function filesGiven(
  { argv, cwd, files }: RunnerCall,
  valued: ReadonlySet<string>,
  shows: readonly string[],
): readonly { readonly file: string; readonly text: string }[] {
  const words = readCall(argv, { valued });
  if (words === undefined || cwd === undefined || words.has(...shows)) return [];
  return words.operands.flatMap((name) => {
    const file = resolvePath(cwd, name);
    const text = files.read(file);
    return text === undefined ? [] : [{ file, text }];
  });
}
