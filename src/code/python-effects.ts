import { codeFile } from '../wrappers/peeled.ts';
import {
  changes,
  type Effect,
  evaluates,
  hiddenCode,
  listItems,
  moves,
  opens,
  reads,
  removes,
  runsEither,
  runsProgram,
  runsShell,
  shellFinding,
  signals,
  standIn,
  startFinding,
  table,
  touches,
} from './effects.ts';
import { pickledCalls } from './pickle.ts';
import { canonicalName } from './python-results.ts';
import { concatValues, partsOf, textOf, textValue, UNKNOWN, type Value, wordOf } from './value.ts';

const subprocess: Effect = (call) => {
  const [command] = call.args.length > 0 ? call.args : [call.named.get('args')];
  if (command === undefined) return [];
  const executable = call.named.get('executable');
  const shell = call.named.get('shell');
  const usesShell = shell !== undefined && !(shell.kind === 'flag' && !shell.on);
  if (executable !== undefined && !usesShell) return startFinding([executable, ...listItems(command).slice(1)]);
  if (command.kind === 'list' && !usesShell) return startFinding(command.items);
  if (command.kind === 'list') return [shellFinding(command.items[0])];
  return [shellFinding(command)];
};

/** `execl(path, name, words..)`, `execv(path, [name, words..])`: the name stands where the program does. */
function execs(from: number): Effect {
  return ({ args }) => {
    const [path, ...rest] = args.slice(from);
    const words = rest.flatMap(listItems);
    return path === undefined ? [] : startFinding([path, ...words.slice(1)]);
  };
}

/** A statement as text, or a function, whose calls are read where it stands. */
const times: Effect = (call) => (call.args[0]?.kind === 'text' ? evaluates('python')(call) : []);

/** What an archive holds goes into a folder, which is this argument or has a name. */
function unpacks(at: number): Effect {
  return ({ name, args, named }) => {
    const folder = named.get('path') ?? named.get('extract_dir') ?? args[at];
    return folder === undefined ? [] : [standIn(['tar', '-xf', 'archive', '-C', folder], name)];
  };
}

/** Modules whose `loads` calls what a text names. */
export const PICKLES: readonly string[] = ['pickle', '_pickle', 'cPickle', 'dill'];

/** `pickle.loads(b"cos\\nsystem\\n..")` calls what the text names. */
const unpickles: Effect = ({ args: [pickled] }) =>
  pickledCalls(textOf(pickled) ?? '').flatMap(({ name, args }) => {
    const given = args.map((text) => (text === undefined ? UNKNOWN : textValue(text)));
    return (
      EFFECTS.get(canonicalName(name.replace(/^__builtin__\./, '')))?.({ name, args: given, named: new Map() }) ?? []
    );
  });

/** Methods that objects have which are no modules. */
const COMMON = /^(?:remove|replace|copy|move|run|call|open|rename|kill|link)$/;

/** `operator.methodcaller('system', words)`: of the modules, the one that has it. */
const callsMethod: Effect = ({ args: [method, ...args] }) => {
  const name = textOf(method) ?? '';
  if (COMMON.test(name)) return [];
  const module = ['os', 'subprocess', 'shutil'].find((one) => EFFECTS.has(`${one}.${name}`));
  return module === undefined ? [] : (EFFECTS.get(`${module}.${name}`)?.({ name, args, named: new Map() }) ?? []);
};

/** `webbrowser.get('firefox %s').open(url)`, whose browser is any program. */
const opensUrl: Effect = ({ receiver, args: [url = UNKNOWN] }) => {
  const command = textOf(receiver);
  if (command?.includes('%s') !== true) return [];
  const filled = (word: string): Value => {
    const [before = '', ...behind] = word.split('%s');
    return behind.length === 0
      ? textValue(before)
      : { kind: 'text', parts: [before, ...partsOf(url), behind.join('')] };
  };
  return startFinding(command.split(/\s+/).filter(Boolean).map(filled));
};

const HOME_NETRC: Value = { kind: 'text', parts: [{ home: true }, '/.netrc'] };

/** By dotted name, `.name` for methods of any object. */
export const EFFECTS: ReadonlyMap<string, Effect> = table({
  'os.system': runsShell,
  'os.popen': runsShell,
  '.system': runsShell,
  'subprocess.getoutput': runsShell,
  'subprocess.getstatusoutput': runsShell,
  'commands.getoutput': runsShell,
  'asyncio.create_subprocess_shell': runsShell,
  'asyncio.create_subprocess_exec': runsProgram,
  'subprocess.run': subprocess,
  'subprocess.call': subprocess,
  'subprocess.check_call': subprocess,
  'subprocess.check_output': subprocess,
  'subprocess.Popen': subprocess,
  'pty.spawn': runsEither(({ args }) => args[0]?.kind !== 'list'),
  ...Object.fromEntries(['l', 'le', 'lp', 'lpe', 'v', 've', 'vp', 'vpe'].map((end) => [`os.exec${end}`, execs(0)])),
  ...Object.fromEntries(['l', 'le', 'lp', 'lpe', 'v', 've', 'vp', 'vpe'].map((end) => [`os.spawn${end}`, execs(1)])),
  'os.posix_spawn': execs(0),
  'os.posix_spawnp': execs(0),
  'os.remove': touches('rm', '-f'),
  'os.unlink': touches('rm', '-f'),
  '.unlink': removes('rm', '-f'),
  'os.rmdir': touches('rmdir'),
  '.rmdir': removes('rmdir'),
  'os.removedirs': touches('rmdir', '-p'),
  'shutil.rmtree': touches('rm', '-rf'),
  'send2trash.send2trash': touches('rm', '-rf'),
  'os.truncate': touches('truncate', '-s', '0'),
  'os.rename': moves('mv'),
  'os.renames': moves('mv'),
  'os.replace': moves('mv'),
  'shutil.move': moves('mv'),
  'shutil.copy': moves('cp'),
  'shutil.copy2': moves('cp'),
  'shutil.copyfile': moves('cp'),
  'shutil.copytree': moves('cp', '-r'),
  'shutil.unpack_archive': unpacks(1),
  '.extractall': unpacks(0),
  '.extract': unpacks(1),
  'os.symlink': moves('ln', '-s'),
  'os.link': moves('ln'),
  'os.chmod': changes('chmod', 1),
  'os.chown': changes('chown', 1),
  'shutil.chown': changes('chown', 1),
  'os.kill': ({ args: [pid, signal] }) => (pid === undefined ? [] : signals(signal, [pid])),
  'os.killpg': ({ args: [group, signal] }) =>
    group === undefined ? [] : signals(signal, [concatValues([textValue('-'), group])]),
  open: opens,
  'io.open': opens,
  'codecs.open': opens,
  'os.?': () => [hiddenCode('a function of os that is not known')],
  'subprocess.?': () => [hiddenCode('a function of subprocess that is not known')],
  'shutil.?': () => [hiddenCode('a function of shutil that is not known')],
  ...Object.fromEntries(['exec', 'eval', '.runsource', '.runcode'].map((name) => [name, evaluates('python')])),
  ...Object.fromEntries(
    ['cProfile', 'profile', 'pdb', 'bdb', 'trace'].flatMap((module) =>
      ['run', 'runctx', 'runeval'].map((name) => [`${module}.${name}`, evaluates('python')]),
    ),
  ),
  ...Object.fromEntries(PICKLES.map((module) => [`${module}.loads`, unpickles])),
  'operator.methodcaller': callsMethod,
  ...Object.fromEntries(['open', 'open_new', 'open_new_tab'].map((name) => [`.${name}`, opensUrl])),
  'timeit.timeit': times,
  'timeit.repeat': times,
  // without a path, the one in HOME. Source: docs.python.org, netrc, 3.12
  'netrc.netrc': (call) => reads({ ...call, args: [call.args[0] ?? HOME_NETRC] }),
  'runpy.run_path': ({ args: [path] }) => (path === undefined ? [] : [codeFile('python', wordOf(path))]),
});

/** Methods of a path object. */
export const PATH_EFFECTS: ReadonlyMap<string, Effect> = table({
  unlink: removes('rm', '-f'),
  rmdir: removes('rmdir'),
  rmtree: removes('rm', '-rf'),
  write_text: ({ name, receiver }) =>
    touches('tee')({ name, args: [], named: new Map(), ...(receiver && { receiver }) }),
  write_bytes: ({ name, receiver }) =>
    touches('tee')({ name, args: [], named: new Map(), ...(receiver && { receiver }) }),
  rename: moves('mv'),
  replace: moves('mv'),
  symlink_to: ({ name, receiver, args: [target] }) =>
    receiver === undefined || target === undefined
      ? []
      : moves('ln', '-s')({ name, args: [target, receiver], named: new Map() }),
  chmod: changes('chmod', 1),
  open: opens,
  read_text: reads,
  read_bytes: reads,
});
