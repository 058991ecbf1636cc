import { knownWord } from '../model/word.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { resolvePath } from '../util/path.ts';
import { shQuote } from '../util/sh-quote.ts';
import { holedCode } from './holes.ts';
import { lineOfKey } from './package-json.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { readCall } from './words.ts';

const VALUED = new Set(['-d', '--working-dir', '--timeout', '-t']);

const DUMP = ['pre-autoload-dump', 'post-autoload-dump'];
/** Events by command. Source: getcomposer.org/doc/articles/scripts.md, 2.7. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  install: ['pre-install-cmd', ...DUMP, 'post-install-cmd'],
  i: ['pre-install-cmd', ...DUMP, 'post-install-cmd'],
  update: ['pre-update-cmd', ...DUMP, 'post-update-cmd'],
  u: ['pre-update-cmd', ...DUMP, 'post-update-cmd'],
  upgrade: ['pre-update-cmd', ...DUMP, 'post-update-cmd'],
  require: ['pre-update-cmd', ...DUMP, 'post-update-cmd'],
  remove: ['pre-update-cmd', ...DUMP, 'post-update-cmd'],
  'dump-autoload': DUMP,
  dumpautoload: DUMP,
  status: ['pre-status-cmd', 'post-status-cmd'],
};

interface Scripts {
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

function scriptsIn(folder: string, call: RunnerCall): Scripts | undefined {
  const file = resolvePath(folder, 'composer.json');
  const text = call.files.read(file);
  const json = text === undefined ? undefined : parseJson(text);
  if (text === undefined || !isRecord(json) || !isRecord(json.scripts)) return undefined;
  return { folder, file, text, entries: json.scripts };
}

const MAX_DEPTH = 8;

function runScript(name: string, args: string, from: Scripts, depth = 0): RunnerFinding[] {
  const entry = Object.hasOwn(from.entries, name) ? from.entries[name] : undefined;
  const list = (Array.isArray(entry) ? entry : [entry]).filter(isString).slice(0, 100);
  const line = lineOfKey(from.text, 'scripts', name);
  return list.flatMap((text): RunnerFinding[] => {
    const [, other, rest = ''] = /^@([\w:.-]+)\s*(.*)$/s.exec(text) ?? [];
    if (other !== undefined && !['php', 'composer', 'putenv'].includes(other)) {
      return depth < MAX_DEPTH ? runScript(other, `${rest === '' ? '' : ` ${rest}`}${args}`, from, depth + 1) : [];
    }
    // a method of a class
    if (other === 'putenv' || /^[\w\\]+::\w+$/.test(text)) return [];
    const code = holedCode(`${text.replace(/^@(?=php\b|composer\b)/, '')}${args}`);
    const effects = { cwd: knownWord(from.folder) };
    return [
      {
        kind: 'code',
        language: 'shell',
        shell: 'sh',
        code,
        effects,
        file: from.file,
        ...(line === undefined ? {} : { line }),
      },
    ];
  });
}

/** composer: scripts by name, and those of the events of a command. */
export const COMPOSER_RUNNER: Runner = {
  programs: ['composer', 'composer.phar'],
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    const [first, second] = words?.operands ?? [];
    if (words === undefined || first === undefined || call.cwd === undefined) return [];
    const scripts = scriptsIn(resolvePath(call.cwd, words.valueOf('-d', '--working-dir') ?? '.'), call);
    if (scripts === undefined) return [];
    const isRun = first === 'run' || first === 'run-script';
    const events = Object.hasOwn(EVENTS, first) ? EVENTS[first] : undefined;
    if (events !== undefined)
      return words.has('--no-scripts') ? [] : events.flatMap((event) => runScript(event, '', scripts));
    const name = isRun ? second : first;
    const rest = [...words.operands.slice(isRun ? 2 : 1), ...words.rest.map(({ text }) => text)];
    return name === undefined ? [] : runScript(name, rest.map((word) => ` ${shQuote(word)}`).join(''), scripts);
  },
};
